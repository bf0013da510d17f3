"""A typed text as one value: every part of it is read once, when it is first asked for."""

from functools import cached_property

from lawbot.language import SOURCE
from lawbot.message.auction import Auction, read_auction
from lawbot.message.auction_findings import Findings, judge
from lawbot.message.auction_pieces import Piece, cut_pieces
from lawbot.message.clauses import listen, without_quotations
from lawbot.message.phrases import Told
from lawbot.message.question_frames import bare
from lawbot.message.tokens import Token, straight, tokens
from lawbot.message.vocabulary import vocabulary


class Message:
    """A typed text with its parts: line, tokens, pieces, auction, clauses.

    Any text may be given. No part raises.

    >>> message = Message("East led out of turn please")
    >>> message.bare.text
    'East led out of turn'
    >>> message.lemmas
    ' east lead out of turn pleas '
    >>> [word.lemma for word in message.told.clauses[0].words]
    ['east', 'lead', 'out', 'turn']
    >>> [call.code for call in Message("1S - 2H - 1NT").auction.calls]
    ['1S', '2H', '1N']
    >>> Message("1S - 2H - 1NT").judgement[1].insufficient
    True
    """

    def __init__(self, text: str, language: str = SOURCE) -> None:
        self.text = text
        self.language = language

    @cached_property
    def bare(self) -> "Message":
        """The message without greetings, politeness and the words that ask."""
        core = bare(self.text)
        return self if core == self.text else Message(core, self.language)

    @cached_property
    def line(self) -> str:
        """The beginning of the text, normalized for the tokenizer."""
        return straight(self.text)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens of the line, with their offsets in it."""
        return tokens(self.line)

    @cached_property
    def lemmas(self) -> str:
        """The lemmas of all words in order, with a blank around each."""
        words = [word for token in self.tokens if token.is_word for word in token.spelt]
        return f" {' '.join(map(vocabulary().lemma, words))} "

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """The pieces in which auctions are told: calls, players, joining words."""
        return cut_pieces(self.line, self.tokens)

    @cached_property
    def auction(self) -> Auction | None:
        """The auction that the text tells, or None."""
        return read_auction(self.pieces, self.line)

    @cached_property
    def judgement(self) -> tuple[Auction, Findings] | None:
        """The auction of two calls or more, and the findings about it; None without one."""
        return judge(self.auction)

    @cached_property
    def told(self) -> Told:
        """The clauses that tell something, with players counted from the offender."""
        line = without_quotations(self.line)
        # without its quotations the auction may be another
        source = self if line == self.line else Message(line)
        return listen(source.line, source.tokens, source.judgement)
