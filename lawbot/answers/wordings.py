"""The wordings of a provision in two editions, piece by piece: each piece beside what corresponds
to it, and no text twice."""

from collections.abc import Iterable, Sequence

from lawbot.answers.laws import cased, those_in
from lawbot.cards import Change, ChangeKind
from lawbot.citation import Citation
from lawbot.concordance.differ import changed, redline
from lawbot.lawbook import Entry, Lawbook

READABLE = 0.6
"""Share of the words above which a redline is harder to read than both wordings."""
_GAP = Change(ChangeKind.KEPT, "\n\n")


def whole(entry: Entry) -> str:
    """All that a provision says, each part of it a paragraph with its label; tables as lines."""
    return text_of(list(entry.walk()), entry)


def text_of(entries: Iterable[Entry], owner: Entry | None) -> str:
    """What some provisions say themselves, each a paragraph with its label within ``owner``, or its
    whole name where it stands elsewhere."""
    chosen = {entry.id: entry for entry in entries}
    lines: list[str] = []

    def add(entry: Entry) -> None:
        if chosen.pop(entry.id, None) is None:
            return
        inside = owner.citation if owner and owner.citation.contains(entry.citation) else ""
        label = (
            "fn"
            if entry.citation.footnote and entry is not owner
            else str(entry.citation).removeprefix(str(inside)).lstrip(".")
        )
        head = " ".join(
            part
            for part in (
                label,
                cased(entry.title) + "." if entry.title and entry is not owner else "",
            )
            if part
        )
        text = " ".join(
            part for part in (head, entry.opening, *(" ".join(row) for row in entry.grid)) if part
        )
        lines.extend([text] if text else [])
        for child in entry.children:
            add(child)
        lines.extend([entry.closing] if entry.closing else [])

    for entry in sorted(chosen.values(), key=lambda each: each.id):
        add(entry)
    return "\n\n".join(lines)


Piece = tuple[dict[int, Entry], dict[int, Entry]]
"""Provisions of one edition and those of the other that say the same or took their place, by their
ids; either may be empty."""


def lifted(citation: Citation, found: Sequence[Citation]) -> list[Citation]:
    """Where a provision stands, as its own number where that holds all of it: 25A for a 25A that is
    25A1 now."""
    return [citation] if found and all(citation.contains(each) for each in found) else list(found)


def standing(lawbook: Lawbook, source: Entry, targets: Sequence[Entry]) -> list[Entry]:
    """The counterparts of a provision in an edition, as ``lifted``."""
    there = lifted(source.citation, [target.citation for target in targets])
    return those_in(lawbook, there, targets[0].edition) if targets else []


def pieces(lawbook: Lawbook, source: Entry, targets: Sequence[Entry], second: str) -> list[Piece]:
    """All that ``source`` says, in its order, beside what corresponds to it in the edition
    ``second``, wherever that stands; between them what is new in ``targets``. What came into
    these from elsewhere is no part of it."""
    found: list[Piece] = []
    for unit in _units(source):
        here, there = {unit.id: unit}, _joined(lawbook, unit, second)
        for piece in [piece for piece in found if not piece[1].keys().isdisjoint(there)]:
            here, there = piece[0] | here, piece[1] | there
            found.remove(piece)
        found.append((here, there))
    found.sort(key=lambda piece: min(piece[0]))
    taken = {key for _, there in found for key in there}
    new = {
        each.id: each
        for target in targets
        if target.citation.parent or target.citation.law == source.citation.law
        for each in _units(target)
        if each.id not in taken
        and not lawbook.counterparts(each.citation, second, source.edition).found
    }
    for key, each in sorted(new.items()):
        before = [place for place, (_, there) in enumerate(found) if there and min(there) < key]
        found.insert(max(before, default=-1) + 1, ({}, {key: each}))
    return found


def _units(entry: Entry) -> Iterable[Entry]:
    """A provision and what is in it, footnotes too, as far as each says something itself."""
    return {
        each.id: each
        for inner in entry.walk()
        for each in (inner, *inner.footnotes)
        if each.text or each.grid or each.title
    }.values()


def _joined(lawbook: Lawbook, unit: Entry, second: str) -> dict[int, Entry]:
    """What stands beside a unit in an edition: its counterparts alone where it has parts, else with
    their parts that came from the unit or from nowhere."""
    there: dict[int, Entry] = {}
    for met in those_in(
        lawbook, lawbook.counterparts(unit.citation, unit.edition, second).citations, second
    ):
        there[met.id] = met
        for inner in () if unit.children else _units(met):
            back = lawbook.counterparts(inner.citation, second, unit.edition)
            if not back.found or unit.citation in back.citations:
                there[inner.id] = inner
    return there


def changes_of(found: Iterable[tuple[str, str]]) -> tuple[list[Change], bool]:
    """What leads from the older text of each pair to the newer, both whole where little of a pair
    was kept; and whether that can be read, or so much was changed that both wordings are better
    read side by side."""
    steps = [(older, newer, redline(older, newer)) for older, newer in found]
    readable = changed([change for *_, step in steps for change in step]) <= READABLE
    changes: list[Change] = []
    for older, newer, step in steps:
        changes += [_GAP] if changes else []
        poor = readable and older and newer and changed(step) > READABLE
        changes += (
            [Change(ChangeKind.REMOVED, older), _GAP, Change(ChangeKind.ADDED, newer)]
            if poor
            else step
        )
    return changes, readable
