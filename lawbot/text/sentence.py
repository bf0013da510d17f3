"""A typed text as what it tells: clauses of lemmas, players by their place from the offender, what
is unsure left out."""

import re
from functools import cache, lru_cache
from itertools import takewhile, zip_longest
from typing import NamedTuple

from lawbot.text.phrases import Told, Word
from lawbot.text.roles import CALL, ENDS, SEAT_OF, is_of_card, with_roles
from lawbot.text.tokens import Token, straight, tokens
from lawbot.text.unsure import doubted, untold
from lawbot.text.vocabulary import vocabulary

_PARTS = ',;:()–—"“”'
_SHORT = 9
"""Words from which on what is quoted is a speech and no act."""
_SHORT_ADVERB = 5
"""Letters of the longest of 'only' and 'early', which tell something; 'promptly' does not."""
_SHORT_TIME = 4
"""Words among which a player is looked for who acts behind words of time."""
_NEAR_HAD = 2
"""Words among which 'had' stands before its verb: 'had already told'."""
_QUOTED = re.compile(
    r"(?<!\w)(?:'[^'\n]{12,200}'|\"[^\"\n]{12,200}\"|‘[^’\n]{12,200}’|“[^”\n]{12,200}”)(?!\w)"
)
"""What somebody is told to have said, longer than a call or a card: only said, whether it is so or
not."""


@lru_cache(maxsize=64)
def listen(text: str) -> Told:
    """Cuts a text into the clauses that tell something. Any text may be given; the first ones are
    read.

    >>> [word.lemma for word in listen("East led out of turn").clauses[0].words]
    ['east', 'lead', 'out', 'turn']
    """
    text = _QUOTED.sub(_unless_performed, _before_we_came().sub(_blank, straight(text)))
    clauses, lemmas = [], set[str]()
    sentences = _sentences(text)
    supposed, away = untold(sentences)
    for place, (sentence, question) in enumerate(sentences):
        kept: list[list[Word]] = []
        supposes, asking = place in supposed, False
        subject: Word | None = None
        for number, piece in enumerate(sentence):
            last = kept[-1] if kept else []
            words, subject = _with_subject(
                _summons(_words(piece, text)), subject, alone=_only_names(last)
            )
            words = _performed(words, last)
            lemmas |= {word.lemma for word in words}
            supposes = supposes or any(word.lemma in vocabulary().supposing for word in words)
            asking = (asking and question) or _asks(piece, goes_on=bool(number) and not question)
            if words and not asking and (place, number) not in away:
                kept.append(words)
        if not supposes and not (question and len(kept) == len(sentence)):
            clauses += kept
    disputed, denied = _disputed(clauses)
    return Told.of(
        text, with_roles(clauses, text), disputed.union(doubted(clauses, text)), denied, lemmas
    )


def _asks(piece: list[Token], *, goes_on: bool) -> bool:
    """Whether a clause begins like a question: 'can', 'when does'. ``goes_on`` where it may be a
    statement that goes on: 'and does not accept it', '... has won the trick'."""
    known, opens = vocabulary().said, piece[0].word
    if opens in known.whens and len(piece) > 1:  # 'when does a card become ...'
        return piece[1].word in known.asking - known.pronouns
    return opens in known.asking and not (goes_on and len(piece) > 1 and _goes_on(piece[1].word))


@cache
def _before_we_came() -> re.Pattern[str]:
    """'before anybody noticed', 'before the director came': an order in time that settles nothing."""
    who, does = (
        "|".join(said) for said in (vocabulary().said.onlookers, vocabulary().said.noticing)
    )
    return re.compile(rf"\bbefore (?:{who})\b(?: else)? (?:{does})[^,;:.!?\n]*", re.IGNORECASE)


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _unless_performed(match: re.Match[str]) -> str:
    """Blanks, where the quoted words are not an act themselves: 'I accept that', or a card called:
    'jack of clubs'."""
    said = [
        vocabulary().lemma(word)
        for token in tokens(match[0])
        if token.is_word
        for word in token.spelt
    ]
    if all(is_of_card(word) for word in said):
        return match[0]
    acts = (
        len(said) < _SHORT
        and said[:1] == ["i"]
        and not vocabulary().performed.isdisjoint(said[1:4])
    )
    ends = match[0][-2] in ".!?" and match.string[match.end() :].lstrip()[:1].isupper()
    return match[0] if acts else _blank(match)[1:] + "." * ends + " " * (not ends)


def _with_subject(
    words: list[Word], before: Word | None, *, alone: bool
) -> tuple[list[Word], Word | None]:
    """The words of a clause, led by the player who goes on acting from the clause before ('West bid
    1H and changed it'); and who may go on from this one. ``alone`` where the clause before only
    names a player: 'West, who was tired, bid', 'East, a defender, discards'."""
    known = vocabulary()
    if not words or words[0].who:
        apposed = (
            alone
            and before is not None
            and len(words) == 1
            and words[0].who in ("declarer", "dummy", "defender")
        )
        return words, before if not words or apposed else None if words[0].owns else words[0]
    verb = words[1] if words[0].denies and len(words) > 1 else words[0]
    bare = (
        verb.form in known.said.owned
        and not words[0].denies
        and not (len(words) > 1 and CALL.fullmatch(words[1].lemma))
    )
    if before is not None and verb.lemma in known.acting and not bare:
        return [before, *words], before
    aside = not any(word.who or word.lemma in known.acting for word in words)
    return words, _behind_a_time(words) or (
        before if alone or aside or words[0].form.endswith("ing") else None
    )


def _behind_a_time(words: list[Word]) -> Word | None:
    """The player who acts behind words that tell when or where: 'at that moment South hears'."""
    known = vocabulary()
    for word in words[:_SHORT_TIME]:
        if word.who:
            return None if word.owns else word
        if word.guard or word.form in known.said.joining or word.lemma in known.acting:
            return None
    return None


def _only_names(words: list[Word]) -> bool:
    """Whether a clause does no more than name a player: 'on board 5 North, the dealer, took'."""
    return (
        bool(words)
        and bool(words[-1].who)
        and not any(word.lemma in vocabulary().acting for word in words)
    )


def _goes_on(word: str) -> bool:
    """Whether a clause that begins like a question goes on as a statement: 'has won', 'did not',
    'is on lead'."""
    known = vocabulary()
    return word in known.said.going_on or known.lemma(word) in known.acting


def _performed(words: list[Word], before: list[Word]) -> list[Word]:
    """The words, where saying so is the act: 'West says he does not accept' is 'West does not
    accept', as is 'West says: I accept'."""
    known = vocabulary()
    plain_reports = known.reports - known.differing  # 'claims he accepted' is no acceptance
    if (
        len(before) == 2
        and before[0].who
        and before[1].lemma in plain_reports
        and words
        and words[0].who == "me"
    ):
        words = [*before, *words]
    if len(words) < 4 or not (
        words[0].who
        and words[1].lemma in plain_reports
        and words[2].who in (words[0].who, "he", "me")
    ):
        return words
    act = words[4] if words[3].denies and len(words) > 4 else words[3]
    return (
        [words[0], *words[3:]]
        if act.lemma in known.performed and not act.form.endswith("ed")
        else words
    )


def _sentences(text: str) -> list[tuple[list[list[Token]], bool]]:
    """The sentences of a text as clauses of tokens, and whether each ends in a question mark."""
    known = vocabulary().said
    sentences: list[tuple[list[list[Token]], bool]] = []
    sentence: list[list[Token]] = [[]]
    for token in tokens(text):
        if token.word in ENDS:
            sentences.append((list(filter(None, sentence)), token.word == "?"))
            sentence = [[]]
        elif token.word in _PARTS or (token.word == "-" and _set_apart(token, text)):
            sentence.append([])
        elif token.is_word:
            if token.word in known.joining and sentence[-1]:
                sentence.append([])
                if token.word in known.mere_joining:
                    continue
            elif token.word in known.asked_of and _asks_within(sentence[-1]):
                sentence.append([sentence[-1].pop()])
            sentence[-1].append(token)
    return [*sentences, (list(filter(None, sentence)), False)]


def _asks_within(clause: list[Token]) -> bool:
    """Whether a clause ends in a word that asks when a pronoun follows: '... at trick 6 was'; not
    in 'what can' or 'so did'."""
    known = vocabulary().said
    return (
        len(clause) > 1
        and clause[-1].word in known.asking_within
        and clause[-2].word not in known.asking | known.whens | known.telling_behind
    )


def _set_apart(dash: Token, text: str) -> bool:
    return text[dash.start - 1 : dash.start].isspace() and text[dash.end : dash.end + 1].isspace()


class _Plain(NamedTuple):
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
            seat = (
                token.end - token.start == 1
                and text[token.start] in "NESW"
                and not (plain and plain[-1].word[0].isdigit())
            )
            plain.append(
                _Plain(SEAT_OF[spelt] if seat else spelt, token.start, token.end, "'" in token.word)
            )
    words: list[Word] = []
    at = 0
    while at < len(plain):
        named = _player(plain, at)
        if named is not None:
            words.append(named[0])
            at = named[1]
            continue
        word, start, end = plain[at].word, plain[at].start, plain[at].end
        if _is_notrump(plain, at):
            words.append(Word("notrump", start, plain[at + 1].end, form="notrump"))
            at += 2
            continue
        if word == "right" and not known.said.right_before.isdisjoint(
            after.word for after in plain[at + 1 : at + 2]
        ):
            at += 1
            continue
        lemma = known.lemma("allege" if _is_allegation(plain, at) else word)
        earlier = any(before.word == "had" for before in plain[max(0, at - _NEAR_HAD) : at])
        at += 1
        if (
            at + 1 < len(plain)
            and plain[at].word == "of"
            and known.lemma(plain[at + 1].word) in known.suits
        ):
            word = f"{lemma} of"  # 'the three of hearts' is a card, 'three hearts' may be a bid
        if (
            lemma in known.light
            and lemma not in known.guards
            and not (at == len(plain) and word in known.said.answering)
        ):
            continue
        if (
            word.endswith("ly")
            and len(word) > _SHORT_ADVERB
            and word not in known.irregular
            and lemma not in known.guards
        ):
            continue
        guard, denies = lemma in known.guards or word in known.said.forms, lemma in known.denials
        words.append(
            Word(lemma, start, end, guard=guard, form=word, denies=denies, earlier=earlier)
        )
    return words


def _is_notrump(plain: list[_Plain], at: int) -> bool:
    """Return whether a denomination is named at a place: 'three no trumps' denies nothing, 'no
    trumps left' does."""
    known = vocabulary().said
    if [word.word.removesuffix("s") for word in plain[at : at + 2]] != ["no", "trump"]:
        return False
    behind = [word.word for word in plain[at - 1 : at]]
    before = [word.word for word in plain[at + 2 : at + 3]]
    return not known.notrump_behind.isdisjoint(behind) or not known.notrump_before.isdisjoint(
        before
    )


def _is_allegation(plain: list[_Plain], at: int) -> bool:
    """Return whether the word at a place gives one side's story: 'declarer claims (that) he called
    it'."""
    known = vocabulary()
    if known.lemma(plain[at].word) != "claim":
        return False
    following = [word.word for word in plain[at + 1 : at + 3]]
    if following[:1] == ["that"]:
        return following[-1] in known.people or following[-1] in known.said.alleged
    return not known.said.alleged.isdisjoint(following[:1])


def _player(plain: list[_Plain], at: int) -> tuple[Word, int] | None:
    """The player named here, and where the words go on: 'LHO', 'East's partner', 'LHO of East';
    None where nobody is."""
    people, first = vocabulary().people, plain[at]
    spoken = (
        (name, who)
        for name, who in people.get(first.word, ())
        if name == tuple(each.word for each in plain[at : at + len(name)])
    )
    name, who = next(spoken, ((), ""))
    if not who:
        return None
    last, whose = plain[at + len(name) - 1], who
    at += len(name)
    # the second name is counted from the first
    if last.owns and at < len(plain) and plain[at].word in ("partner", "lho", "rho"):
        whose, last, at = f"{who}+{plain[at].word}", plain[at], at + 1
    if (
        who in ("partner", "lho", "rho")
        and whose == who
        and at + 1 < len(plain)
        and plain[at].word == "of"
    ):
        holder = next(
            (other for name, other in people.get(plain[at + 1].word, ()) if len(name) == 1), ""
        )
        if holder:
            whose, last, at = f"{holder}+{who}", plain[at + 1], at + 2
    done_to = _done_to([each.word for each in plain[at : at + 4]])
    return Word(
        vocabulary().lemma(name[-1]),
        first.start,
        last.end,
        "" if done_to else whose,
        form=first.word,
        owns=last.owns,
    ), at


def _disputed(clauses: list[list[Word]]) -> tuple[frozenset[int], frozenset[int]]:
    """Return the places of the clauses in which two sides tell their stories, and of those that are
    answered ('LHO says he did not') or taken back; and of these the places where a side denies
    the story of the other."""
    reports = vocabulary().reports
    told: list[tuple[int, str]] = []
    disputed: set[int] = set()
    denied: set[int] = set()
    who = ""
    for place, words in enumerate(clauses):
        if words[0].who == "director":
            continue
        at = next((at for at, word in enumerate(words) if word.lemma in reports), None)
        who = next(
            (word.who for word in reversed(words[:at]) if word.who),
            "" if any(word.denies for word in words[:at]) else who,
        )
        if place and _answers(words):
            disputed |= {place - 1, place}
        if words[0].form in vocabulary().said.joining and told and told[-1][0] == place - 1:
            disputed.add(place)  # 'he says it is not played because ...': one side's story goes on
        if at is None or not who:
            continue
        for before, other in told:
            if other == who:
                continue
            passage = range(before, place + 1)
            disputed.update(passage)
            if _denies(clauses[before]) or _denies(words):
                denied.update(passage)
        told.append((place, who))
    return frozenset(disputed), frozenset(denied)


def _denies(words: list[Word]) -> bool:
    """Return whether a clause says that something is not so, or only alleges it."""
    return any(word.denies or word.lemma in vocabulary().differing for word in words)


def _answers(words: list[Word]) -> bool:
    """Whether a clause only says yes or no to the one before it: 'LHO says he did', 'no wait', 'or
    not'."""
    known = vocabulary()
    said = [word.form in known.said.answering or word.denies for word in words]
    alone = said[-1] and all(
        word.who or word.lemma in known.reports or answers
        for word, answers in zip(words, said, strict=True)
    )
    return alone or (len(words) > 1 and words[0].denies and words[1].form == "wait")


def _summons(words: list[Word]) -> list[Word]:
    """The same words, where 'West called the director' is no call of West's."""
    return [
        word._replace(lemma="summon")
        if word.lemma == "call"
        and follower
        and (follower.who == "director" or follower.form == "you")
        else word
        for word, follower in zip_longest(words, words[1:])
    ]


def _done_to(following: list[str]) -> bool:
    """Whether the player before these words has not acted: 'declarer was told', 'West has been
    asked'."""
    known = vocabulary().said
    being = list(takewhile((known.being | known.helping).__contains__, following))
    done = following[len(being) :][:1]
    return not known.helping.issuperset(being) and any(
        word in known.done_to or word.endswith("ed") for word in done
    )
