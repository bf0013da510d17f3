"""Which provision refers to which: 'Law 27B1', 'Laws 62 to 64', 'see B1 below', in English, Vietnamese and Thai.

A reference is taken only where its words leave no doubt: a number behind the word for a law, or a letter, number or item
that the text itself points at ('see', 'above', 'mục', 'ข้อ'). Bids and counts of cards are none. What stands without a law
is resolved upwards from where it stands, to a provision that the edition has.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from lawbot.citation import LAST_LAW, Citation
from lawbot.reading.edition import Edition, Level, Provision

_ITEMS = r"(?:\s?\((?:[a-z]{1,4}|\d)\))*"
_TAIL = rf"(?:[A-H]\d{{0,2}}|\.\d{{1,2}})?{_ITEMS}"
_FULL = re.compile(rf"(?P<law>\d{{1,2}})(?P<tail>{_TAIL})(?![A-Za-z0-9%°]|\.\d)")
_LETTERED = re.compile(rf"(?<![A-Za-z0-9.'’])(?P<section>[A-H])(?P<number>\d{{1,2}})?(?P<items>{_ITEMS})(?![A-Za-z0-9'’]|\.[A-Za-z])")
_NUMBER = re.compile(rf"(?<![A-Za-z0-9.,-])(?P<number>\d{{1,2}})(?P<items>{_ITEMS})(?![A-Za-z0-9%-]|[.,]\d)")
_ITEM = re.compile(r"(?<![A-Za-z0-9])(?P<items>\([a-z]\)(?:\s?\((?:[ivx]{1,4}|\d)\))?)")
_PARTS = re.compile(r"\(([a-z]{1,4}|\d)\)")


@dataclass(frozen=True, slots=True)
class Reference:
    """A provision's text names another: the words that do, and where in the text they start."""

    source: Citation
    target: Citation
    words: str
    start: int


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Words that name a provision which the edition does not have, with the line of the provision they stand in."""

    source: Citation
    words: str
    line: int


class References(NamedTuple):
    """All that an edition refers to."""

    found: list[Reference]
    unresolved: list[Unresolved]


@dataclass(frozen=True, slots=True)
class _Grammar:
    """How a language refers to laws."""

    law: re.Pattern[str]
    """The word before a law's number."""
    join: re.Pattern[str]
    """What stands between the members of a list."""
    through: re.Pattern[str]
    """A joiner that means all between."""
    this_law: re.Pattern[str]
    points: re.Pattern[str]
    """Words before a letter or an item that make it a reference."""
    points_number: re.Pattern[str]
    """Words before a bare number that make it a reference, where ``ends_number`` follows it."""
    ends_number: re.Pattern[str]
    placed: re.Pattern[str]
    """Words after it that make it a reference: above, below."""
    counted: re.Pattern[str]
    """Words after a number in a list which show that it counts something."""
    bare_item: re.Pattern[str] | None = None
    """An item written without brackets."""


_ENGLISH = _Grammar(
    law=re.compile(r"(?<![A-Za-z])[Ll]aws?\s+(?=\d)"),
    join=re.compile(r"\s*(?:,\s*(?:and|or)\b|,|;|&|\band\b|\bor\b|\bto\b|\bthrough\b|[-–])\s*"),
    through=re.compile(r"to|through|[-–]"),
    this_law=re.compile(r"\b[Tt]his Law\b(?! \d)"),
    points=re.compile(
        r"(?:\b(?:[Ss]ee(?: also)?|[Ww]here|on|listed in|[Aa]s in|[Aa]s per|per|[Uu]nder(?: either)?|in|by|of|from|with|to|"
        r"[Uu]nless|[Ww]hen|[Ii]f|but|[Rr]egardless of|[Nn]otwithstanding|violates|[Ss]ections?|[Pp]aragraphs?|[Ii]tems?|"
        r"than in)\s+[\"“]?|\bas\s+(?=[A-H]\d))$"
    ),
    points_number=re.compile(r"\b(?:[Ss]ee(?: also)?|[Aa]s in|[Aa]s per|[Uu]nder|basis (?:to|as)|[Pp]aragraphs?|[Ss]ubsections?)\s+$"),
    ends_number=re.compile(r"\s*(?:$|[.,;:)\]]|if\b|and by\b|of this\b)"),
    placed=re.compile(r"\s*,?\s*(?:above|below|following|preceding|hereunder|foregoing|of this Law)\b"),
    counted=re.compile(r"\s*(?:IMPs?|VPs?|cards?|tricks?|boards?|points?|minutes?|players?|tables?|hands?|per ?cent|days?|hours?)\b"),
)
_VIETNAMESE = _Grammar(
    law=re.compile(r"(?<!\w)[Đđ]iều(?:\s+luật)?(?:\s+số)?\s*(?=\d)"),
    join=re.compile(r"\s*(?:,\s*(?:và|hoặc|hay)\b|,|;|\bvà\b|\bhoặc\b|\bhay\b|\bđến\b|\btới\b|[-–])\s*"),
    through=re.compile(r"đến|tới|[-–]"),
    this_law=re.compile(r"\b[Đđ]iều luật này\b"),
    points=re.compile(r"\b(?:[Mm]ục|[Kk]hoản|[Pp]hần|[Xx]em(?: thêm)?)\s+$|\b[Đđ]iểm\s+(?=\()$"),
    points_number=re.compile(r"\b(?:[Mm]ục|[Kk]hoản)\s+$"),
    ends_number=re.compile(r""),
    placed=re.compile(r"\s*(?:(?:ở |nêu )?(?:dưới|trên)(?: đây)?|dưới đây|trên đây)\b"),
    counted=re.compile(r"\s*(?:IMP|VP|quân|cây|nước|ván|điểm|phút|người|bàn|giờ|ngày|lần)\b"),
    bare_item=re.compile(r"(?<=mục )([a-h])(?![\wÀ-ỹ])"),
)
_THAI = _Grammar(
    law=re.compile(r"ก[ฎฏ](?:ข้อ)?(?:ที่)?\s*(?=\d)"),
    join=re.compile(r"\s*(?:,\s*(?:และ|หรือ)|,|;|และ|หรือ|กับ|ถึง|[-–])\s*(?:ก[ฎฏ])?(?:ข้อ)?(?:ที่)?\s*"),
    through=re.compile(r"ถึง|[-–]"),
    this_law=re.compile(r"ก[ฎฏ]ข้อนี้"),
    points=re.compile(r"(?<![ฎฏ])ข้อ(?:ที่)?\s*[\"“]?\s*$|ดู\s*$"),
    points_number=re.compile(r"(?:ดู|ตาม|ใน)\s*ข้อ(?:ที่)?\s*$"),
    ends_number=re.compile(r"\s*(?:$|[.,;:)\]]|ข้าง|ที่กล่าว|ดังกล่าว)"),
    placed=re.compile(r"\s*[\"“”]?\s*(?:ข้างบน|ข้างล่าง|ข้างต้น|ที่กล่าวมา|ดังกล่าว)"),
    counted=re.compile(r"\s*(?:ใบ|ตอง|บอร์ด|คะแนน|นาที|แต้ม|IMP)"),
)
_GRAMMARS = {"vi": _VIETNAMESE, "th": _THAI}


@dataclass(frozen=True, slots=True)
class _Named:
    """A target that the words name, before it is known whether it exists."""

    start: int
    end: int
    targets: tuple[Citation, ...]
    """The candidates, the nearest first; the first that exists is meant."""
    certain: bool
    """Whether the words are a reference even if nothing of that name exists."""


def references(edition: Edition) -> References:
    """Every reference made in the text of a provision, footnotes and definitions included, in the order of the book."""
    known = {p.citation for p in edition if p.level not in (Level.FOOTNOTE, Level.TABLE)}
    laws = {citation.law for citation in known}
    grammar = _GRAMMARS.get(edition.id.partition("-")[0], _ENGLISH)
    result = References([], [])
    for provision in edition:
        for named in _named(provision, grammar, known):
            _settle(result, provision, named, known, laws)
    return result


def _settle(result: References, provision: Provision, named: _Named, known: set[Citation], laws: set[int]) -> None:
    words = provision.text[named.start : named.end].strip()
    target = next((citation for citation in named.targets if citation in known), None)
    if target is not None:
        result.found.append(Reference(provision.citation, target, words, named.start))
    elif named.certain and _is_held(named.targets[0].law, laws):
        result.unresolved.append(Unresolved(provision.citation, words, provision.line))


def _is_held(law: int, laws: set[int]) -> bool:
    """Whether the edition should have that law: a part of a code refers to laws outside it, and that is no damage."""
    return law in laws or len(laws - {0}) == LAST_LAW or law > LAST_LAW


def _named(provision: Provision, grammar: _Grammar, known: set[Citation]) -> list[_Named]:
    text = provision.text
    found = list(_absolute(text, grammar, known))
    taken = [(named.start, named.end) for named in found]
    here = replace(provision.citation, footnote=0, table=False)
    if here.law:
        found += _relative(text, grammar, here, known, taken)
        found += [
            _Named(match.start(), match.end(), (Citation(here.law),), False)
            for match in grammar.this_law.finditer(text)
            if here != Citation(here.law)
        ]
    return sorted(found, key=lambda named: named.start)


# --- absolute -----------------------------------------------------------------------------------------------------


def _absolute(text: str, grammar: _Grammar, known: set[Citation]) -> Iterator[_Named]:
    """References behind the word for a law, with the lists and ranges that follow it."""
    for prefix in grammar.law.finditer(text):
        match = _FULL.match(text, prefix.end())
        if match is None:
            continue
        last = _citation(match)
        start, end = prefix.start(), match.end()
        while last is not None:
            yield _Named(start, end, (last,), True)
            member = _next_member(text, end, grammar, last, known)
            if member is None:
                break
            joiner, start, end, following = member
            if grammar.through.fullmatch(joiner.strip()):
                yield from (_Named(start, end, (citation,), False) for citation in _between(last, following, known))
            last = following


def _next_member(text: str, end: int, grammar: _Grammar, last: Citation, known: set[Citation]) -> tuple[str, int, int, Citation] | None:
    """The next member of a list of laws: its joiner, where it stands and what it names."""
    join = grammar.join.match(text, end)
    if join is None:
        return None
    again = grammar.law.match(text, join.end())
    start = join.end()
    full = _FULL.match(text, again.end() if again else start)
    if again is not None:
        return None  # it is found by itself
    if full is not None:
        citation = _citation(full)
        if citation is None or (citation == Citation(citation.law) and not _is_law(text, full, grammar, last)):
            return None
        return join.group(), start, full.end(), citation
    lettered = _LETTERED.match(text, start)
    if lettered is not None and last.section:
        citation = _lettered(lettered, last.law)
        if citation in known and (grammar.placed.match(text, lettered.end()) is None):
            return join.group(), start, lettered.end(), citation
    return None


def _is_law(text: str, match: re.Match[str], grammar: _Grammar, last: Citation) -> bool:
    """Whether a bare number in a list is a law and no count."""
    number = int(match["law"])
    return 1 <= number <= LAST_LAW and number != last.law and grammar.counted.match(text, match.end()) is None


def _citation(match: re.Match[str]) -> Citation | None:
    law, tail = int(match["law"]), match["tail"]
    if not law:
        return None
    items = tuple(_PARTS.findall(tail))
    head = re.match(r"([A-H]?)\.?(\d*)", tail)
    section, number = (head.group(1), head.group(2)) if head else ("", "")
    return Citation(law, section, int(number or 0), items)


def _between(first: Citation, last: Citation, known: set[Citation]) -> list[Citation]:
    """The provisions of the same kind that stand between the ends of a range."""

    def kind(citation: Citation) -> tuple[object, ...]:
        if not citation.section:
            return ("law",) if not citation.paragraph else (citation.law, "", "paragraph")
        return (citation.law, "section") if not citation.paragraph else (citation.law, citation.section, "paragraph")

    if first.items or last.items or kind(first) != kind(last):
        return []
    return sorted(c for c in known if c.law and not c.items and kind(c) == kind(first) and first < c < last)


# --- relative -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Token:
    start: int
    end: int
    section: str
    number: int
    items: tuple[str, ...]


def _relative(text: str, grammar: _Grammar, here: Citation, known: set[Citation], taken: list[tuple[int, int]]) -> Iterator[_Named]:
    """References to provisions of the same law, list by list."""
    for run in _runs(text, grammar, taken):
        before, after = text[: run[0].start], run[-1].end
        placed = grammar.placed.match(text, after) is not None
        section = ""
        for place, token in enumerate(run):
            if not _points(token, run, text, before, grammar, placed, known, here):
                continue
            if place and (gap := text[run[place - 1].end : token.start].strip()) and grammar.through.fullmatch(gap):
                yield from _inside(run[place - 1], token, here, known)
            targets = tuple(_candidates(token, here, section))
            yield _Named(token.start, token.end, targets, placed or _pointed(before, grammar) or section != "")
            section = token.section if token.number else ""


def _runs(text: str, grammar: _Grammar, taken: list[tuple[int, int]]) -> Iterator[list[_Token]]:
    """The letters, numbers and items of a text, those that form a list together."""
    run: list[_Token] = []
    for token in _tokens(text, grammar, taken):
        if run and grammar.join.fullmatch(text[run[-1].end : token.start]):
            run.append(token)
            continue
        if run:
            yield run
        run = [token]
    if run:
        yield run


def _tokens(text: str, grammar: _Grammar, taken: list[tuple[int, int]]) -> list[_Token]:
    found: list[_Token] = []
    for pattern in (_LETTERED, _ITEM, _NUMBER, *([grammar.bare_item] if grammar.bare_item else [])):
        for match in pattern.finditer(text):
            groups = match.groupdict()
            items = tuple(_PARTS.findall(groups.get("items") or "")) or (() if groups else (match.group(1),))
            token = _Token(match.start(), match.end(), groups.get("section") or "", int(groups.get("number") or 0), items)
            busy = [*taken, *((other.start, other.end) for other in found)]
            if all(token.end <= start or token.start >= end for start, end in busy):
                found.append(token)
    return sorted(found, key=lambda token: token.start)


def _pointed(before: str, grammar: _Grammar) -> bool:
    return grammar.points.search(before) is not None


def _points(
    token: _Token,
    run: list[_Token],
    text: str,
    before: str,
    grammar: _Grammar,
    placed: bool,
    known: set[Citation],
    here: Citation,
) -> bool:
    """Whether the text points at a token, so that it is a reference."""
    if token.section and token.number:
        return placed or _pointed(before, grammar) or next(_candidates(token, here, ""), None) in known
    if token.section:
        return (placed and not _article(token, text)) or (_pointed(before, grammar) and not _article(token, text))
    if token.number:
        if any(other.section and other.number for other in run[: run.index(token)]):
            return placed or grammar.ends_number.match(text, run[-1].end) is not None
        if placed and grammar.counted.match(text, run[-1].end) is None:
            return True
        return grammar.points_number.search(before) is not None and grammar.ends_number.match(text, run[-1].end) is not None
    if len(run) > 1 and grammar.ends_number.match(text, run[-1].end) is not None:
        return True
    return placed or (_pointed(before, grammar) and not re.search(r"\b(?:to|but|with|from|when|if)\s+$", before, re.IGNORECASE))


def _article(token: _Token, text: str) -> bool:
    """Whether a lone A is the English article: at the beginning of a sentence, before a word that is no verb of a reference."""
    if text[token.start : token.end] != "A":
        return False
    return token.start == 0 or re.search(r"[.:;!?)\]\n]\s*[\"'“‘(]?$", text[: token.start]) is not None


def _candidates(token: _Token, here: Citation, section: str) -> Iterator[Citation]:
    """What a token can mean where it stands, the nearest first."""
    if token.section:
        yield Citation(here.law, token.section, token.number, token.items)
        return
    if token.number:
        if section:
            yield Citation(here.law, section, token.number, token.items)
        yield Citation(here.law, here.section, token.number, token.items)
        yield Citation(here.law, "", token.number, token.items)
        return
    for depth in range(len(here.items), -1, -1):
        candidate = replace(here, items=(*here.items[:depth], *token.items))
        if candidate != here:
            yield candidate
    for owner in (replace(here, paragraph=0, items=()), Citation(here.law)):
        yield replace(owner, items=token.items)


def _inside(first: _Token, last: _Token, here: Citation, known: set[Citation]) -> Iterator[_Named]:
    ends = [next((c for c in _candidates(token, here, "") if c in known), None) for token in (first, last)]
    if ends[0] is not None and ends[1] is not None:
        for citation in _between(ends[0], ends[1], known):
            yield _Named(first.start, last.end, (citation,), False)


def _lettered(match: re.Match[str], law: int) -> Citation:
    return Citation(law, match["section"], int(match["number"] or 0), tuple(_PARTS.findall(match["items"] or "")))
