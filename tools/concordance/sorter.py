"""What became of each provision: pairs in, rows out, each with its relation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from lawbot.concordance.tables import Relation, Row
from lawbot.reading.edition import Level

if TYPE_CHECKING:
    from tools.concordance.codes import Code
    from tools.concordance.matcher import Pair

_OWN = 10
"""Words from which on a provision has a text of its own."""


SameWords = Callable[[str, str], bool]
"""Whether a provision of the older code and one of the newer say the same."""


def sort(
    older: Code,
    newer: Code,
    pairs: Iterable[Pair],
    same: SameWords,
    gone: dict[str, str],
    made: dict[str, str],
) -> list[Row]:
    """The rows of two codes in the order of the older book, what is new at the end. ``gone`` and
    ``made`` are the reasons for what was deleted and is new by force."""
    targets: dict[str, list[Pair]] = {}
    sources: dict[str, list[Pair]] = {}
    for pair in pairs:
        targets.setdefault(pair.source, []).append(pair)
        sources.setdefault(pair.target, []).append(pair)
    rows = []
    for name in older.pieces:
        apart = _apart(older, newer, name, targets.get(name, []))
        relation = _relation(
            older,
            newer,
            name,
            [pair for pair in targets.get(name, ()) if pair.target in apart],
            same,
        )
        for pair in targets.get(name, ()):
            aside = pair.target not in apart
            rows.append(
                Row(older.year, newer.year, name, pair.target, relation, aside, pair.reason)
            )
        if name not in targets:
            rows.append(
                Row(
                    older.year,
                    newer.year,
                    name,
                    None,
                    Relation.DELETED,
                    aside=False,
                    reason=gone.get(name, ""),
                )
            )
    new = (name for name in newer.pieces if name not in sources)
    return rows + [
        Row(
            older.year, newer.year, None, name, Relation.NEW, aside=False, reason=made.get(name, "")
        )
        for name in new
    ]


def _relation(older: Code, newer: Code, name: str, pairs: list[Pair], same: SameWords) -> Relation:
    """What became of a provision that has these matches. Split is what was divided within its law;
    what left it has moved, in one piece or in several."""
    if len(pairs) > 1:
        here = older.pieces[name].citation.law
        return (
            Relation.SPLIT
            if all(newer.pieces[pair.target].citation.law == here for pair in pairs)
            else Relation.MOVED
        )
    if not pairs:
        return Relation.DELETED
    if pairs[0].target != name:
        return Relation.MOVED if pairs[0].main else Relation.MERGED
    return Relation.SAME if same(name, name) else Relation.REWORDED


def _apart(code: Code, other: Code, name: str, matches: list[Pair]) -> list[str]:
    """The matches of a provision that stand apart from each other. Of one that stands in another
    only one counts: the outer for a law with parts and for a mere heading of parts, the inner
    for one that has a text of its own. What was matched by force and has a text of its own
    counts besides."""
    pieces = [(other.pieces[match.target], match) for match in matches]
    outer = bool(code.inside(name)) and (
        _own(code, name) < _OWN or code.pieces[name].level is Level.LAW
    )
    return [
        piece.name
        for piece, match in pieces
        if (match.how == "forced" and not outer and _own(other, piece.name) >= _OWN)
        or not any(
            one is not piece
            and (
                one.citation.contains(piece.citation)
                if outer
                else piece.citation.contains(one.citation)
            )
            for one, _ in pieces
        )
    ]


def _own(code: Code, name: str) -> int:
    """The words of a provision's own text."""
    return max((len(wording.own.split()) for wording in code.pieces[name].wordings), default=0)
