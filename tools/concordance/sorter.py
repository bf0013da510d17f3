"""Sort pairs of provisions into rows, each with its relation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from lawbot.book.concordance import Relation, Row
from lawbot.law.edition import Level

if TYPE_CHECKING:
    from tools.concordance.codes import Code
    from tools.concordance.matcher import Pair

_MIN_OWN_WORDS = 10
"""Fewest words of a provision with a text of its own."""


IsUnchanged = Callable[[str, str], bool]
"""Predicate of an older and a newer provision: they say the same."""


def sort(
    older: Code,
    newer: Code,
    pairs: Iterable[Pair],
    is_unchanged: IsUnchanged,
    gone: dict[str, str],
    new: dict[str, str],
) -> list[Row]:
    """Return the rows of two codes in the order of the older book, new provisions at the end.

    ``gone`` and ``new`` are the reasons for what was decided to be deleted or new.
    """
    years = (older.year, newer.year)
    pairs_of: dict[str, list[Pair]] = {}
    targets = set()
    for pair in pairs:
        pairs_of.setdefault(pair.source, []).append(pair)
        targets.add(pair.target)
    rows = []
    for name in older.pieces:
        matches = pairs_of.get(name, [])
        separate = _separate(older, newer, name, matches)
        counting = [pair for pair in matches if pair.target in separate]
        relation = _relation(older, newer, name, counting, is_unchanged)
        for pair in matches:
            aside = pair.target not in separate
            rows.append(Row(*years, name, pair.target, relation, aside, pair.reason))
        if not matches:
            rows.append(Row(*years, name, None, Relation.DELETED, False, gone.get(name, "")))
    new_names = [name for name in newer.pieces if name not in targets]
    rows += (Row(*years, None, name, Relation.NEW, False, new.get(name, "")) for name in new_names)
    return rows


def _relation(
    older: Code, newer: Code, name: str, pairs: list[Pair], is_unchanged: IsUnchanged
) -> Relation:
    """Return the relation of a provision to its matches."""
    if len(pairs) > 1:
        # Split is a provision divided within its law; one that left its law has moved.
        laws = {newer.pieces[pair.target].citation.law for pair in pairs}
        is_within = laws == {older.pieces[name].citation.law}
        return Relation.SPLIT if is_within else Relation.MOVED
    if not pairs:
        return Relation.DELETED
    if pairs[0].target != name:
        return Relation.MOVED if pairs[0].main else Relation.MERGED
    return Relation.SAME if is_unchanged(name, name) else Relation.REWORDED


def _separate(older: Code, newer: Code, name: str, matches: list[Pair]) -> list[str]:
    """Return the matches of a provision that count: of one inside another, only one does."""
    # The outer counts for a law with parts and for a mere heading of parts, else the inner.
    is_heading = _own_words(older, name) < _MIN_OWN_WORDS
    is_outer = bool(older.inside(name)) and (is_heading or older.pieces[name].level is Level.LAW)
    citations = [newer.pieces[match.target].citation for match in matches]
    separate = []
    for match, citation in zip(matches, citations, strict=True):
        is_nested = False
        for other_match in citations:
            outer, inner = (other_match, citation) if is_outer else (citation, other_match)
            if other_match is not citation and outer.contains(inner):
                is_nested = True
        # A decided match counts besides, if it has a text of its own.
        has_text = _own_words(newer, match.target) >= _MIN_OWN_WORDS
        is_decided = match.how == "forced" and not is_outer and has_text
        if is_decided or not is_nested:
            separate.append(match.target)
    return separate


def _own_words(code: Code, name: str) -> int:
    """Return the number of words of a provision's own text."""
    return max((len(wording.own.split()) for wording in code.pieces[name].wordings), default=0)
