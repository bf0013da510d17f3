"""Clauses that tell no fact of the case.

They put a case by inversion, tell of another board or of a time to come, have an exception, are
pending, or are taken back by the clause behind them.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile

from lawbot.message.phrases import Word
from lawbot.message.tokens import SUITS, Token
from lawbot.message.vocabulary import vocabulary

Sentence = Sequence[Sequence[Token]]
"""The clauses of a sentence."""

_NEAR = 4
"""Most words from the first of a clause to its verb: 'when the play is over'."""


def untold(sentences: Sequence[tuple[Sentence, bool]]) -> tuple[set[int], set[tuple[int, int]]]:
    """Return the sentences that only put a case, and the clauses that tell of another.

    Each sentence comes with True if it is a question. A clause, as sentence and index in it, is
    returned if it tells of another board or table, or of a time to come.
    """
    cases = {
        at
        for at, (sentence, question) in enumerate(sentences)
        if _puts_a_case(sentence, question=question)
    }
    away = _elsewhere([sentence for sentence, _question in sentences])
    away |= {
        (at, number)
        for at, (sentence, question) in enumerate(sentences)
        for number in range(len(sentence))
        if _to_come(sentence, number, question=question)
    }
    return cases, away


def _puts_a_case(sentence: Sentence, *, question: bool) -> bool:
    """Return if a sentence tells no case, but puts one or retells the law.

    'Had East played on', 'were the play over'; 'I know that ...'.
    """
    lexicon = vocabulary().said
    words = [token.word for clause in sentence for token in clause]
    if _any_of(lexicon.retelling).search(" ".join(words)):
        return True
    is_open = question or not lexicon.coming.isdisjoint(words)
    for number, clause in enumerate(sentence):
        if clause[0].word not in lexicon.inverting or len(clause) == 1:
            continue
        # an inversion has its subject right behind the verb
        subjects = [token.word for token in clause[1:] if token.word not in vocabulary().light]
        if any(map(_is_player, subjects[:2])) or (number == 0 and is_open):
            return True
    return False


def _is_player(word: str) -> bool:
    """Return if a word alone names a player."""
    return any(name == (word,) for name, _player in vocabulary().people.get(word, ()))


def _to_come(sentence: Sentence, number: int, *, question: bool) -> bool:
    """Return if a clause tells of a time to come: 'I call you when the board is over'."""
    lexicon, clause = vocabulary().said, sentence[number]
    if clause[0].word not in lexicon.timing:
        return False
    present = any(token.word in lexicon.present for token in clause[1 : 1 + _NEAR])
    words = {token.word for tokens in sentence for token in tokens}
    return present and (question or not lexicon.coming.isdisjoint(words))


def _elsewhere(sentences: Sequence[Sentence]) -> set[tuple[int, int]]:
    """Return the clauses about another board or table, as sentence and index in it.

    They end where the text comes back to its own board: if it numbers boards, the last one.
    """
    lexicon = vocabulary().said
    clauses = [
        ((at, number), " ".join(token.word for token in clause))
        for at, sentence in enumerate(sentences)
        for number, clause in enumerate(sentence)
    ]
    all_boards = [board for _place, words in clauses for board in _numbered().findall(words)]
    last = dict(all_boards)
    waiting: list[tuple[int, int]] = []
    away: set[tuple[int, int]] = set()
    for place, words in clauses:
        boards = _numbered().findall(words)
        leaves = _any_of(lexicon.away).search(words) or any(
            last[kind] != number for kind, number in boards
        )
        back = _any_of(lexicon.back).search(words) or any(
            kind == earlier_kind and number != earlier_number
            for kind, number in boards
            for earlier_kind, earlier_number in all_boards
        )
        if leaves:
            waiting.append(place)
        elif back:
            away.update(waiting)
            waiting = []
        elif waiting:
            waiting.append(place)
    return away


def doubted(clauses: Sequence[Sequence[Word]], text: str) -> set[int]:
    """Return the numbers of the clauses that say less than they seem to.

    'Nobody played except East', 'he has not accepted', 'they erred, we thought'.
    """
    doubted = set[int]()
    for place, words in enumerate(clauses):
        part = _PART.match(text, words[0].start, words[-1].end + _BEHIND)
        part_words = part[0].casefold().split() if part else ()
        if _is_pending(words, part_words) or _is_foreign(words):
            doubted.add(place)
        between = text[clauses[place - 1][-1].end : words[0].start].casefold() if place else "."
        before = clauses[place - 1] if _ENDS.isdisjoint(between) else ()
        if before and (_excepts(words, before, between.split()) or _is_tag(words, text)):
            doubted.add(place - 1)
        if before and all(word.form in vocabulary().said.correcting for word in words):
            doubted.update(_rest(clauses, place, text))
        if (
            before
            and words[0] in before
            and any(word.form in vocabulary().said.coming for word in before)
        ):
            doubted.add(place)  # 'East would have revoked and led': still only supposed
    return doubted


def _rest(clauses: Sequence[Sequence[Word]], place: int, text: str) -> Iterator[int]:
    """Return the numbers of a clause and of the clauses behind it in its sentence."""
    end = clauses[place][-1].end
    return takewhile(
        lambda after: _ENDS.isdisjoint(text[end : clauses[after][0].start]),
        range(place, len(clauses)),
    )


_ENDS = frozenset(".!?\n")
_PART = re.compile(r"[^,;:.!?\n]*")
_BEHIND = len(" it as yet")
"""Length of the words that a clause may be cut before, and goes on with."""


def _excepts(words: Sequence[Word], before: Sequence[Word], between: Sequence[str]) -> bool:
    """Return if a clause excepts somebody from the one before it.

    'Except West', 'but West', 'only East'; 'not West' behind 'all'.
    """
    lexicon, first = vocabulary(), words[0].form
    if first in lexicon.said.excepting:
        return True
    # a clause with an act of its own excepts nobody: 'but West played'
    if any(word.lemma in lexicon.acting for word in words):
        return False
    but_player = bool(words[-1].who) and "but" in (first, *between)
    not_player = words[0].denies and len(words) > 1
    of_all = not_player and any(word.form in lexicon.said.everyone for word in before)
    return but_player or of_all or first == "only"


def _is_foreign(words: Sequence[Word]) -> bool:
    """Return if a word has a letter that English lacks: denials of its language are not known."""
    return any(not sign.isascii() and sign not in SUITS for word in words for sign in word.form)


def _is_pending(words: Sequence[Word], part_words: Sequence[str]) -> bool:
    """Return if an answer is still open: 'has not accepted', 'does not accept it so far'."""
    lexicon = vocabulary()
    answers = [word for word in words if word.lemma in lexicon.performed]
    if not answers or not any(word.denies for word in words):
        return False
    has_participle = any(word.form.endswith("ed") for word in answers)
    perfect = has_participle and not lexicon.said.perfect.isdisjoint(part_words)
    return perfect or not lexicon.said.pending.isdisjoint(part_words)


def _is_tag(words: Sequence[Word], text: str) -> bool:
    """Return if a clause only names the source of the one before it.

    'We thought', 'according to him'; 'he said: I pass' goes on.
    """
    lexicon = vocabulary()
    names = [word for word in words if word.lemma not in lexicon.tags]
    if not 0 < len(names) < len(words):
        return False
    alone = all(word.lemma in lexicon.people for word in names)
    return alone and not text[words[-1].end :].lstrip(" ,").startswith((":", '"', "'"))


@cache
def _any_of(phrases: frozenset[str]) -> re.Pattern[str]:
    """Return a pattern of any of some phrases, as whole words."""
    return re.compile(rf"\b(?:{'|'.join(sorted(phrases))})\b")


@cache
def _numbered() -> re.Pattern[str]:
    """Return the pattern of a board, a table or a round named by its number."""
    kinds = "|".join(sorted(vocabulary().said.numbered))
    return re.compile(rf"(?:\b(?:on|at|in) |^(?=\w+ \w+$))({kinds}) (\w+)")
