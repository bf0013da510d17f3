"""Citations in the words of any language, rewritten in the grammar of ``lawbot.law.citation``.

Number words become digits.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache

from lawbot.errors import CitationError
from lawbot.language import Language
from lawbot.law.citation import (
    FILLER,
    Citation,
    CitationRange,
    Span,
    cited_together,
    find_citations,
)
from lawbot.limits import MAX_NAME
from lawbot.message.message import Message
from lawbot.message.tokens import PhraseTable, number_at, numbers_in, spellings, straight, tokens

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
"""Kinds of words in citations, as the data of the languages lists them."""
_GRAMMAR = {
    "either": "law",
    "part": "",
    "footnote": "fn",
    "both": "and",
    "between": "",
    "versus": "and",
}
"""The grammar's word for a kind, if it is not the name of the kind."""
_SURE = 10
"""Smallest number word after 'law' that always names a law.

A smaller one must end the text: 'is there a law one can read' names none.
"""
_BIDS = 7
"""Largest number in words that may be the level of a bid: 'two c', or anything: '1 or 2'."""
_NO_NUMBER = 100
"""A number above every law, if none follows the word for a law."""
_PART_FIRST = re.compile(
    rf"(?:the |law )?(?:{FILLER} )?\(?(?P<part>[a-h]|\d{{1,2}})\)? ?"
    rf"(?:of (?:the )?(?:{FILLER} )?\(?(?P<section>[a-h])\)? )?of (?:the )?(?:law )?(?P<law>\d{{1,2}} ?\(?[a-h]?\)?)",
    re.IGNORECASE,
)
"""A part before its law: 'section c of law 66', 'paragraph 2 of section B of law 12'."""
_NUMBERS = re.compile(r"\d{1,2}(?: ?(?:,|and|or|&) ?\d{1,2})+")
"""A row of bare numbers: '12, 16 and 27'."""
_A_PART = re.compile(r"(?:law )?\(?[a-h]\)?", re.IGNORECASE)
_LISTED = re.compile(r"\d and (?:law )?\d")
_JOINERS = re.compile(
    r"^(?:and |(?:the )?(?:\w{2,} )?of (?=(?:law )?\d))+|(?: and)+$|\band (?=and\b|to\b)"
)


def numbered(text: str) -> str:
    """Return a text with the number words of laws in digits: 'law 16' for 'law sixteen'.

    >>> numbered("law twenty seven")
    'law 27'
    """
    line = straight(text)
    words = tokens(line)
    rewritten, end = "", 0
    for index, (kind, after) in _words().every(words).items():
        if kind not in ("law", "either") or after >= len(words) or words[after].word.isdecimal():
            continue
        number, number_end = number_at(words, after) or (_NO_NUMBER, after)
        ends_text = not any(token.is_word for token in words[number_end:])
        is_law = number < _NO_NUMBER and (number >= _SURE or ends_text)
        if is_law and words[index].start >= end:
            rewritten += f"{line[end : words[after].start].rstrip()} {number}"
            end = words[number_end - 1].end
    # ``line`` may be cut: what follows it in the text is kept
    return rewritten + line[end:] + text[len(line) :] if rewritten else text


def read_range(message: Message) -> CitationRange:
    """Return the provision or range that a text names and nothing else.

    Read are 'Laws 62 to 64', 'điều 27B'. Raises CitationError.
    """
    text, plain = message.text, _in_grammar(message)
    # '12 n 16' is no 12N16
    if plain != text and _LISTED.search(plain):
        return CitationRange.parse(plain)
    try:
        return CitationRange.parse(text)
    except CitationError:
        if plain == text:
            raise
        return CitationRange.parse(plain)


def law_and_subject(message: Message) -> tuple[Citation, str] | None:
    """Return the law and the subject of a request for a part of a law, or None.

    'the part of 16 about penalty cards' gives 16 and 'penalty cards'.
    """
    line = message.line
    words = message.tokens if len(line) <= MAX_NAME else ()
    for index, (kind, after) in _words().every(words).items():
        if not index or kind != "about" or after >= len(words):
            continue
        try:
            cited = read_range(Message(line[: words[index].start].strip()))
        except CitationError:
            return None
        if cited.first != cited.last or not cited.first.law:
            return None
        return cited.first, line[words[after].start :]
    return None


def read_several(message: Message) -> tuple[Citation, ...]:
    """Return the provisions that a text lists and nothing else: '42B1(a) or (c)'; else none."""
    plain = _in_grammar(message)
    if _NUMBERS.fullmatch(plain):
        numbers = [int(digits) for digits in re.findall(r"\d+", plain)]
        if min(numbers) > _BIDS:
            plain = f"law {plain}"
    try:
        return cited_together(plain)
    except CitationError:
        return ()


def citations_in(text: str) -> Iterator[Span]:
    """Yield every citation in a running text of any language, in order."""
    return find_citations(text, law_words())


@cache
def law_words() -> tuple[str, ...]:
    """Return the words for a law in every language, with and without marks, longest first."""
    return tuple(spellings(lambda language: language.citing.get("law", ())))


@cache
def _words() -> PhraseTable[str]:
    """Return the kinds of the words of citations, and the letters that are spelt out."""

    def kinds(language: Language) -> Iterator[tuple[Iterable[str], str]]:
        for kind in _KINDS:
            yield language.citing.get(kind, ()), kind
        letter_names = language.citing.get("letters", ())
        for letter, name in zip("abcdefgh", letter_names, strict=False):
            yield [name], letter

    return PhraseTable.of_all(kinds)


def _in_grammar(message: Message) -> str:
    """Return a text in the words of the grammar, or unchanged if it cannot be a citation.

    It cannot if it is too long, or if its numbers in words may be those of a bid.
    """
    text, line, words = message.text, message.line, message.tokens
    if len(line) > MAX_NAME:
        return text
    phrases = _words().every(words)
    spelt_numbers = numbers_in(words)
    rewritten = ""
    kinds: set[str] = set()
    numbers: list[int] = []
    index = end = 0
    while index < len(words):
        rewritten += line[end : words[index].start]
        # '(v)' is an item, not 'versus'
        if index in phrases and not rewritten.endswith("("):
            kind, index = phrases[index]
            rewritten += f" {_grammar_word(kind, kinds, rewritten)} "
            kinds.add(kind)
        elif index in spelt_numbers and not words[index].word.isdecimal():
            number, index = spelt_numbers[index]
            numbers.append(number)
            rewritten += f" {number} "
        else:
            rewritten += line[words[index].start : words[index].end]
            index += 1
        end = words[index - 1].end
    if not words:
        return text
    if numbers and not _names_law(kinds) and not _is_sure(numbers, kinds, rewritten):
        return text
    citation = _JOINERS.sub("", " ".join((rewritten + line[end:]).split()))
    if part := _PART_FIRST.fullmatch(citation):
        return f"law {part['law']}{part['section'] or ''}{part['part']}"
    return f"law {citation}" if "versus" in kinds and citation[:1].isdigit() else citation


def _names_law(kinds: set[str]) -> bool:
    """Return whether a word for a law is among the kinds."""
    return "law" in kinds or "either" in kinds


def _grammar_word(kind: str, kinds: set[str], preceding: str) -> str:
    """Return the grammar's word for a kind that follows some kinds in the rewritten text.

    A law after a mere letter is the law of which the letter is a part.
    """
    if kind in ("law", "either") and (_names_law(kinds) or "part" in kinds):
        return "of" if _A_PART.fullmatch(" ".join(preceding.split())) else ""
    # 'between 12 and 16' is a range, 'the difference between 12 and 16' is none
    is_range = kind == "both" and "between" in kinds and "versus" not in kinds
    return "to" if is_range else _GRAMMAR.get(kind, kind)


def _is_sure(numbers: Sequence[int], kinds: set[str], rewritten: str) -> bool:
    """Return whether numbers in words name laws without a word for a law.

    Each must be above the levels of bids; they must be alone, in a row, or with a letter.
    """
    if min(numbers) <= _BIDS:
        return False
    has_letter = any(len(word) == 1 and word.isalpha() for word in rewritten.split())
    is_bare = not any(char.isalpha() for char in rewritten)
    return has_letter or is_bare or not kinds.isdisjoint(("to", "both", "versus"))
