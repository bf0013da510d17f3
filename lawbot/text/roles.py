"""Who the players of a text are: the one who has erred, declarer and the others counted from them,
and what a word of a card is."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import dropwhile, pairwise

from lawbot.text.auction import Auction
from lawbot.text.judging import Findings, declarer
from lawbot.text.phrases import Phrase, Word, told_in
from lawbot.text.tokens import Token
from lawbot.text.vocabulary import vocabulary

SEATS = ("north", "east", "south", "west")
SEAT_OF = {"n": "north", "e": "east", "s": "south", "w": "west"}
ENDS = ".!?\n…"
CALL = re.compile(r"[1-9](?:nt|n|[shdc♠♥♦♣])|nt|dbl|xx?")
_FRAME = {"me": 0, "lho": 1, "partner": 2, "rho": 3}
_ROLES = {0: "offender", 1: "lho", 2: "partner", 3: "rho"}
_BY_ROLE = {"offender": 0, "next": 1, "his_partner": 2, "previous": 3}
_CONTRACT = re.compile(r"[1-7](?:nt|[shdc♠♥♦♣])x{0,2}")
_CARD = re.compile(r"(?:[♠♥♦♣shdc](?P<after>[akqjt2-9]|10)|(?P<before>[akqjt2-9]|10)[♠♥♦♣shdc])")
_BESIDES = frozenset({"lho", "rho"})
_PAIRS = (("north", "south"), ("east", "west"), ("me", "partner"), ("lho", "rho"))
_PARTNERS = {player: partner for pair in _PAIRS for player, partner in (pair, pair[::-1])}
_SHORT_CLAUSE = 6


@cache
def _phrases(lines: tuple[str, ...]) -> tuple[Phrase, ...]:
    return tuple(map(Phrase.parse, lines))


def with_roles(
    clauses: list[list[Word]],
    text: str,
    text_tokens: Sequence[Token],
    auction: tuple[Auction, Findings] | None,
) -> list[list[Word]]:
    """The clauses with every player counted from the offender, and from declarer, where it is sure
    who they are."""
    said = vocabulary().said
    plain = [list(map(_classed, words)) for words in clauses]
    placed = _with_partners(plain)
    offender, since = _offender(placed, said.offences)
    offender = offender or _led_for_partner(plain)
    if offender not in ("", "?"):
        plain = placed
    if not offender and any(word.who in _BESIDES for words in clauses[:1] for word in words):
        offender = "?"  # 'LHO bid 1S and ...': LHO may be the one who has erred
    if offender in ("", "?") and auction is not None and auction[1].offender:
        offender = SEAT_OF[auction[1].offender.lower()]
    if not offender:
        offender, since = _offender(plain, said.jumps)
    if auction is not None and auction[1].offence is not None:
        since = auction[0].calls[auction[1].offence].start
    played = _in_the_play(clauses, text, (declarer(auction[0]) or "") if auction else "")
    every = [word for words in clauses for word in words]
    speaker = any(word.who == "me" for word in every) or any(
        not said.first.isdisjoint(token.spelt) for token in text_tokens
    )
    several = any(
        word.lemma in ("card", "both")
        for word in every
        if text[word.start : word.end].casefold() == "cards"
    )
    single = sum(_rank(word) != "" for word in every) == 1 and not several

    def seen(word: Word) -> Word:
        counted = (
            frozenset[str]()
            if word.who == "next" and word.start < since
            else _roles(word.who, offender, speaker=speaker)
        )
        roles = _since(counted, word, since) | played.get(word.who, frozenset())
        rank = {_rank(word)} - {""} if single else ()
        return word._replace(roles=word.roles.union(f"{{{role}}}" for role in (*roles, *rank)))

    return [list(map(seen, words)) for words in plain]


def _with_partners(clauses: list[list[Word]]) -> list[list[Word]]:
    """Return the clauses with 'his partner' as the partner of the one player named just before;
    nobody's where two are named."""
    placed: list[list[Word]] = []
    named: list[str] = []
    for words in clauses:
        before, named = named, []
        meant: list[Word] = []
        for word in words:
            owners = {*before, *named}
            if word.who == "his_partner" and owners:
                who = _PARTNERS[owners.pop()] if len(owners) == 1 else "someone"
                meant.append(word._replace(who="someone" if who == "me" else who))
                continue
            if word.who in _PARTNERS and not word.owns:
                named.append(word.who)
            meant.append(word)
        placed.append(meant)
    return placed


def _in_the_play(
    clauses: list[list[Word]], text: str, contracted: str
) -> dict[str, frozenset[str]]:
    """What the seats are in the play: declarer, dummy, defenders, and the defender who plays last
    to the first trick."""
    seat = _declarer(clauses, text, contracted)
    if seat:
        around = [SEATS[(SEATS.index(seat) + steps) % 4] for steps in range(4)]
        return dict(
            zip(
                around,
                map(frozenset, ({"declarer"}, {"defender"}, {"dummy"}, {"defender", "second"})),
                strict=True,
            )
        )
    sides = {
        SEATS.index(seat) % 2
        for seat in _beside(
            clauses, text, lambda word: word.who == "defender" or word.lemma == "defend"
        )
    }
    return {
        seat: frozenset({"defender"}) for number, seat in enumerate(SEATS) if sides == {number % 2}
    }


def _beside(clauses: list[list[Word]], text: str, said: Callable[[Word], bool]) -> set[str]:
    """The seats named right beside a word: 'declarer, South', 'South is declarer'."""
    sides = (side for pair in _pairs(clauses, text) for side in (pair, pair[::-1]))
    return {seat.who for seat, word in sides if seat.who in SEATS and not seat.owns and said(word)}


def _pairs(clauses: list[list[Word]], text: str) -> Iterator[tuple[Word, Word]]:
    """Words that stand side by side in a clause, or with a comma between them: 'South, who will be
    declarer,'."""
    for number, words in enumerate(clauses):
        yield from pairwise(words)
        following = list(
            dropwhile(
                lambda word: word.form in vocabulary().said.apposed,
                _following(clauses, number, text),
            )
        )
        if following and (len(following) == 1 or len(words) == 1):
            yield words[-1], following[0]


def _following(clauses: list[list[Word]], number: int, text: str) -> list[Word]:
    """The clause after one, where it is of the same sentence."""
    following = clauses[number + 1] if number + 1 < len(clauses) else []
    return (
        following
        if following and set(ENDS).isdisjoint(text[clauses[number][-1].end : following[0].start])
        else []
    )


def _led_for_partner(plain: list[list[Word]]) -> str:
    """The player who has led where a clause says that it was for that player's partner to lead;
    empty where that is not told of one."""
    known = vocabulary()
    acting = known.performed.union(*known.acts) - known.puts_down
    short = [
        words
        for words in plain
        if len(words) <= _SHORT_CLAUSE and not any(word.lemma in acting for word in words)
    ]
    named: set[str] = set()
    for number, _phrase, taken in told_in(_phrases(known.said.turns), short):
        words = short[number]
        if any(word.denies for word in words) == any(words[place].denies for place in taken):
            named |= {_PARTNERS.get(words[place].who, "") for place in taken}
    led = {
        words[0].who
        for words in plain
        if len(words) > 1 and words[1].lemma in known.puts_down and words[1].form != "lead"
    }
    return next(iter(named & led), "") if len(named & led) == 1 else ""


def _declarer(clauses: list[list[Word]], text: str, contracted: str) -> str:
    """The seat of declarer: 'South is declarer', 'dummy, North,', '3NT by South', 'against South's
    4S', 'South is to play 4S', 'South calls a card of dummy', or by the auction; empty where it
    is not told, or told of two."""
    known, named = vocabulary().said, {SEAT_OF[contracted.lower()]} if contracted else set[str]()
    named |= _beside(clauses, text, lambda word: word.who == "declarer")
    named |= {
        SEATS[(SEATS.index(seat) + 2) % 4]
        for seat in _beside(clauses, text, lambda word: word.who == "dummy")
    }
    for one, other in _pairs(clauses, text):
        if (
            _CONTRACT.fullmatch(one.form)
            and other.who in SEATS
            and text[one.end : other.start].strip() == "by"
        ):
            named.add(other.who)
        if (
            one.who in SEATS
            and one.owns
            and _CONTRACT.fullmatch(other.form)
            and "against" in text[: one.start].casefold().split()[-1:]
        ):
            named.add(one.who)
        if one.lemma == "against" and other.who in SEATS and not other.owns:
            named.add(other.who)
    for number, words in enumerate(clauses):
        acting = words[next((at for at, word in enumerate(words) if word.who in SEATS), 0) :]
        if (
            acting[0].who in SEATS
            and len(acting) > 1
            and _plays_dummy(acting, text, clauses[number + 1 : number + 2])
        ):
            named.add(acting[0].who)
        contract = next(
            (
                word
                for word in (*words, *_following(clauses, number, text))
                if _CONTRACT.fullmatch(word.form)
            ),
            None,
        )
        if words[0].who in SEATS and contract:
            between = " ".join(
                text[words[0].end : contract.start].replace(",", " ").casefold().split()
            )
            if between in known.declaring or (number == 0 and between in known.playing):
                named.add(words[0].who)
    return next(iter(named)) if len(named) == 1 else ""


def _plays_dummy(words: list[Word], text: str, following: list[list[Word]]) -> bool:
    """Whether a clause is of declarer: 'South calls dummy's queen', 'calls for the queen', 'leads
    the jack from dummy', 'says ten: dummy plays it'."""
    if words[1].lemma == "call" and text[words[1].end :].split()[:1] == ["for"]:
        return True
    cards = any(is_of_card(word.lemma.removesuffix(" of")) for word in words[2:4])
    if (
        cards
        and words[1].lemma in ("say", "call")
        and any(after[0].who == "dummy" and len(after) > 1 for after in following)
    ):
        return True
    dummies = [(before, word) for before, word in pairwise(words[1:]) if word.who == "dummy"]
    return any(
        words[1].lemma == "call" or "from" in text[before.end : word.start].split()
        for before, word in dummies
    )


def _classed(word: Word) -> Word:
    """The word with the classes that it has whoever has erred: a player, a card, a call."""
    classes = {"{who}", "{they}"} if word.who and word.who != "director" else set()
    classes |= {"{card}"} if _rank(word) else set()
    classes |= {"{call}"} if CALL.fullmatch(word.lemma) else set()
    return word._replace(roles=frozenset(classes))


def _rank(word: Word) -> str:
    """Whether a word names a card, and of which sort: low, honour, or nothing."""
    known, lemma = vocabulary(), word.lemma
    if word.form.endswith(" of"):
        return "honour" if lemma in known.honours else "low" if lemma in known.lows else ""
    match = _CARD.fullmatch(lemma) if lemma != "as" else None
    rank = (match["after"] or match["before"]) if match else lemma
    if match and CALL.fullmatch(lemma):
        return "low" if rank in known.lows else "honour"
    if rank in known.honours and (match or len(rank) > 1):
        return "honour"
    return "low" if (match and rank in known.lows) or lemma == "deuce" else ""


def is_of_card(lemma: str) -> bool:
    """Whether a word may be of the name of a card: a rank, a suit, or 'of' between them."""
    known = vocabulary()
    return (
        lemma in known.honours | known.lows | known.suits
        or lemma in ("of", "the")
        or _CARD.fullmatch(lemma) is not None
    )


def _offender(plain: list[list[Word]], offences: tuple[str, ...]) -> tuple[str, int]:
    """Who has erred, as the text names that player ('?' where more than one is named), and where
    that is told; empty where nobody is named."""
    named: dict[str, int] = {}
    for number, phrase, taken in told_in(_phrases(offences), plain):
        if erred := _erred(phrase, taken, plain, number):
            named.setdefault(_meant(plain, number, erred), plain[number][0].start)
    return ("", -1) if not named else (*named.items(),)[0] if len(named) == 1 else ("?", -1)


def _erred(
    phrase: Phrase, taken: tuple[int, ...], clauses: list[list[Word]], number: int
) -> Word | None:
    """The player of whom a phrase told in a clause says that he has erred: the last one it names,
    in the clause after where it goes on there."""
    players = [clauses[number][place] for place in taken if clauses[number][place].who]
    if phrase.then is None:
        return players[0] if players else None
    actor = players[0].who if players else ""
    for words in clauses[number + 1 : number + 1 + phrase.after]:
        if behind := phrase.then.anywhere([word.of(actor) for word in words]):
            return next(
                (words[place] for place in behind if words[place].who),
                players[0] if players else None,
            )
    return None


def _meant(clauses: list[list[Word]], number: int, named: Word) -> str:
    """The player that a word names: for 'he' the only one named before it in the clause, or else in
    the clause before."""
    for words in (
        [clauses[number], clauses[number - 1] if number else []] if named.who == "he" else []
    ):
        others = {
            word.who for word in words if word.who and not word.owns and word.start < named.start
        } - {"he"}
        if others:
            return next(iter(others)) if len(others) == 1 else named.who
    return named.who


def _since(roles: frozenset[str], word: Word, since: int) -> frozenset[str]:
    """The roles, and those of a player who is named behind what went wrong."""
    behind = word.who.partition("+")[0] in _BY_ROLE or 0 <= since < word.start
    return roles | {f"{role}_since" for role in roles} if behind else roles


def _roles(who: str, offender: str, *, speaker: bool) -> frozenset[str]:
    """What a player is, counted from the offender, and as declarer, dummy or defender."""
    if not who:
        return frozenset()
    base, _plus, further = who.partition("+")
    found: set[str] = set()
    if base in ("declarer", "dummy", "defender", "director", "spectator", "me") and not further:
        found.add(base)
    if base == "defenders":
        found |= {"opponents"}
    if base == "me" and not further:
        found.add("mine")
    place = _place_from(base, offender, speaker=speaker)
    if place is not None:
        found.add(_ROLES[(place + _FRAME.get(further, 0)) % 4])
    return frozenset(found)


def _place_from(base: str, offender: str, *, speaker: bool) -> int | None:
    """How many places to the left of the offender a player sits; None where that is not sure."""
    if base in _BY_ROLE:
        return _BY_ROLE[base]
    if base == offender and offender not in ("opp", "someone", "he", "?"):
        return 0
    if base in SEATS and offender in SEATS:
        return (SEATS.index(base) - SEATS.index(offender)) % 4
    if base in _FRAME and offender in ("me", "lho", "rho"):
        return (_FRAME[base] - _FRAME[offender]) % 4
    if base == "me" and offender == "partner":
        return 2
    told_from_offender = offender in ("", "someone", "offender", "defender", *SEATS) and not speaker
    return _FRAME[base] if base in ("lho", "rho") and told_from_offender else None
