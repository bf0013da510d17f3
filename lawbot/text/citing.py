"""Citations as people say them: the words of every language put into those of the grammar (``lawbot.citation``), numbers into digits."""

from collections.abc import Iterator, Sequence
from functools import cache

from lawbot.citation import LONGEST, Citation, CitationRange, Span, cited_together, find_citations
from lawbot.errors import CitationError
from lawbot.language import installed
from lawbot.text.tables import PhraseTable, number_at
from lawbot.text.tokens import Token, straight, tokens

_GRAMMAR = {
    "law": "law",
    "either": "law",
    "part": "",
    "footnote": "fn",
    "definition": "definition",
    "to": "to",
    "both": "and",
    "between": "",
}
_SURE = 10
"""From here on a number word behind 'law' is nothing else; a smaller one ends the text: 'is there a law one can read'."""
_BIDS = 7
"""Laws up to which a number in words with a letter may be a bid: 'two c'."""


def numbered(text: str) -> str:
    """A text in which laws named by number words, in any language, are named in digits: 'law 16' for 'law sixteen'.

    >>> numbered("law twenty seven")
    'law 27'
    """
    line = straight(text)
    words = tokens(line)
    said, end = "", 0
    for place in range(len(words)):
        law = _words().at(words, place)
        if law is None or law[0] not in ("law", "either") or law[1] >= len(words) or words[law[1]].word.isdecimal():
            continue
        number = number_at(words, law[1])
        if number and number[0] < 100 and words[place].start >= end and (number[0] >= _SURE or not _any_word(words[number[1] :])):
            said += f"{line[end : words[law[1]].start].rstrip()} {number[0]}"
            end = words[number[1] - 1].end
    return said + line[end:] + text[len(line) :] if said else text


def read_range(text: str) -> CitationRange:
    """The provision, or the range from one to another, that a text names and nothing else: 'Laws 62 to 64', 'điều 27B'. Raises CitationError."""
    try:
        return CitationRange.parse(text)
    except CitationError:
        plain = _in_grammar(text)
        if plain == text:
            raise
        return CitationRange.parse(plain)


def read_several(text: str) -> tuple[Citation, ...]:
    """The provisions that a text lists and nothing else: '42B1(a) or (c)'; none for any other text."""
    try:
        return cited_together(_in_grammar(text))
    except CitationError:
        return ()


def citations_in(text: str) -> Iterator[Span]:
    """Every citation in a running text of any language, in order."""
    return find_citations(text, law_words())


@cache
def law_words() -> tuple[str, ...]:
    """The words for a law in every language, with their marks and without, the longest first."""
    said = {
        spelling
        for language in installed().values()
        for name in language.citing.get("law", ())
        for spelling in (name, language.plain(name))
    }
    return tuple(sorted(said, key=lambda name: (-len(name), name)))


@cache
def _words() -> PhraseTable[str]:
    """The words of citations by what they say, and letters that are spelt out."""
    found = PhraseTable[str]()
    for language in installed().values():
        for kind in _GRAMMAR:
            found.add(language.citing.get(kind, ()), kind, language)
        for letter, name in zip("abcdefgh", language.citing.get("letters", ()), strict=False):
            found.add([name], letter, language)
    return found


def _any_word(words: Sequence[Token]) -> bool:
    return any(token.is_word for token in words)


def _in_grammar(text: str) -> str:
    """The text in the words of the grammar; the text itself where it is longer than a citation, or numbers in words may tell of a bid."""
    line = straight(text)
    words = tokens(line) if len(line) <= LONGEST else ()
    said = ""
    kinds: set[str] = set()
    place = end = number = 0
    while place < len(words):
        known, spelt = _words().at(words, place), number_at(words, place)
        said += line[end : words[place].start]
        if known:
            kind, place = known
            law_named = kind in ("law", "either") and not kinds.isdisjoint(("law", "either"))
            put = "" if law_named else "to" if kind == "both" and "between" in kinds else _GRAMMAR.get(kind, kind)
            said += f" {put} "
            kinds.add(kind)
        elif spelt and not words[place].word.isdecimal():
            number, place = spelt
            said += f" {number} "
        else:
            said += line[words[place].start : words[place].end]
            place += 1
        end = words[place - 1].end
    bare_number = (
        number
        and kinds.isdisjoint(("law", "either"))
        and (number <= _BIDS or not any(len(word) == 1 and word.isalpha() for word in said.split()))
    )
    return text if bare_number or not words else " ".join((said + line[end:]).split())
