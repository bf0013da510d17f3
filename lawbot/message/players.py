"""Roles of the players of a text: the offender, declarer, and the others counted from them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, dropwhile, pairwise

from lawbot.message.auction import Auction
from lawbot.message.auction_findings import Findings, declarer
from lawbot.message.phrases import Phrase, Word, told_in
from lawbot.message.tokens import Token
from lawbot.message.vocabulary import vocabulary

SEATS = ("north", "east", "south", "west")
SEAT_OF = {"n": "north", "e": "east", "s": "south", "w": "west"}
ENDS = ".!?\n…"
CALL = re.compile(r"[1-9](?:nt|n|[shdc♠♥♦♣])|nt|dbl|xx?")
_FRAME = {"me": 0, "lho": 1, "partner": 2, "rho": 3}
_IN_THE_PLAY = (("declarer",), ("defender",), ("dummy",), ("defender", "second"))
"""Roles of declarer and of the players after declarer."""
_OWN_ROLES = {
    "declarer": ("declarer",),
    "dummy": ("dummy",),
    "defender": ("defender",),
    "director": ("director",),
    "spectator": ("spectator",),
    "defenders": ("opponents",),
    "me": ("me", "mine"),
}
"""Roles that a name has whoever is the offender."""
_ROLES = {0: "offender", 1: "lho", 2: "partner", 3: "rho"}
_BY_ROLE = {"offender": 0, "next": 1, "his_partner": 2, "previous": 3}
_CONTRACT = r"[1-7](?:nt|[shdc♠♥♦♣])x{0,2}"
_PAIRS = (("north", "south"), ("east", "west"), ("me", "partner"), ("lho", "rho"))
_PARTNERS = {player: partner for pair in _PAIRS for player, partner in (pair, pair[::-1])}
_SHORT_CLAUSE = 6
"""Most words of a clause that only tells whose lead it was."""
_CARD = re.compile(r"(?:[♠♥♦♣shdc](?P<after>[akqjt2-9]|10)|(?P<before>[akqjt2-9]|10)[♠♥♦♣shdc])")
_BESIDES = frozenset({"lho", "rho"})


@cache
def _phrases(lines: tuple[str, ...]) -> tuple[Phrase, ...]:
    """Return the parsed phrases of some lines."""
    return tuple(map(Phrase.parse, lines))


def with_roles(
    clauses: list[list[Word]],
    text: str,
    text_tokens: Sequence[Token],
    auction: tuple[Auction, Findings] | None,
) -> list[list[Word]]:
    """Return the clauses with every player counted from the offender and from declarer.

    A player has no role if it is not sure who they are.
    """
    plain = [list(map(_classed, words)) for words in clauses]
    all_words = list(chain.from_iterable(plain))
    offender, since = _irregularity(plain, auction)
    contracted = declarer(auction[0]) if auction else None
    in_play = _in_the_play(plain, text, contracted or "")
    first_person = vocabulary().said.first
    speaks = any(word.who == "me" for word in all_words)
    speaks = speaks or any(not first_person.isdisjoint(token.spelt) for token in text_tokens)
    ranked = [word for word in all_words if _rank(word)]
    names_cards = any(word.lemma in ("card", "both") and word.form == "cards" for word in all_words)
    # of several cards nobody knows which one is meant
    rank = _rank(ranked[0]) if len(ranked) == 1 and not names_cards else ""

    def with_role(word: Word) -> Word:
        who = word.who
        roles = set(in_play.get(who, ()))
        # 'next' before the irregularity is not counted from the offender
        if who != "next" or word.start >= since:
            counted = _roles(who, offender, speaks=speaks)
            roles |= _since(counted, word, since)
        if rank and word in ranked:
            roles.add(rank)
        return word._replace(roles=word.roles.union(f"{{{role}}}" for role in roles))

    return [list(map(with_role, words)) for words in plain]


def _irregularity(
    clauses: list[list[Word]], auction: tuple[Auction, Findings] | None
) -> tuple[str, int]:
    """Return the offender, and the start of the irregularity in the text.

    The offender is empty if not told, '?' if not sure; the start -1 if not known.
    """
    lexicon = vocabulary().said
    offender, since = _offender(clauses, lexicon.offences)
    offender = offender or _led_for_partner(clauses)
    # 'LHO bid 1S and ...': LHO may be the one who has erred
    if not offender and any(word.who in _BESIDES for words in clauses[:1] for word in words):
        offender = "?"
    if offender in ("", "?") and auction is not None and auction[1].offender:
        offender = SEAT_OF[auction[1].offender.lower()]
    irregular_call = None
    if auction is not None and auction[1].offence is not None:
        irregular_call = auction[0].calls[auction[1].offence].start
    if offender in ("", "?") and irregular_call is not None:
        offender = _caller(clauses, irregular_call) or offender
    if not offender:
        offender, since = _offender(clauses, lexicon.jumps)
    return offender, since if irregular_call is None else irregular_call


def _caller(clauses: list[list[Word]], start: int) -> str:
    """Return the player who makes the call at a place of the text, or nothing."""
    for number, words in enumerate(clauses):
        calls = [at for at, word in enumerate(words) if word.start == start]
        for at in calls:
            players = [word for word in words[:at] if word.who]
            # 'over West's bid' and two players name nobody who surely calls
            if len(players) == 1 and not players[0].owns:
                return _player(clauses, number, players[0])
    return ""


def _in_the_play(
    clauses: list[list[Word]], text: str, contracted: str
) -> Mapping[str, Sequence[str]]:
    """Return the roles of the seats in the play; the defenders' alone if declarer is not sure."""
    seat = _declarer(clauses, text, contracted)
    if seat:
        return dict(zip(SEATS[SEATS.index(seat) :] + SEATS, _IN_THE_PLAY, strict=False))
    # 'West, a defender,' does not tell which opponent declares
    seats = _seats_beside(clauses, text, ("defender", "defend"))
    sides = {SEATS.index(seat) % 2 for seat in seats}
    return dict.fromkeys(SEATS[sides.pop() :: 2], ("defender",)) if len(sides) == 1 else {}


def _seats_beside(clauses: list[list[Word]], text: str, roles: Sequence[str]) -> set[str]:
    """Return the seats right beside a role: 'declarer, South', 'South is declarer'."""
    seats: set[str] = set()
    for pair in _neighbours(clauses, text):
        for seat, word in (pair, pair[::-1]):
            if seat.who in SEATS and not seat.owns and (word.who in roles or word.lemma in roles):
                seats.add(seat.who)
    return seats


def _neighbours(clauses: list[list[Word]], text: str) -> Iterator[tuple[Word, Word]]:
    """Yield the words that stand side by side, or with a comma between.

    'South, who will be declarer,' has such a pair.
    """
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
    """Return the clause after one, or nothing at the end of the sentence."""
    following = clauses[number + 1] if number + 1 < len(clauses) else []
    if not following:
        return []
    between = text[clauses[number][-1].end : following[0].start]
    return following if set(ENDS).isdisjoint(between) else []


def _led_for_partner(plain: list[list[Word]]) -> str:
    """Return the player who led though it was for that player's partner to lead.

    Empty if that is not told, or told of two.
    """
    lexicon = vocabulary()
    acting = lexicon.performed.union(*lexicon.acts) - lexicon.puts_down
    short = [
        words
        for words in plain
        if len(words) <= _SHORT_CLAUSE and not any(word.lemma in acting for word in words)
    ]
    # a long clause, or one with an act, tells more than whose lead it was
    partners: set[str] = set()
    for number, _phrase, indexes in told_in(_phrases(lexicon.said.turns), short):
        words = short[number]
        denied = any(word.denies for word in words)
        # the phrase may be a denial itself: 'it was not his lead'
        if denied == any(words[index].denies for index in indexes):
            partners |= {_PARTNERS.get(words[index].who, "") for index in indexes}
    leaders = {
        words[0].who
        for words in plain
        if len(words) > 1 and words[1].lemma in lexicon.puts_down and words[1].form != "lead"
    }
    offenders = partners & leaders
    return offenders.pop() if len(offenders) == 1 else ""


def _declarer(clauses: list[list[Word]], text: str, contracted: str) -> str:
    """Return the seat of declarer by the auction or the words; empty if it is not told, or of two.

    Read are 'South is declarer', 'dummy, North,', '3NT by South', 'against South's 4S', 'South is
    to play 4S', 'South calls a card of dummy'.
    """
    declarers = {SEAT_OF[contracted.lower()]} if contracted else set[str]()
    declarers |= _seats_beside(clauses, text, ("declarer",))
    for dummy in _seats_beside(clauses, text, ("dummy",)):
        declarers.add(SEATS[(SEATS.index(dummy) + 2) % 4])
    for match in _declaring().finditer(text):
        seat = next(filter(None, match.groups())).lower()
        declarers.add(SEAT_OF.get(seat, seat))
    for number, words in enumerate(clauses):
        seats = [at for at, word in enumerate(words) if word.who in SEATS]
        acting = words[seats[0] :] if seats else []
        if len(acting) > 1 and _plays_dummy(acting, text, clauses[number + 1 : number + 2]):
            declarers.add(acting[0].who)
    # two declarers are a misreading: then nobody is
    return declarers.pop() if len(declarers) == 1 else ""


@cache
def _declaring() -> re.Pattern[str]:
    """Return the pattern of words around a contract or a lead that name declarer in a group."""
    lines = "|".join(vocabulary().said.declaring)
    seats = "|".join((*SEATS, *SEAT_OF))
    pattern = lines.replace("{seat}", rf"\b({seats})\b").replace("{contract}", rf"\b{_CONTRACT}\b")
    return re.compile(pattern, re.IGNORECASE)


def _plays_dummy(words: list[Word], text: str, following: list[list[Word]]) -> bool:
    """Return whether a clause tells that declarer plays from dummy.

    'South calls dummy's queen', 'calls for the queen', 'leads the jack from dummy', 'says ten:
    dummy plays it'.
    """
    verb = words[1].lemma
    # nobody but declarer calls for a card
    if verb == "call" and text[words[1].end :].split()[:1] == ["for"]:
        return True
    has_card = any(is_of_card(word.lemma.removesuffix(" of")) for word in words[2:4])
    acts_next = any(after[0].who == "dummy" and len(after) > 1 for after in following)
    if has_card and acts_next and verb in ("say", "call"):
        return True
    for before, word in pairwise(words[1:]):
        is_from = verb == "call" or "from" in text[before.end : word.start].split()
        if word.who == "dummy" and is_from:
            return True
    return False


def _classed(word: Word) -> Word:
    """Return a word with the classes that do not depend on the offender: player, card, call."""
    classes = {"{who}", "{they}"} if word.who and word.who != "director" else set()
    classes |= {"{card}"} if _rank(word) else set()
    classes |= {"{call}"} if CALL.fullmatch(word.lemma) else set()
    return word._replace(roles=frozenset(classes))


def _rank(word: Word) -> str:
    """Return 'low' or 'honour' for a word that names a card, or nothing."""
    lexicon, lemma = vocabulary(), word.lemma
    # 'as' is a small word, and no ace of spades
    card = _CARD.fullmatch(lemma) if lemma != "as" else None
    rank = (card["after"] or card["before"]) if card else lemma
    is_card = bool(card) or word.form.endswith(" of")
    if rank in lexicon.honours and (is_card or len(rank) > 1):
        return "honour"
    return "low" if (is_card and rank in lexicon.lows) or word.form == "deuce" else ""


def is_of_card(lemma: str) -> bool:
    """Return if a word may be of the name of a card: a rank, a suit, or 'of' between them."""
    lexicon = vocabulary()
    return (
        lemma in lexicon.honours | lexicon.lows | lexicon.suits
        or lemma in ("of", "the")
        or _CARD.fullmatch(lemma) is not None
    )


def _offender(plain: list[list[Word]], offences: tuple[str, ...]) -> tuple[str, int]:
    """Return the offender as the text names that player, and the start of the clause.

    Empty without a player, '?' with more than one; the start is then -1.
    """
    offenders: dict[str, int] = {}
    for number, phrase, indexes in told_in(_phrases(offences), plain):
        word = _offender_word(phrase, indexes, plain, number)
        if word is not None:
            offenders.setdefault(_player(plain, number, word), plain[number][0].start)
    if len(offenders) > 1:
        return "?", -1
    return next(iter(offenders.items()), ("", -1))


def _offender_word(
    phrase: Phrase, indexes: tuple[int, ...], clauses: list[list[Word]], number: int
) -> Word | None:
    """Return the word for the offender in a phrase told by a clause, or None.

    If the phrase goes on in a later clause, a player there comes first.
    """
    words = (clauses[number][index] for index in indexes)
    first = next((word for word in words if word.who), None)
    if phrase.then is None:
        return first
    actor = first.who if first else ""
    for later in clauses[number + 1 : number + 1 + phrase.after]:
        later_indexes = phrase.then.anywhere([word.of(actor) for word in later])
        if later_indexes:
            return next((later[index] for index in later_indexes if later[index].who), first)
    return None


def _player(clauses: list[list[Word]], number: int, name: Word) -> str:
    """Return the player that a word names.

    'He' is the only player before it in the clause, or else in the clause before.
    """
    # 'he' is nobody in particular
    if name.who != "he":
        return name.who
    for words in clauses[number], clauses[number - 1] if number else []:
        before = (word for word in words if word.start < name.start)
        # 'LHO's bid' names the bid, and nobody who acts
        players = {word.who for word in before if word.who and not word.owns} - {"he"}
        if players:
            return players.pop() if len(players) == 1 else name.who
    return name.who


def _since(roles: set[str], word: Word, since: int) -> set[str]:
    """Return the roles, with those of a player named behind the irregularity."""
    is_behind = word.who.partition("+")[0] in _BY_ROLE or 0 <= since < word.start
    return roles | {f"{role}_since" for role in roles} if is_behind else roles


def _roles(who: str, offender: str, *, speaks: bool) -> set[str]:
    """Return the roles of a player from the offender, and as declarer, dummy or defender."""
    base, _plus, further = who.partition("+")
    roles = set() if further else set(_OWN_ROLES.get(base, ()))
    place = _place_from(base, offender, speaks=speaks) if who else None
    if place is not None:
        roles.add(_ROLES[(place + _FRAME.get(further, 0)) % 4])
    return roles


def _place_from(base: str, offender: str, *, speaks: bool) -> int | None:
    """Return the number of places from the offender to a player on the left, or None."""
    if base in _BY_ROLE:
        return _BY_ROLE[base]
    # 'an opponent' may be another one each time
    if base == offender and offender not in ("opp", "someone", "he", "?"):
        return 0
    if base in SEATS and offender in SEATS:
        return (SEATS.index(base) - SEATS.index(offender)) % 4
    if base in _FRAME and offender in _FRAME:
        return (_FRAME[base] - _FRAME[offender]) % 4
    # LHO is the writer's own, if the writer tells of himself; else the offender's
    told_from_offender = offender in ("", "someone", "offender", "defender", *SEATS) and not speaks
    return _FRAME[base] if base in ("lho", "rho") and told_from_offender else None
