"""A typed text as what it tells: clauses of lemmas, players by their place from the offender, what is unsure left out."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise, takewhile, zip_longest

from lawbot.text.judging import judged
from lawbot.text.phrases import Clause, Phrase, Told, Word, vocabulary
from lawbot.text.tokens import Token, straight, tokens

_SEATS = ("north", "east", "south", "west")
_FRAME = {"me": 0, "lho": 1, "partner": 2, "rho": 3}
_ROLES = {0: "offender", 1: "lho", 2: "partner", 3: "rho"}
_BY_ROLE = {"offender": 0, "next": 1, "his_partner": 2, "previous": 3}
_ENDS, _PARTS = ".!?\n…", ',;:()–—"“”'
_SEAT_OF = {"n": "north", "e": "east", "s": "south", "w": "west"}
_CALL = re.compile(r"[1-9](?:nt|n|[shdc♠♥♦♣])|nt|dbl|xx?")
_CONTRACT = re.compile(r"[1-7](?:nt|[shdc♠♥♦♣])x{0,2}")
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

_SHORT = 9
"""Words from which on what is quoted is a speech and no act."""
_QUOTED = re.compile(r"(?<!\w)(?:'[^'\n]{12,200}'|\"[^\"\n]{12,200}\"|‘[^’\n]{12,200}’|“[^”\n]{12,200}”)(?!\w)")
"""What somebody is told to have said, longer than a call or a card: only said, whether it is so or not."""


@cache
def _offences() -> tuple[Phrase, ...]:
    return tuple(Phrase.parse(line) for line in vocabulary().said.offences)


@lru_cache(maxsize=64)
def listen(text: str) -> Told:
    """Cuts a text into the clauses that tell something. Any text may be given; the first ones are read.

    >>> [word.lemma for word in listen("East led out of turn").clauses[0].words]
    ['east', 'lead', 'out', 'turn']
    """
    text = _QUOTED.sub(_unless_performed, _BEFORE_WE_CAME.sub(_blank, straight(text)))
    known = vocabulary().said
    clauses, asked, lemmas = [], False, set()
    for sentence, question in _sentences(text):
        supposes = False
        kept: list[list[Word]] = []
        asking = False
        subject: Word | None = None
        for number, piece in enumerate(sentence):
            last = kept[-1] if kept else []
            words, subject = _with_subject(_summons(_words(piece, text)), subject, alone=len(last) == 1)
            words = _performed(words, last)
            lemmas |= {word.lemma for word in words}
            supposes = supposes or any(word.lemma in vocabulary().supposing for word in words)
            opens = piece[0].word
            begins = opens in known.asking
            if opens in ("when", "where") and len(piece) > 1:  # 'when does a card become ...'
                begins = piece[1].word in known.asking - {"who", "what", "which", "whose"}
            elif number and not question and len(piece) > 1 and piece[1].word == "not":  # 'and does not accept it'
                begins = False
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


def _unless_performed(match: re.Match[str]) -> str:
    """Blanks, where the quoted words are not an act themselves: 'I accept that'."""
    said = [vocabulary().lemma(word) for token in tokens(match[0]) for word in token.spelt]
    acts = len(said) < _SHORT and said[:1] == ["i"] and not vocabulary().performed.isdisjoint(said[1:4])
    return match[0] if acts else _blank(match)


def _with_subject(words: list[Word], before: Word | None, *, alone: bool) -> tuple[list[Word], Word | None]:
    """The words of a clause, led by the player who goes on acting from the clause before ('West bid 1H and changed it'); and who may go on
    from this one. ``alone`` where the clause before only names a player: 'West, who was tired, bid'."""
    known = vocabulary()
    if not words or words[0].who:
        return words, words[0] if words and not words[0].owns else before if not words else None
    verb = words[1] if words[0].denies and len(words) > 1 else words[0]
    bare = verb.form in known.said.owned and not words[0].denies and not (len(words) > 1 and _CALL.fullmatch(words[1].lemma))
    if before is not None and verb.lemma in known.acting and not bare:
        return [before, *words], before
    return words, before if alone or words[0].form.endswith("ing") else None


def _performed(words: list[Word], before: list[Word]) -> list[Word]:
    """The words, where saying so is the act: 'West says he does not accept' is 'West does not accept', as is 'West says: I accept'."""
    known = vocabulary()
    if len(before) == 2 and before[0].who and before[1].lemma in known.reports and words and words[0].who == "me":
        words = [*before, *words]
    if len(words) < 4 or not (words[0].who and words[1].lemma in known.reports and words[2].who):
        return words
    act = words[4] if words[3].denies and len(words) > 4 else words[3]
    return [words[0], *words[3:]] if act.lemma in known.performed else words


def _sentences(text: str) -> Iterator[tuple[list[list[Token]], bool]]:
    """The sentences of a text as clauses of tokens, and whether each ends in a question mark."""
    known = vocabulary().said
    sentence: list[list[Token]] = [[]]
    for token in tokens(text):
        if token.word in _ENDS:
            yield [piece for piece in sentence if piece], token.word == "?"
            sentence = [[]]
        elif token.word in _PARTS or (token.word == "-" and _set_apart(token, text)):
            sentence.append([])
        elif token.is_word:
            if token.word in known.joining and sentence[-1]:
                sentence.append([])
                if token.word in ("and", "but", "so"):
                    continue
            sentence[-1].append(token)
    yield [piece for piece in sentence if piece], False


def _set_apart(dash: Token, text: str) -> bool:
    return text[dash.start - 1 : dash.start].isspace() and text[dash.end : dash.end + 1].isspace()


@dataclass(frozen=True, slots=True)
class _Plain:
    """A word as it is spelt out: "hasn't" is two."""

    word: str
    start: int
    end: int
    owns: bool


def _words(piece: list[Token], text: str) -> list[Word]:
    """The words of a clause that carry something, with the players named in it as one word each."""
    known = vocabulary()
    plain: list[_Plain] = []
    for token in piece:
        for spelt in token.spelt:
            seat = token.end - token.start == 1 and text[token.start] in "NESW" and not (plain and plain[-1].word[0].isdigit())
            plain.append(_Plain(_SEAT_OF[spelt] if seat else spelt, token.start, token.end, "'" in token.word))
    words: list[Word] = []
    at = 0
    while at < len(plain):
        named = _player(plain, at)
        if named is not None:
            words.append(named[0])
            at = named[1]
            continue
        word, start, end = plain[at].word, plain[at].start, plain[at].end
        lemma = known.lemma(word)
        at += 1
        if at + 1 < len(plain) and plain[at].word == "of" and known.lemma(plain[at + 1].word) in _SUITS:
            word = f"{lemma} of"  # 'the three of hearts' is a card, 'three hearts' may be a bid
        if lemma in known.light and lemma not in known.guards and not (at == len(plain) and word in known.said.answering):
            continue
        if word.endswith("ly") and not known.is_irregular(word) and lemma not in known.guards:
            continue
        words.append(Word(lemma, start, end, guard=lemma in known.guards or word in known.said.forms, form=word))
    return words


def _player(plain: list[_Plain], at: int) -> tuple[Word, int] | None:
    """The player named here, and where the words go on: 'LHO', 'East's partner', 'LHO of East'; None where nobody is."""
    people, first = vocabulary().people, plain[at]
    spoken = ((name, who) for name, who in people.get(first.word, ()) if name == tuple(each.word for each in plain[at : at + len(name)]))
    name, who = next(spoken, ((), ""))
    if not who:
        return None
    last, whose = plain[at + len(name) - 1], who
    at += len(name)
    if last.owns and at < len(plain) and plain[at].word in ("partner", "lho", "rho"):  # the second name is counted from the first
        whose, last, at = f"{who}+{plain[at].word}", plain[at], at + 1
    if who in ("partner", "lho", "rho") and whose == who and at + 1 < len(plain) and plain[at].word == "of":
        holder = next((other for name, other in people.get(plain[at + 1].word, ()) if len(name) == 1), "")
        if holder:
            whose, last, at = f"{holder}+{who}", plain[at + 1], at + 2
    done_to = _done_to([each.word for each in plain[at : at + 4]])
    return Word(vocabulary().lemma(name[-1]), first.start, last.end, "" if done_to else whose, form=first.word, owns=last.owns), at


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
        if words[0].form in vocabulary().said.joining and told and told[-1][0] == place - 1:
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
    said = [word.form in known.said.answering or word.denies for word in words]
    alone = said[-1] and all(word.who or word.lemma in known.reports or answers for word, answers in zip(words, said, strict=True))
    return alone or (len(words) > 1 and words[0].denies and words[1].form == "wait")


def _summons(words: list[Word]) -> list[Word]:
    """The same words, where 'West called the director' is no call of West's."""
    return [
        replace(word, lemma="summon")
        if word.lemma == "call" and follower and (follower.who == "director" or follower.form == "you")
        else word
        for word, follower in zip_longest(words, words[1:])
    ]


def _done_to(following: list[str]) -> bool:
    """Whether the player before these words has not acted: 'declarer was told', 'West has been asked'."""
    known = vocabulary().said
    being = list(takewhile((known.being | known.helping).__contains__, following))
    done = following[len(being) :][:1]
    return not known.helping.issuperset(being) and any(word in known.done_to or word.endswith("ed") for word in done)


def _with_roles(clauses: list[list[Word]], text: str) -> Iterator[list[Word]]:
    """The clauses with every player counted from the offender, and from declarer, where it is sure who they are."""
    offender, declarer = _offender(clauses), _declarer(clauses, text)
    if not offender and any(word.who in _BESIDES for words in clauses[:1] for word in words):
        offender = "?"  # 'LHO bid 1S and ...': LHO may be the one who has erred
    if offender in ("", "?") and (auction := judged(text)) is not None and auction[1].offender:
        offender = _SEAT_OF[auction[1].offender.lower()]
    first = vocabulary().said.first
    speaker = any(word.who == "me" for words in clauses for word in words) or any(
        token.word.split("'")[0] in first for token in tokens(text)
    )
    cards = sum(_rank(word) != "" for words in clauses for word in words)
    several = any(
        word.lemma in ("card", "both") for words in clauses for word in words if text[word.start : word.end].casefold() == "cards"
    )
    for words in clauses:
        yield [
            _seen(
                word,
                _roles(word.who, offender, speaker=speaker) | _played(word.who, declarer),
                single=cards == 1 and not several,
            )
            for word in words
        ]


def _declarer(clauses: list[list[Word]], text: str) -> str:
    """The seat of declarer: 'South is declarer', 'declarer, South,', '3NT by South', 'South is to play 4S', 'South calls a card of dummy'; empty where it is not told, or told of two."""
    known, named = vocabulary().said, set[str]()
    for number, words in enumerate(clauses):
        following = clauses[number + 1] if number + 1 < len(clauses) else []
        if following and not set(_ENDS).isdisjoint(text[words[-1].end : following[0].start]):
            following = []  # another sentence
        pairs = list(pairwise(words))
        if len(following) == 1 or len(words) == 1:
            pairs += [(words[-1], word) for word in following[:1]]
        for one, other in pairs:
            for seat, said in ((one, other), (other, one)):
                if seat.who in _SEATS and said.who in ("declarer", "dummy") and not seat.owns:
                    named.add(_SEATS[(_SEATS.index(seat.who) + 2 * (said.who == "dummy")) % 4])
            if _CONTRACT.fullmatch(one.form) and other.who in _SEATS and text[one.end : other.start].strip() == "by":
                named.add(other.who)
        if words[0].who in _SEATS and len(words) > 1 and words[1].lemma == "call" and any(word.who == "dummy" for word in words[2:]):
            named.add(words[0].who)  # 'South calls the queen from dummy'
        contract = next((word for word in (*words, *following) if _CONTRACT.fullmatch(word.form)), None)
        if words[0].who in _SEATS and contract:
            between = " ".join(text[words[0].end : contract.start].replace(",", " ").casefold().split())
            if between in known.declaring or (number == 0 and between in known.playing):
                named.add(words[0].who)
    return next(iter(named)) if len(named) == 1 else ""


def _played(who: str, declarer: str) -> frozenset[str]:
    """What a seat is in the play, where declarer's is known."""
    if not declarer or who not in _SEATS:
        return frozenset()
    return frozenset({("declarer", "defender", "dummy", "defender")[(_SEATS.index(who) - _SEATS.index(declarer)) % 4]})


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
    match = _CARD.fullmatch(lemma) if lemma != "as" else None
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
