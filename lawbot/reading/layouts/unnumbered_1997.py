"""A fragment of the English 1997 Laws, 41 to 71, whose law and section headings and numbers are gone.

Only ``2. Heading``, ``(b) Heading`` and a few section headings are left; lines end hard and no blank line parts anything.
So it is placed by alignment: a group of lines begins where a line begins like a provision of the complete 1997 Laws,
and the groups must follow each other as the provisions do. The wording is the fragment's own.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from rapidfuzz import fuzz, process

from lawbot.citation import Citation
from lawbot.reading.document import Document
from lawbot.reading.edition import Division, Edition, Level, Mend, Provision, ReadingError
from lawbot.reading.mends import corrections

EDITION = "en-1997-play"
WITNESS = "en-1997"
"""The edition along which the fragment is placed."""
FIRST, LAST = 41, 71

_LABEL = re.compile(r"^(?:([A-H])\.|(\d)\.|\(([a-h])\)) (\S.*)$")
_NUMBERED_LAW = re.compile(r"^\W*LAW \d", re.MULTILINE)
_HEADINGS = frozenset({"declarer's card", "dummy's card", "all other cases", "one card visible", "more cards visible", "hear objections",
                       "play of card rejected", "no suit or rank designated", "declarer must accept play", "by partner of offender",
                       "offender has too few cards", "player contributed too many cards", "irregularity legalised"})  # fmt: skip
"""Headings of Laws 41 to 71; the fragment is known by having several of them, and no numbered law."""
_ENOUGH_HEADINGS, _ENOUGH_GROUPS = 3, 10
_HEADING_LENGTH = 80
_ANCHOR = 45
"""Characters at the beginning of a group that are compared with the beginning of a provision."""
_ALIKE, _SAME = 84.0, 85.0
_LOST_MARK = re.compile(r" (?=[,.;](?:\s|$))")


@dataclass(frozen=True, slots=True)
class _Unit:
    """A text of the witness that the fragment may hold."""

    provision: Provision
    folded: str


@dataclass(slots=True)
class _Group:
    """Lines of the fragment that belong together, the headings above them, and the provision they turned out to be."""

    lines: list[tuple[int, str]]
    unit: _Unit
    headings: list[tuple[int, re.Match[str]]] = field(default_factory=list)

    @property
    def citation(self) -> Citation:
        return self.unit.provision.citation

    @property
    def number(self) -> int:
        return self.lines[0][0]


def recognises(document: Document) -> bool:
    """Whether the document has headings of Laws 41 to 71 and no numbered law."""
    if _NUMBERED_LAW.search(document.text):
        return False
    found = {label.group(4).strip().lower() for line in document.lines if (label := _LABEL.match(line.strip()))}
    return len(found & _HEADINGS) >= _ENOUGH_HEADINGS


def read(document: Document, witness: Edition | None) -> list[Edition]:
    """The edition ``en-1997-play``, placed along ``witness``, the complete English 1997 Laws.

    Raises ReadingError without a witness, or when too little of the document is found in it.
    """
    if witness is None:
        raise ReadingError(
            "this fragment has no numbers; it can be placed only beside the complete 1997 Laws in English, which were not read"
        )
    lines = [(line.number, line.text) for line in document.filled()]
    groups, lost = _groups(lines, _units(witness))
    if len(groups) < _ENOUGH_GROUPS:
        raise ReadingError(f"only {len(groups)} texts of the fragment are found in the complete 1997 Laws; {_ENOUGH_GROUPS} are needed")
    transcriber = _Transcriber(witness)
    for group in groups:
        transcriber.take(group)
    return [transcriber.finish(lost)]


# --- alignment -------------------------------------------------------------------------------------------------------


def _units(witness: Edition) -> list[_Unit]:
    """The texts of Laws 41 to 71 in the order of the witness, the footnotes at the end of their law."""
    return [_Unit(p, _fold(p.text)) for p in witness if p.text and FIRST <= p.citation.law <= LAST]


def _fold(text: str) -> str:
    """The text in small letters, without punctuation, and with one spelling of what British and American writers part."""
    plain = "".join(char if char.isalnum() else " " for char in text.lower())
    return " ".join(plain.replace("isation", "ization").replace("ise", "ize").split())


def _groups(lines: Sequence[tuple[int, str]], units: Sequence[_Unit]) -> tuple[list[_Group], list[Mend]]:
    """The lines as groups, each with its provision, and a report of the lines that belong to none."""
    found: list[_Group] = []
    lost: list[Mend] = []
    headings: list[tuple[int, re.Match[str]]] = []
    starts = _starts(lines, units)
    for place, (number, text) in enumerate(lines):
        label = _LABEL.match(text)
        if place in starts:
            found.append(_Group([(number, text)], starts[place], headings))
            headings = []
        elif label and len(text) < _HEADING_LENGTH:
            headings.append((number, label))
        elif headings or not found:
            lost.append(Mend(number, "a line left out", "it is found in no provision of the complete 1997 Laws", done=False))
        else:
            found[-1].lines.append((number, text))
    lost.extend(Mend(at, "a heading left out", "no text follows it", done=False) for at, _ in headings)
    return found, lost


def _starts(lines: Sequence[tuple[int, str]], units: Sequence[_Unit]) -> dict[int, _Unit]:
    """The places of the lines that begin a provision, with it: the best chain in which both go forward."""
    if not units:
        return {}
    anchors = [_fold(" ".join(text for _, text in lines[place : place + 2]))[:_ANCHOR] for place in range(len(lines))]
    targets = [unit.folded[:_ANCHOR] for unit in units]
    scores = process.cdist(anchors, targets, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    pairs = [(place, unit, float(scores[place, unit])) for place, unit in zip(*scores.nonzero(), strict=True)]
    best: list[tuple[float, int]] = []
    for at, (place, unit, score) in enumerate(pairs):
        before = max(((best[k][0], k) for k in range(at) if pairs[k][0] < place and pairs[k][1] < unit), default=(0.0, -1))
        best.append((before[0] + score, before[1]))
    chain: dict[int, _Unit] = {}
    at = max(range(len(best)), key=lambda k: best[k][0], default=-1)
    while at >= 0:
        chain[int(pairs[at][0])] = units[int(pairs[at][1])]
        at = best[at][1]
    return chain


# --- the edition -----------------------------------------------------------------------------------------------------


class _Transcriber:
    """Puts the groups into a tree and takes the headings that are lost from the witness."""

    def __init__(self, witness: Edition) -> None:
        self._edition = Edition(EDITION)
        self._witness = witness
        self._by_citation = {provision.citation: provision for provision in witness}
        self._made: dict[Citation, Provision] = {}
        self._notes: list[_Group] = []
        self._count = 0

    def take(self, group: _Group) -> None:
        """Takes the text of a group; footnotes wait for the end of their law."""
        if self._notes and group.citation.law != self._notes[0].citation.law:
            self._place_notes()
        if group.citation.footnote:
            self._notes.append(group)
            return
        provision = self._provision(group.citation, group.number)
        provision.line = group.number
        provision.text = self._text(group, provision)
        self._head(group, provision)
        if provision.text[0].islower() and not any(self._labels(group, provision.citation)):
            self._mend(provision, group.number, "begins in mid-sentence", "what stands before it is lost with its heading", done=False)
        if provision.title and not group.headings:
            self._mend(provision, group.number, "number and heading restored", "the complete 1997 Laws have this text there")

    def finish(self, lost: Iterable[Mend]) -> Edition:
        """The edition in the order of the book; ``lost`` reports the lines that no group holds."""
        self._edition.reports.extend(lost)
        if self._notes:
            self._place_notes()
        order = {provision.citation: place for place, provision in enumerate(self._witness)}
        self._edition.provisions.sort(
            key=lambda p: (p.citation.law, bool(p.citation.footnote), p.citation.footnote, order.get(p.citation, 0))
        )
        laws = {provision.citation.law for provision in self._edition}
        missing = [str(law) for law in range(FIRST, LAST + 1) if law not in laws]
        if missing:
            what = f"nothing is left of Law{'s' if len(missing) > 1 else ''} {', '.join(missing)}"
            self._edition.reports.append(Mend(1, what, "the fragment skips their place", done=False))
        self._edition.divisions.extend(self._divisions(laws))
        return self._edition

    def _divisions(self, laws: set[int]) -> list[Division]:
        """The divisions of the witness that Laws 41 to 71 stand in."""
        chapters = [division for division in self._witness.divisions if FIRST <= division.first_law <= LAST]
        return [replace(division, line=0) for division in chapters if any(law >= division.first_law for law in laws)]

    def _provision(self, citation: Citation, line: int) -> Provision:
        """The provision of that name, made with everything it stands in; its heading is that of the witness."""
        if citation in self._made:
            return self._made[citation]
        if citation.parent is not None:
            self._provision(citation.parent, line)
        model = self._by_citation[citation]
        self._made[citation] = Provision(citation, model.level, model.title, line=line)
        self._edition.provisions.append(self._made[citation])
        return self._made[citation]

    def _text(self, group: _Group, bearer: Provision) -> str:
        """The lines of the group as one paragraph, repaired."""
        text = " ".join(line for _, line in group.lines)
        text, mends = corrections(EDITION).mend_line(text, group.number)
        bearer.mends += mends
        if _LOST_MARK.search(text):
            self._mend(bearer, group.number, "blank before a stop taken out", "the mark of a footnote stood there")
            text = _LOST_MARK.sub("", text)
        if group.unit.provision.text.endswith(":") and text[-1].isalpha():
            self._mend(bearer, group.number, "colon restored at the end", "a list follows; the complete 1997 Laws have it")
            text += ":"
        if fuzz.ratio(_fold(text), group.unit.folded) < _SAME:
            what = "more or less text than in the complete 1997 Laws"
            self._mend(bearer, group.number, what, "it begins alike and goes on otherwise", done=False)
        return text

    def _head(self, group: _Group, provision: Provision) -> None:
        """Gives the headings above the text to it and to what it stands in."""
        names = list(self._labels(group, provision.citation))
        for (number, label), citation in zip(group.headings, names, strict=True):
            if citation is None:
                what = f"heading “{label.group(4)[:40]}” left out"
                self._mend(provision, number, what, "its number is not that of the text below it", done=False)
                continue
            headed = self._provision(citation, number)
            headed.title = label.group(4).strip()
            headed.line = number

    def _labels(self, group: _Group, citation: Citation) -> list[Citation | None]:
        """The provision that each heading above the group names: the text's own, or one that it stands in."""
        family = {_label(member): member for member in (citation, *citation.parents)}
        return [family.get(next(part for part in label.groups()[:3] if part)) for _, label in group.headings]

    def _place_notes(self) -> None:
        """Adds the footnotes of a law that was read to its end, with the provisions that bear them."""
        law = self._notes[0].citation.law
        marked = {p.citation.footnote: p for p in self._witness if p.level is Level.FOOTNOTE and p.citation.law == law}
        for group in self._notes:
            self._count += 1
            same = {number for number, note in marked.items() if fuzz.ratio(_fold(note.text), group.unit.folded) >= _SAME}
            bearers = [p for p in self._witness if p.citation.law == law and same & set(p.footnotes)]
            present = [self._made[p.citation] for p in bearers if p.citation in self._made and self._made[p.citation].text]
            lost = not present
            present = present or [self._provision(bearers[0].citation, group.number)]
            for bearer in present:
                bearer.footnotes.append(self._count)
            note = Provision(replace(present[0].citation, footnote=self._count), Level.FOOTNOTE, None, line=group.number)
            note.text = self._text(group, note)
            self._mend(note, group.number, "footnote given to its provision", "the complete 1997 Laws have its mark there")
            if lost:
                self._mend(note, group.number, "footnote without its text", f"{present[0].citation} is lost in the fragment", done=False)
            self._edition.provisions.append(note)
        self._notes.clear()

    @staticmethod
    def _mend(provision: Provision, line: int, what: str, why: str, *, done: bool = True) -> None:
        provision.mends.append(Mend(line, what, why, done))


def _label(citation: Citation) -> str:
    """The last part of a citation as it is printed before a heading."""
    if citation.items:
        return citation.items[-1]
    return str(citation.paragraph) if citation.paragraph else citation.section
