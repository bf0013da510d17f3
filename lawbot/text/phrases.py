"""The little language of ``heard`` phrases, and the words it is made of."""

import re
from collections.abc import Container, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple, TypeVar

from lawbot.errors import PhraseError
from lawbot.grouped import grouped
from lawbot.text.vocabulary import vocabulary

_GAP, _WIDE = 1, 6
"""Words that may stand between two words of a phrase, and where it has '...'."""
_AFTER = {"/": 3, "//": 1}
"""Clauses among which the part of a phrase behind '/' is looked for; behind '//' in the next one
alone."""
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
    """The first value that was equal to this one: thousands of phrases share a few hundred sets of
    words."""
    return value


class Word(NamedTuple):
    """A word of the text: its lemma, where it stands, who it means where it means somebody, and
    whether it makes its clause unsure."""

    lemma: str
    start: int
    end: int
    who: str = ""
    roles: frozenset[str] = frozenset()
    guard: bool = False
    form: str = ""
    """The word as it was written, in small letters."""
    owns: bool = False
    """Whether what follows is this player's: 'LHO's bid' is no bid that LHO makes now."""
    denies: bool = False
    """Whether it says that something is not so."""
    earlier: bool = False
    """Whether it is in the past perfect: 'had said'."""

    def of(self, actor: str) -> "Word":
        """The word with what its player is to the one who has acted before."""
        if not self.who or self.who == "director":
            return self
        return self._replace(
            roles=self.roles | {"{same}" if self.who in (actor, "he") else "{another}"}
        )


@dataclass(frozen=True, slots=True)
class Phrase:
    """A parsed phrase: for each place the lemmas and classes that may stand there, the gap before
    it, and what excludes it."""

    places: tuple[frozenset[str], ...]
    gaps: tuple[int, ...]
    not_in_clause: frozenset[str]
    not_in_text: frozenset[str]
    allowed: frozenset[str]
    """Words that would make the clause unsure, and do not here."""
    against: bool = False
    """Whether it settles nothing, and only speaks against the other answers."""
    then: "Phrase | None" = None
    """What one of the next clauses tells."""
    after: int = 0
    """Among how many of them that is looked for."""
    differs: bool = False
    """Whether it tells that sides differ: it is heard where they do."""
    reports: bool = False
    """Whether it has a word of saying: what somebody said is heard where sides differ, unless they
    differ about that."""
    before_lead: bool = False
    """Whether it tells what made somebody lead, and so is not heard behind the lead."""
    words: tuple[frozenset[str], ...] = ()
    """What may stand in each place, those of the next clauses too."""

    @classmethod
    def every(cls, line: str) -> "Iterator[Phrase]":
        """The phrases that a line of a chart stands for: one for each way of ``tellings`` to say
        what it has between '<' and '>'. Raises PhraseError."""
        named = _TELLING.search(line)
        if named is None:
            yield cls.parse(line)
            return
        if named[1] not in vocabulary().said.tellings:
            raise PhraseError(f"the phrase “{line}” has <{named[1]}>, which is not told in any way")
        for way in vocabulary().said.tellings[named[1]]:
            yield from cls.every(line[: named.start()] + way + line[named.end() :])

    @classmethod
    def parse(cls, text: str) -> "Phrase":
        """Reads 'dummy spread|expose ... hand !partner !!claim ?say / declarer play'. Raises
        PhraseError."""
        text, slash, behind = (
            re.split(r" (//?) ", text, maxsplit=1) if " /" in text else (text, "", "")
        )
        before_lead, text = text.startswith("^"), text.removeprefix("^")
        places: list[frozenset[str]] = []
        gaps: list[int] = []
        clause: set[str] = set()
        anywhere: set[str] = set()
        allowed: set[str] = set()
        gap = _GAP
        for part in text.casefold().removeprefix("~").split():
            if part == "...":
                gap = _WIDE
                continue
            excluded = clause if part.startswith("!") else allowed if part.startswith("?") else None
            if part.startswith("!!"):
                excluded = anywhere
            choices = {place_of(choice, text) for choice in part.lstrip("!?").split("|")} - {""}
            if excluded is not None and not choices:
                raise PhraseError(f"the phrase “{text}” has “{part}”, a word that is not heard")
            if excluded is not None:
                excluded |= choices
            elif choices:
                places.append(_same(frozenset(choices)))
                gaps.append(gap)
                gap = _GAP
        if not behind and all(choice.startswith("{") for place in places for choice in place):
            raise PhraseError(f"the phrase “{text}” has no word of its own")
        in_clause, in_text, may = (_same(frozenset(words)) for words in (clause, anywhere, allowed))
        then = cls.parse(behind) if behind else None
        in_text |= then.not_in_text if then else frozenset()
        differs = _tells_difference(places)
        reports = any(not place.isdisjoint(vocabulary().reports) for place in places)
        words = (
            *places,
            *(
                _same(place - _BY_ACTOR or frozenset({"{who}"}))
                for place in (then.words if then else ())
            ),
        )
        return cls(
            tuple(places),
            _same(tuple(gaps)),
            in_clause,
            in_text,
            may,
            text.startswith("~"),
            then,
            _AFTER.get(slash, 0),
            differs,
            reports,
            before_lead,
            words,
        )

    @property
    def rarest(self) -> frozenset[str]:
        """What may stand in the place that fewest words fit: one without classes, which nearly
        every text has."""
        return min(
            self.places,
            key=lambda place: (any(choice.startswith("{") for choice in place), len(place)),
        )

    @property
    def silent(self) -> bool:
        """Whether it only tells that somebody said or did nothing, from which no fact follows."""
        denials, silence = vocabulary().denials, vocabulary().silence
        if self.then is not None:
            return self.then.silent
        denied = next(
            (at for at, place in enumerate(self.places, 1) if not place.isdisjoint(denials)),
            len(self.places),
        )
        return denied < len(self.places) and not any(
            place.isdisjoint(silence) for place in self.places[denied:]
        )

    def told(
        self, clauses: Sequence["Clause"], *, sure: bool = True
    ) -> Iterator[list[tuple[int, tuple[int, ...]]]]:
        """Each time it is told: the places of the clauses that tell it, with those of the words
        that it is made of."""
        for at, clause in enumerate(clauses):
            places = self.found(clause, sure=sure)
            if places is None or (self.before_lead and _led_before(clauses[: at + 1], places[0])):
                continue
            if self.then is None:
                yield [(at, places)]
                continue
            actor = next(
                (clause.words[place].who for place in places if clause.words[place].who), ""
            )
            following = [after.of(actor) for after in clauses[at + 1 : at + 1 + self.after]]
            for later in self.then.told(following, sure=sure):
                yield [(at, places), *((at + 1 + number, taken) for number, taken in later)]

    def found(self, clause: "Clause", *, sure: bool = True) -> tuple[int, ...] | None:
        """The places of the clause's words that the phrase is made of; None where it is not there,
        or the clause is unsure of it.

        Without ``sure`` only what is denied is passed over.
        """
        if any(
            place.isdisjoint(clause.names) for place in self.places
        ) or not self.not_in_clause.isdisjoint(clause.names):
            return None
        if sure and clause.disputed and not self.differs and (clause.denied or not self.reports):
            return None
        if clause.words[0].who == "director" and "{director}" not in self.places[0]:
            return None  # what the director does is nobody's call or play
        for begin in range(len(clause.words)):
            for taken in self._from(clause.words, begin, 0):
                held = set(taken) | {
                    place for place, word in enumerate(clause.words) if word.lemma in self.allowed
                }
                if not any(
                    word.guard and (sure or word.denies) and place not in held
                    for place, word in enumerate(clause.words)
                ):
                    return taken
        return None

    def anywhere(self, words: Sequence[Word]) -> tuple[int, ...] | None:
        """The places of the words that it is made of, whatever else is said there; None where it is
        not there."""
        return next(
            (taken for begin in range(len(words)) for taken in self._from(words, begin, 0)), None
        )

    def _from(self, words: Sequence[Word], at: int, place: int) -> Iterator[tuple[int, ...]]:
        if at >= len(words) or not fits(words[at], self.places[place]):
            return
        if place + 1 == len(self.places):
            yield (at,)
            return
        for nearest in range(at + 1, min(len(words), at + 2 + self.gaps[place + 1])):
            if (
                place == 0
                and words[at].owns
                and words[at].lemma not in self.places[0]
                and self._is_owned(words[nearest])
            ):
                return
            for rest in self._from(words, nearest, place + 1):
                yield (at, *rest)
            guards = words[nearest].guard and words[nearest].lemma not in self.allowed
            if guards or (words[nearest].who and (words[at].who or self.gaps[place + 1] == _GAP)):
                return

    def _is_owned(self, word: Word) -> bool:
        """Whether the word names something done before ('LHO's bid'), where the phrase tells of
        doing it."""
        return word.form in vocabulary().said.owned and f"={word.form}" not in self.places[1]


def _tells_difference(places: Sequence[frozenset[str]]) -> bool:
    """Return whether the places of a phrase say that sides differ: 'deny', 'say not'."""
    known = vocabulary()
    reports = any(not place.isdisjoint(known.reports) for place in places)
    denies = any(not place.isdisjoint(known.denials) for place in places)
    return (reports and denies) or any(not place.isdisjoint(known.differing) for place in places)


def _led_before(clauses: Sequence["Clause"], place: int) -> bool:
    """Return whether a lead is told before a place in the last of some clauses, which gives no
    reason for it."""
    *before, last = clauses
    opening = last.words[0].form in vocabulary().said.causing
    if opening or any(word.earlier for word in last.words[place:]):
        return False
    told = [*(clause.words for clause in before), last.words[:place]]
    return any(_leads(words, at) for words in told for at in range(len(words)))


def _leads(words: Sequence[Word], at: int) -> bool:
    """Return whether a word tells that somebody leads: 'led', or 'East put ...'."""
    known, word = vocabulary(), words[at]
    puts = word.lemma in known.puts_down and word.form not in _NO_LEAD
    return word.form in known.said.led or (puts and at > 0 and bool(words[at - 1].who))


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a text that says one thing."""

    words: tuple[Word, ...]
    disputed: bool = False
    """Whether somebody is told to say otherwise."""
    denied: bool = False
    """Whether one of the two sides denies what the other says."""
    names: frozenset[str] = field(default=frozenset(), compare=False)
    """All that a place of a phrase can be, of its words."""

    def of(self, actor: str) -> "Clause":
        """The same clause, where ``{same}`` is a player who has acted before, or may be: 'he'; and
        ``{another}`` is another seat."""
        if not actor:
            return self
        words = [word.of(actor) for word in self.words]
        return Clause.made(words, disputed=self.disputed, denied=self.denied)

    @classmethod
    def made(cls, words: Iterable[Word], *, disputed: bool, denied: bool) -> "Clause":
        """A clause with the names of its words."""
        told = tuple(words)
        return cls(
            told,
            disputed,
            denied,
            frozenset(name for word in told for name in (word.lemma, f"={word.form}", *word.roles)),
        )


@dataclass(frozen=True, slots=True)
class Told:
    """A text cut into the clauses that tell something, players named by their place from the
    offender where that is sure."""

    text: str
    clauses: tuple[Clause, ...]
    lemmas: frozenset[str]
    there: frozenset[str]
    """All that a place of a phrase can be, of the words in the clauses."""

    @property
    def offender_seat(self) -> str | None:
        """Return the seat (N, E, S or W) that the text names as the offender's, or None."""
        seats = {
            word.who[0].upper()
            for clause in self.clauses
            for word in clause.words
            if "{offender}" in word.roles and word.who in _SEATS
        }
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
        """Return what the clauses of a text tell, those at some places disputed, of these some
        denied."""
        told = tuple(
            Clause.made(words, disputed=at in disputed, denied=at in denied)
            for at, words in enumerate(clauses)
        )
        return cls(
            text,
            told,
            frozenset(lemmas),
            frozenset[str]().union(*(clause.names for clause in told)),
        )


def fits(word: Word, choices: frozenset[str]) -> bool:
    """Whether a word of a text is one of the lemmas, forms ('=led') or classes ('{lho}') that may
    stand in a place of a phrase."""
    return word.lemma in choices or f"={word.form}" in choices or not word.roles.isdisjoint(choices)


def place_of(choice: str, phrase: str) -> str:
    """A word of a phrase as it is matched: a class in brackets, or a lemma; empty for a word that
    carries nothing."""
    if choice.startswith("{"):
        if not choice.endswith("}") or choice[1:-1] not in _CLASSES:
            raise PhraseError(f"the phrase “{phrase}” has the class {choice}, which there is not")
        return choice
    if not re.fullmatch(r"=?[\w♠♥♦♣']+", choice) or "_" in choice:
        raise PhraseError(f"the phrase “{phrase}” has “{choice}”, which is no word")
    if choice.startswith("="):
        return choice
    known = vocabulary()
    lemma = known.lemma(choice)
    return "" if lemma in known.light and lemma not in known.guards else lemma


class PhraseBook:
    """Ways to tell facts: (fact, answer, phrase), in the order in which they are tried. They are
    looked up by the rarest of their words."""

    def __init__(self, lines: Iterable[tuple[str, str, Phrase]]) -> None:
        self._lines = list(dict.fromkeys(lines))
        self._by_word = grouped(
            (name, place) for place, line in enumerate(self._lines) for name in line[2].rarest
        )

    def heard(self, told: Told) -> dict[str, dict[str, str]]:
        """For each fact that a text tells the answers, with the words in which it tells them;
        without words those that an unsure clause tells."""
        taken: dict[str, dict[str, str]] = {}
        possible = self._possible(told)
        for fact, answer, phrase in possible:
            if answer not in taken.get(fact, ()) and (words := _told_words(phrase, told)):
                taken.setdefault(fact, {})[answer] = words
        for fact, answer, phrase in possible:
            if fact in taken and any(phrase.told(told.clauses, sure=False)):
                taken[fact].setdefault(answer, "")  # then the other answer is not sure either
        return taken

    def doubted(self, told: Told, usual: Container[tuple[str, str]]) -> set[tuple[str, str]]:
        """Of the ``usual`` answers, each with its fact, those of which a clause tells that it is
        not so, or that somebody thinks so or disputes it."""
        clauses = [
            clause
            for clause in told.clauses
            if clause.disputed or any(map(_is_doubting, clause.words))
        ]
        return {
            (fact, answer)
            for fact, answer, phrase in (self._possible(told) if clauses else ())
            if (fact, answer) in usual
            and any(
                _doubts(clause, places)
                for clause in clauses
                if (places := phrase.anywhere(clause.words))
            )
        }

    def _possible(self, told: Told) -> list[tuple[str, str, Phrase]]:
        """The lines that the words of a text could make."""
        there, words = told.there, told.lemmas | told.there
        near = [
            self._lines[place]
            for place in sorted(
                {place for name in self._by_word.keys() & there for place in self._by_word[name]}
            )
        ]
        return [
            line
            for line in near
            if line[2].not_in_text.isdisjoint(words)
            and not any(map(there.isdisjoint, line[2].words))
        ]


def _is_doubting(word: Word) -> bool:
    return word.denies or word.lemma in vocabulary().thinking


def _doubts(clause: Clause, places: tuple[int, ...]) -> bool:
    """Whether a clause doubts what its words at some places tell: 'not revoked', 'I think he
    revoked'."""
    denied = places[0] > 0 and clause.words[places[0] - 1].denies
    return (
        clause.disputed
        or denied
        or any(word.lemma in vocabulary().thinking for word in clause.words)
    )


def _told_words(phrase: Phrase, told: Told) -> str:
    """The words of the text in which the phrase is told; empty where it settles nothing, is not
    told, or denies what is told after it."""
    if phrase.against:
        return ""
    for parts in phrase.told(told.clauses):
        if not any(
            _undone([told.clauses[at].words[place] for place in places], told.clauses[at + 1 :])
            for at, places in parts
        ):
            first, last = (
                told.clauses[parts[0][0]].words[parts[0][1][0]],
                told.clauses[parts[-1][0]].words[parts[-1][1][-1]],
            )
            return " ".join(told.text[first.start : last.end].split())
    return ""


def _undone(words: list[Word], later: tuple[Clause, ...]) -> bool:
    """Whether the words deny an act that a later clause tells: 'nobody played, and LHO followed'."""
    if not any(word.denies for word in words):
        return False
    denied = {
        lemma
        for kind in vocabulary().acts
        for word in words
        if word.lemma in kind
        for lemma in kind
    }
    return any(
        word.lemma in denied
        and any(before.who for before in clause.words[:at])
        and not any(other.denies for other in clause.words)
        for clause in later
        for at, word in enumerate(clause.words)
    )


def told_in(
    phrases: Iterable[Phrase], clauses: Sequence[Sequence[Word]]
) -> list[tuple[int, Phrase, tuple[int, ...]]]:
    """Which of some phrases clauses tell, whatever else is said there: the number of the clause,
    the phrase, the places of its words in it."""
    there = {
        name
        for words in clauses
        for word in words
        for name in (word.lemma, f"={word.form}", *word.roles)
    }
    possible = [phrase for phrase in phrases if not any(map(there.isdisjoint, phrase.words))]
    return [
        (number, phrase, taken)
        for number, words in enumerate(clauses)
        for phrase in possible
        if (taken := phrase.anywhere(words)) is not None
    ]
