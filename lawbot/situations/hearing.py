"""From a sentence to facts: the ``heard`` phrases of the charts, matched to what a person typed. Only what is sure is taken.

A phrase is matched inside one clause, word for word by lemma. A clause that denies, supposes, orders in time or asks is passed over unless
the phrase has those words itself. Two answers heard to one question: neither is taken.
"""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path

from lawbot.errors import LawbotError
from lawbot.situations.charts import JOIN, Situations
from lawbot.situations.model import Chart
from lawbot.situations.walk import Asked, Ruled, walk

Source = Callable[[str], Mapping[str, Mapping[str, str]]]
"""A further way to read facts from a text (auctions and plays in sequence): chart -> fact -> answer."""

WORDS = Path(__file__).resolve().parents[2] / "data" / "situations" / "hearing.toml"
TYPED = 1000
"""Characters of a text that are heard."""
_GAP, _WIDE = 1, 6
"""Words that may stand between two words of a phrase, and where it has '...'."""
_SEATS = ("north", "east", "south", "west")
_FRAME = {"me": 0, "lho": 1, "partner": 2, "rho": 3}
_ROLES = {0: "offender", 1: "lho", 2: "partner", 3: "rho"}
_BY_ROLE = {"offender": 0, "next": 1, "his_partner": 2, "previous": 3}
_CLASSES = frozenset(
    {
        *_ROLES.values(),
        "declarer",
        "dummy",
        "defender",
        "declaring",
        "opponents",
        "who",
        "they",
        "card",
        "low",
        "honour",
        "call",
        "director",
    }
    | {"spectator", "me", "mine"}
)
_TOKEN = re.compile(r"[\w♠♥♦♣]+(?:['’][a-z]+)?|[,;:.!?()…–—\"“”\n]|(?<=\s)-(?=\s)")
_CALL = re.compile(r"[1-9](?:nt|n|[shdc♠♥♦♣])|nt|dbl|xx?")
_HONOURS = frozenset("ace king queen jack knave 10 a k q j t honour honor court".split())
_LOWS = frozenset("2 3 4 5 6 7 8 9 deuce spot".split())
_CARD = re.compile(r"(?:[♠♥♦♣shdc](?P<after>[akqjt2-9]|10)|(?P<before>[akqjt2-9]|10)[♠♥♦♣shdc])")
_SUITS = frozenset("spade heart diamond club trump".split())
_BESIDES = frozenset({"lho", "rho"})


_BEFORE_WE_CAME = re.compile(
    r"\bbefore (?:any(?:one|body)|some(?:one|body)|we|i|the director|director|the td|td|you)\b(?: else)? "
    r"(?:notic|saw|see|realis|realiz|could|called the|call the|came|come|arriv|was called|got|rule|said|say|spot|stopp)[^,;:.!?\n]*",
    re.IGNORECASE,
)
"""'before anybody noticed', 'before the director came': an order in time that settles nothing."""


class PhraseError(LawbotError):
    """A ``heard`` phrase cannot be read."""


@dataclass(frozen=True, slots=True)
class Heard:
    """What was taken from a sentence: ``given`` are facts and answers, ``said`` the words that each fact was taken from."""

    given: dict[str, str]
    said: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of the text: its lemma, where it stands, who it means where it means somebody, and whether it makes its clause unsure."""

    lemma: str
    start: int
    end: int
    who: str = ""
    roles: frozenset[str] = frozenset()
    guard: bool = False
    form: str = ""
    """The word as it was written, in small letters."""


@dataclass(frozen=True, slots=True)
class Phrase:
    """A parsed phrase: for each place the lemmas and classes that may stand there, the gap before it, and what excludes it."""

    places: tuple[frozenset[str], ...]
    gaps: tuple[int, ...]
    not_in_clause: frozenset[str]
    not_in_text: frozenset[str]
    allowed: frozenset[str]
    """Words that would make the clause unsure, and do not here."""

    @classmethod
    def parse(cls, text: str) -> "Phrase":
        """Reads 'dummy spread|expose ... hand !partner !!claim ?say'. Raises PhraseError."""
        places: list[frozenset[str]] = []
        gaps: list[int] = []
        clause: set[str] = set()
        anywhere: set[str] = set()
        allowed: set[str] = set()
        gap = _GAP
        for part in text.casefold().split():
            if part == "...":
                gap = _WIDE
                continue
            excluded = clause if part.startswith("!") else allowed if part.startswith("?") else None
            if part.startswith("!!"):
                excluded = anywhere
            choices = {_place(choice, text) for choice in part.lstrip("!?").split("|")} - {""}
            if excluded is not None:
                excluded |= choices
            elif choices:
                places.append(frozenset(choices))
                gaps.append(gap)
                gap = _GAP
        if all(choice.startswith("{") for place in places for choice in place):
            raise PhraseError(f"the phrase “{text}” has no word of its own")
        return cls(tuple(places), tuple(gaps), frozenset(clause), frozenset(anywhere), frozenset(allowed))

    def found(self, clause: "Clause") -> tuple[int, ...] | None:
        """The places of the clause's words that the phrase is made of; None where it is not there, or the clause is unsure of it."""
        if any(_fits(word, self.not_in_clause) for word in clause.words):
            return None
        for begin in range(len(clause.words)):
            for taken in self._from(clause.words, begin, 0):
                held = set(taken)
                if all(place in held or word.lemma in self.allowed for place, word in enumerate(clause.words) if word.guard):
                    return taken
        return None

    def _from(self, words: tuple[_Word, ...], at: int, place: int) -> Iterator[tuple[int, ...]]:
        if at >= len(words) or not _fits(words[at], self.places[place]):
            return
        if place + 1 == len(self.places):
            yield (at,)
            return
        for nearest in range(at + 1, min(len(words), at + 2 + self.gaps[place + 1])):
            for rest in self._from(words, nearest, place + 1):
                yield (at, *rest)
            if words[nearest].guard or (words[nearest].who and self.gaps[place + 1] == _GAP):
                return


@dataclass(frozen=True, slots=True)
class Clause:
    """A stretch of a text that says one thing."""

    words: tuple[_Word, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A text cut into the clauses that tell something, players named by their place from the offender where that is sure."""

    text: str
    clauses: tuple[Clause, ...]
    lemmas: frozenset[str]
    there: frozenset[str]
    """All that a place of a phrase can be, of the words in the clauses."""
    asks: bool
    """Whether the text only asks: a question, and nothing told."""


class _Vocabulary:
    """``hearing.toml``, read once."""

    def __init__(self, path: Path) -> None:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        self.irregular: dict[str, str] = {form: base for base, forms in data["lemmas"].items() for form in (base, *forms.split())}
        said = {name: words.split() for name, words in data["words"].items()}
        self.light = {self.lemma(word) for word in said["light"]}
        self.guards = {self.lemma(word) for word in said["guards"]}
        self.guard_forms = set(said["forms"])
        self.supposing = {self.lemma(word) for word in said["supposing"]}
        self.asking = set(said["asking"])
        self.joining = set(said["joining"])
        self.first = set(said["first"])
        named = [(tuple(_plain(name).split()), who) for who, names in data["people"].items() for name in names]
        self.people: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for spelling, who in sorted(named, key=lambda entry: -len(entry[0])):
            self.people.setdefault(spelling[0], []).append((spelling, who))
        self.offence_lines: list[str] = data["offences"]["phrases"]

    def lemma(self, word: str) -> str:
        """The word without its ending."""
        if word in self.irregular:
            return self.irregular[word]
        stem = _stem(word)
        return self.irregular.get(stem, stem)


@cache
def _vocabulary() -> _Vocabulary:
    return _Vocabulary(WORDS)


@cache
def _offences() -> tuple[Phrase, ...]:
    return tuple(Phrase.parse(line) for line in _vocabulary().offence_lines)


class Hearing:
    """Hears what sentences tell of the charts. ``sources`` read facts in other ways; what contradicts is taken from neither."""

    def __init__(self, situations: Situations, sources: Iterable[Source] = ()) -> None:
        self.situations = situations
        self.sources = tuple(sources)
        self._known: dict[str, list[tuple[str, str, Phrase]]] = {}

    def hear(self, chart_id: str, text: str) -> Heard:
        """The facts of the chart that the text tells. Raises KeyError for an unknown chart."""
        told = listen(text)
        taken: dict[str, dict[str, str]] = {}
        for fact, answer, phrase in self._phrases(chart_id):
            if any(place.isdisjoint(told.there) for place in phrase.places) or not phrase.not_in_text.isdisjoint(told.lemmas):
                continue
            if answer in taken.get(fact, ()):
                continue
            for clause in told.clauses:
                places = phrase.found(clause)
                if places is not None:
                    words = text[clause.words[places[0]].start : clause.words[places[-1]].end]
                    taken.setdefault(fact, {})[answer] = " ".join(words.split())
                    break
        for source in self.sources:
            for fact, answer in source(text).get(chart_id, {}).items():
                taken.setdefault(fact, {}).setdefault(answer, "")
        sure = {fact: next(iter(answers.items())) for fact, answers in taken.items() if len(answers) == 1}
        given = self._reached(chart_id, {fact: answer for fact, (answer, _words) in sure.items()})
        return Heard(given, {fact: sure[fact][1] for fact in given})

    def asks(self, text: str) -> bool:
        """Whether the text tells nothing and only asks ('may I', 'what is')."""
        return listen(text).asks

    def reached(self, chart_id: str, heard: Heard) -> Asked | Ruled:
        """Where the chart stands with what was heard."""
        return walk(self.situations, chart_id, heard.given)

    def _phrases(self, chart_id: str) -> list[tuple[str, str, Phrase]]:
        if chart_id not in self._known:
            chart = self.situations[chart_id]
            joined = [line for part in self.situations.joined(chart) if part is not chart for line in self._own(part)]
            found = self._own(chart) + [line for line in joined if line[0] not in chart.questions]
            self._known[chart_id] = list(dict.fromkeys(found))
        return self._known[chart_id]

    @cached_property
    def _parsed(self) -> dict[str, list[tuple[str, str, Phrase]]]:
        return {}

    def _own(self, chart: Chart) -> list[tuple[str, str, Phrase]]:
        if chart.id not in self._parsed:
            self._parsed[chart.id] = [
                (fact, answer.id, Phrase.parse(line))
                for fact, question in chart.questions.items()
                for answer in question.answers
                for line in answer.heard
            ]
        return self._parsed[chart.id]

    def _reached(self, chart_id: str, heard: Mapping[str, str]) -> dict[str, str]:
        """Those of the facts that the walk comes to, and those of the chart itself that it may still come to when the others hold."""
        asked = set(_own_questions(self.situations[chart_id], heard))
        for fact in {step.fact for step in walk(self.situations, chart_id, heard).trail if step.tapped} - asked:
            others = {other: answer for other, answer in heard.items() if other != fact}
            reached = walk(self.situations, chart_id, others)
            if isinstance(reached, Asked) and reached.fact == fact:  # not where the chart settles it by itself
                asked.add(fact)
        return {fact: answer for fact, answer in heard.items() if fact in asked}


def hear(situations: Situations, chart_id: str, text: str, sources: Iterable[Source] = ()) -> Heard:
    """The facts of a chart that a text tells. Raises KeyError for an unknown chart."""
    return Hearing(situations, sources).hear(chart_id, text)


def left_at_most(situations: Situations, chart_id: str, known: Mapping[str, str]) -> int:
    """The most questions that are still to be answered with these facts known."""
    longest = 0
    for chart, fact, settled in _ways(situations, chart_id, known):
        open_here = sum(name not in known for name in settled)
        longest = max(longest, open_here + (fact != "" and fact not in settled and fact not in known))
        del chart
    return longest


def _own_questions(chart: Chart, known: Mapping[str, str]) -> Iterator[str]:
    """The questions of the chart itself that can come up with what is known."""
    seen, waiting = {chart.start}, [chart.start]
    while waiting:
        fact = waiting.pop()
        question = chart.questions.get(fact)
        if question is None:
            continue
        yield fact
        for answer in question.answers:
            if known.get(fact, answer.id) == answer.id and answer.next not in seen:
                seen.add(answer.next)
                waiting.append(answer.next)


def _ways(situations: Situations, chart_id: str, known: Mapping[str, str]) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Every question that can come up with what is known: chart, fact (empty for a ruling), and the facts tapped before it."""
    seen: set[tuple[str, str, frozenset[tuple[str, str]], frozenset[str]]] = set()
    start = situations[chart_id]
    waiting: list[tuple[Chart, str, dict[str, str], frozenset[str]]] = [(start, start.start, dict(known), frozenset())]
    while waiting:
        chart, node, facts, settled = waiting.pop()
        key = (chart.id, node, frozenset(facts.items()), settled)
        if key in seen:
            continue
        seen.add(key)
        question = chart.questions.get(node)
        if question is None:
            yield chart.id, "", settled
            continue
        yield chart.id, node, settled
        for answer in question.answers:
            if node in facts and facts[node] != answer.id:
                continue
            after = settled if node in facts else settled | {node}
            if answer.next.startswith(JOIN):
                joined = situations[answer.next.removeprefix(JOIN)]
                waiting.append((joined, joined.start, {**facts, node: answer.id, **answer.given}, after))
            else:
                waiting.append((chart, answer.next, {**facts, node: answer.id}, after))


# -- reading a text ----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def listen(text: str) -> Told:
    """Cuts a text into the clauses that tell something. Any text may be given; the first ``TYPED`` characters are read."""
    text = _BEFORE_WE_CAME.sub(lambda match: " " * len(match[0]), text[:TYPED])
    clauses, asked, lemmas = [], False, set()
    for sentence, question in _sentences(text):
        supposes = False
        kept: list[list[_Word]] = []
        asking = False
        for piece in sentence:
            words = _words(piece)
            lemmas |= {word.lemma for word in words}
            supposes = supposes or any(word.lemma in _vocabulary().supposing for word in words)
            opens = piece[0][0].casefold() if piece else ""
            begins = opens in _vocabulary().asking
            if opens in ("when", "where") and len(piece) > 1:  # 'when does a card become ...'
                begins = piece[1][0].casefold() in _vocabulary().asking - {"who", "what", "which", "whose"}
            asking = (asking and question) or begins
            asked = asked or begins or question
            if words and not asking:
                kept.append(words)
        if not supposes and not (question and len(kept) == len([piece for piece in sentence if piece])):
            clauses += kept
    resolved = tuple(Clause(tuple(words)) for words in _with_roles(clauses, text))
    words = [word for clause in resolved for word in clause.words]
    there = frozenset(name for word in words for name in (word.lemma, f"={word.form}", *word.roles))
    return Told(text, resolved, frozenset(lemmas), there, asked and not resolved)


def _sentences(text: str) -> Iterator[tuple[list[list[tuple[str, int, int]]], bool]]:
    """The sentences of a text as clauses of tokens, and whether each ends in a question mark."""
    sentence: list[list[tuple[str, int, int]]] = [[]]
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token in ".!?\n…":
            yield [piece for piece in sentence if piece], token == "?"
            sentence = [[]]
        elif not (token[0].isalnum() or token[0] in "_♠♥♦♣"):
            sentence.append([])
        else:
            if token.casefold() in _vocabulary().joining and sentence[-1]:
                sentence.append([])
                if token.casefold() in ("and", "but", "so"):
                    continue
            sentence[-1].append((token, match.start(), match.end()))
    yield [piece for piece in sentence if piece], False


def _words(piece: list[tuple[str, int, int]]) -> list[_Word]:
    """The words of a clause that carry something, with the players named in it as one word each."""
    vocabulary = _vocabulary()
    plain: list[tuple[str, int, int, bool]] = []
    for token, start, end in piece:
        for word in _spelt(token):
            single = len(token) == 1 and token in "NESW" and not (plain and plain[-1][0].isdigit())
            seat = {"N": "north", "E": "east", "S": "south", "W": "west"}[token] if single else word
            plain.append((seat, start, end, "'" in token or "’" in token))
    words: list[_Word] = []
    at = 0
    while at < len(plain):
        word, start, end, _owns = plain[at]
        named = next(
            (
                (spelling, who)
                for spelling, who in vocabulary.people.get(word, ())
                if spelling == tuple(entry[0] for entry in plain[at : at + len(spelling)])
            ),
            None,
        )
        if named is not None:
            spelling, who = named
            last = plain[at + len(spelling) - 1]
            at += len(spelling)
            whose = who
            # 'East's partner', 'declarer's LHO': the second name is counted from the first
            if last[3] and at < len(plain) and plain[at][0] in ("partner", "lho", "rho"):
                whose = f"{who}+{plain[at][0]}"
                last = plain[at]
                at += 1
            # 'LHO of East'
            if who in ("partner", "lho", "rho") and whose == who and at + 1 < len(plain) and plain[at][0] == "of":
                holder = next((other for name, other in vocabulary.people.get(plain[at + 1][0], ()) if len(name) == 1), "")
                if holder:
                    whose, last, at = f"{holder}+{who}", plain[at + 1], at + 2
            words.append(_Word(vocabulary.lemma(spelling[-1]), start, last[2], whose, form=word))
            continue
        lemma = vocabulary.lemma(word)
        at += 1
        if at + 1 < len(plain) and plain[at][0] == "of" and vocabulary.lemma(plain[at + 1][0]) in _SUITS:
            word = f"{lemma} of"  # 'the three of hearts' is a card, 'three hearts' may be a bid
        if lemma in vocabulary.light and lemma not in vocabulary.guards:
            continue
        if word.endswith("ly") and lemma not in vocabulary.guards:
            continue
        words.append(_Word(lemma, start, end, guard=lemma in vocabulary.guards or word in vocabulary.guard_forms, form=word))
    return words


def _spelt(token: str) -> list[str]:
    """A token as plain words: "hasn't" is has and not, "dummy's" is dummy, "I've" is i."""
    word = token.casefold().replace("’", "'")
    if word in ("can't", "cannot"):
        return ["can", "not"]
    if word == "won't":
        return ["will", "not"]
    if word.endswith("n't"):
        return [word[:-3], "not"]
    head, _apostrophe, tail = word.partition("'")
    if word.endswith("nt") and word[:-2] in ("did", "has", "have", "does", "was", "is", "had"):
        return [word[:-2], "not"]
    return [word] if word == "p'ner" else [head] if tail else [word]


def _with_roles(clauses: list[list[_Word]], text: str) -> Iterator[list[_Word]]:
    """The clauses with every player counted from the offender, where it is sure who that is."""
    offender = _offender(clauses)
    if not offender and any(word.who in _BESIDES for words in clauses[:1] for word in words):
        offender = "?"  # 'LHO bid 1S and ...': LHO may be the one who has erred
    speaker = any(word.who == "me" for words in clauses for word in words) or bool(
        {token.casefold() for token in re.findall(r"\w+", text)} & _vocabulary().first
    )
    cards = sum(_rank(word) != "" for words in clauses for word in words)
    several = any(
        word.lemma in ("card", "both") for words in clauses for word in words if text[word.start : word.end].casefold() == "cards"
    )
    for words in clauses:
        yield [_seen(word, _roles(word.who, offender, speaker=speaker), single=cards == 1 and not several) for word in words]


def _seen(word: _Word, roles: frozenset[str], *, single: bool) -> _Word:
    more = set(roles)
    if word.who and word.who != "director":
        more |= {"who", "they"}
    if rank := _rank(word):
        more.add("card")
        if single:
            more.add(rank)
    if _CALL.fullmatch(word.lemma):
        more.add("call")
    return _Word(word.lemma, word.start, word.end, word.who, frozenset(f"{{{role}}}" for role in more), word.guard, word.form)


def _rank(word: _Word) -> str:
    """Whether a word names a card, and of which sort: low, honour, or nothing."""
    lemma = word.lemma
    if word.form.endswith(" of"):
        return "honour" if lemma in _HONOURS else "low" if lemma in _LOWS else ""
    match = _CARD.fullmatch(lemma)
    rank = (match["after"] or match["before"]) if match else lemma
    if match and _CALL.fullmatch(lemma):
        return "low" if rank in _LOWS else "honour"
    if rank in _HONOURS and (match or len(rank) > 1):
        return "honour"
    return "low" if (match and rank in _LOWS) or lemma == "deuce" else ""


def _offender(clauses: list[list[_Word]]) -> str:
    """Who has erred, as the text names that player; empty where nobody or more than one is named."""
    named: set[str] = set()
    for words in clauses:
        plain = Clause(tuple(_seen(word, frozenset(), single=False) for word in words))
        for phrase in _offences():
            for begin in range(len(plain.words)):
                taken = next(phrase._from(plain.words, begin, 0), None)  # noqa: SLF001
                if taken is not None:
                    named |= {plain.words[place].who for place in taken if plain.words[place].who}
                    break
    return next(iter(named)) if len(named) == 1 else "?" if named else ""


def _roles(who: str, offender: str, *, speaker: bool) -> frozenset[str]:
    """What a player is, counted from the offender, and as declarer, dummy or defender."""
    if not who:
        return frozenset()
    base, _plus, further = who.partition("+")
    steps = {"": 0, "partner": 2, "lho": 1, "rho": 3}[further]
    found: set[str] = set()
    if base in ("declarer", "dummy", "defender", "director", "spectator", "me") and not further:
        found.add(base)
    if base == "defenders":
        found |= {"opponents"}
    if base == "me" and not further:
        found.add("mine")
    place = _place_from(base, offender, speaker=speaker)
    if place is not None:
        found.add(_ROLES[(place + steps) % 4])
    return frozenset(found)


def _place_from(base: str, offender: str, *, speaker: bool) -> int | None:
    """How many places to the left of the offender a player sits; None where that is not sure."""
    if base in _BY_ROLE:
        return _BY_ROLE[base]
    if base == offender and offender not in ("opp", "someone", "he", "?"):
        return 0
    if base in _SEATS and offender in _SEATS:
        return (_SEATS.index(base) - _SEATS.index(offender)) % 4
    if base in _FRAME and offender in ("me", "lho", "rho"):
        return (_FRAME[base] - _FRAME[offender]) % 4
    if base in _FRAME and offender == "partner" and base == "me":
        return 2
    told_from_offender = offender in ("", "someone", "offender", "defender", *_SEATS) and not speaker
    return _FRAME[base] if base in ("lho", "rho") and told_from_offender else None


def _fits(word: _Word, choices: frozenset[str]) -> bool:
    return word.lemma in choices or f"={word.form}" in choices or not word.roles.isdisjoint(choices)


def _place(choice: str, phrase: str) -> str:
    """A word of a phrase as it is matched: a class in brackets, or a lemma; empty for a word that carries nothing."""
    if choice.startswith("{"):
        if not choice.endswith("}") or choice[1:-1] not in _CLASSES:
            raise PhraseError(f"the phrase “{phrase}” has the class {choice}, which there is not")
        return choice
    if not re.fullmatch(r"=?[\w♠♥♦♣']+", choice):
        raise PhraseError(f"the phrase “{phrase}” has “{choice}”, which is no word")
    if choice.startswith("="):
        return choice
    vocabulary = _vocabulary()
    lemma = vocabulary.lemma(choice)
    return "" if lemma in vocabulary.light and lemma not in vocabulary.guards else lemma


def _stem(word: str) -> str:
    """A regular English ending taken off, the same from a phrase as from a text."""
    if len(word) < 4 or not word.isalpha():
        return word
    for ending, put in (("ies", "y"), ("ied", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("ing", ""), ("ed", ""), ("s", "")):
        if word.endswith(ending) and len(word) - len(ending) >= 2 and not (ending == "s" and word.endswith(("ss", "us", "is"))):
            word = word[: len(word) - len(ending)] + put
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "slfz":
        word = word[:-1]
    return word.removesuffix("e") if len(word) > 3 else word


def _plain(name: str) -> str:
    return name.casefold().replace("'s", "").replace("-", " ").replace("the ", "", 1) if name != "p'ner" else name


# -- the proof -----------------------------------------------------------------------------------------------------------------


def phrase_faults(chart: Chart) -> Iterator[str]:
    """Every phrase of a chart that cannot be read, and every one that two answers of a question share."""
    for fact, question in chart.questions.items():
        owners: dict[Phrase, str] = {}
        for answer in question.answers:
            for line in answer.heard:
                try:
                    phrase = Phrase.parse(line)
                except PhraseError as error:
                    yield f"{fact}: {answer.id}: {error}"
                    continue
                if owners.setdefault(phrase, answer.id) != answer.id:
                    yield f"{fact}: {owners[phrase]} and {answer.id} are both heard in “{line}”"
