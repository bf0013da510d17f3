"""The concordance of all codes: each pair of them matched, neighbours first hand, the others by way
of what lies between."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from lawbot.concordance.differ import is_same, tokens
from lawbot.concordance.tables import Row
from lawbot.reading.edition import Edition
from tools.concordance.codes import Code, Piece, united
from tools.concordance.forced import Forced, ForcedError
from tools.concordance.matcher import Bridge, Matcher, Pair
from tools.concordance.sorter import sort

_LENGTHS = (0.72, 1.4)
"""How much longer or shorter than usual a translation may be and still say the same, where figures
agree."""
Years = tuple[int, int]


@dataclass(slots=True)
class Concordance:
    """The rows of every pair of codes, and what the provisions of each edition are called in them."""

    rows: list[Row] = field(default_factory=list)
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    """edition id -> citation there -> name in the rows of its code"""


def concord(
    editions: Iterable[Edition],
    known: Mapping[str, Mapping[str, object]],
    forced: Sequence[Forced] = (),
) -> Concordance:
    """The concordance of the editions. ``known`` says of each its code and language. Raises
    ForcedError for a match of what does not exist."""
    codes = united(editions, known)
    _check(codes, forced)
    return _Concording(codes, forced).concordance()


def _check(codes: list[Code], forced: Sequence[Forced]) -> None:
    by_year = {code.year: code for code in codes}
    for match in forced:
        for year, names in ((match.older, match.sources), (match.newer, match.targets)):
            lost = [name for name in names if year in by_year and name not in by_year[year].pieces]
            if lost and {match.older, match.newer} <= by_year.keys() and _is_whole(by_year[year]):
                raise ForcedError(
                    f"decided: {match.older}-{match.newer} names {', '.join(lost)}, which the code of {year} has not."
                )


def _is_whole(code: Code) -> bool:
    return len({piece.citation.law for piece in code.pieces.values()} - {0}) >= 93


class _Concording:
    def __init__(self, codes: list[Code], forced: Sequence[Forced]) -> None:
        self.codes = {code.year: code for code in codes}
        self.forced = forced
        self.direct: dict[Years, list[Pair]] = {}

    def concordance(self) -> Concordance:
        names = {
            edition: found for code in self.codes.values() for edition, found in code.names.items()
        }
        years = sorted(self.codes)
        order = sorted(combinations(years, 2), key=lambda both: (-self._shared(both), -both[1]))
        for both in order:
            self.direct[both] = self._matcher(both).pairs()
        final = {both: self.direct[both] for both in pairwise(years)}
        for span in range(2, len(years)):
            for first, last in zip(years, years[span:], strict=False):
                final[first, last] = self._carried(first, last, final)
        rows = [row for both in sorted(final) for row in self._sorted(both, final[both])]
        return Concordance(rows, names)

    def _shared(self, both: Years) -> float:
        """The share of the older code's provisions that a language of the newer one holds."""
        older, newer = self.codes[both[0]], self.codes[both[1]]
        held = {wording.language for piece in newer.pieces.values() for wording in piece.wordings}
        count = {
            language: sum(
                any(w.language == language for w in piece.wordings)
                for piece in newer.pieces.values()
            )
            for language in held
        }
        main = [language for language in held if count[language] > len(newer.pieces) / 2]
        return sum(
            any(w.language in main for w in piece.wordings) for piece in older.pieces.values()
        ) / max(1, len(older.pieces))

    def _matcher(self, both: Years) -> Matcher:
        exists = [
            match
            for match in self.forced
            if (match.older, match.newer) == both
            and match.same is None
            and all(name in self.codes[both[0]].pieces for name in match.sources)
            and all(name in self.codes[both[1]].pieces for name in match.targets)
        ]
        return Matcher(self.codes[both[0]], self.codes[both[1]], exists, self._bridge(both))

    def _bridge(self, both: Years) -> Bridge:
        """Where a third code, matched with both already, says that a provision should stand."""
        found: dict[str, set[str]] = {}
        for third in self.codes:
            ways = [self._way(both[0], third), self._way(third, both[1])]
            if third in both or not all(ways):
                continue
            for name, middles in ways[0].items():
                found.setdefault(name, set()).update(
                    target for middle in middles for target in ways[1].get(middle, ())
                )
        return lambda name: found.get(name, set())

    def _way(self, first: int, last: int) -> dict[str, list[str]]:
        """Where each provision of a code stands in another, whichever is the older."""
        found: dict[str, list[str]] = {}
        for pair in self.direct.get((first, last), ()):
            if not pair.how.startswith("part"):
                found.setdefault(pair.source, []).append(pair.target)
        for pair in self.direct.get((last, first), ()):
            if not pair.how.startswith("part"):
                found.setdefault(pair.target, []).append(pair.source)
        return found

    def _carried(self, first: int, last: int, final: dict[Years, list[Pair]]) -> list[Pair]:
        """The pairs of two codes by way of those between them; a straight one only where both ends
        would else be left alone."""
        middle = next(year for year in sorted(self.codes) if year > first)
        onward: dict[str, list[Pair]] = {}
        for pair in final[middle, last]:
            onward.setdefault(pair.source, []).append(pair)
        found: dict[tuple[str, str], Pair] = {}
        for pair in final[first, middle]:
            for step in onward.get(pair.target, ()):
                if self._is_other_term(pair.source, step.target, last):
                    continue
                reason = "; ".join(part for part in (pair.reason, step.reason) if part)
                how = "forced" if reason else "carried"
                main = pair.main and step.main
                found.setdefault(
                    (pair.source, step.target),
                    Pair(
                        pair.source,
                        step.target,
                        how,
                        round(pair.score * step.score, 3),
                        reason,
                        main,
                    ),
                )
        ends = ({source for source, _ in found}, {target for _, target in found})
        shut = {
            name
            for match in self.forced
            for name in match.sources
            if (match.older, match.newer) == (first, middle) and not match.targets
        }
        made = {
            name
            for match in self.forced
            for name in match.targets
            if match.newer == last and not match.sources
        }
        for pair in self.direct[first, last]:
            if (
                pair.source not in ends[0] | shut
                and pair.target not in ends[1] | made
                and pair.how != "part"
            ):
                found[pair.source, pair.target] = pair
        places = (self.codes[first].pieces, self.codes[last].pieces)
        return sorted(
            found.values(),
            key=lambda pair: (places[0][pair.source].place, places[1][pair.target].place),
        )

    def _is_other_term(self, source: str, target: str, last: int) -> bool:
        """Whether a way leads from a term to another, which a translation explains in one entry,
        while the term itself is there."""
        return (
            source.startswith("Definitions")
            and source != target
            and source in self.codes[last].pieces
        )

    def _sorted(self, both: Years, pairs: list[Pair]) -> list[Row]:
        older, newer = self.codes[both[0]], self.codes[both[1]]
        ratio = self._usual_length(older, newer, pairs)

        here = [match for match in self.forced if (match.older, match.newer) == both]
        read = {
            name: match.same for match in here if match.same is not None for name in match.sources
        }

        def same(source: str, target: str) -> bool:
            return (
                read[source]
                if source in read
                else self._same(older.pieces[source], newer.pieces[target], ratio)
            )

        gone = {name: match.reason for match in here if not match.targets for name in match.sources}
        made = {name: match.reason for match in here if not match.sources for name in match.targets}
        return sort(older, newer, pairs, same, gone, made)

    def _same(self, piece: Piece, other: Piece, ratio: float) -> bool:
        """By their words where a language holds both; else where the words did not change over a
        wider span of codes; else by figures."""
        for first in piece.wordings:
            told = [
                is_same(first.whole, second.whole)
                for second in other.wordings
                if second.language == first.language
            ]
            if any(told):
                return True
            if told and first is [w for w in piece.wordings if w.language == first.language][-1]:
                return False
        if self._same_around(piece.name, other.name):
            return True
        return _same_figures(piece, other, ratio)

    def _same_around(self, source: str, target: str) -> bool:
        """Whether a number that is the same in all codes has the same words in the first and in the
        last that hold it in one language."""
        if source != target or any(source not in code.pieces for code in self.codes.values()):
            return False
        ends = [self.codes[year].pieces[source] for year in (min(self.codes), max(self.codes))]
        return any(
            is_same(a.whole, b.whole)
            for a in ends[0].wordings
            for b in ends[1].wordings
            if a.language == b.language
        )

    def _usual_length(self, older: Code, newer: Code, pairs: list[Pair]) -> float:
        ratios = sorted(
            _ratio(older.pieces[pair.source], newer.pieces[pair.target]) for pair in pairs
        )
        return ratios[len(ratios) // 2] if ratios else 1.0


def _ratio(piece: Piece, other: Piece) -> float:
    lengths = [max((len(w.whole) for w in each.wordings), default=0) for each in (piece, other)]
    return (lengths[1] + 1) / (lengths[0] + 1)


def _same_figures(piece: Piece, other: Piece, ratio: float) -> bool:
    """Whether two provisions in two languages name the same numbers and are of like length."""
    figures = [
        {word for word in tokens(each.wordings[0].whole) if word[0].isdigit()}
        for each in (piece, other)
        if each.wordings
    ]
    return (
        len(figures) == 2
        and figures[0] == figures[1]
        and _LENGTHS[0] < _ratio(piece, other) / ratio < _LENGTHS[1]
    )
