"""The wordings of a provision in two editions, piece by piece: each piece beside what corresponds to it, and no text twice."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lawbot.answers.laws import cased
from lawbot.citation import Citation
from lawbot.concordance.differ import Change, ChangeKind, changed, redline
from lawbot.lawbook import Entry, Lawbook

READABLE = 0.6
"""Share of the words above which a redline is harder to read than both wordings."""
_GAP = Change(ChangeKind.KEPT, "\n\n")


def whole(entry: Entry) -> str:
    """All that a provision says, each part of it a paragraph with its label; tables as lines."""
    return text_of(list(entry.walk()), entry)


def text_of(entries: Iterable[Entry], owner: Entry | None) -> str:
    """What some provisions say themselves, each a paragraph with its label within ``owner``, or its whole name where it stands elsewhere."""
    chosen = {entry.id: entry for entry in entries}
    lines: list[str] = []

    def add(entry: Entry) -> None:
        if chosen.pop(entry.id, None) is None:
            return
        inside = owner.citation if owner and owner.citation.contains(entry.citation) else ""
        label = "fn" if entry.citation.footnote and entry is not owner else str(entry.citation).removeprefix(str(inside)).lstrip(".")
        head = " ".join(part for part in (label, cased(entry.title) + "." if entry.title and entry is not owner else "") if part)
        text = " ".join(part for part in (head, entry.opening, *(" ".join(row) for row in entry.grid)) if part)
        lines.extend([text] if text else [])
        for child in entry.children:
            add(child)
        lines.extend([entry.closing] if entry.closing else [])

    for entry in sorted(chosen.values(), key=lambda each: each.id):
        add(entry)
    return "\n\n".join(lines)


@dataclass(slots=True)
class Piece:
    """Some provisions of one edition and those of the other that say the same or took their place; either may be empty."""

    here: dict[int, Entry]
    there: dict[int, Entry]


def lifted(citation: Citation, found: Sequence[Citation]) -> list[Citation]:
    """Where a provision stands, as its own number where that holds all of it: 25A for a 25A that is 25A1 now."""
    return [citation] if found and all(citation.contains(each) for each in found) else list(found)


def standing(lawbook: Lawbook, source: Entry, targets: Sequence[Entry]) -> list[Entry]:
    """The counterparts of a provision in an edition, as ``lifted``."""
    there = lifted(source.citation, [target.citation for target in targets])
    return _entries(lawbook, there, targets[0].edition) if targets else []


def pieces(lawbook: Lawbook, source: Entry, targets: Sequence[Entry], second: str) -> list[Piece]:
    """All that ``source`` says, in its order, beside what corresponds to it in the edition ``second``, wherever that stands; between them what
    is new in ``targets``. What came into these from elsewhere is no part of it."""
    found: list[Piece] = []
    for unit in _units(source):
        there: dict[int, Entry] = {}
        for met in _entries(lawbook, lawbook.counterparts(unit.citation, source.edition, second).citations, second):
            there |= {each.id: each for each in _joined(lawbook, unit, met, source.edition)}
        found.append(Piece({unit.id: unit}, there))
    found = list(_merged(found))
    taken = {key for piece in found for key in piece.there}
    new = {
        each.id: each
        for target in targets
        if target.citation.parent or target.citation.law == source.citation.law
        for each in _units(target)
        if each.id not in taken and not lawbook.counterparts(each.citation, second, source.edition).found
    }
    for key, each in sorted(new.items()):
        before = [place for place, piece in enumerate(found) if piece.there and min(piece.there) < key]
        found.insert(max(before, default=-1) + 1, Piece({}, {key: each}))
    return found


def _units(entry: Entry) -> Iterable[Entry]:
    """A provision and what is in it, footnotes too, as far as each says something itself."""
    return {each.id: each for inner in entry.walk() for each in (inner, *inner.footnotes) if each.text or each.grid or each.title}.values()


def _entries(lawbook: Lawbook, citations: Iterable[Citation], edition: str) -> list[Entry]:
    return [entry for citation in citations if (entry := lawbook.find(citation, edition))]


def _joined(lawbook: Lawbook, unit: Entry, met: Entry, edition: str) -> Iterator[Entry]:
    """What stands beside a unit that corresponds to a provision: that alone where both have parts, else with its parts that came from
    the unit or from nowhere."""
    yield met
    if not unit.children:
        for inner in _units(met):
            back = lawbook.counterparts(inner.citation, met.edition, edition)
            if not back.found or unit.citation in back.citations:
                yield inner


def _merged(found: Iterable[Piece]) -> list[Piece]:
    """The pieces, those with a provision in common as one, where the first of them stood."""
    merged: list[Piece] = []
    for piece in found:
        same = [other for other in merged if not other.there.keys().isdisjoint(piece.there)]
        if not same:
            merged.append(piece)
            continue
        for other in (*same[1:], piece):
            same[0].here |= other.here
            same[0].there |= other.there
        merged = [other for other in merged if other not in same[1:]]
    return merged


def changes_of(found: Iterable[tuple[str, str]]) -> tuple[list[Change], bool]:
    """What leads from the older text of each pair to the newer, both whole where little of a pair was kept; and whether that can be read, or
    so much was changed that both wordings are better read side by side."""
    steps = [(older, newer, redline(older, newer)) for older, newer in found]
    readable = changed([change for *_, step in steps for change in step]) <= READABLE
    changes: list[Change] = []
    for older, newer, step in steps:
        changes += [_GAP] if changes else []
        poor = readable and older and newer and changed(step) > READABLE
        changes += [Change(ChangeKind.REMOVED, older), _GAP, Change(ChangeKind.ADDED, newer)] if poor else step
    return changes, readable
