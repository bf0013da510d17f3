"""Parse, print and order the names of provisions: ``27B1(a)``, ``Definitions: Revoke``."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache, total_ordering
from typing import NamedTuple

from lawbot.errors import N_, CitationError, NoSuchLawError
from lawbot.limits import MAX_NAME

# more than any code has, and fewer than would take in the law named next ('20F 21B')
_PARAGRAPHS = 19
"""Highest number of a paragraph that is read."""
ANY = -1
"""Number of a footnote that was cited without one: '92A footnote'."""
LAST_LAW = 93
"""The number of the last law, the same in every code since 1987."""

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x")
"""Labels of items in their order."""
LOOKALIKES = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТУХаес", "ABEZHIKMNOPTYXABEKMHOPCTYXaec")
"""Table for ``str.translate``: Greek and Cyrillic letters that look Latin.

Keyboards and scanners produce them.
"""
_PREFIX = (
    r"(?:(?:wbf|acbl|ebu|tflb|bridge|duplicate|the|see|under|per)\s+)*"
    r"(?:laws?|ll?\.?|§+|rules?|articles?|art\.?|sections?|sec\.?|paragraphs?|para\.?|tflb)"
    r"\s*(?:no\.?|number|nr\.?|#)?\s*"
)
FILLER = r"(?:sections?|sec\.?|paragraphs?|paras?\.?|subsections?|sub|items?|clauses?|points?)"
_FOOTNOTE = re.compile(r"^(.*?)[\s,]*\b(?:fn|foot\s?notes?|notes?)\.?\s*(\d{1,2})$")
_A_FOOTNOTE = re.compile(r"^(.*?\d.*?)[\s,]*\b(?:fn|foot\s?notes?)\.?$")
_TABLE = re.compile(r"^(.*?)[\s,]*\btable$")
_DEFINITION = re.compile(
    r"^(?:definitions?|def\.?|define)(?:\s*[:\-–]\s*|\s+(?:of\s+)?)(\S.*)$", re.DOTALL
)
_INTRODUCTION = re.compile(r"^(?:the\s+)?intro(?:duction)?(?:\s+to\s+the\s+(?:\d{4}\s+)?laws.*)?$")
_NUMBERED = re.compile(
    rf"^(?:{_PREFIX})?(\d{{1,3}})"  # the law
    r"([\s.,/:()\[\]\-–a-z\d]*)$"  # read by _WITHIN
)
_GAP = rf"(?>[ .,/:\-–]|(?:{FILLER})(?![a-z(]))*+"
_OPEN, _CLOSE = r"[(\[] ?", r" ?[)\]]"
_ROMAN = "|".join(ROMAN)
_WITHIN = re.compile(
    rf"{_GAP}(?:(?P<section>[a-z])(?![a-z]))?"
    rf"{_GAP}(?:(?P<open>{_OPEN})?(?(open)|0*)(?P<paragraph>\d\d?)(?!\d)(?(open){_CLOSE}))?"
    rf"(?:{_GAP}(?(paragraph)(?:([a-z])({_ROMAN})?(?![a-z])"
    rf"|{_OPEN}([a-z]|{_ROMAN}|\d\d?){_CLOSE})|{_OPEN}([a-z]|{_ROMAN}){_CLOSE})"
    + rf"(?:{_GAP}(?:({_ROMAN})(?![a-z])|{_OPEN}({_ROMAN}|\d\d?){_CLOSE}))?" * 2
    + rf")?{_GAP}"
)
"""Parts after the number of a law: a section, a paragraph, up to three items.

Brackets, blanks and signs between them may be left out.
"""
_YEAR = re.compile(r"(?<!\d)(?:19|20|25)\d\d$")
"""A year at the end, which is no Law 202: 'laws 2027'."""
_ANOTHER = re.compile(r",[ .,/:\-–]*\d+[a-z]")
"""A comma before a law with its section: '25A, 26B' names two provisions."""
_BRACKETED = re.compile(r"^\s*[(\[]\s*([a-z])\s*[)\]](?=\s*[(\[]?\s*\d)")
"""A section in brackets before its paragraph, as in '27(B)(1)'."""


class Span(NamedTuple):
    """A citation in a longer text, with its start and end there."""

    start: int
    end: int
    citation: "Citation"


@total_ordering
@dataclass(frozen=True, eq=False)
class Citation:
    """The name of one provision, the same in every edition that has it.

    ``law`` is 0 for the introduction, a definition, and a footnote named by its number alone.
    ``section`` is a capital or empty; ``paragraph`` is 0 when there is none; ``items`` are the
    letters and small Roman numbers in brackets. ``term`` is the defined term; ``footnote`` a
    footnote's number, ANY or 0; ``table`` says that the table standing in the provision is meant.
    Two citations are equal when they name the same provision, whatever the case of a term.
    """

    law: int = 0
    section: str = ""
    paragraph: int = 0
    items: tuple[str, ...] = ()
    term: str = ""
    footnote: int = 0
    table: bool = False

    @classmethod
    def parse(cls, text: str) -> "Citation":
        """Return the citation that ``text`` spells, in any way that people write one.

        Raises CitationError, and nothing else, for any other text.

        >>> str(Citation.parse("law 27b1 (a)"))
        '27B1(a)'
        """
        return _parse(text)

    @cached_property
    def key(self) -> tuple[object, ...]:
        """Return the sort key of the book: introduction, definitions, then the laws."""
        group = 2 if self.law else (1 if self.term else 0)
        items = tuple((_item_order(depth, item), item) for depth, item in enumerate(self.items))
        return (
            group,
            self.law,
            self.section,
            self.paragraph,
            items,
            self.table,
            self.footnote,
            self.term.casefold(),
        )

    def __eq__(self, other: object) -> bool:
        return self.key == other.key if isinstance(other, Citation) else NotImplemented

    def __lt__(self, other: "Citation") -> bool:
        return self.key < other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __str__(self) -> str:
        return self._printed

    @cached_property
    def folded(self) -> str:
        """Return the printed form in lower case."""
        return self._printed.casefold()

    @cached_property
    def _printed(self) -> str:
        if self.term:
            body = f"Definitions: {self.term}"
        elif self.law:
            dot = "." if self.paragraph and not self.section else ""
            number = str(self.paragraph or "")
            body = f"{self.law}{self.section}{dot}{number}" + "".join(
                f"({item})" for item in self.items
            )
        else:
            body = "" if self.footnote else "Introduction"
        if self.table:
            body += " table"
        if self.footnote:
            body += " fn" if self.footnote == ANY else f" fn {self.footnote}"
        return body.strip()

    @cached_property
    def parent(self) -> "Citation | None":
        """Return the holder of the provision; None for a law, a definition, the introduction."""
        if self.footnote:
            owner = replace(self, footnote=0)
            return owner if self.law or self.term else None
        if self.table:
            return replace(self, table=False)
        if self.items:
            return replace(self, items=self.items[:-1])
        if self.paragraph:
            return replace(self, paragraph=0)
        if self.section:
            return replace(self, section="")
        return None

    @cached_property
    def parents(self) -> tuple["Citation", ...]:
        """Return every holder of the provision, the nearest first."""
        above = self.parent
        return () if above is None else (above, *above.parents)

    def contains(self, part: "Citation") -> bool:
        """Return True if ``part`` is this provision or stands in it.

        >>> Citation.parse("27B").contains(Citation.parse("27B1(a)"))
        True
        """
        return part == self or self in part.parents


class CitationRange(NamedTuple):
    """Neighbouring provisions from ``first`` to ``last``, both included: 'Laws 62 to 64', '64A1-3'."""

    first: Citation
    last: Citation

    @classmethod
    def parse(cls, text: str) -> "CitationRange":
        """Return the range that ``text`` spells; a single citation is a range of one.

        Raises CitationError for any other text.
        """
        try:
            single = Citation.parse(text)
            # '7-9' reads as paragraph 9 of Law 7, too
            laws = _LAWS.match(fold(text))
            if laws and int(laws[2]) > single.law:
                return cls(Citation.parse(laws[1]), Citation.parse(laws[2]))
            return cls(single, single)
        except CitationError as error:
            match = _RANGE.match(fold(text[: MAX_NAME + 1]))
            if not match:
                raise
            first = Citation.parse(match.group(1))
            last = _relative(first, match.group(2))
            if last is None or last < first:
                raise CitationError(
                    N_("“{text}” is not a range of citations. Write 62 to 64, or 64A1-3."),
                    text=_shown(text),
                ) from error
            return cls(first, last)

    def contains(self, citation: Citation) -> bool:
        """Return True if the provision is in the range, or stands in one that is."""
        return self.first <= citation <= self.last or any(end.contains(citation) for end in self)

    def __str__(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


def fold(text: str) -> str:
    """Return the text in lower case, with compatible, look-alike and foreign signs made plain."""
    plain = unicodedata.normalize("NFKC", text).translate(LOOKALIKES)
    digits = "".join(str(unicodedata.decimal(char)) if char.isdecimal() else char for char in plain)
    return unicodedata.normalize("NFC", " ".join(digits.lower().split()))


@lru_cache(maxsize=4096)
def _parse(text: str) -> Citation:
    if len(text) > MAX_NAME:
        raise CitationError(
            N_("A citation has at most {most} characters; this text has {length}."),
            most=MAX_NAME,
            length=len(text),
        )
    plain = fold(text).strip(" \t.,;:!?'\"“”‘’`*_")
    if not plain:
        raise _failure(text)
    if _INTRODUCTION.match(plain):
        return Citation()
    if match := _DEFINITION.match(plain):
        return Citation(term=_term(text, match.group(1)))
    if match := _FOOTNOTE.match(plain):
        number = int(match.group(2))
        if not number:
            raise _failure(text)
        owner = match.group(1)
        # footnotes are numbered through the book, so one may be named without its holder
        return replace(_parse(owner) if owner.strip() else Citation(), footnote=number)
    if match := _A_FOOTNOTE.match(plain):
        return replace(_parse(match.group(1)), footnote=ANY)
    if match := _TABLE.match(plain):
        return replace(_parse(match.group(1)), table=True)
    numbered = _NUMBERED.match(plain)
    if not numbered:
        raise _failure(text)
    law = int(numbered.group(1))
    citation = _parts(law, _BRACKETED.sub(r"\1", numbered.group(2)))
    if citation is None:
        raise _failure(text)
    if not 1 <= law <= LAST_LAW:
        raise _failure(text) if _YEAR.search(plain) else _no_law(law)
    return citation


def _no_law(law: int) -> NoSuchLawError:
    return NoSuchLawError(
        N_("There is no Law {law}: the Laws are numbered 1 to {last}."), law=law, last=LAST_LAW
    )


def _failure(text: str) -> CitationError:
    return CitationError(
        N_("“{text}” is not a citation. Write the law, then the section: 27B1(a)."),
        text=_shown(text),
    )


def _parts(law: int, rest: str) -> Citation | None:
    """Return the citation that the text after a law's number spells, or None."""
    match = None if _ANOTHER.search(rest) else _WITHIN.fullmatch(rest)
    if match is None:
        return None
    items = tuple(str(int(item)) if item.isdigit() else item for item in match.groups()[3:] if item)
    paragraph = int(match["paragraph"]) if match["paragraph"] else None
    if len(items) > 3 or (paragraph is not None and not 1 <= paragraph <= _PARAGRAPHS):
        return None
    return Citation(law, (match["section"] or "").upper(), paragraph or 0, items)


def _item_order(depth: int, item: str) -> int:
    if item.isdigit():
        return int(item)
    if (depth or len(item) > 1) and item in ROMAN:
        return ROMAN.index(item) + 1
    return ord(item[0]) - ord("a") + 1


def _term(text: str, folded: str) -> str:
    """Return the defined term in the case it was typed in, if folding kept its length."""
    typed = " ".join(text.split()).strip(" .,;:!?'\"“”‘’`*_")
    tail = typed[-len(folded) :]
    return tail if tail.casefold() == folded.casefold() else folded


def _shown(text: str) -> str:
    """Return a typed text as a message may repeat it: one line, no markup, bounded."""
    plain = "".join(char for char in text if char.isalnum() or char in " .,()-§:")
    return " ".join(plain.split())[:40]


_LAWS = re.compile(r"(.*\d) *[-–—] *(\d+)$")
"""Two numbers with a dash between them: '27-29' is a range of laws, '9-1' is none."""
_RANGE = re.compile(r"^(.+?) ?(?:-|–|—|\bto\b|\bthrough\b) ?(.+)$")


def _relative(first: Citation, text: str) -> Citation | None:
    """Return the end of a range: whole ('64A3'), or the part that differs ('3', '(c)')."""
    tail = text.strip(" .,()")
    if first.items and re.fullmatch(r"[a-z]+", tail):
        return replace(first, items=(*first.items[:-1], tail))
    if first.paragraph and not first.items and re.fullmatch(r"\d{1,2}", tail):
        return replace(first, paragraph=int(tail))
    if first.section and not first.paragraph and re.fullmatch(r"[a-z]", tail):
        return replace(first, section=tail.upper())
    try:
        return Citation.parse(text)
    except CitationError:
        return None


_AND = re.compile(
    r"(?<=\d[a-h)]) (?=\d{2} ?[a-h])|(?:,|;|/|&|\band\b|\bor\b)(?:\s*(?:,|;|&|\band\b|\bor\b))*"
)


def cited_together(text: str) -> tuple[Citation, ...]:
    """Return the provisions that a text lists and nothing else: '42B1(a) or (c)', '16A, B1'.

    Each may be whole, or only the part that differs from the one before. Raises CitationError for
    any other text, also for bare numbers ('1 or 2').

    >>> [str(citation) for citation in cited_together("42B1(a) or (c)")]
    ['42B1(a)', '42B1(c)']
    """
    citations: list[Citation] = []
    parts = _AND.split(fold(text[: MAX_NAME + 1]).strip(" .,;:!?"))
    for part in parts:
        citation = _relative(citations[-1], part) if citations else Citation.parse(part)
        if citation is None:
            raise _failure(text)
        citations.append(citation)
    # bare numbers may be anything: '1 or 2' tricks
    if len(citations) < 2 or all(part.strip().isdigit() for part in parts):
        raise _failure(text)
    return tuple(dict.fromkeys(citations))


_BETWEEN = re.compile(r"\s{0,3}(?:,|and|or|&|to|;|/|,\s{1,3}and)\s{0,3}")


@lru_cache(maxsize=8)
def _in_text(law: tuple[str, ...]) -> re.Pattern[str]:
    """Return the pattern of citations in running text; ``law`` are further words for a law."""
    # the longest first: a word may begin with another one
    words = "".join(f"|(?i:{re.escape(word)})" for word in sorted(law, key=len, reverse=True))
    return re.compile(
        rf"(?<![\w.])(?P<prefix>(?:[Ll]aws?|[Ll]aw\s{{1,3}}no\.?|§{{1,3}}|L{words})\s{{0,3}})?"
        r"(?P<body>\d{1,2}(?:\s?\(?[A-Ha-h]\)?(?:[\s.]?\(?\d{1,2}\)?)?"
        r"(?:\s?\((?:[a-z]|[ivx]+)\)|(?<=\d)[a-z](?![a-z]))*)?)(?![\w])"
    )


def find_citations(text: str, law: tuple[str, ...] = ()) -> Iterator[Span]:
    """Yield every citation in a running text, in order. ``law`` are further words for a law.

    A bare number, and a bid ('2H', '1C'), is a citation only after a prefix ('Law 27').

    >>> [str(span.citation) for span in find_citations("see 16B and 73C")]
    ['16B', '73C']
    """
    listed = False
    end = -1
    for match in _in_text(law).finditer(text):
        # a prefix holds for the whole list: 'Laws 27, 28 and 29'
        listed = listed and _BETWEEN.fullmatch(text[end : match.start()]) is not None
        body, last = match.group("body"), match.end()
        if body.count(")") > body.count("("):  # the bracket that the citation stands in
            body, last = body.removesuffix(")"), last - 1
        try:
            citation = Citation.parse(body)
        except CitationError:
            continue
        is_law = bool(match.group("prefix")) or listed
        # no call is above the level of seven
        is_bid = citation.law <= 7 and citation.section in tuple("CDHSN") and not citation.paragraph
        if is_law or (citation.section and not is_bid and body[-1] not in "abcdefgh"):
            listed, end = is_law, last
            yield Span(match.start(), last, citation)
