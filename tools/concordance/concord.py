"""Concordance of all codes: neighbours are matched directly, others by the codes between them."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise

from lawbot.book.concordance import Row
from lawbot.law.citation import LAST_LAW
from lawbot.law.differences import is_same, tokens
from lawbot.law.edition import Edition
from tools.concordance.codes import Code, Piece, united
from tools.concordance.forced import Forced, ForcedError
from tools.concordance.matcher import Bridge, Matcher, Pair
from tools.concordance.sorter import sort

_MIN_LENGTH, _MAX_LENGTH = 0.72, 1.4
"""Lengths of a translation, beside the usual one, that may say the same if its figures agree."""
Years = tuple[int, int]


@dataclass(slots=True)
class Concordance:
    """Rows of every pair of codes, and the names in them of each edition's provisions."""

    rows: list[Row] = field(default_factory=list)
    names: dict[str, dict[str, str]] = field(default_factory=dict)
    """edition id -> citation there -> name in the rows of its code"""


def concord(
    editions: Iterable[Edition],
    edition_rows: Mapping[str, Mapping[str, object]],
    forced: Sequence[Forced] = (),
) -> Concordance:
    """Return the concordance of the editions.

    ``edition_rows`` has the code and the language of each edition. Raises ForcedError for a forced match
    of a provision that does not exist.
    """
    codes = united(editions, edition_rows)
    _check(codes, forced)
    return _Concorder(codes, forced).concordance()


def _check(codes: list[Code], forced: Sequence[Forced]) -> None:
    by_year = {code.year: code for code in codes}
    for match in forced:
        if not {match.older, match.newer} <= by_year.keys():
            continue
        for year, names in ((match.older, match.sources), (match.newer, match.targets)):
            code = by_year[year]
            missing = [name for name in names if name not in code.pieces]
            # Of a code that was read in part, a provision may be in the part that is not here.
            if missing and _is_whole(code):
                raise ForcedError(
                    f"decided: {match.older}-{match.newer} names {', '.join(missing)},"
                    f" which the code of {year} has not."
                )


def _is_whole(code: Code) -> bool:
    return len({piece.citation.law for piece in code.pieces.values()} - {0}) >= LAST_LAW


class _Concorder:
    def __init__(self, codes: list[Code], forced: Sequence[Forced]) -> None:
        self.codes = {code.year: code for code in codes}
        self.forced = forced
        self.direct: dict[Years, list[Pair]] = {}

    def concordance(self) -> Concordance:
        names: dict[str, dict[str, str]] = {}
        for code in self.codes.values():
            names |= code.names
        all_years = sorted(self.codes)
        # Codes in one language first: what is matched by words is a bridge for the others.
        order = list(combinations(all_years, 2))
        order.sort(key=lambda years: (-self._shared(years), -years[1]))
        for years in order:
            self.direct[years] = self._matcher(years).pairs()
        final = {years: self.direct[years] for years in pairwise(all_years)}
        for span in range(2, len(all_years)):
            for years in zip(all_years, all_years[span:], strict=False):
                final[years] = self._carried(*years, final)
        rows: list[Row] = []
        for years in sorted(final):
            rows += self._sorted(years, final[years])
        return Concordance(rows, names)

    def _codes(self, years: Years) -> tuple[Code, Code]:
        return self.codes[years[0]], self.codes[years[1]]

    def _shared(self, years: Years) -> float:
        """Return the share of the older code's provisions in a main language of the newer."""
        older, newer = self._codes(years)
        counts: Counter[str] = Counter()
        for piece in newer.pieces.values():
            counts.update(piece.languages)
        half = len(newer.pieces) / 2
        main_languages = {language for language, count in counts.items() if count > half}
        shared = [piece for piece in older.pieces.values() if piece.languages & main_languages]
        return len(shared) / max(1, len(older.pieces))

    def _matcher(self, years: Years) -> Matcher:
        older, newer = self._codes(years)
        forced = []
        for match in self.forced:
            # of a code that was read in part, some provisions may be missing
            are_here = {*match.sources} <= older.pieces.keys()
            are_here = are_here and {*match.targets} <= newer.pieces.keys()
            if (match.older, match.newer) == years and match.same is None and are_here:
                forced.append(match)
        return Matcher(older, newer, forced, self._bridge(years))

    def _bridge(self, years: Years) -> Bridge:
        """Return a function to a provision's places by the third codes matched with both."""
        places: dict[str, set[str]] = {}
        for third in self.codes.keys() - {*years}:
            to_third = self._matches(years[0], third)
            from_third = self._matches(third, years[1])
            for source, middles in to_third.items():
                for middle in middles:
                    places.setdefault(source, set()).update(from_third.get(middle, ()))
        return lambda name: places.get(name, set())

    def _matches(self, first: int, last: int) -> dict[str, list[str]]:
        """Return the matches of each provision of a code in another, older or newer."""
        matches: dict[str, list[str]] = {}
        for pair in self.direct.get((first, last), ()):
            if not pair.how.startswith("part"):
                matches.setdefault(pair.source, []).append(pair.target)
        for pair in self.direct.get((last, first), ()):
            if not pair.how.startswith("part"):
                matches.setdefault(pair.target, []).append(pair.source)
        return matches

    def _carried(self, first: int, last: int, final: dict[Years, list[Pair]]) -> list[Pair]:
        """Return the pairs of two codes by those between them.

        A direct pair is among them only if both ends have no other.
        """
        middle = next(year for year in sorted(self.codes) if year > first)
        onward: dict[str, list[Pair]] = {}
        for pair in final[middle, last]:
            onward.setdefault(pair.source, []).append(pair)
        pairs: dict[tuple[str, str], Pair] = {}
        for pair in final[first, middle]:
            for step in onward.get(pair.target, ()):
                if self._is_other_term(pair.source, step.target, last):
                    continue
                reason = "; ".join(part for part in (pair.reason, step.reason) if part)
                how = "forced" if reason else "carried"
                main = pair.main and step.main
                score = round(pair.score * step.score, 3)
                onward_pair = Pair(pair.source, step.target, how, score, reason, main)
                pairs.setdefault((pair.source, step.target), onward_pair)
        # A provision that was decided to be gone or new gets no match, nor one that has one.
        sources = {source for source, _ in pairs}
        targets = {target for _, target in pairs}
        for match in self.forced:
            if (match.older, match.newer) == (first, middle) and not match.targets:
                sources.update(match.sources)
            if match.newer == last and not match.sources:
                targets.update(match.targets)
        for pair in self.direct[first, last]:
            if pair.source not in sources and pair.target not in targets and pair.how != "part":
                pairs[pair.source, pair.target] = pair
        older, newer = self.codes[first].pieces, self.codes[last].pieces
        return sorted(
            pairs.values(),
            key=lambda pair: (older[pair.source].position, newer[pair.target].position),
        )

    def _is_other_term(self, source: str, target: str, last: int) -> bool:
        """Return if a carried match leads from a term to another while the term itself is there."""
        # A translation may explain two terms in one entry.
        return (
            source.startswith("Definitions")
            and source != target
            and source in self.codes[last].pieces
        )

    def _sorted(self, years: Years, pairs: list[Pair]) -> list[Row]:
        older, newer = self._codes(years)
        ratio = self._usual_length(older, newer, pairs)
        decided: dict[str, bool] = {}
        gone: dict[str, str] = {}
        new: dict[str, str] = {}
        for match in self.forced:
            if (match.older, match.newer) != years:
                continue
            if match.same is not None:
                decided |= dict.fromkeys(match.sources, match.same)
            if not match.targets:
                gone |= dict.fromkeys(match.sources, match.reason)
            if not match.sources:
                new |= dict.fromkeys(match.targets, match.reason)

        def is_unchanged(source: str, target: str) -> bool:
            if source in decided:
                return decided[source]
            return self._same(older.pieces[source], newer.pieces[target], ratio)

        return sort(older, newer, pairs, is_unchanged, gone, new)

    def _same(self, source: Piece, target: Piece, ratio: float) -> bool:
        """Return True if two provisions say the same.

        Words in a common language decide, else the first and the last code, else figures.
        """
        for wording in source.wordings:
            target_wordings = target.in_language(wording.language)
            if any(is_same(wording.whole, newer.whole) for newer in target_wordings):
                return True
            # Any edition will do, so that a misprint is no change: only the last one can deny.
            if target_wordings and wording is source.in_language(wording.language)[-1]:
                return False
        if self._same_in_all_codes(source.name, target.name):
            return True
        return _same_figures(source, target, ratio)

    def _same_in_all_codes(self, source: str, target: str) -> bool:
        """Return True if a provision of one number in all codes has the same words at both ends."""
        if source != target or any(source not in code.pieces for code in self.codes.values()):
            return False
        oldest = self.codes[min(self.codes)].pieces[source]
        newest = self.codes[max(self.codes)].pieces[source]
        for first in oldest.wordings:
            wordings = newest.in_language(first.language)
            if any(is_same(first.whole, last.whole) for last in wordings):
                return True
        return False

    def _usual_length(self, older: Code, newer: Code, pairs: list[Pair]) -> float:
        ratios = sorted(
            _ratio(older.pieces[pair.source], newer.pieces[pair.target]) for pair in pairs
        )
        return ratios[len(ratios) // 2] if ratios else 1.0


def _ratio(source: Piece, target: Piece) -> float:
    return (_length(target) + 1) / (_length(source) + 1)


def _length(piece: Piece) -> int:
    return max((len(wording.whole) for wording in piece.wordings), default=0)


def _same_figures(source: Piece, target: Piece, ratio: float) -> bool:
    """Return if two provisions in two languages have the same numbers and like lengths."""
    if not source.wordings or not target.wordings or _figures(source) != _figures(target):
        return False
    return _MIN_LENGTH < _ratio(source, target) / ratio < _MAX_LENGTH


def _figures(piece: Piece) -> set[str]:
    return {word for word in tokens(piece.wordings[0].whole) if word[0].isdigit()}
