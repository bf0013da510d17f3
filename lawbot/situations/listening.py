"""A typed text as what it tells: clauses of lemmas, players by their place from the offender, what is unsure left out."""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache, lru_cache
from itertools import takewhile, zip_longest

from lawbot.situations.phrases import Clause, Phrase, Told, Word, vocabulary

TYPED = 1000
"""Characters of a text that are heard."""
_SEATS = ("north", "east", "south", "west")
_FRAME = {"me": 0, "lho": 1, "partner": 2, "rho": 3}
_ROLES = {0: "offender", 1: "lho", 2: "partner", 3: "rho"}
_BY_ROLE = {"offender": 0, "next": 1, "his_partner": 2, "previous": 3}
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

_QUOTED = re.compile(r"(?<!\w)(?:'[^'\n]{12,200}'|\"[^\"\n]{12,200}\"|‘[^’\n]{12,200}’|“[^”\n]{12,200}”)(?!\w)")
"""What somebody is told to have said, longer than a call or a card: only said, whether it is so or not."""


@cache
def _offences() -> tuple[Phrase, ...]:
    return tuple(Phrase.parse(line) for line in vocabulary().offence_lines)


@lru_cache(maxsize=64)
def listen(text: str) -> Told:
    """Cuts a text into the clauses that tell something. Any text may be given; the first ``TYPED`` characters are read."""
    text = _QUOTED.sub(_blank, _BEFORE_WE_CAME.sub(_blank, text[:TYPED]))
    clauses, asked, lemmas = [], False, set()
    for sentence, question in _sentences(text):
        supposes = False
        kept: list[list[Word]] = []
        asking = False
        for piece in sentence:
            words = _summons(_words(piece))
            lemmas |= {word.lemma for word in words}
            supposes = supposes or any(word.lemma in vocabulary().supposing for word in words)
            opens = piece[0][0].casefold() if piece else ""
            begins = opens in vocabulary().asking
            if opens in ("when", "where") and len(piece) > 1:  # 'when does a card become ...'
                begins = piece[1][0].casefold() in vocabulary().asking - {"who", "what", "which", "whose"}
            asking = (asking and question) or begins
            asked = asked or begins or question
            if words and not asking and words[0].who != "director":  # what the director does is nobody's call or play
                kept.append(words)
        if not supposes and not (question and len(kept) == len([piece for piece in sentence if piece])):
            clauses += kept
    disputed = _disputed(clauses)
    resolved = tuple(Clause(tuple(words), at in disputed) for at, words in enumerate(_with_roles(clauses, text)))
    words = [word for clause in resolved for word in clause.words]
    there = frozenset(name for word in words for name in (word.lemma, f"={word.form}", *word.roles))
    return Told(text, resolved, frozenset(lemmas), there, asked and not resolved)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


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
            if token.casefold() in vocabulary().joining and sentence[-1]:
                sentence.append([])
                if token.casefold() in ("and", "but", "so"):
                    continue
            sentence[-1].append((token, match.start(), match.end()))
    yield [piece for piece in sentence if piece], False


def _words(piece: list[tuple[str, int, int]]) -> list[Word]:
    """The words of a clause that carry something, with the players named in it as one word each."""
    known = vocabulary()
    plain: list[tuple[str, int, int, bool]] = []
    for token, start, end in piece:
        for word in _spelt(token):
            single = len(token) == 1 and token in "NESW" and not (plain and plain[-1][0].isdigit())
            seat = {"N": "north", "E": "east", "S": "south", "W": "west"}[token] if single else word
            plain.append((seat, start, end, "'" in token or "’" in token))
    words: list[Word] = []
    at = 0
    while at < len(plain):
        word, start, end, _owns = plain[at]
        named = next(
            (
                (spelling, who)
                for spelling, who in known.people.get(word, ())
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
                holder = next((other for name, other in known.people.get(plain[at + 1][0], ()) if len(name) == 1), "")
                if holder:
                    whose, last, at = f"{holder}+{who}", plain[at + 1], at + 2
            done_to = _done_to([entry[0] for entry in plain[at : at + 4]])
            words.append(Word(known.lemma(spelling[-1]), start, last[2], "" if done_to else whose, form=word, owns=last[3]))
            continue
        lemma = known.lemma(word)
        at += 1
        if at + 1 < len(plain) and plain[at][0] == "of" and known.lemma(plain[at + 1][0]) in _SUITS:
            word = f"{lemma} of"  # 'the three of hearts' is a card, 'three hearts' may be a bid
        if lemma in known.light and lemma not in known.guards and not (at == len(plain) and word in known.answering):
            continue
        if word.endswith("ly") and word not in known.irregular and lemma not in known.guards:
            continue
        words.append(Word(lemma, start, end, guard=lemma in known.guards or word in known.guard_forms, form=word))
    return words


def _disputed(clauses: list[list[Word]]) -> frozenset[int]:
    """The places of the clauses in which two sides tell their stories, and of those that are answered ('LHO says he did not') or taken back."""
    reports = vocabulary().reports
    told: list[tuple[int, str]] = []
    disputed: set[int] = set()
    who = ""
    for place, words in enumerate(clauses):
        at = next((at for at, word in enumerate(words) if word.lemma in reports), None)
        who = next((word.who for word in reversed(words[:at]) if word.who), "" if any(word.denies for word in words[:at]) else who)
        if place and _answers(words):
            disputed |= {place - 1, place}
        if words[0].form in vocabulary().joining and told and told[-1][0] == place - 1:
            disputed.add(place)  # 'he says it is not played because ...': one side's story goes on
        if at is None or not who:
            continue
        for before, other in told:
            if other != who:
                disputed |= set(range(before, place + 1))
        told.append((place, who))
    return frozenset(disputed)


def _answers(words: list[Word]) -> bool:
    """Whether a clause only says yes or no to the one before it: 'LHO says he did', 'no wait', 'or not'."""
    known = vocabulary()
    said = [word.form in known.answering or word.denies for word in words]
    alone = said[-1] and all(word.who or word.lemma in known.reports or answers for word, answers in zip(words, said, strict=True))
    return alone or (len(words) > 1 and words[0].denies and words[1].form == "wait")


def _summons(words: list[Word]) -> list[Word]:
    """The same words, where 'West called the director' is no call of West's."""
    return [
        replace(word, lemma="summon") if word.lemma == "call" and follower and follower.who == "director" else word
        for word, follower in zip_longest(words, words[1:])
    ]


def _done_to(following: list[str]) -> bool:
    """Whether the player before these words has not acted: 'declarer was told', 'West has been asked'."""
    known = vocabulary()
    being = list(takewhile(known.being.__contains__, following))
    done = following[len(being) :][:1]
    return not known.helping.issuperset(being) and any(word in known.done_to or word.endswith("ed") for word in done)


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


def _with_roles(clauses: list[list[Word]], text: str) -> Iterator[list[Word]]:
    """The clauses with every player counted from the offender, where it is sure who that is."""
    offender = _offender(clauses)
    if not offender and any(word.who in _BESIDES for words in clauses[:1] for word in words):
        offender = "?"  # 'LHO bid 1S and ...': LHO may be the one who has erred
    speaker = any(word.who == "me" for words in clauses for word in words) or bool(
        {token.casefold() for token in re.findall(r"\w+", text)} & vocabulary().first
    )
    cards = sum(_rank(word) != "" for words in clauses for word in words)
    several = any(
        word.lemma in ("card", "both") for words in clauses for word in words if text[word.start : word.end].casefold() == "cards"
    )
    for words in clauses:
        yield [_seen(word, _roles(word.who, offender, speaker=speaker), single=cards == 1 and not several) for word in words]


def _seen(word: Word, roles: frozenset[str], *, single: bool) -> Word:
    more = set(roles)
    if word.who and word.who != "director":
        more |= {"who", "they"}
    if rank := _rank(word):
        more.add("card")
        if single:
            more.add(rank)
    if _CALL.fullmatch(word.lemma):
        more.add("call")
    return replace(word, roles=frozenset(f"{{{role}}}" for role in more))


def _rank(word: Word) -> str:
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


def _offender(clauses: list[list[Word]]) -> str:
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
