"""Match the provisions of two codes by text and heading, or by landmarks across languages.

The number is a hint.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from heapq import nlargest
from itertools import product

from rapidfuzz import fuzz

from lawbot.law.citation import Citation
from lawbot.law.differences import tokens
from tools.concordance.codes import Code, Piece, Wording
from tools.concordance.forced import Forced
from tools.concordance.likeness import Index, Vector, best, cosine, landmarks, share_in, wordwise

_CANDIDATES = 14
"""Number of nearest provisions compared with each."""
_MIN_OWN_WORDS = 10
"""Fewest words of a provision's own text that stand for it, without its parts."""
# Added to the likeness of a pair: each is a hint, and none decides alone.
_SAME_NUMBER, _SAME_LAW, _SAME_HEADING, _BRIDGED = 0.12, 0.05, 0.08, 0.3
_UNLIKE_SHAPE = 0.17
"""Penalty if one of two provisions has parts and the other has none."""
# Likeness that a pair needs: of words in one language, and of landmarks across languages.
_ALIKE, _ALIKE_SHORT, _ALIKE_NUMBER, _ALIKE_HEADING = 0.5, 0.62, 0.29, 0.2
_NEAR, _NEAR_SAME_LAW, _NEAR_NUMBER, _NEAR_BRIDGED = 0.6, 0.56, 0.2, 0.15
_ALIKE_TITLES = 85
"""Least likeness of two headings that are the same, in percent."""
_SHORT = 8
"""Fewest words of a text for the usual threshold."""
_MIN_PART_SHARE, _MIN_PART_WORDS = 0.5, 8
_MIN_OWN_SIGNS = 30
"""Most characters of a text that is too short to have lost a part."""

Bridge = Callable[[str], set[str]]
"""Function to the places of an older provision in the newer code, found by a third code."""


@dataclass(frozen=True, slots=True)
class Pair:
    """Corresponding provisions of the older and newer code, the method, and its score (0 to 1)."""

    source: str
    target: str
    how: str
    score: float
    reason: str = ""
    main: bool = True
    """False if the target stands chiefly in the place of another."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    score: float
    likeness: float
    source: str
    target: str
    how: str


def _parted(code: Code) -> dict[str, bool]:
    """Return which provisions of a code have parts."""
    return {name: bool(code.inside(name)) for name in code.pieces}


class Matcher:
    """Matcher of two codes."""

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
        self._has_parts = (_parted(older), _parted(newer))
        # both runs look for the same texts
        self._nearest = cache(self._read_nearest)
        self._first_matches: dict[str, str] = {}
        self._landmarks: tuple[dict[str, Vector], dict[str, Vector]] = ({}, {})
        self._names_by_landmark: dict[str, list[tuple[str, float]]] = {}
        forced_sources: set[str] = set()
        new: set[str] = set()
        self._forced_targets: set[str] = set()
        for match in self.forced:
            forced_sources.update(match.sources)
            self._forced_targets.update(match.targets)
            # what comes from nothing is new, and not to be matched by its text
            if not match.sources:
                new.update(match.targets)
        self._closed = (forced_sources, new)

    def pairs(self) -> list[Pair]:
        """Return every pair, in the order of the older book.

        A provision may stand in several pairs, or in none.
        """
        pairs = []
        for match in self.forced:
            for source, target in product(match.sources, match.targets):
                is_main = source == match.sources[0]
                pairs.append(Pair(source, target, "forced", 1.0, match.reason, is_main))
        # Twice: the second run knows where what holds a provision went, and compares places by it.
        self._first_matches = {}
        self._set_landmarks()
        self._first_matches = {pair.source: pair.target for pair in self._one_to_one()}
        self._set_landmarks()
        matches = self._one_to_one()
        pairs += matches
        targets = {pair.source: pair.target for pair in matches}
        pairs += self._parts(targets, set(targets.values()))
        pairs += self._holders(pairs)
        older, newer = self.older.pieces, self.newer.pieces
        return sorted(
            pairs, key=lambda pair: (older[pair.source].position, newer[pair.target].position)
        )

    # -- One to one

    def _one_to_one(self) -> list[Pair]:
        """Return the best match of each provision without a forced one, the surest first."""
        sources, targets = set(self._closed[0]), set(self._closed[1])
        pairs = []
        # Names break ties, so that the tables are the same on every run.
        candidates = list(self._all_candidates())
        candidates.sort(key=lambda match: (-match.score, match.source, match.target))
        for match in candidates:
            if match.source not in sources and match.target not in targets:
                sources.add(match.source)
                targets.add(match.target)
                score = round(min(match.likeness, 1.0), 3)
                pairs.append(Pair(match.source, match.target, match.how, score))
        return pairs

    def _all_candidates(self) -> Iterator[_Candidate]:
        for source in self.older.pieces.values():
            bridged = self.bridge(source.name)
            names = self._similar(source) | self._inherited(source) | bridged
            names |= {source.name} & self.newer.pieces.keys()
            for name in names:
                target = self.newer.pieces[name]
                if target.kind != source.kind:
                    continue
                candidate = self._candidate(source, target, name in bridged)
                if candidate:
                    yield candidate

    def _candidate(self, source: Piece, target: Piece, bridged: bool) -> _Candidate | None:
        """Return a match with its score; None if it cannot be one."""
        same_number = source.name == target.name
        same_place = self._same_place(source, target)
        if source.kind in ("definition", "introduction", "table"):
            return _Candidate(2.0, 1.0, source.name, target.name, "name") if same_number else None
        is_footnote = source.kind == "footnote"
        same_law = source.citation.law == target.citation.law
        language = self._shared_language(source, target)
        same_heading = bool(language) and self._same_heading(source, target, language)
        if language:
            likeness = self.alike(source, target, language)
        else:
            old_landmarks, new_landmarks = self._landmarks
            likeness = cosine(
                old_landmarks.get(source.name, {}), new_landmarks.get(target.name, {})
            )
        # The order of the sum decides its last digit, and that may decide between two matches.
        score = likeness + _SAME_NUMBER * same_place + _SAME_LAW * same_law
        score += _SAME_HEADING * same_heading
        unlike_shape = self._has_parts[0][source.name] != self._has_parts[1][target.name]
        score += _BRIDGED * bridged - _UNLIKE_SHAPE * unlike_shape
        if language:
            threshold = self._text_threshold(source, target, language)
            if same_place or bridged:
                is_confirmed = same_heading or bridged or is_footnote
                threshold = _ALIKE_HEADING if is_confirmed else _ALIKE_NUMBER
            how = "text"
        else:
            threshold = _NEAR_SAME_LAW if same_law else _NEAR
            if same_place:
                threshold = _NEAR_NUMBER
            if bridged:
                threshold = _NEAR_BRIDGED
            if same_place and is_footnote:
                threshold = 0.0
            how = "number" if same_place and likeness < _NEAR else "landmarks"
            how = "bridge" if bridged else how
        if likeness < threshold:
            return None
        return _Candidate(score, likeness, source.name, target.name, how)

    def _text_threshold(self, source: Piece, target: Piece, language: str) -> float:
        length = min(self._length(source, language), self._length(target, language))
        return _ALIKE_SHORT if length < _SHORT else _ALIKE

    def _same_place(self, source: Piece, target: Piece) -> bool:
        """Return True if two provisions have the same number within their parents.

        On the first run they need the same number at all.
        """
        old_parent, new_parent = source.citation.parent, target.citation.parent
        if old_parent is None or new_parent is None or not self._first_matches:
            return source.name == target.name
        if old_parent.law != source.citation.law:
            return source.name == target.name
        old_name, new_name = str(old_parent), str(new_parent)
        if self._first_matches.get(old_name, old_name) != new_name:
            return False
        old_number = str(source.citation).removeprefix(old_name)
        return old_number == str(target.citation).removeprefix(new_name)

    def _inherited(self, source: Piece) -> set[str]:
        """Return the provision of the same number within the match of the source's parent."""
        parent = str(source.citation.parent)
        if parent not in self._first_matches:
            return set()
        name = self._first_matches[parent] + source.name.removeprefix(parent)
        return {name} & self.newer.pieces.keys()

    def _similar(self, source: Piece) -> set[str]:
        """Return the names of the newer provisions that are nearest by text or by landmarks."""
        names: set[str] = set()
        languages = {wording.language for wording in source.wordings}
        for language in languages & self._indexes.keys():
            wording = source.in_language(language)[0]
            names |= self._nearest(language, _text(wording))
        if self.newer.languages[0] not in languages:
            names |= self._near(self._landmarks[0].get(source.name, {}))
        return names

    # -- Within a language

    def _shared_language(self, source: Piece, target: Piece) -> str:
        """Return the first language of the source that the target has too, '' for none."""
        target_languages = {wording.language for wording in target.wordings}
        languages = (wording.language for wording in source.wordings)
        return next((language for language in languages if language in target_languages), "")

    def alike(self, source: Piece, target: Piece, language: str) -> float:
        """Return how alike two provisions are in a language (0 to 1)."""
        # The best of all their editions counts, so that no misprint does.
        likenesses: list[float] = []
        for wordings in product(source.in_language(language), target.in_language(language)):
            likenesses += self._likenesses(*wordings)
        return best(likenesses)

    def _likenesses(self, first: Wording, second: Wording) -> Iterator[float]:
        """Yield the likeness of the own texts, if long enough, and of the texts with their parts."""
        first_own, second_own = tokens(first.own), tokens(second.own)
        long_enough = min(len(first_own), len(second_own)) >= _MIN_OWN_WORDS
        if long_enough:
            yield wordwise(first_own, second_own)
        if first.own != first.whole or second.own != second.whole or not long_enough:
            yield wordwise(tokens(first.whole), tokens(second.whole))

    def _read_nearest(self, language: str, text: str) -> set[str]:
        return set(self._indexes[language].nearest(tokens(text), _CANDIDATES))

    def _length(self, piece: Piece, language: str) -> int:
        lengths = (len(tokens(wording.whole)) for wording in piece.in_language(language))
        return min(lengths, default=0)

    def _same_heading(self, source: Piece, target: Piece, language: str) -> bool:
        for first, second in product(source.in_language(language), target.in_language(language)):
            if first.title and second.title:
                old_title, new_title = " ".join(tokens(first.title)), " ".join(tokens(second.title))
                if fuzz.ratio(old_title, new_title) >= _ALIKE_TITLES:
                    return True
        return False

    @cached_property
    def _indexes(self) -> dict[str, Index]:
        """Return for each language that both codes have an index of the newer code's texts."""
        shared = set(self.older.languages) & set(self.newer.languages)
        return {language: Index(_texts(self.newer, language)) for language in sorted(shared)}

    # -- Across languages

    def _set_landmarks(self) -> None:
        """Set the landmarks that each provision resembles, in its own language.

        Landmarks are provisions that both main languages have: in one code, or in two under one
        number; on the second run, under the numbers that were matched.
        """
        self._names_by_landmark.clear()
        main = self.newer.languages[0]
        if all(piece.in_language(main) for piece in self.older.pieces.values()):
            self._landmarks = ({}, {})
            return
        old_language = self.older.languages[0]
        languages = [old_language, main]
        if old_language == main:
            known_languages = (*self.newer.languages, *self.older.languages)
            languages[1] = next(
                (language for language in known_languages if language != main), main
            )
        texts: dict[str, dict[str, tuple[str, ...]]] = {}
        for language in languages:
            old_texts, new_texts = _texts(self.older, language), _texts(self.newer, language)
            texts[language] = {}
            for name in self.older.pieces.keys() | self.newer.pieces.keys():
                new_name = name
                if self._first_matches and name in self.older.pieces:
                    new_name = self._first_matches.get(name, "")
                words = old_texts.get(name) or new_texts.get(new_name)
                if words:
                    texts[language][name] = words
        names = sorted(set.intersection(*map(set, texts.values())))
        indexes = {}
        for language, words_of in texts.items():
            indexes[language] = Index({name: words_of[name] for name in names})
        sources = {target: source for source, target in self._first_matches.items()}
        self._landmarks = (
            _landmarks_of(self.older, indexes, {}),
            _landmarks_of(self.newer, indexes, sources),
        )

    def _near(self, vector: Vector) -> set[str]:
        """Return the newer provisions that resemble the same landmarks most."""
        if not self._names_by_landmark:
            for name, new_vector in self._landmarks[1].items():
                for landmark, weight in new_vector.items():
                    self._names_by_landmark.setdefault(landmark, []).append((name, weight))
        products: dict[str, float] = {}
        for landmark, weight in vector.items():
            for name, new_weight in self._names_by_landmark.get(landmark, ()):
                products[name] = products.get(name, 0.0) + weight * new_weight
        return set(nlargest(_CANDIDATES, products, key=lambda name: (products[name], name)))

    # -- Parts

    def _parts(self, matches: dict[str, str], targets: set[str]) -> Iterator[Pair]:
        """Yield provisions without a match that were split off from one, or taken into one."""
        sources = {target: source for source, target in matches.items()}
        for new_part in self.newer.pieces.values():
            if new_part.name not in targets | self._forced_targets:
                score, source = self._holder(
                    new_part, self.older, matches, self.newer, self._closed[0]
                )
                if score >= _MIN_PART_SHARE:
                    yield Pair(source, new_part.name, "part", round(score, 3))
        for old_part in self.older.pieces.values():
            if old_part.name not in matches.keys() | self._closed[0]:
                score, target = self._holder(
                    old_part, self.newer, sources, self.older, self._closed[1]
                )
                if score >= _MIN_PART_SHARE:
                    yield Pair(old_part.name, target, "part", round(score, 3), main=False)

    def _holders(self, pairs: list[Pair]) -> list[Pair]:
        """Return pairs of unmatched provisions: each with the holder of its parts' matches."""
        matched_sources = {pair.source for pair in pairs} | self._closed[0]
        matched_targets = {pair.target for pair in pairs} | self._closed[1]
        source_votes: dict[str, Counter[str]] = {}
        target_votes: dict[str, Counter[str]] = {}
        for pair in pairs:
            source = self.older.pieces[pair.source].citation
            target = self.newer.pieces[pair.target].citation
            _vote(source_votes, target, source, matched_targets)
            _vote(target_votes, source, target, matched_sources)
        holders = []
        for name, votes in source_votes.items():
            if name in self.newer.pieces:
                holders.append((_elected(votes, name, self.older), name))
        for name, votes in target_votes.items():
            if name in self.older.pieces:
                holders.append((name, _elected(votes, name, self.newer)))
        # both sides may have elected each other
        elected = [holder for holder in dict.fromkeys(holders) if all(holder)]
        return [Pair(source, target, "parts", 0.5) for source, target in elected]

    def _holder(
        self, part: Piece, code: Code, matches: dict[str, str], home: Code, closed: set[str]
    ) -> tuple[float, str]:
        """Return the provision of a code that holds most of a part's own words, and their share.

        ``matches`` lead from that code back to the part's home.
        """
        holder = (0.0, "")
        for wording in part.wordings if part.kind == "law" else ():
            words = tokens(wording.own)
            index = self._own_indexes.get((code.year, wording.language))
            if len(words) <= _MIN_PART_WORDS or index is None:
                continue
            for name in index.nearest(words, _CANDIDATES):
                if name in closed or code.pieces[name].kind != "law":
                    continue
                # Words that the provision's own match still has did not go to the part.
                match = home.pieces.get(matches.get(name, ""))
                unmoved = 0.0
                for unmoved_text in match.in_language(wording.language) if match else ():
                    unmoved = max(unmoved, share_in(words, tokens(unmoved_text.own)))
                for whole in code.pieces[name].in_language(wording.language):
                    score = share_in(words, tokens(whole.own)) - unmoved
                    holder = max(holder, (score, name))
        return holder

    @cached_property
    def _own_indexes(self) -> dict[tuple[int, str], Index]:
        """Return indexes of the provisions' own texts, by code and language."""
        indexes = {}
        for code in (self.older, self.newer):
            for language in set(self.older.languages) & set(self.newer.languages):
                texts = {}
                for piece in code.pieces.values():
                    wordings = piece.in_language(language)
                    # a heading of a few words tells nothing of where parts went
                    if wordings and len(wordings[0].own) > _MIN_OWN_SIGNS:
                        texts[piece.name] = tokens(wordings[0].own)
                indexes[code.year, language] = Index(texts)
        return indexes


def _vote(
    votes: dict[str, Counter[str]], part: Citation, match: Citation, matched: set[str]
) -> None:
    """Let a part's match and its holders be votes for each unmatched holder of the part."""
    candidates = [str(citation) for citation in (match, *match.parents)]
    for holder in map(str, part.parents):
        if holder not in matched:
            votes.setdefault(holder, Counter()).update(candidates)


def _elected(votes: Counter[str], name: str, code: Code) -> str:
    """Return the holder of the same number, else the innermost of those with most votes."""
    if name in votes and name in code.pieces:
        return name
    elected = (0, 0, "")
    for candidate, count in votes.items():
        if candidate in code.pieces:
            depth = len(code.pieces[candidate].citation.parents)
            elected = max(elected, (count, depth, candidate))
    return elected[2]


def _text(wording: Wording) -> str:
    is_long = len(wording.own.split()) >= _MIN_OWN_WORDS
    return wording.own if is_long else wording.whole


def _texts(code: Code, language: str) -> dict[str, tuple[str, ...]]:
    texts = {}
    for piece in code.pieces.values():
        wordings = piece.in_language(language)
        if wordings:
            texts[piece.name] = tokens(_text(wordings[0]))
    return texts


def _landmarks_of(
    code: Code, indexes: dict[str, Index], renamed: dict[str, str]
) -> dict[str, Vector]:
    vectors: dict[str, Vector] = {}
    for piece in code.pieces.values():
        vectors[piece.name] = {}
        for wording in piece.wordings:
            if wording.language in indexes:
                name = renamed.get(piece.name, piece.name)
                words = tokens(_text(wording))
                vectors[piece.name] = landmarks(indexes[wording.language], words, name)
                break
    return vectors
