"""Which provisions of two codes correspond: by text and heading within a language, by landmarks
across languages; the number is a hint."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from heapq import nlargest

from rapidfuzz import fuzz

from lawbot.concordance.differ import tokens
from tools.concordance.codes import Code, Piece, Wording
from tools.concordance.forced import Forced
from tools.concordance.likeness import Index, Vector, best, cosine, held, landmarks, wordwise

_CANDIDATES = 14
"""Nearest provisions looked at for each."""
_OWN = 10
"""Words from which on a provision's own text stands for it; below, what stands inside it counts
too."""
_SAME_NUMBER, _SAME_LAW, _SAME_HEADING, _BRIDGED = 0.12, 0.05, 0.08, 0.3
_UNLIKE_SHAPE = 0.17
"""Off, where one of two provisions has parts and the other has none."""
_ALIKE, _ALIKE_SHORT, _ALIKE_NUMBER, _ALIKE_HEADING = 0.5, 0.62, 0.29, 0.2
_NEAR, _NEAR_HERE, _NEAR_NUMBER, _NEAR_BRIDGED = 0.6, 0.56, 0.2, 0.15
_SHORT = 8
_PART, _PART_PAIRS = 0.5, 8

Bridge = Callable[[str], set[str]]
"""Where a provision of the older code should stand in the newer, as a third code tells; empty where
it does not."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A provision of the older code and one of the newer that corresponds, how it was found, and
    how sure (0 to 1)."""

    source: str
    target: str
    how: str
    score: float
    reason: str = ""
    main: bool = True
    """False where the target stands chiefly in the place of another."""


@dataclass(frozen=True, slots=True)
class _Likely:
    score: float
    like: float
    source: str
    target: str
    how: str


class Matcher:
    """The pairs of two codes."""

    def __init__(
        self,
        older: Code,
        newer: Code,
        forced: Iterable[Forced] = (),
        bridge: Bridge = lambda _: set(),
    ) -> None:
        self.older, self.newer, self.bridge = older, newer, bridge
        self.forced = [
            match for match in forced if (match.older, match.newer) == (older.year, newer.year)
        ]
        self._holds = tuple(
            {name: bool(code.inside(name)) for name in code.pieces} for code in (older, newer)
        )
        self._followed: dict[str, str] = {}
        self._marks: tuple[dict[str, Vector], dict[str, Vector]] = ({}, {})
        self._near_by_mark: dict[str, list[tuple[str, float]]] = {}
        new = {name for match in self.forced for name in match.targets if not match.sources}
        self._closed = ({name for match in self.forced for name in match.sources}, new)
        self._reached = {name for match in self.forced for name in match.targets}

    def pairs(self) -> list[Pair]:
        """Every pair, in the order of the older book. A provision may stand in several pairs, or in
        none."""
        found = [
            Pair(source, target, "forced", 1.0, match.reason, main=source == match.sources[0])
            for match in self.forced
            for source in match.sources
            for target in match.targets
        ]
        self._followed = {}
        self._set_landmarks()
        self._followed = {pair.source: pair.target for pair in self._one_to_one()}
        self._set_landmarks()
        first = self._one_to_one()
        found += first
        found += self._parts(
            {pair.source: pair.target for pair in first}, {pair.target for pair in first}
        )
        found += self._around(found)
        places = (self.older.pieces, self.newer.pieces)
        return sorted(
            found, key=lambda pair: (places[0][pair.source].place, places[1][pair.target].place)
        )

    # -- one to one
    # --------------------------------------------------------------------------------------------------------

    def _one_to_one(self) -> list[Pair]:
        """The best match of each, the surest first; what is matched by force is left out."""
        taken: tuple[set[str], set[str]] = (set(self._closed[0]), set(self._closed[1]))
        found = []
        for likely in sorted(
            self._all_likely(), key=lambda likely: (-likely.score, likely.source, likely.target)
        ):
            if likely.source not in taken[0] and likely.target not in taken[1]:
                taken[0].add(likely.source)
                taken[1].add(likely.target)
                found.append(
                    Pair(likely.source, likely.target, likely.how, round(min(likely.like, 1.0), 3))
                )
        return found

    def _all_likely(self) -> Iterator[_Likely]:
        for piece in self.older.pieces.values():
            bridged = self.bridge(piece.name)
            for name in (
                self._candidates(piece)
                | self._inherited(piece)
                | bridged
                | ({piece.name} & self.newer.pieces.keys())
            ):
                other = self.newer.pieces[name]
                if other.kind == piece.kind and (
                    likely := self._likely(piece, other, name in bridged)
                ):
                    yield likely

    def _likely(self, piece: Piece, other: Piece, bridged: bool) -> _Likely | None:
        """How probable a match is; None where it cannot be one."""
        same_number = piece.name == other.name
        same_place = self._same_place(piece, other)
        if piece.kind in ("definition", "introduction", "table"):
            return _Likely(2.0, 1.0, piece.name, other.name, "name") if same_number else None
        language = self._shared(piece, other)
        heading = bool(language) and self._same_heading(piece, other, language)
        like = (
            self.alike(piece, other, language)
            if language
            else cosine(self._marks[0].get(piece.name, {}), self._marks[1].get(other.name, {}))
        )
        score = (
            like
            + _SAME_NUMBER * same_place
            + _SAME_LAW * (piece.citation.law == other.citation.law)
            + _SAME_HEADING * heading
        )
        score += _BRIDGED * bridged - _UNLIKE_SHAPE * (
            self._holds[0][piece.name] != self._holds[1][other.name]
        )
        if language:
            short = min(self._size(piece, language), self._size(other, language)) < _SHORT
            needed = _ALIKE_SHORT if short else _ALIKE
            if same_place or bridged:
                needed = (
                    _ALIKE_HEADING
                    if heading or bridged or piece.kind == "footnote"
                    else _ALIKE_NUMBER
                )
            how = "text"
        else:
            near = _NEAR if piece.citation.law != other.citation.law else _NEAR_HERE
            needed = (
                0.0
                if same_place and piece.kind == "footnote"
                else _NEAR_BRIDGED
                if bridged
                else _NEAR_NUMBER
                if same_place
                else near
            )
            how = "bridge" if bridged else "number" if same_place and like < _NEAR else "landmarks"
        return _Likely(score, like, piece.name, other.name, how) if like >= needed else None

    def _same_place(self, piece: Piece, other: Piece) -> bool:
        """Whether two provisions have the same number within what they stand in; before that is
        matched, the same number at all."""
        above, there = piece.citation.parent, other.citation.parent
        if above is None or there is None or not self._followed or above.law != piece.citation.law:
            return piece.name == other.name
        expected = self._followed.get(str(above), str(above))
        return expected == str(there) and str(piece.citation).removeprefix(str(above)) == str(
            other.citation
        ).removeprefix(str(there))

    def _inherited(self, piece: Piece) -> set[str]:
        """The provision of the same place within the match of what this one stands in."""
        above = piece.citation.parent
        if above is None or str(above) not in self._followed:
            return set()
        name = self._followed[str(above)] + piece.name.removeprefix(str(above))
        return {name} & self.newer.pieces.keys()

    def _candidates(self, piece: Piece) -> set[str]:
        names: set[str] = set()
        for language in {wording.language for wording in piece.wordings}:
            if language in self._indexes:
                for wording in piece.in_language(language)[:1]:
                    names |= self._nearest(language, _text(wording.own, wording.whole))
        if not any(wording.language == self.newer.languages[0] for wording in piece.wordings):
            marks = self._marks[0].get(piece.name, {})
            names |= self._near(marks)
        return names

    # -- within a language
    # -------------------------------------------------------------------------------------------------

    def _shared(self, piece: Piece, other: Piece) -> str:
        """The language both are held in, '' for none."""
        return next(
            (
                w.language
                for w in piece.wordings
                if any(o.language == w.language for o in other.wordings)
            ),
            "",
        )

    def alike(self, piece: Piece, other: Piece, language: str) -> float:
        """How alike two provisions are in a language: the best of all the editions that hold them,
        so that no misprint counts."""
        return best(
            like
            for first in piece.in_language(language)
            for second in other.in_language(language)
            for like in self._likes(first, second)
        )

    def _likes(self, first: Wording, second: Wording) -> Iterator[float]:
        """By what both say themselves, where that is something; and by all that stands in them."""
        owns = [self._tokens(wording.own) for wording in (first, second)]
        if all(len(words) >= _OWN for words in owns):
            yield wordwise(*owns)
        if (
            first.own != first.whole
            or second.own != second.whole
            or not all(len(words) >= _OWN for words in owns)
        ):
            yield wordwise(self._tokens(first.whole), self._tokens(second.whole))

    def _tokens(self, text: str) -> tuple[str, ...]:
        if text not in self._cache:
            self._cache[text] = tokens(text)
        return self._cache[text]

    @cached_property
    def _cache(self) -> dict[str, tuple[str, ...]]:
        return {}

    def _nearest(self, language: str, text: str) -> set[str]:
        if (language, text) not in self._found:
            self._found[language, text] = set(
                self._indexes[language].nearest(self._tokens(text), _CANDIDATES)
            )
        return self._found[language, text]

    @cached_property
    def _found(self) -> dict[tuple[str, str], set[str]]:
        return {}

    def _size(self, piece: Piece, language: str) -> int:
        return min(
            (len(self._tokens(wording.whole)) for wording in piece.in_language(language)), default=0
        )

    def _same_heading(self, piece: Piece, other: Piece, language: str) -> bool:
        titles = [
            (a.title, b.title)
            for a in piece.in_language(language)
            for b in other.in_language(language)
            if a.title and b.title
        ]
        return any(
            fuzz.ratio(" ".join(tokens(first)), " ".join(tokens(second))) >= 85
            for first, second in titles
        )

    @cached_property
    def _indexes(self) -> dict[str, Index]:
        """Per language that both codes have, the newer code's texts."""
        shared = set(self.older.languages) & set(self.newer.languages)
        return {language: Index(_texts(self.newer, language)) for language in sorted(shared)}

    # -- across languages
    # --------------------------------------------------------------------------------------------------

    def _set_landmarks(self) -> None:
        """Of each provision the landmarks it resembles, in its own language. Landmarks: what is
        held in both main languages, in one code, or in two under one number; once provisions are
        matched, under the numbers that were found to correspond."""
        self._near_by_mark.clear()
        main = self.newer.languages[0]
        if all(
            any(wording.language == main for wording in piece.wordings)
            for piece in self.older.pieces.values()
        ):
            self._marks = ({}, {})
            return
        here, there = self.older.languages[0], self.newer.languages[0]
        if here == there:
            there = next(
                (
                    language
                    for code in (self.newer, self.older)
                    for language in code.languages
                    if language != here
                ),
                here,
            )
        held = {
            (code.year, language): _texts(code, language)
            for code in (self.older, self.newer)
            for language in (here, there)
        }
        texts: dict[str, dict[str, tuple[str, ...]]] = {here: {}, there: {}}
        years = (self.older.year, self.newer.year)
        for name in self.older.pieces.keys() | self.newer.pieces.keys():
            other = (
                self._followed.get(name) if self._followed and name in self.older.pieces else name
            )
            for language in (here, there):
                words = held[years[0], language].get(name) or held[years[1], language].get(
                    other or ""
                )
                if words:
                    texts[language][name] = words
        both = sorted(texts[here].keys() & texts[there].keys())
        indexes = {
            language: Index({name: texts[language][name] for name in both})
            for language in (here, there)
        }
        back = {target: source for source, target in self._followed.items()}
        self._marks = (_vectors(self.older, indexes, {}), _vectors(self.newer, indexes, back))

    def _near(self, marks: Vector) -> set[str]:
        """The provisions of the newer code that resemble the same landmarks most."""
        if not self._near_by_mark:
            for name, vector in self._marks[1].items():
                for mark, weight in vector.items():
                    self._near_by_mark.setdefault(mark, []).append((name, weight))
        found: dict[str, float] = {}
        for mark, weight in marks.items():
            for name, other in self._near_by_mark.get(mark, ()):
                found[name] = found.get(name, 0.0) + weight * other
        return set(nlargest(_CANDIDATES, found, key=lambda name: (found[name], name)))

    # -- parts
    # -------------------------------------------------------------------------------------------------------------

    def _parts(self, matched: dict[str, str], reached: set[str]) -> Iterator[Pair]:
        """What was split off or taken in: a provision without a match of its own whose words stand
        in one of the other code, and no more in the match of that one."""
        back = {target: source for source, target in matched.items()}
        for other in self.newer.pieces.values():
            if other.name not in reached | self._reached:
                score, source = self._holding(
                    other, self.older, matched, self.newer, self._closed[0]
                )
                if score >= _PART:
                    yield Pair(source, other.name, "part", round(score, 3))
        for piece in self.older.pieces.values():
            if piece.name not in matched.keys() | self._closed[0]:
                score, target = self._holding(piece, self.newer, back, self.older, self._closed[1])
                if score >= _PART:
                    yield Pair(piece.name, target, "part", round(score, 3), main=False)

    def _around(self, pairs: list[Pair]) -> list[Pair]:
        """What has no match of its own but holds provisions that have: it corresponds to what holds
        theirs, of the same number first."""
        ways = ({pair.target for pair in pairs}, {pair.source for pair in pairs})
        up: dict[str, Counter[str]] = {}
        down: dict[str, Counter[str]] = {}
        for pair in pairs:
            source, target = self.older.pieces[pair.source], self.newer.pieces[pair.target]
            for above in target.citation.parents:
                if str(above) not in ways[0] | self._closed[1]:
                    up.setdefault(str(above), Counter()).update(
                        [str(each) for each in (source.citation, *source.citation.parents)]
                    )
            for above in source.citation.parents:
                if str(above) not in ways[1] | self._closed[0]:
                    down.setdefault(str(above), Counter()).update(
                        [str(each) for each in (target.citation, *target.citation.parents)]
                    )
        found = [
            Pair(_most(votes, name, self.older), name, "parts", 0.5)
            for name, votes in up.items()
            if name in self.newer.pieces
        ]
        found += [
            Pair(name, _most(votes, name, self.newer), "parts", 0.5)
            for name, votes in down.items()
            if name in self.older.pieces
        ]
        return [pair for pair in dict.fromkeys(found) if pair.source and pair.target]

    def _holding(
        self, part: Piece, code: Code, matches: dict[str, str], home: Code, closed: set[str]
    ) -> tuple[float, str]:
        """The provision of the other code that holds most of the own words of a part, and how much;
        ``matches`` lead back home."""
        found = (0.0, "")
        for wording in part.wordings if part.kind == "law" else ():
            words = self._tokens(wording.own)
            index = self._own_indexes.get((code.year, wording.language))
            if len(words) <= _PART_PAIRS or index is None:
                continue
            for name in index.nearest(words, _CANDIDATES):
                if name in closed or code.pieces[name].kind != "law":
                    continue
                match = home.pieces.get(matches.get(name, ""))
                stayed = (
                    [self._tokens(w.own) for w in match.in_language(wording.language)]
                    if match
                    else []
                )
                for whole in code.pieces[name].in_language(wording.language):
                    score = held(words, self._tokens(whole.own)) - best(
                        held(words, other) for other in stayed
                    )
                    found = max(found, (score, name))
        return found

    @cached_property
    def _own_indexes(self) -> dict[tuple[int, str], Index]:
        """The provisions' own texts, by code and language."""
        found = {}
        for code in (self.older, self.newer):
            for language in set(self.older.languages) & set(self.newer.languages):
                texts = {
                    p.name: self._tokens(w.own)
                    for p in code.pieces.values()
                    for w in p.in_language(language)[:1]
                    if len(w.own) > 30
                }
                found[code.year, language] = Index(texts)
        return found


def _most(votes: Counter[str], name: str, code: Code) -> str:
    """The holder that most of the parts stand in: the one of the same number, else the innermost of
    those with most votes."""
    if name in votes and name in code.pieces:
        return name
    inner = [
        (count, len(code.pieces[each].citation.parents), each)
        for each, count in votes.items()
        if each in code.pieces
    ]
    return max(inner, default=(0, 0, ""))[2]


def _text(own: str, whole: str) -> str:
    return own if len(own.split()) >= _OWN else whole


def _texts(code: Code, language: str) -> dict[str, tuple[str, ...]]:
    found = {}
    for piece in code.pieces.values():
        for wording in piece.in_language(language)[:1]:
            found[piece.name] = tokens(_text(wording.own, wording.whole))
    return found


def _vectors(code: Code, indexes: dict[str, Index], renamed: dict[str, str]) -> dict[str, Vector]:
    found = {}
    for piece in code.pieces.values():
        wording = next((wording for wording in piece.wordings if wording.language in indexes), None)
        found[piece.name] = (
            landmarks(
                indexes[wording.language],
                tokens(_text(wording.own, wording.whole)),
                renamed.get(piece.name, piece.name),
            )
            if wording
            else {}
        )
    return found
