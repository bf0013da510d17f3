"""Roles of the players of a text: the offender, declarer, and the others counted from them."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import dropwhile, pairwise

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
    lexicon = vocabulary().said
    plain = [list(map(_classed, words)) for words in clauses]
    with_partners = _with_partners(plain)
    offender, since = _offender(with_partners, lexicon.offences)
    offender = offender or _led_for_partner(plain)
    if offender not in ("", "?"):
        plain = with_partners
    if not offender and any(word.who in _BESIDES for words in clauses[:1] for word in words):
        offender = "?"  # 'LHO bid 1S and ...': LHO may be the one who has erred
    if offender in ("", "?") and auction is not None and auction[1].offender:
        offender = SEAT_OF[auction[1].offender.lower()]
    if not offender:
        offender, since = _offender(plain, lexicon.jumps)
    if auction is not None and auction[1].offence is not None:
        since = auction[0].calls[auction[1].offence].start
    played = _in_the_play(clauses, text, (declarer(auction[0]) or "") if auction else "")
    all_words = [word for words in clauses for word in words]
    speaker = any(word.who == "me" for word in all_words) or any(
        not lexicon.first.isdisjoint(token.spelt) for token in text_tokens
    )
    several = any(
        word.lemma in ("card", "both")
        for word in all_words
        if text[word.start : word.end].casefold() == "cards"
    )
    single = sum(_rank(word) != "" for word in all_words) == 1 and not several

    def with_role(word: Word) -> Word:
        roles = frozenset[str]()
        # 'next' before the irregularity is not counted from the offender
        if word.who != "next" or word.start >= since:
            roles = _roles(word.who, offender, speaker=speaker)
        roles = _since(roles, word, since) | played.get(word.who, frozenset())
        rank = {_rank(word)} - {""} if single else ()
        return word._replace(roles=word.roles.union(f"{{{role}}}" for role in (*roles, *rank)))

    return [list(map(with_role, words)) for words in plain]


def _with_partners(clauses: list[list[Word]]) -> list[list[Word]]:
    """Return the clauses with 'his partner' as the partner of the one player just before.

    Of two players before it, it is nobody's partner.
    """
    result: list[list[Word]] = []
    players: list[str] = []
    for words in clauses:
        before, players = players, []
        new_words: list[Word] = []
        for word in words:
            owners = {*before, *players}
            if word.who == "his_partner" and owners:
                who = _PARTNERS[owners.pop()] if len(owners) == 1 else "someone"
                new_words.append(word._replace(who="someone" if who == "me" else who))
                continue
            if word.who in _PARTNERS and not word.owns:
                players.append(word.who)
            new_words.append(word)
        result.append(new_words)
    return result


def _in_the_play(
    clauses: list[list[Word]], text: str, contracted: str
) -> dict[str, frozenset[str]]:
    """Return the roles of the seats in the play.

    They are declarer, dummy, defenders, and the defender who plays last to the first trick.
    """
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
        for seat in _seats_beside(
            clauses, text, lambda word: word.who == "defender" or word.lemma == "defend"
        )
    }
    return {
        seat: frozenset({"defender"}) for number, seat in enumerate(SEATS) if sides == {number % 2}
    }


def _seats_beside(
    clauses: list[list[Word]], text: str, is_role: Callable[[Word], bool]
) -> set[str]:
    """Return the seats right beside a word: 'declarer, South', 'South is declarer'."""
    pairs = (ordered for pair in _neighbours(clauses, text) for ordered in (pair, pair[::-1]))
    return {
        seat.who for seat, word in pairs if seat.who in SEATS and not seat.owns and is_role(word)
    }


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
    partners: set[str] = set()
    for number, _phrase, indexes in told_in(_phrases(lexicon.said.turns), short):
        words = short[number]
        denied = any(word.denies for word in words)
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
    lexicon = vocabulary().said
    declarers = {SEAT_OF[contracted.lower()]} if contracted else set[str]()
    declarers |= _seats_beside(clauses, text, lambda word: word.who == "declarer")
    for dummy in _seats_beside(clauses, text, lambda word: word.who == "dummy"):
        declarers.add(SEATS[(SEATS.index(dummy) + 2) % 4])
    for first, second in _neighbours(clauses, text):
        between = text[first.end : second.start].strip()
        if _CONTRACT.fullmatch(first.form) and second.who in SEATS and between == "by":
            declarers.add(second.who)
        if (
            first.who in SEATS
            and first.owns
            and _CONTRACT.fullmatch(second.form)
            and "against" in text[: first.start].casefold().split()[-1:]
        ):
            declarers.add(first.who)
        if first.lemma == "against" and second.who in SEATS and not second.owns:
            declarers.add(second.who)
    for number, words in enumerate(clauses):
        acting = words[next((at for at, word in enumerate(words) if word.who in SEATS), 0) :]
        if (
            acting[0].who in SEATS
            and len(acting) > 1
            and _plays_dummy(acting, text, clauses[number + 1 : number + 2])
        ):
            declarers.add(acting[0].who)
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
            if between in lexicon.declaring or (number == 0 and between in lexicon.playing):
                declarers.add(words[0].who)
    return declarers.pop() if len(declarers) == 1 else ""


def _plays_dummy(words: list[Word], text: str, following: list[list[Word]]) -> bool:
    """Return if a clause tells that declarer plays from dummy.

    'South calls dummy's queen', 'calls for the queen', 'leads the jack from dummy', 'says ten:
    dummy plays it'.
    """
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
    """Return a word with the classes that do not depend on the offender: player, card, call."""
    classes = {"{who}", "{they}"} if word.who and word.who != "director" else set()
    classes |= {"{card}"} if _rank(word) else set()
    classes |= {"{call}"} if CALL.fullmatch(word.lemma) else set()
    return word._replace(roles=frozenset(classes))


def _rank(word: Word) -> str:
    """Return 'low' or 'honour' for a word that names a card, or nothing."""
    lexicon, lemma = vocabulary(), word.lemma
    if word.form.endswith(" of"):
        return "honour" if lemma in lexicon.honours else "low" if lemma in lexicon.lows else ""
    # 'as' is a small word, and no ace of spades
    match = _CARD.fullmatch(lemma) if lemma != "as" else None
    rank = (match["after"] or match["before"]) if match else lemma
    if match and CALL.fullmatch(lemma):
        return "low" if rank in lexicon.lows else "honour"
    if rank in lexicon.honours and (match or len(rank) > 1):
        return "honour"
    return "low" if (match and rank in lexicon.lows) or word.form == "deuce" else ""


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
    if name.who != "he":
        return name.who
    for words in clauses[number], clauses[number - 1] if number else []:
        before = (word for word in words if word.start < name.start)
        players = {word.who for word in before if word.who and not word.owns} - {"he"}
        if players:
            return players.pop() if len(players) == 1 else name.who
    return name.who


def _since(roles: frozenset[str], word: Word, since: int) -> frozenset[str]:
    """Return the roles, with those of a player named behind the irregularity."""
    behind = word.who.partition("+")[0] in _BY_ROLE or 0 <= since < word.start
    return roles | {f"{role}_since" for role in roles} if behind else roles


def _roles(who: str, offender: str, *, speaker: bool) -> frozenset[str]:
    """Return the roles of a player from the offender, and as declarer, dummy or defender."""
    if not who:
        return frozenset()
    base, _plus, further = who.partition("+")
    roles: set[str] = set()
    if base in ("declarer", "dummy", "defender", "director", "spectator", "me") and not further:
        roles.add(base)
    if base == "defenders":
        roles.add("opponents")
    if base == "me" and not further:
        roles.add("mine")
    place = _place_from(base, offender, speaker=speaker)
    if place is not None:
        roles.add(_ROLES[(place + _FRAME.get(further, 0)) % 4])
    return frozenset(roles)


def _place_from(base: str, offender: str, *, speaker: bool) -> int | None:
    """Return the number of places from the offender to a player on the left, or None."""
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
