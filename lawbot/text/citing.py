"""Citations as people say them: the words of every language put into those of the grammar
(``lawbot.citation``), numbers into digits."""

import re
from collections.abc import Iterator, Sequence
from functools import cache

from lawbot.citation import (
    FILLER,
    LONGEST,
    Citation,
    CitationRange,
    Span,
    cited_together,
    find_citations,
)
from lawbot.errors import CitationError
from lawbot.language import installed
from lawbot.text.tokens import PhraseTable, number_at, numbers_in, straight, tokens

_KINDS = (
    "law",
    "either",
    "part",
    "footnote",
    "definition",
    "to",
    "both",
    "between",
    "of",
    "versus",
    "about",
)
"""What the words of citations say,"""
_GRAMMAR = {
    "either": "law",
    "part": "",
    "footnote": "fn",
    "both": "and",
    "between": "",
    "versus": "and",
}
"""and the word of the grammar for it, where that is another."""
_SURE = 10
"""From here on a number word behind 'law' is nothing else; a smaller one ends the text: 'is there a
law one can read'."""
_BIDS = 7
"""Laws up to which a number in words with a letter may be a bid: 'two c'; and up to which two bare
numbers may be anything: '1 or 2'."""
_PART_FIRST = re.compile(
    rf"(?:the |law )?(?:{FILLER} )?\(?(?P<part>[a-h]|\d{{1,2}})\)? ?"
    rf"(?:of (?:the )?(?:{FILLER} )?\(?(?P<section>[a-h])\)? )?of (?:the )?(?:law )?(?P<law>\d{{1,2}} ?\(?[a-h]?\)?)",
    re.IGNORECASE,
)
"""A part named before its law, with 'of' between them: 'section c of law 66', 'paragraph 2 of
section B of law 12'."""
_NUMBERS = re.compile(r"\d{1,2}(?: ?(?:,|and|or|&) ?\d{1,2})+")
"""Bare numbers in a row."""
_A_PART = re.compile(r"(?:law )?\(?[a-h]\)?", re.IGNORECASE)
_LISTED = re.compile(r"\d and (?:law )?\d")
_JOINERS = re.compile(
    r"^(?:and |(?:the )?(?:\w{2,} )?of (?=(?:law )?\d))+|(?: and)+$|\band (?=and\b|to\b)"
)


def numbered(text: str) -> str:
    """A text in which laws named by number words, in any language, are named in digits: 'law 16'
    for 'law sixteen'.

    >>> numbered("law twenty seven")
    'law 27'
    """
    line = straight(text)
    words = tokens(line)
    said, end = "", 0
    for place, (kind, after) in _words().every(words).items():
        if kind not in ("law", "either") or after >= len(words) or words[after].word.isdecimal():
            continue
        number, behind = number_at(words, after) or (100, after)
        sure = number >= _SURE or not any(token.is_word for token in words[behind:])
        if number < 100 and words[place].start >= end and sure:
            said += f"{line[end : words[after].start].rstrip()} {number}"
            end = words[behind - 1].end
    return said + line[end:] + text[len(line) :] if said else text


def read_range(text: str) -> CitationRange:
    """The provision, or the range from one to another, that a text names and nothing else: 'Laws 62
    to 64', 'điều 27B'. Raises CitationError."""
    plain = _in_grammar(text)
    if plain != text and _LISTED.search(plain):  # '12 n 16' is no 12N16
        return CitationRange.parse(plain)
    try:
        return CitationRange.parse(text)
    except CitationError:
        if plain == text:
            raise
        return CitationRange.parse(plain)


def law_and_subject(text: str) -> tuple[Citation, str] | None:
    """The provision of which a text asks for the part about something, and what: 'the part of 16
    about penalty cards'; None for any other text."""
    line = straight(text)
    words = tokens(line) if len(line) <= LONGEST else ()
    for place, (kind, after) in _words().every(words).items():
        if place and kind == "about" and after < len(words):
            try:
                named = read_range(line[: words[place].start].strip())
            except CitationError:
                return None
            return (
                (named.first, line[words[after].start :])
                if named.first == named.last and named.first.law
                else None
            )
    return None


def read_several(text: str) -> tuple[Citation, ...]:
    """The provisions that a text lists and nothing else: '42B1(a) or (c)'; none for any other text."""
    plain = _in_grammar(text)
    numbers = (
        [int(number) for number in re.findall(r"\d+", plain)] if _NUMBERS.fullmatch(plain) else []
    )
    try:
        return cited_together(f"law {plain}" if numbers and min(numbers) > _BIDS else plain)
    except CitationError:
        return ()


def citations_in(text: str) -> Iterator[Span]:
    """Every citation in a running text of any language, in order."""
    return find_citations(text, law_words())


@cache
def law_words() -> tuple[str, ...]:
    """The words for a law in every language, with their marks and without, the longest first."""
    named = (
        (language, name)
        for language in installed().values()
        for name in language.citing.get("law", ())
    )
    said = {spelling for language, name in named for spelling in (name, language.plain(name))}
    return tuple(sorted(said, key=lambda name: (-len(name), name)))


@cache
def _words() -> PhraseTable[str]:
    """The words of citations by what they say, and letters that are spelt out."""
    return PhraseTable.of_all(
        lambda language: (
            *((language.citing.get(kind, ()), kind) for kind in _KINDS),
            *(
                ([name], letter)
                for letter, name in zip(
                    "abcdefgh", language.citing.get("letters", ()), strict=False
                )
            ),
        )
    )


def _in_grammar(text: str) -> str:
    """The text in the words of the grammar; the text itself where it is longer than a citation, or
    numbers in words may tell of a bid."""
    line = straight(text)
    if len(line) > LONGEST:
        return text
    words = tokens(line)
    known, spelt = _words().every(words), numbers_in(words)
    said = ""
    kinds: set[str] = set()
    numbers: list[int] = []
    place = end = 0
    while place < len(words):
        said += line[end : words[place].start]
        if place in known and not said.endswith("("):  # '(v)' is an item
            kind, place = known[place]
            said += f" {_put(kind, kinds, said)} "
            kinds.add(kind)
        elif place in spelt and not words[place].word.isdecimal():
            number, place = spelt[place]
            numbers.append(number)
            said += f" {number} "
        else:
            said += line[words[place].start : words[place].end]
            place += 1
        end = words[place - 1].end
    if not words or (
        numbers and kinds.isdisjoint(("law", "either")) and not _is_sure(numbers, kinds, said)
    ):
        return text
    said = _JOINERS.sub("", " ".join((said + line[end:]).split()))
    if part := _PART_FIRST.fullmatch(said):
        return f"law {part['law']}{part['section'] or ''}{part['part']}"
    return f"law {said}" if "versus" in kinds and said[:1].isdigit() else said


def _put(kind: str, kinds: set[str], said: str) -> str:
    """The word of the grammar for one of a kind behind what was said: a law's after a mere letter
    is one that the letter is a part of."""
    law_named = not kinds.isdisjoint(("law", "either"))
    if kind in ("law", "either") and (law_named or "part" in kinds):
        return "of" if _A_PART.fullmatch(" ".join(said.split())) else ""
    between = kind == "both" and "between" in kinds and "versus" not in kinds
    return "to" if between else _GRAMMAR.get(kind, kind)


def _is_sure(numbers: Sequence[int], kinds: set[str], said: str) -> bool:
    """Whether numbers in words without a word for a law name laws: each is above the levels of
    bids, and they are alone, in a row, or with a letter."""
    lettered = any(len(word) == 1 and word.isalpha() for word in said.split())
    alone = not any(char.isalpha() for char in said)
    return min(numbers) > _BIDS and (
        lettered or alone or not kinds.isdisjoint(("to", "both", "versus"))
    )
