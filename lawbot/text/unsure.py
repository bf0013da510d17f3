"""Why a clause that tells something is no fact of the case: it is put by inversion, of another
board or of a time to come, has an exception, is pending, or is taken back by the clause behind
it."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import takewhile

from lawbot.text.phrases import Word
from lawbot.text.tokens import SUITS, Token
from lawbot.text.vocabulary import vocabulary

Sentence = Sequence[Sequence[Token]]
"""The clauses of a sentence."""

_NEAR = 4
"""Words at the beginning of a clause among which its verb stands: 'when the play is over'."""


def untold(sentences: Sequence[tuple[Sentence, bool]]) -> tuple[set[int], set[tuple[int, int]]]:
    """The sentences, each with whether it is a question, that put a case and tell none; and the
    clauses, as sentence and place in it, that tell of another board or table, or of a time to
    come."""
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
    """Whether a sentence tells no case: 'had East played on', 'were the play over', and the law
    retold: 'I know that ...'."""
    known = vocabulary().said
    words = [token.word for piece in sentence for token in piece]
    if _any_of(known.retelling).search(" ".join(words)):
        return True
    for number, piece in enumerate(sentence):
        if piece[0].word in known.inverting and len(piece) > 1:
            subjects = [token.word for token in piece[1:] if token.word not in vocabulary().light][
                :2
            ]
            somebody = any(
                name == (word,)
                for word in subjects
                for name, _who in vocabulary().people.get(word, ())
            )
            if somebody or (not number and (question or not known.coming.isdisjoint(words))):
                return True
    return False


def _to_come(sentence: Sentence, number: int, *, question: bool) -> bool:
    """Whether a clause of a sentence tells when something else will or may be done: 'I call you
    when the board is over'."""
    known, piece = vocabulary().said, sentence[number]
    present = any(token.word in known.present for token in piece[1 : 1 + _NEAR])
    words = {token.word for other in sentence for token in other}
    return (
        piece[0].word in known.timing
        and present
        and (question or not known.coming.isdisjoint(words))
    )


def _elsewhere(sentences: Sequence[Sentence]) -> set[tuple[int, int]]:
    """The clauses, as sentence and place in it, that tell of another board or table before the text
    comes back to the one it is about.

    Where it names boards by number, it is about the last one.
    """
    known = vocabulary().said
    told = [
        ((at, number), " ".join(token.word for token in piece))
        for at, each in enumerate(sentences)
        for number, piece in enumerate(each)
    ]
    numbered = [match for _place, words in told for match in _numbered().findall(words)]
    last = dict(numbered)
    waiting: list[tuple[int, int]] = []
    away: set[tuple[int, int]] = set()
    for place, words in told:
        named = _numbered().findall(words)
        other = _any_of(known.away).search(words) or any(
            last[kind] != number for kind, number in named
        )
        back = _any_of(known.back).search(words) or any(
            kind == of and number != this for kind, this in named for of, number in numbered
        )
        if other:
            waiting.append(place)
        elif back:
            away.update(waiting)
            waiting = []
        elif waiting:
            waiting.append(place)
    return away


def doubted(clauses: Sequence[Sequence[Word]], text: str) -> set[int]:
    """The places of the clauses that say less than they seem to: 'nobody played except East', 'he
    has not accepted', 'they erred, we thought'."""
    doubted = set[int]()
    for place, words in enumerate(clauses):
        written = _PART.match(text, words[0].start, words[-1].end + _BEHIND)
        if _is_pending(words, written[0].casefold().split() if written else ()) or _is_foreign(
            words
        ):
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
    """The places of a clause and of those behind it in its sentence."""
    end = clauses[place][-1].end
    return takewhile(
        lambda after: _ENDS.isdisjoint(text[end : clauses[after][0].start]),
        range(place, len(clauses)),
    )


_ENDS = frozenset(".!?\n")
_PART = re.compile(r"[^,;:.!?\n]*")
_BEHIND = len(" it as yet")
"""What a clause may be cut before, and goes on with."""


def _excepts(words: Sequence[Word], before: Sequence[Word], between: Sequence[str]) -> bool:
    """Whether a clause takes somebody out of the one before it: 'except West', 'but West', 'only
    East', of all 'not West'."""
    known, first = vocabulary(), words[0].form
    if first in known.said.excepting:
        return True
    names = bool(words[-1].who) and "but" in (first, *between)
    of_all = (
        words[0].denies
        and len(words) > 1
        and any(word.form in known.said.everyone for word in before)
    )
    return (names or of_all or first == "only") and not any(
        word.lemma in known.acting for word in words
    )


def _is_foreign(words: Sequence[Word]) -> bool:
    """Whether a word has a letter that English has not: it is of a language whose denials are not
    known here."""
    return any(not sign.isascii() and sign not in SUITS for word in words for sign in word.form)


def _is_pending(words: Sequence[Word], written: Sequence[str]) -> bool:
    """Whether an answer is still open: 'has not accepted', 'does not accept it so far', 'did not
    accept or refuse it'."""
    known = vocabulary()
    answers = [word for word in words if word.lemma in known.performed]
    if not answers or not any(word.denies for word in words):
        return False
    perfect = any(
        word.form.endswith("ed") for word in answers
    ) and not known.said.perfect.isdisjoint(written)
    return perfect or not known.said.pending.isdisjoint(written)


def _is_tag(words: Sequence[Word], text: str) -> bool:
    """Whether a clause only names who says or thinks what stands before it: 'we thought',
    'according to him'; 'he said: I pass' goes on."""
    tags = [word.lemma in vocabulary().tags for word in words]
    alone = (
        any(tags)
        and not all(tags)
        and all(
            tag or word.lemma in vocabulary().people for word, tag in zip(words, tags, strict=True)
        )
    )
    return alone and not text[words[-1].end :].lstrip(" ,").startswith((":", '"', "'"))


@cache
def _any_of(said: frozenset[str]) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(sorted(said))})\b")


@cache
def _numbered() -> re.Pattern[str]:
    """A board, a table or a round named by its number."""
    kinds = "|".join(sorted(vocabulary().said.numbered))
    return re.compile(rf"(?:\b(?:on|at|in) |^(?=\w+ \w+$))({kinds}) (\w+)")
