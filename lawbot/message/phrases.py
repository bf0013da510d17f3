"""Language of the ``heard`` phrases of the charts, and the words it is made of."""

import re
from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import dropwhile
from typing import NamedTuple, TypeVar

from lawbot.errors import PhraseError
from lawbot.grouped import grouped
from lawbot.message.vocabulary import vocabulary

_GAP, _WIDE = 1, 6
"""Most words between two words of a phrase, and where it has '...'."""
_AFTER = {"/": 3, "//": 1}
"""Number of following clauses searched for the part of a phrase behind '/' or '//'."""
_TELLING = re.compile(r"<([a-z ]+)>")
_CLASSES = frozenset(
    "offender lho partner rho offender_since lho_since partner_since rho_since declarer dummy defender declaring opponents second "
    "who they me mine spectator director same another call card low honour".split()
)
_SEATS = frozenset({"north", "east", "south", "west"})
_NO_LEAD = frozenset({"lead", "play", "plays", "played", "playing", "table"})
"""Words of putting a card down that may tell of no lead: 'South plays 3NT'."""
_BY_ACTOR = frozenset({"{same}", "{another}"})
_Same = TypeVar("_Same", bound=Hashable)


@cache
def _same(value: _Same) -> _Same:
    """Return the first value equal to a value.

    Thousands of phrases share a few hundred sets of words.
    """
    return value


class Word(NamedTuple):
    """A word of the text: its lemma, its span, and the player it means.

    ``guard`` is true if it makes its clause unsure.
    """

    lemma: str
    start: int
    end: int
    who: str = ""
    roles: frozenset[str] = frozenset()
    guard: bool = False
    form: str = ""
    """The word as it was written, in small letters."""
    owns: bool = False
    """True for a possessive: 'LHO's bid' is no bid that LHO makes now."""
    denies: bool = False
    """True if it says that something is not so."""
    earlier: bool = False
    """True in the past perfect: 'had said'."""
    small_words: frozenset[str] = frozenset()
    """Forms of the clause's small words, on its first word: only exclusions match them."""

    def of(self, actor: str) -> "Word":
        """Return the word with the role of its player beside the one who acted before."""
        if not self.who or self.who == "director":
            return self
        role = "{same}" if self.who in (actor, "he") else "{another}"
        return self._replace(roles=self.roles | {role})


@dataclass(frozen=True, slots=True)
class Phrase:
    """A parsed phrase: by place the lemmas and classes that fit, and the gap before it.

    ``not_in_clause`` and ``not_in_text`` are words that exclude it.
    """

    places: tuple[frozenset[str], ...]
    gaps: tuple[int, ...]
    not_in_clause: frozenset[str]
    not_in_text: frozenset[str]
    allowed: frozenset[str]
    """Words that make other clauses unsure, but not this one."""
    against: bool = False
    """True if it settles nothing, and only speaks against the other answers."""
    then: "Phrase | None" = None
    """The part behind '/', which one of the next clauses must tell."""
    after: int = 0
    """Number of the next clauses that are searched for ``then``."""
    differs: bool = False
    """True if it tells that sides differ: it is heard in a disputed clause."""
    reports: bool = False
    """True if it has a word of saying: it is heard in a disputed clause unless that is denied."""
    before_lead: bool = False
    """True if it tells the reason for a lead, and so is not heard behind the lead."""
    words: tuple[frozenset[str], ...] = ()
    """Lemmas and classes that fit each place, with the places of ``then``."""

    @classmethod
    def every(cls, line: str) -> "Iterator[Phrase]":
        """Yield the phrases of a line of a chart, one for each wording of its '<telling>'.

        Raises PhraseError.
        """
        telling = _TELLING.search(line)
        if telling is None:
            yield cls.parse(line)
            return
        name, wordings = telling[1], vocabulary().said.tellings
        if name not in wordings:
            raise PhraseError(f"the phrase “{line}” has <{name}>, which is not told in any way")
        for wording in wordings[name]:
            yield from cls.every(line[: telling.start()] + wording + line[telling.end() :])

    @classmethod
    def parse(cls, text: str) -> "Phrase":
        """Parse 'dummy spread|expose ... hand !partner !!claim ?say / declarer play'.

        Raises PhraseError.
        """
        text, *rest = re.split(r" (//?) ", text, maxsplit=1)
        slash, behind = rest or ("", "")
        is_before_lead, text = text.startswith("^"), text.removeprefix("^")
        places: list[frozenset[str]] = []
        gaps: list[int] = []
        # words that exclude it from their clause or from the text, and words that do not
        further: dict[str, frozenset[str]] = dict.fromkeys(("!", "!!", "?"), frozenset())
        gap = _GAP
        for part in text.casefold().removeprefix("~").split():
            if part == "...":
                gap = _WIDE
                continue
            sign, choices = _parsed(part, text)
            if sign:
                further[sign] |= choices
            elif choices:
                places.append(_same(choices))
                gaps.append(gap)
                gap = _GAP
        # 'who card' would be told by nearly every clause
        if not behind and all(choice.startswith("{") for place in places for choice in place):
            raise PhraseError(f"the phrase “{text}” has no word of its own")
        then = cls.parse(behind) if behind else None
        return cls(
            tuple(places),
            _same(tuple(gaps)),
            not_in_clause=_same(further["!"]),
            not_in_text=_same(further["!!"] | (then.not_in_text if then else frozenset())),
            allowed=_same(further["?"]),
            against=text.startswith("~"),
            then=then,
            after=_AFTER.get(slash, 0),
            differs=_tells_difference(places),
            reports=_has_any(places, vocabulary().reports),
            before_lead=is_before_lead,
            words=(*places, *map(_by_any_actor, then.words if then else ())),
        )

    @property
    def rarest(self) -> frozenset[str]:
        """Return the choices of the place that the fewest words fit.

        A place without classes comes first: nearly every text has words of a class.
        """
        return min(
            self.places,
            key=lambda place: (any(choice.startswith("{") for choice in place), len(place)),
        )

    @property
    def silent(self) -> bool:
        """Return if it only tells that somebody said or did nothing, which proves no fact."""
        if self.then is not None:
            return self.then.silent
        silence = vocabulary().silence
        for number, place in enumerate(self.places, 1):
            if not place.isdisjoint(vocabulary().denials):
                behind = self.places[number:]
                return bool(behind) and not any(map(silence.isdisjoint, behind))
        return False

    def told(
        self, clauses: Sequence["Clause"], *, sure: bool = True
    ) -> Iterator[list[tuple[int, tuple[int, ...]]]]:
        """Yield, each time it is told, the indexes of its clauses with those of their words."""
        for number, clause in enumerate(clauses):
            indexes = self.found(clause, sure=sure)
            if indexes is None:
                continue
            # 'his turn' behind a lead tells of the next trick
            if self.before_lead and _led_before(clauses[: number + 1], indexes[0]):
                continue
            if self.then is None:
                yield [(number, indexes)]
                continue
            players = (clause.words[index].who for index in indexes)
            actor = next(filter(None, players), "")
            first = number + 1
            following = [later.of(actor) for later in clauses[first : first + self.after]]
            for parts in self.then.told(following, sure=sure):
                later_parts = ((first + step, part_indexes) for step, part_indexes in parts)
                yield [(number, indexes), *later_parts]

    def found(self, clause: "Clause", *, sure: bool = True) -> tuple[int, ...] | None:
        """Return the indexes of the words of a clause that tell the phrase.

        None if it is not told, or the clause is unsure of it. Without ``sure`` only denied clauses
        are passed over.
        """
        if any(
            place.isdisjoint(clause.names) for place in self.places
        ) or not self.not_in_clause.isdisjoint(clause.names):
            return None
        # what one side denies is no fact yet, unless the phrase is about the dispute
        if sure and clause.disputed and not self.differs and (clause.denied or not self.reports):
            return None
        if clause.words[0].who == "director" and "{director}" not in self.places[0]:
            return None  # what the director does is nobody's call or play
        guards: set[int] = set()
        for index, word in enumerate(clause.words):
            is_unsure = word.guard and (sure or word.denies)
            if is_unsure and word.lemma not in self.allowed:
                guards.add(index)
        # a guard is harmless only as a word of the phrase itself
        matches = self._matches(clause.words)
        return next((indexes for indexes in matches if guards.issubset(indexes)), None)

    def anywhere(self, words: Sequence[Word]) -> tuple[int, ...] | None:
        """Return the indexes of the words that tell it, whatever else is said, or None."""
        return next(self._matches(words), None)

    def _matches(self, words: Sequence[Word]) -> Iterator[tuple[int, ...]]:
        """Yield the indexes of the words of each match."""
        for start in range(len(words)):
            yield from self._from(words, start, 0)

    def _from(self, words: Sequence[Word], at: int, place: int) -> Iterator[tuple[int, ...]]:
        """Yield the indexes of the words that match the places from one on, the first at ``at``."""
        if at >= len(words) or not fits(words[at], self.places[place]):
            return
        if place + 1 == len(self.places):
            yield (at,)
            return
        gap = self.gaps[place + 1]
        for nearest in range(at + 1, len(words)):
            if (
                place == 0
                and words[at].owns
                and words[at].lemma not in self.places[0]
                and self._is_owned(words[nearest])
            ):
                return
            for rest in self._from(words, nearest, place + 1):
                yield (at, *rest)
            # a hedge or another player between two words parts them
            guards = words[nearest].guard and words[nearest].lemma not in self.allowed
            if guards or (words[nearest].who and (words[at].who or self.gaps[place + 1] == _GAP)):
                return
            gap -= 1
            if gap < 0:
                return

    def _is_owned(self, word: Word) -> bool:
        """Return if a word names an earlier act ('LHO's bid') and the phrase tells a new one."""
        return word.form in vocabulary().said.owned and f"={word.form}" not in self.places[1]


def _parsed(part: str, phrase: str) -> tuple[str, frozenset[str]]:
    """Return the sign before a part of a phrase, and the words of which one is meant.

    Raises PhraseError.
    """
    words = part.lstrip("!?")
    sign = part.removesuffix(words)
    choices = frozenset(place_of(choice, phrase) for choice in words.split("|")) - {""}
    # a choice is meant, and would vanish: 'take by|with' would hear every 'take'
    if not choices and (sign or "|" in words):
        raise PhraseError(f"the phrase “{phrase}” has “{part}”, words that are not heard")
    return sign, choices


def _by_any_actor(place: frozenset[str]) -> frozenset[str]:
    """Return the words of a later part by which a text is looked up before its actor is known."""
    choices: frozenset[str] = _same(place - _BY_ACTOR or frozenset({"{who}"}))
    return choices


def _has_any(places: Sequence[frozenset[str]], words: frozenset[str]) -> bool:
    """Return whether one of some words is meant in one of the places of a phrase."""
    return not all(map(words.isdisjoint, places))


def _tells_difference(places: Sequence[frozenset[str]]) -> bool:
    """Return whether the places of a phrase say that sides differ: 'deny', 'say not'."""
    lexicon = vocabulary()
    denies = _has_any(places, lexicon.denials)
    return (denies and _has_any(places, lexicon.reports)) or _has_any(places, lexicon.differing)


def _led_before(clauses: Sequence["Clause"], place: int) -> bool:
    """Return if a lead is told before an index of the last clause, and no reason for it."""
    *before, last = clauses
    opening = last.words[0].form in vocabulary().said.causing
    if opening or any(word.earlier for word in last.words[place:]):
        return False
    earlier_words = [*(clause.words for clause in before), last.words[:place]]
    return any(_leads(words, at) for words in earlier_words for at in range(len(words)))


def _leads(words: Sequence[Word], at: int) -> bool:
    """Return if a word tells that somebody leads: 'led', or 'East put ...'."""
    lexicon, word = vocabulary(), words[at]
    puts = word.lemma in lexicon.puts_down and word.form not in _NO_LEAD
    return word.form in lexicon.said.led or (puts and at > 0 and bool(words[at - 1].who))


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a text that says one thing."""

    words: tuple[Word, ...]
    disputed: bool = False
    """True if somebody says otherwise."""
    denied: bool = False
    """True if one of the two sides denies what the other says."""
    names: frozenset[str] = field(default=frozenset(), compare=False)
    """Lemmas, forms and roles of its words, which places of phrases are matched with."""

    def of(self, actor: str) -> "Clause":
        """Return the clause with players as ``{same}`` or ``{another}`` beside an actor.

        ``{same}`` acted before, or may have: 'he'.
        """
        if not actor:
            return self
        words = [word.of(actor) for word in self.words]
        return Clause.made(words, disputed=self.disputed, denied=self.denied)

    @classmethod
    def made(cls, words: Iterable[Word], *, disputed: bool, denied: bool) -> "Clause":
        """Return a clause with the names of its words."""
        clause_words = tuple(words)
        return cls(clause_words, disputed, denied, _names(clause_words))


def _names(words: Iterable[Word]) -> frozenset[str]:
    """Return the lemmas, forms and roles of some words."""
    names: set[str] = set()
    for word in words:
        names.update((word.lemma, f"={word.form}"), word.roles)
        names.update(f"={form}" for form in word.small_words)
    return frozenset(names)


@dataclass(frozen=True, slots=True)
class Told:
    """A text cut into the clauses that tell something.

    Players are named by their place from the offender if that is sure.
    """

    text: str
    clauses: tuple[Clause, ...]
    lemmas: frozenset[str]
    names: frozenset[str]
    """Lemmas, forms and roles of the words in the clauses."""

    @property
    def offender_seat(self) -> str | None:
        """Return the seat (N, E, S or W) that the text names as the offender's, or None."""
        seats: set[str] = set()
        for clause in self.clauses:
            for word in clause.words:
                if "{offender}" in word.roles and word.who in _SEATS:
                    seats.add(word.who[0].upper())
        return seats.pop() if len(seats) == 1 else None

    @classmethod
    def of(
        cls,
        text: str,
        clauses: Iterable[Iterable[Word]],
        disputed: Container[int],
        denied: Container[int],
        lemmas: Iterable[str],
    ) -> "Told":
        """Return the clauses of a text, with the numbers of the disputed and the denied ones."""
        told_clauses = tuple(
            Clause.made(words, disputed=at in disputed, denied=at in denied)
            for at, words in enumerate(clauses)
        )
        return cls(
            text,
            told_clauses,
            frozenset(lemmas),
            frozenset[str]().union(*(clause.names for clause in told_clauses)),
        )


def fits(word: Word, choices: frozenset[str]) -> bool:
    """Return if a word fits a place of a phrase.

    Choices are lemmas, forms ('=led') and classes ('{lho}').
    """
    return word.lemma in choices or f"={word.form}" in choices or not word.roles.isdisjoint(choices)


def place_of(choice: str, phrase: str) -> str:
    """Return a word of a phrase as it is matched: a class, a form ('=led') or a lemma.

    Empty for a word that is not heard. Raises PhraseError.
    """
    if choice.startswith("{"):
        if not choice.endswith("}") or choice[1:-1] not in _CLASSES:
            raise PhraseError(f"the phrase “{phrase}” has the class {choice}, which there is not")
        return choice
    if not re.fullmatch(r"=?[\w♠♥♦♣']+", choice) or "_" in choice:
        raise PhraseError(f"the phrase “{phrase}” has “{choice}”, which is no word")
    if choice.startswith("="):
        return choice
    lexicon = vocabulary()
    lemma = lexicon.lemma(choice)
    return "" if lemma in lexicon.light and lemma not in lexicon.guards else lemma


class HeardPhrase(NamedTuple):
    """A phrase by which people tell an answer to a question."""

    fact: str
    answer: str
    phrase: Phrase


class PhraseBook:
    """Phrases that tell facts, in the order in which they are tried.

    They are looked up by their rarest words.
    """

    def __init__(self, lines: Iterable[HeardPhrase]) -> None:
        self._lines = list(dict.fromkeys(lines))
        self._by_word = grouped(
            (name, index) for index, line in enumerate(self._lines) for name in line.phrase.rarest
        )

    def heard(self, statement: Told) -> dict[str, dict[str, str]]:
        """Return the answers to each fact that a text tells, with the words that tell them.

        An answer that only an unsure clause tells has no words.
        """
        facts: dict[str, dict[str, str]] = {}
        candidates = self._candidates(statement)
        for fact, answer, phrase in candidates:
            if answer in facts.get(fact, ()):
                continue
            words = _told_words(phrase, statement)
            if words:
                facts.setdefault(fact, {})[answer] = words
        for fact, answer, phrase in candidates:
            # then the other answer is not sure either
            if fact in facts and any(phrase.told(statement.clauses, sure=False)):
                facts[fact].setdefault(answer, "")
        return facts

    def doubted(self, statement: Told, usual: Container[tuple[str, str]]) -> set[tuple[str, str]]:
        """Return the ``usual`` pairs of fact and answer that a clause doubts.

        It denies or disputes them, or tells that somebody thinks so.
        """
        clauses = [
            clause
            for clause in statement.clauses
            if clause.disputed or any(map(_is_doubting, clause.words))
        ]
        doubted: set[tuple[str, str]] = set()
        for fact, answer, phrase in self._candidates(statement) if clauses else ():
            is_usual = (fact, answer) in usual
            if is_usual and any(_doubts(clause, phrase) for clause in clauses):
                doubted.add((fact, answer))
        return doubted

    def _candidates(self, statement: Told) -> list[HeardPhrase]:
        """Return the lines that the words of a text could tell."""
        words = statement.lemmas | statement.names
        numbers: set[int] = set()
        for name in self._by_word.keys() & statement.names:
            numbers.update(self._by_word[name])
        candidates: list[HeardPhrase] = []
        for number in sorted(numbers):
            phrase = self._lines[number].phrase
            is_excluded = not phrase.not_in_text.isdisjoint(words)
            if not is_excluded and not any(map(statement.names.isdisjoint, phrase.words)):
                candidates.append(self._lines[number])
        return candidates


def _is_doubting(word: Word) -> bool:
    """Return if a word denies its clause, or makes it a thought of somebody."""
    return word.denies or word.lemma in vocabulary().thinking


def _doubts(clause: Clause, phrase: Phrase) -> bool:
    """Return if a clause tells a phrase with doubt: 'not revoked', 'I think he revoked'."""
    indexes = phrase.anywhere(clause.words)
    if indexes is None:
        return False
    denied = indexes[0] > 0 and clause.words[indexes[0] - 1].denies
    thinking = vocabulary().thinking
    return clause.disputed or denied or any(word.lemma in thinking for word in clause.words)


def _told_words(phrase: Phrase, statement: Told) -> str:
    """Return the words of the text that tell a phrase.

    Empty if it settles nothing, is not told, or denies an act that is told after it.
    """
    if phrase.against:
        return ""
    for parts in phrase.told(statement.clauses):
        matches = [
            [statement.clauses[at].words[index] for index in indexes] for at, indexes in parts
        ]
        later = (statement.clauses[at + 1 :] for at, _indexes in parts)
        if not any(map(_is_undone, matches, later)):
            start, end = matches[0][0].start, matches[-1][-1].end
            return " ".join(statement.text[start:end].split())
    return ""


def _is_undone(words: list[Word], later: tuple[Clause, ...]) -> bool:
    """Return if words deny an act that a later clause tells: 'nobody played, and LHO followed'."""
    if not any(word.denies for word in words):
        return False
    lemmas = {word.lemma for word in words}
    denied = frozenset[str]().union(
        *(kind for kind in vocabulary().acts if not kind.isdisjoint(lemmas))
    )
    return any(_tells_act(clause, denied) for clause in later)


def _tells_act(clause: Clause, acts: frozenset[str]) -> bool:
    """Return if a clause denies nothing, and has one of some acts behind a player."""
    if any(word.denies for word in clause.words):
        return False
    after_player = dropwhile(lambda word: not word.who, clause.words)
    next(after_player, None)
    return any(word.lemma in acts for word in after_player)


def told_in(
    phrases: Iterable[Phrase], clauses: Sequence[Sequence[Word]]
) -> list[tuple[int, Phrase, tuple[int, ...]]]:
    """Return the phrases that clauses tell, whatever else is said in them.

    Each comes with the number of its clause before it, and the indexes of its words behind.
    """
    all_names = _names(word for words in clauses for word in words)
    candidates = [phrase for phrase in phrases if not any(map(all_names.isdisjoint, phrase.words))]
    matches: list[tuple[int, Phrase, tuple[int, ...]]] = []
    for number, words in enumerate(clauses):
        names = _names(words)
        for phrase in candidates:
            indexes = phrase.anywhere(words) if phrase.not_in_clause.isdisjoint(names) else None
            if indexes is not None:
                matches.append((number, phrase, indexes))
    return matches
