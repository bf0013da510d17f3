"""A fragment of the English 1997 Laws, 41 to 71, whose law and section headings and numbers are
gone.

Only ``2. Heading``, ``(b) Heading`` and a few section headings are left; lines end hard and no
blank line parts anything. So it is placed by alignment: a group of lines begins where a line begins
like a provision of the complete 1997 Laws, and the groups must follow each other as the provisions
do. The wording is the fragment's own.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from rapidfuzz import fuzz, process

from lawbot.errors import ReadingError
from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Mend, Provision
from lawbot_importers.document import Document, Line
from lawbot_importers.mends import corrections
from lawbot_importers.outline import Label

EDITION = "en-1997-play"
WITNESS = "en-1997"
"""The edition along which the fragment is placed."""
FIRST, LAST = 41, 71
"""The laws that the document holds."""

_NUMBERED_LAW = re.compile(r"^\W*LAW \d", re.MULTILINE)
_HEADINGS = frozenset({"declarer's card", "dummy's card", "all other cases", "one card visible", "more cards visible", "hear objections",
                       "play of card rejected", "no suit or rank designated", "declarer must accept play", "by partner of offender",
                       "offender has too few cards", "player contributed too many cards", "irregularity legalised"})  # fmt: skip
"""Headings of Laws 41 to 71; the fragment is known by having several of them, and no numbered law."""
_ENOUGH_HEADINGS, _ENOUGH_GROUPS = 3, 10
_HEADING_LENGTH = 80
"""Headings and groups from which on a document is taken for this one, and characters of the longest
heading in it."""
_ANCHOR = 45
"""Characters at the beginning of a group that are compared with the beginning of a provision."""
_ALIKE, _SAME = 84.0, 85.0
"""Likeness (0 to 100) of their beginnings from which on a group may be a provision of the witness,
and of the whole from which on it is."""


@dataclass(slots=True)
class _Group:
    """Lines of the fragment that belong together, the headings above them, and the witness's
    provision whose text they are."""

    lines: list[Line]
    model: Provision
    headings: list[tuple[int, Label]] = field(default_factory=list)

    @property
    def citation(self) -> Citation:
        return self.model.citation

    @property
    def number(self) -> int:
        return self.lines[0].number

    def is_like(self, text: str) -> bool:
        """Return True if a text is nearly the witness's."""
        return fuzz.ratio(_fold(text), _fold(self.model.text)) >= _SAME


def recognises(document: Document) -> bool:
    """Return True if the document has headings of Laws 41 to 71 and no numbered law."""
    if _NUMBERED_LAW.search(document.text):
        return False
    labels = [Label.of(line.strip()) for line in document.lines]
    headings = {label.words.strip().lower() for label in labels if label}
    return len(headings & _HEADINGS) >= _ENOUGH_HEADINGS


def read(document: Document, witness: Edition | None) -> list[Edition]:
    """Return the edition ``en-1997-play``, placed along ``witness``, the complete English 1997
    Laws.

    Raises ReadingError without a witness, or when too little of the document is found in it.
    """
    if witness is None:
        raise ReadingError(
            "this fragment has no numbers; it can be placed only beside the complete 1997 Laws in English, which were not read"
        )
    models = [p for p in witness if p.text and FIRST <= p.citation.law <= LAST]
    groups, lost = _groups(list(document.filled()), models)
    if len(groups) < _ENOUGH_GROUPS:
        raise ReadingError(
            f"only {len(groups)} texts of the fragment are found in the complete 1997 Laws; {_ENOUGH_GROUPS} are needed"
        )
    edition = _Transcriber(witness).edition(groups)
    edition.reports[:0] = lost
    return [edition]


# --- alignment
# -------------------------------------------------------------------------------------------------------


def _fold(text: str) -> str:
    """Return the text in small letters, without punctuation, and with one spelling of what British
    and American writers part.
    """
    plain = "".join(char if char.isalnum() else " " for char in text.lower())
    return " ".join(plain.replace("isation", "ization").replace("ise", "ize").split())


def _groups(lines: Sequence[Line], models: Sequence[Provision]) -> tuple[list[_Group], list[Mend]]:
    """Return the lines as groups, each with its provision, and a report of the lines that belong to
    none.
    """
    groups: list[_Group] = []
    lost: list[Mend] = []
    headings: list[tuple[int, Label]] = []
    starts = _starts(lines, models)
    for place, line in enumerate(lines):
        label = Label.of(line.text)
        if place in starts:
            groups.append(_Group([line], starts[place], headings))
            headings = []
        elif label and len(line.text) < _HEADING_LENGTH:
            headings.append((line.number, label))
        elif headings or not groups:
            lost.append(
                Mend(
                    line.number,
                    "a line left out",
                    "it is found in no provision of the complete 1997 Laws",
                    done=False,
                )
            )
        else:
            groups[-1].lines.append(line)
    lost.extend(
        Mend(at, "a heading left out", "no text follows it", done=False) for at, _ in headings
    )
    return groups, lost


def _starts(lines: Sequence[Line], models: Sequence[Provision]) -> dict[int, Provision]:
    """Return the places of the lines that begin a provision, with it: the best chain in which both
    go forward.
    """
    if not models:
        return {}
    anchors = []
    for place in range(len(lines)):
        # lines end hard, so a beginning may be too short in one of them
        beginning = " ".join(line.text for line in lines[place : place + 2])
        anchors.append(_fold(beginning)[:_ANCHOR])
    beginnings = [_fold(model.text)[:_ANCHOR] for model in models]
    scores = process.cdist(anchors, beginnings, scorer=fuzz.ratio, score_cutoff=_ALIKE)
    # a text may be like several provisions, but the fragment has them in the order of the book
    chains: list[_Chain] = []
    places, indexes = scores.nonzero()
    for place, index in zip(places.tolist(), indexes.tolist(), strict=True):
        forward = (chain for chain in reversed(chains) if chain.leads_to(place, index))
        best = max(forward, key=lambda chain: chain.likeness, default=_Chain(0.0, []))
        chains.append(
            _Chain(best.likeness + float(scores[place, index]), [*best.pairs, (place, index)])
        )
    best = max(chains, key=lambda chain: chain.likeness, default=_Chain(0.0, []))
    return {place: models[index] for place, index in best.pairs}


class _Chain(NamedTuple):
    """Pairs of a line and a model, in which both go forward, and the sum of their likenesses."""

    likeness: float
    pairs: list[tuple[int, int]]

    def leads_to(self, place: int, index: int) -> bool:
        """Return True if a pair may follow the last one."""
        last_place, last_index = self.pairs[-1]
        return last_place < place and last_index < index


# --- the edition
# -----------------------------------------------------------------------------------------------------


class _Transcriber:
    """Fills a tree like the witness's with the texts of the groups; headings that are lost are the
    witness's."""

    def __init__(self, witness: Edition) -> None:
        self._witness = witness
        self._tree = {
            p.citation: Provision(p.citation, p.title) for p in witness if not p.citation.footnote
        }
        """Every provision of the witness, on line 0 until something of it is found."""
        self._notes: list[Provision] = []

    def edition(self, groups: Sequence[_Group]) -> Edition:
        """Return the edition in the order of the book; the texts of a law stand before its
        footnotes.
        """
        for group in groups:
            if not group.citation.footnote:
                self._take(group)
        for group in groups:
            if group.citation.footnote:
                self._take_note(group)
        edition = Edition(
            EDITION, [provision for provision in self._tree.values() if provision.line]
        )
        edition.provisions = sorted(
            [*edition, *self._notes], key=lambda p: (p.citation.law, p.citation.footnote)
        )
        laws = {provision.citation.law for provision in edition}
        if missing := [str(law) for law in range(FIRST, LAST + 1) if law not in laws]:
            description = (
                f"nothing is left of Law{'s' if len(missing) > 1 else ''} {', '.join(missing)}"
            )
            edition.reports.append(
                Mend(1, description, "the fragment skips their place", done=False)
            )
        edition.divisions = [
            replace(division, line=0)
            for division in self._witness.divisions
            if FIRST <= division.first_law <= max(laws)
        ]
        return edition

    def _take(self, group: _Group) -> None:
        provision = self._locate(group.citation, group.number)
        provision.line = group.number
        provision.text = _mend_text(group, provision)
        headed = self._head(group, provision)
        if provision.text[0].islower() and not headed:
            provision.mend(
                group.number,
                "begins in mid-sentence",
                "what stands before it is lost with its heading",
                done=False,
            )
        if provision.title and not group.headings:
            provision.mend(
                group.number,
                "number and heading restored",
                "the complete 1997 Laws have this text there",
            )

    def _locate(self, citation: Citation, line: int) -> Provision:
        """Return the provision of that name; it and what it stands in are found on that line, if
        not above it.
        """
        for name in (citation, *citation.parents):
            self._tree[name].line = self._tree[name].line or line
        return self._tree[citation]

    def _head(self, group: _Group, provision: Provision) -> bool:
        """Give the headings above the text to it and to what it stands in.

        Returns False if none is theirs.
        """
        citations = (provision.citation, *provision.citation.parents)
        # of two with one label the outer one: its heading comes first
        family = {_last_label(citation): citation for citation in citations}
        headed = False
        for number, label in group.headings:
            citation = family.get(label.name)
            if citation is None:
                provision.mend(
                    number,
                    f"heading “{label.words[:40]}” left out",
                    "its number is not that of the text below it",
                    done=False,
                )
                continue
            headed_provision = self._locate(citation, number)
            headed_provision.title, headed_provision.line = label.words.strip(), number
            headed = True
        return headed

    def _take_note(self, group: _Group) -> None:
        """Add a footnote, under the provisions that bear it in the witness."""
        law, number = group.citation.law, len(self._notes) + 1
        in_law = [p for p in self._witness if p.citation.law == law]
        # the witness may print a footnote twice, under two numbers
        same = {
            p.citation.footnote for p in in_law if p.citation.footnote and group.is_like(p.text)
        }
        bearers = [self._tree[p.citation] for p in in_law if same.intersection(p.footnotes)]
        present = [bearer for bearer in bearers if bearer.text]
        for bearer in present or [self._locate(bearers[0].citation, group.number)]:
            bearer.footnotes.append(number)
        owner = (present or bearers)[0].citation
        note = Provision(replace(owner, footnote=number), None, line=group.number)
        note.text = _mend_text(group, note)
        note.mend(
            group.number,
            "footnote given to its provision",
            "the complete 1997 Laws have its mark there",
        )
        if not present:
            note.mend(
                group.number,
                "footnote without its text",
                f"{owner} is lost in the fragment",
                done=False,
            )
        self._notes.append(note)


def _mend_text(group: _Group, bearer: Provision) -> str:
    """Return the lines of the group as one paragraph, repaired."""
    text, mends = corrections(EDITION).mend_line(
        " ".join(line.text for line in group.lines), group.number
    )
    bearer.mends += mends
    if not group.is_like(text):
        bearer.mend(
            group.number,
            "more or less text than in the complete 1997 Laws",
            "it begins alike and goes on otherwise",
            done=False,
        )
    return text


def _last_label(citation: Citation) -> str:
    """Return the last part of a citation as it is printed before a heading."""
    return citation.items[-1] if citation.items else str(citation.paragraph or citation.section)
