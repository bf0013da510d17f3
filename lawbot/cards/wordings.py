"""Pair the wordings of a provision in two editions, piece by piece, each text once."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from lawbot.book import Entry, Lawbook
from lawbot.cards.law_card import those_in
from lawbot.cards.titles import cased
from lawbot.law.citation import Citation
from lawbot.law.differences import Change, ChangeKind, changed, redline

READABLE = 0.6
"""Share of changed words above which a redline is harder to read than both wordings."""
_GAP = Change(ChangeKind.KEPT, "\n\n")


def whole(entry: Entry) -> str:
    """Return the text of a provision, each part a labelled paragraph; tables as lines."""
    return text_of(list(entry.walk()), entry)


def text_of(entries: Iterable[Entry], owner: Entry | None) -> str:
    """Return the own text of some provisions, each a labelled paragraph.

    The label is the number within ``owner``, or the whole name outside of it."""
    remaining = {entry.id: entry for entry in entries}
    lines: list[str] = []

    def add(entry: Entry) -> None:
        if remaining.pop(entry.id, None) is None:
            return
        inside = owner.citation if owner and owner.citation.contains(entry.citation) else ""
        label = str(entry.citation).removeprefix(str(inside)).lstrip(".")
        title = ""
        if entry is not owner:
            label = "fn" if entry.citation.footnote else label
            title = f"{cased(entry.title)}." if entry.title else ""
        rows = (" ".join(row) for row in entry.grid)
        text = " ".join(filter(None, (label, title, entry.opening, *rows)))
        lines.extend([text] if text else [])
        for child in entry.children:
            add(child)
        lines.extend([entry.closing] if entry.closing else [])

    for entry in sorted(remaining.values(), key=lambda entry: entry.id):
        add(entry)
    return "\n\n".join(lines)


class Piece(NamedTuple):
    """Corresponding provisions of two editions by their ids; either side may be empty."""

    sources: dict[int, Entry]
    targets: dict[int, Entry]


def lifted(citation: Citation, counterparts: Sequence[Citation]) -> list[Citation]:
    """Return the counterparts of a provision, or its own number if that holds all of them.

    A 25A that is 25A1 now is 25A."""
    is_inside = counterparts and all(map(citation.contains, counterparts))
    return [citation] if is_inside else list(counterparts)


def standing(lawbook: Lawbook, source: Entry, targets: Sequence[Entry]) -> list[Entry]:
    """Return the counterparts of a provision in an edition, as ``lifted``."""
    citations = lifted(source.citation, [target.citation for target in targets])
    return those_in(lawbook, citations, targets[0].edition) if targets else []


def pieces(lawbook: Lawbook, source: Entry, targets: Sequence[Entry], second: str) -> list[Piece]:
    """Return the text units of ``source`` in order, each with its counterparts in ``second``.

    Between them stand units that are new in ``targets``. Units that came into these from elsewhere
    are left out."""
    paired: list[Piece] = []
    for unit in _units(source):
        piece = Piece({unit.id: unit}, _joined(lawbook, unit, second))
        # Units with a counterpart in common are one piece, so that no text stands twice.
        for other in tuple(paired):
            if not other.targets.keys().isdisjoint(piece.targets):
                piece = Piece(other.sources | piece.sources, other.targets | piece.targets)
                paired.remove(other)
        paired.append(piece)
    paired.sort(key=lambda piece: min(piece.sources))
    used = {key for piece in paired for key in piece.targets}
    new: dict[int, Entry] = {}
    for target in targets:
        if not target.citation.parent and target.citation.law != source.citation.law:
            continue
        for unit in _units(target):
            back = lawbook.counterparts(unit.citation, second, source.edition)
            if unit.id not in used and not back.found:
                new[unit.id] = unit
    for key, unit in sorted(new.items()):
        earlier = [
            index
            for index, piece in enumerate(paired)
            if piece.targets and min(piece.targets) < key
        ]
        paired.insert(max(earlier, default=-1) + 1, Piece({}, {key: unit}))
    return paired


def _units(entry: Entry) -> Iterable[Entry]:
    """Return a provision and its parts and footnotes, each once, if it has text of its own."""
    units: dict[int, Entry] = {}
    notes: set[str] = set()
    for inner in entry.walk():
        if inner.text or inner.grid or inner.title:
            units[inner.id] = inner
        for note in inner.footnotes:
            # a book may print one note below each provision that it belongs to
            if note.text not in notes:
                units[note.id] = note
            notes.add(note.text)
    return units.values()


def _joined(lawbook: Lawbook, unit: Entry, second: str) -> dict[int, Entry]:
    """Return the counterparts of a unit in an edition, with parts that came from it or nowhere.

    Of a unit that has parts itself, only its counterparts: its parts have their own."""
    joined: dict[int, Entry] = {}
    citations = lawbook.counterparts(unit.citation, unit.edition, second).citations
    for counterpart in those_in(lawbook, citations, second):
        joined[counterpart.id] = counterpart
        for inner in () if unit.children else _units(counterpart):
            back = lawbook.counterparts(inner.citation, second, unit.edition)
            if not back.found or unit.citation in back.citations:
                joined[inner.id] = inner
    return joined


def changes_of(texts: Iterable[tuple[str, str]]) -> tuple[list[Change], bool]:
    """Return the changes from the older to the newer text of each pair, and if they are readable.

    If not, too much was changed, and the wordings are better read side by side. A pair of which
    little was kept is given whole, both texts one after the other."""
    redlines = [(older, newer, redline(older, newer)) for older, newer in texts]
    all_changes = [change for _older, _newer, changes in redlines for change in changes]
    readable = changed(all_changes) <= READABLE
    result: list[Change] = []
    for older, newer, changes in redlines:
        result += [_GAP] if result else []
        if readable and older and newer and changed(changes) > READABLE:
            result += [Change(ChangeKind.REMOVED, older), _GAP, Change(ChangeKind.ADDED, newer)]
        else:
            result += changes
    return result, readable
