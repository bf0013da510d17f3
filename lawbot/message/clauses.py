"""Typed text parsed into clauses of lemmas, with players counted from the offender.

What is unsure is left out.
"""

import re
from collections.abc import Sequence
from itertools import takewhile, zip_longest
from typing import NamedTuple

from lawbot.message.auction import Auction
from lawbot.message.auction_findings import Findings
from lawbot.message.hedges import hedge_start
from lawbot.message.phrases import Told, Word
from lawbot.message.players import CALL, ENDS, SEAT_OF, with_roles
from lawbot.message.tokens import Token
from lawbot.message.vocabulary import vocabulary

_PARTS = ',;:()–—"“”'
_LONGEST_HEARD_ADVERB = 5
"""Letters of 'only' and 'early', which tell something; longer adverbs ('promptly') do not."""
_WORDS_AFTER_HAD = 2
"""Most words from 'had' to its verb: 'had already told'."""
_RELATIVE = ("partner", "lho", "rho")
"""Names of players that are counted from another: 'East's partner', 'LHO of East'."""
_QUOTATION = re.compile(
    r"(?<!\w)(?:'[^'\n]{12,200}'|\"[^\"\n]{12,200}\"|‘[^’\n]{12,200}’|“[^”\n]{12,200}”)(?!\w)"
)
"""A quotation longer than a call or a card: what it says need not be so."""


def without_quotations(line: str) -> str:
    """Return a straightened text with blanks for its quotations, so that offsets stay."""
    return _QUOTATION.sub(lambda match: " " * len(match[0]), line)


class _Sentence(NamedTuple):
    """A sentence: the tokens of its clauses, and whether it ends in a question mark."""

    clauses: list[list[Token]]
    is_question: bool

    def heard_until(self, text: str) -> int:
        """Return the index in a text from which its sentence is not heard."""
        if not self.clauses:
            return 0
        return hedge_start(text, self.clauses[0][0].start, self.clauses[-1][-1].end)


def listen(
    text: str, text_tokens: Sequence[Token], judgement: tuple[Auction, Findings] | None
) -> Told:
    """Return the clauses of a text that tell something.

    ``text`` is without quotations, ``text_tokens`` are its tokens, ``judgement`` is of its auction.
    """
    clauses: list[list[Word]] = []
    lemmas: set[str] = set()
    hedged: set[int] = set()
    for sentence in _sentences(text_tokens):
        told_clauses, sentence_lemmas = _told_clauses(sentence, text)
        lemmas |= sentence_lemmas
        supposes = not sentence_lemmas.isdisjoint(vocabulary().supposing)
        if supposes:
            continue
        end = sentence.heard_until(text)
        for words in told_clauses:
            if words[-1].end > end:
                hedged.add(len(clauses))
            clauses.append(words)
    disputed, denied = _disputed(clauses)
    role_clauses = with_roles(clauses, text, text_tokens, judgement)
    return Told.of(text, role_clauses, disputed | hedged, denied | hedged, lemmas)


def _told_clauses(sentence: _Sentence, text: str) -> tuple[list[list[Word]], set[str]]:
    """Return the clauses of a sentence that do not ask, and the lemmas of all."""
    clauses: list[list[Word]] = []
    lemmas: set[str] = set()
    is_asking = False
    subject: Word | None = None
    for number, piece in enumerate(sentence.clauses):
        previous = clauses[-1] if clauses else []
        words = _summons(_words(piece, text))
        words, subject = _with_subject(words, subject, alone=_only_names(previous))
        words = _performed(words)
        relates = not sentence.is_question and _relates(words, previous)
        if relates:
            words = [previous[-1], *words[1:]]
        lemmas.update(word.lemma for word in words)
        # a question goes on to the question mark: 'can he play and win'
        if not (is_asking and sentence.is_question):
            may_tell = bool(number) and not sentence.is_question
            is_asking = not relates and _asks(piece, goes_on=may_tell)
        if words and not is_asking:
            clauses.append(words)
    if sentence.is_question and len(clauses) == len(sentence.clauses):
        clauses = _before_question(clauses, text)
    return clauses, lemmas


def _asks(piece: list[Token], *, goes_on: bool) -> bool:
    """Return whether a clause begins like a question: 'can', 'when does'.

    ``goes_on`` if it may be a statement that goes on: 'and does not accept it', '... has won the
    trick'.
    """
    words, first = vocabulary().said, piece[0].word
    # 'when does a card become ...'
    if first in words.whens and len(piece) > 1:
        return piece[1].word in words.asking - words.pronouns
    if first not in words.asking:
        return False
    return not (goes_on and len(piece) > 1 and _goes_on(piece[1].word))


def _before_question(clauses: list[list[Word]], text: str) -> list[list[Word]]:
    """Return the clauses before a short question set apart: 'LHO passed, too late?'.

    None if the last clause may ask about all: 'LHO passed, right?', 'North led and East played?'.
    """
    if len(clauses) < 2:
        return []
    *statements, question = clauses
    between = text[statements[-1][-1].end : question[0].start]
    acts = any(word.who for word in question)
    confirms = vocabulary().said.confirming.issuperset(word.form for word in question)
    is_set_apart = not set(_PARTS + "-").isdisjoint(between)
    return statements if is_set_apart and not acts and not confirms else []


def _with_subject(
    words: list[Word], before: Word | None, *, alone: bool
) -> tuple[list[Word], Word | None]:
    """Return the words of a clause with its subject, and the player who may go on acting.

    The subject may be the player of the clause before ('West bid 1H and changed it'). ``alone`` if
    that clause only names a player: 'West, who was tired, bid', 'East, a defender, discards'.
    """
    lexicon = vocabulary()
    if not words:
        return words, before
    first = words[0]
    if first.who:
        is_role = len(words) == 1 and first.who in ("declarer", "dummy", "defender")
        if alone and before is not None and is_role:
            return words, before
        return words, None if first.owns else first
    # 'West revoked and then led'
    is_led_up_to = first.denies or first.form in lexicon.said.onward
    verb = words[1] if is_led_up_to and len(words) > 1 else first
    # 'call' and 'bid' may be nouns, unless denied or followed by a call: 'bid 1H'
    is_noun = (
        verb.form in lexicon.said.owned
        and not first.denies
        and not (len(words) > 1 and CALL.fullmatch(words[1].lemma))
    )
    if before is not None and verb.lemma in lexicon.acting and not is_noun:
        return [before._replace(small_words=frozenset()), *words], before
    is_aside = not any(word.who or word.lemma in lexicon.acting for word in words)
    keeps_subject = alone or is_aside or first.form.endswith("ing")
    return words, before if keeps_subject else None


def _only_names(words: list[Word]) -> bool:
    """Return whether a clause only names a player: 'on board 5 North, the dealer, took'."""
    if not words or not words[-1].who:
        return False
    return not any(word.lemma in vocabulary().acting for word in words)


def _relates(words: list[Word], before: list[Word]) -> bool:
    """Return whether a clause tells of the player just named: 'East, who was not on lead'.

    Only behind a bare name: in 'unclear to East who led' it asks.
    """
    if len(words) < 2 or words[0].form != "who" or not _only_names(before):
        return False
    return all(word.form in vocabulary().said.mere_joining for word in before[:-1])


def _goes_on(word: str) -> bool:
    """Return whether a clause begun like a question goes on as a statement: 'has won'."""
    lexicon = vocabulary()
    return word in lexicon.said.going_on or lexicon.lemma(word) in lexicon.acting


def _performed(words: list[Word]) -> list[Word]:
    """Return the act that a player is said to declare, or the words unchanged.

    'West says he does not accept' is 'West does not accept'.
    """
    lexicon = vocabulary()
    # 'claims he accepted' is no acceptance
    plain_reports = lexicon.reports - lexicon.differing
    if len(words) < 4 or not words[0].who or words[1].lemma not in plain_reports:
        return words
    act = words[4] if words[3].denies and len(words) > 4 else words[3]
    is_act = act.lemma in lexicon.performed and not act.form.endswith("ed")
    is_own = words[2].who in (words[0].who, "he", "me")
    return [words[0], *words[3:]] if is_act and is_own else words


def _sentences(text_tokens: Sequence[Token]) -> list[_Sentence]:
    """Return the sentences of a text."""
    lexicon = vocabulary().said
    sentences: list[_Sentence] = []
    clauses: list[list[Token]] = [[]]
    for token, following in zip_longest(text_tokens, text_tokens[1:]):
        if token.word in ENDS:
            sentences.append(_Sentence(list(filter(None, clauses)), token.word == "?"))
            clauses = [[]]
        elif token.word in _PARTS:
            clauses.append([])
        elif token.is_word:
            if clauses[-1] and following is not None and _begins_question(token, following):
                sentences.append(_Sentence(list(filter(None, clauses)), is_question=False))
                clauses = [[]]
            if token.word in lexicon.joining and clauses[-1]:
                clauses.append([])
                if token.word in lexicon.mere_joining:
                    continue
            clauses[-1].append(token)
    return [*sentences, _Sentence(list(filter(None, clauses)), is_question=False)]


def _begins_question(token: Token, following: Token) -> bool:
    """Return whether two words begin a question without a sign: 'LHO led out of turn can I'."""
    lexicon = vocabulary().said
    if token.word in lexicon.question_words:
        return following.word in lexicon.auxiliaries
    return token.word in lexicon.auxiliaries and following.word in lexicon.askers


class _Plain(NamedTuple):
    """A plain word with the offsets of its token: "hasn't" is two."""

    word: str
    start: int
    end: int
    owns: bool


def _words(piece: list[Token], text: str) -> list[Word]:
    """Return the words of a clause that carry meaning, each player named as one word."""
    lexicon = vocabulary()
    plain = _plain_words(piece, text)
    words: list[Word] = []
    small_words: set[str] = set()
    at = 0
    while at < len(plain):
        player = _player(plain, at)
        if player is not None:
            word, at = player
            words.append(word)
            continue
        form, start, end, _owns = plain[at]
        if _is_notrump(plain, at):
            words.append(Word("notrump", start, plain[at + 1].end, form="notrump"))
            at += 2
            continue
        following = _forms(plain, at + 1, 1)
        is_right_away = form == "right" and not lexicon.said.right_before.isdisjoint(following)
        lemma = lexicon.lemma(form)
        # 'the three of hearts' is a card, 'three hearts' may be a bid
        if following == ["of"] and not lexicon.suits.isdisjoint(_lemmas(plain, at + 2, 1)):
            form = f"{lemma} of"
        is_earlier = "had" in _forms(plain, max(0, at - _WORDS_AFTER_HAD), _WORDS_AFTER_HAD)
        is_prospect = form in lexicon.said.prospective and following == ["to"]
        guard = is_prospect or lemma in lexicon.guards
        is_adverb = form.endswith("ly") and len(form) > _LONGEST_HEARD_ADVERB
        at += 1
        if lemma in lexicon.light and not guard:
            small_words.add(form)
        elif guard or not (is_right_away or (is_adverb and form not in lexicon.irregular)):
            word = Word(lemma, start, end, guard=guard or form in lexicon.said.forms, form=form)
            is_denial = lemma in lexicon.denials
            words.append(word._replace(denies=is_denial, earlier=is_earlier))
    if words:
        words[0] = words[0]._replace(small_words=frozenset(small_words))
    return words


def _forms(plain: list[_Plain], start: int, count: int) -> list[str]:
    """Return some plain words of a clause from an index on."""
    return [word.word for word in plain[start : start + count]]


def _lemmas(plain: list[_Plain], start: int, count: int) -> list[str]:
    """Return the lemmas of some words of a clause from an index on."""
    return list(map(vocabulary().lemma, _forms(plain, start, count)))


def _plain_words(piece: list[Token], text: str) -> list[_Plain]:
    """Return the plain words of a clause, with the letters of seats spelt out."""
    plain: list[_Plain] = []
    for token in piece:
        for word in token.spelt:
            is_letter = token.end - token.start == 1 and text[token.start] in "NESW"
            # after a digit the letter is a suit or notrump: '3 N'
            is_seat = is_letter and not (plain and plain[-1].word[0].isdigit())
            spelt_out = SEAT_OF[word] if is_seat else word
            plain.append(_Plain(spelt_out, token.start, token.end, "'" in token.word))
    return plain


def _is_notrump(plain: list[_Plain], at: int) -> bool:
    """Return whether a denomination is named at a place.

    'Three no trumps' denies nothing, 'no trumps left' does.
    """
    lexicon = vocabulary().said
    if [form.removesuffix("s") for form in _forms(plain, at, 2)] != ["no", "trump"]:
        return False
    is_behind_bid = at > 0 and plain[at - 1].word in lexicon.notrump_behind
    return is_behind_bid or not lexicon.notrump_before.isdisjoint(_forms(plain, at + 2, 1))


def _player(plain: list[_Plain], at: int) -> tuple[Word, int] | None:
    """Return the player named at an index and the index after the name, or None.

    Names are 'LHO', 'East's partner', 'LHO of East'.
    """
    first = plain[at]
    match = _name_at(plain, at)
    if match is None:
        return None
    name, who = match
    at += len(name)
    last, player = plain[at - 1], who
    following = plain[at].word if at < len(plain) else ""
    # the second name is counted from the first
    if last.owns and following in _RELATIVE:
        player, last, at = f"{who}+{following}", plain[at], at + 1
    elif who in _RELATIVE and following == "of" and at + 1 < len(plain):
        for holder_name, holder in vocabulary().people.get(plain[at + 1].word, ()):
            if len(holder_name) == 1:
                player, last, at = f"{holder}+{who}", plain[at + 1], at + 2
                break
    is_done_to = _done_to(_forms(plain, at, 4))
    return Word(
        vocabulary().lemma(name[-1]),
        first.start,
        last.end,
        "" if is_done_to else player,
        form=first.word,
        owns=last.owns,
    ), at


def _name_at(plain: list[_Plain], at: int) -> tuple[tuple[str, ...], str] | None:
    """Return the longest name of a player at an index, with the player, or None."""
    for name, who in vocabulary().people.get(plain[at].word, ()):
        if who and list(name) == _forms(plain, at, len(name)):
            return name, who
    return None


def _disputed(clauses: list[list[Word]]) -> tuple[set[int], set[int]]:
    """Return the indexes of disputed clauses, and those of them that a side denies.

    Disputed is all between the reports of two players, and what gives the reason of a report: 'East
    says it is not played because ...'.
    """
    lexicon = vocabulary()
    differing = lexicon.denials | lexicon.differing
    disputed: set[int] = set()
    denied: set[int] = set()
    tellers = [""]
    # the clause of the last report, and who gave it
    report, reporter = -2, ""
    for index, words in enumerate(clauses):
        if report == index - 1 and words[0].form in lexicon.said.joining:
            disputed.add(index)
        report_at = next(
            (at for at, word in enumerate(words) if word.lemma in lexicon.reports), None
        )
        tellers += [word.who for word in words[:report_at] if word.who]
        teller = tellers[-1]
        if report_at is None or teller in ("", "director"):
            continue
        passage = range(report, index + 1)
        if report >= 0 and reporter != teller:
            disputed.update(passage)
            if any(word.lemma in differing for word in (*clauses[report], *words)):
                denied.update(passage)
        report, reporter = index, teller
    return disputed, denied


def _summons(words: list[Word]) -> list[Word]:
    """Return the words with 'call' as 'summon' in 'West called the director', which is no call."""
    summoned: list[Word] = []
    for word, following in zip_longest(words, words[1:]):
        is_summons = following and (following.who == "director" or following.form == "you")
        if word.lemma == "call" and is_summons:
            summoned.append(word._replace(lemma="summon"))
        else:
            summoned.append(word)
    return summoned


def _done_to(following: list[str]) -> bool:
    """Return whether the player before these words has not acted: 'declarer was told'."""
    lexicon = vocabulary().said
    auxiliaries = list(takewhile((lexicon.being | lexicon.helping).__contains__, following))
    # 'has revoked' is an act, 'has been asked' is none
    if lexicon.helping.issuperset(auxiliaries):
        return False
    verb = following[len(auxiliaries) :][:1]
    return any(word in lexicon.done_to or word.endswith("ed") for word in verb)
