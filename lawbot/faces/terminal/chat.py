"""The terminal chat: a citation, some words, or a story is answered; a number opens a choice.

Nothing typed is kept.
"""

import asyncio
import logging
import secrets
import sys
import traceback

from rich.console import Console

from lawbot.app import Answers
from lawbot.cards.address import Screen
from lawbot.cards.card import Card, CardKind, Listing, Menu, Paragraph, Tone
from lawbot.decide.kinds import CHARTS, EVERYTHING, LAWS, TERMS
from lawbot.faces.terminal.drawing import Choice, codes_of, draw
from lawbot.faces.terminal.streams import console as console_of_output
from lawbot.faces.terminal.streams import lines_of_input, mend_streams
from lawbot.language.methods import whole_signs
from lawbot.language.reader import Reader
from lawbot.talk.turn import ReadAs, Table

_LOG = logging.getLogger(__name__)
_LEAVING = {"q", "quit", "exit", ":q"}
_BACK = "b"
_HELP = str(Screen.HELP)
_FOOT_LINES = 4
"""Lines of the window that a page of a card leaves to the hint and the prompt."""


def chat(answers: Answers, language: str = "en") -> int:
    """Answer lines until the input ends or the person types q.

    Returns the exit status: 0 if the person left, 1 if the input ended and its last question had
    no answer.
    """
    mend_streams()
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    reader = Reader(language=language, director=True)
    talk = Talk(answers, reader, console_of_output(), interactive=interactive)
    if talk.interactive:
        # a pipe needs no prompt
        from lawbot.faces.terminal.prompting import prompted_lines

        talk.greet()
        for line in prompted_lines(answers, talk.reader):
            if not talk.hear(line):
                break
        return 0
    for line in lines_of_input():
        if not talk.hear(line):
            return 0
    return 0 if talk.found else 1


def help_card(reader: Reader) -> Card:
    """Return the card of what can be typed here."""
    _ = reader.translate
    return Card(
        CardKind.NOTICE,
        _("The law book that answers back"),
        parts=(
            Listing(
                (
                    _("27B1, insufficient bid, revoke: a provision by its number, heading or term"),
                    _("what happened, in your own words: LHO led out of turn"),
                    _("s: from what happened at the table to the ruling, step by step"),
                    _("score 4SX by N +1 vul, imps 620, board 7: the tables of Laws 77, 78 and 2"),
                    _(
                        "quiz: a case and four rulings to choose from; /quiz play easy: of a topic, of a level"
                    ),
                    _("/index penalty, /compare 27B1, /define trick, /about: as on Discord"),
                )
            ),
            Listing(
                (
                    _("a number opens what the card offers under that number; L7 is always Law 7"),
                    _(
                        "yes, no, why, not sure, or the words of an answer: the question on the card"
                    ),
                    _(
                        "Enter: more of a long card, or the card again; b: one card back; h: this help; q: quit"
                    ),
                    _(
                        "Tab and the arrow keys: what you may be about to type, and what you typed before (kept until you leave)"
                    ),
                )
            ),
            Paragraph(_("A bot is not a director: at the table, call the director."), Tone.NOTE),
        ),
    )


def fault_card(reference: str, reader: Reader) -> Card:
    """Return the card of a fault of the bot, with the reference of its log line."""
    _ = reader.translate
    message = _(
        "This is a fault of the bot, not yours. Try again; if it happens again, tell the operator this number: {reference}"
    )
    part = Paragraph(message.format(reference=reference), Tone.WARNING)
    return Card(CardKind.ERROR, _("Something went wrong"), (part,), found=False)


class Talk:
    """One conversation: a number opens a choice of the last card, and b goes back."""

    def __init__(
        self, answers: Answers, reader: Reader, console: Console, *, interactive: bool
    ) -> None:
        self.answers = answers
        self.reader = reader
        self.console = console
        self.interactive = interactive
        self.found = True
        self._cards: list[Card] = []
        self._table = Table()
        """The card opened last, which the next text goes on from."""
        self._codes: dict[str, Choice] = {}
        self._asked = ""
        """The text just asked afresh, which a language model may hear more in."""
        self._pending: list[str] = []
        """Lines of the last card that are not printed yet."""

    def greet(self) -> None:
        """Show the first screen of a person's chat."""
        self._show(help_card(self.reader))

    def hear(self, line: str) -> bool:
        """Answer one line, and return False if the person leaves."""
        typed = whole_signs(line).strip()
        if typed.casefold() in _LEAVING:
            return False
        if not typed:
            self._more()
        elif typed.casefold() == _BACK:
            self._back()
        else:
            card = self._safely(typed)
            self.found = card.found
            self._show(card)
            self._listen()
        return True

    def _listen(self) -> None:
        """Show the card anew if a language model has heard more in what was asked afresh."""
        text, self._asked = self._asked, ""
        if not text or self.answers.ear is None:
            return
        outcome = asyncio.run(self.answers.listen(text, self.reader, 0))
        if outcome is not None:
            card = self.answers.aided(outcome, self.reader)
            self._opened(card)
            self._cards.pop()
            self._show(card)

    def _safely(self, typed: str) -> Card:
        """Return the card that answers, or one with a reference number if the bot has a fault."""
        # a fault ends no conversation: the next line is answered as ever
        try:
            return self._by_number(typed) or self._answer(typed)
        except Exception as error:
            reference = secrets.token_hex(3).upper()
            # not the message, which may have the words that were typed
            places = "".join(traceback.format_tb(error.__traceback__))
            _LOG.error("Fault %s: %s\n%s", reference, type(error).__name__, places)
            return fault_card(reference, self.reader)

    def _by_number(self, typed: str) -> Card | None:
        """Return the card behind a number, or behind #1 in a pipe; None if it is no choice."""
        # a pipe prints no choices, so a bare number there is a law
        number = typed.removeprefix("#") if typed.startswith("#") or self.interactive else ""
        choice = self._codes.get(number)
        if choice is None:
            return None
        if isinstance(choice, Menu):
            return Card(CardKind.RESULTS, choice.prompt, menus=(Menu("", choice.actions),))
        card = self.answers.open(choice.address, self.reader)
        self._opened(card)
        return card

    def _opened(self, card: Card) -> None:
        """Note what the next text goes on from."""
        table = Table.of(card)
        if table != Table():
            self._table = table

    def _answer(self, typed: str) -> Card:
        if typed.startswith("/"):
            card = self._command(*typed[1:].partition(" ")[::2])
            self._opened(card)
            return card
        turn = self.answers.conversation.read(typed, self._table, self.reader)
        is_new = turn.read_as is ReadAs.NEW
        if self.interactive and is_new and self.answers.address_for(typed, self.reader) == _HELP:
            return help_card(self.reader)
        reply = self.answers.reply(turn, self._table, self.reader)
        self._asked = typed if is_new else ""
        self._table = reply.table
        return reply.card

    def _command(self, name: str, rest: str) -> Card:
        """Answer a command of Discord, typed the same way: /law 27B1, /score 4SX by N +1 both."""
        answers, reader, text = self.answers, self.reader, rest.strip()
        kinds = {"law": LAWS, "search": EVERYTHING, "situation": CHARTS, "define": TERMS}
        if name in kinds:
            return answers.ask(text, reader, kinds[name])
        if name == "index":
            return answers.index(text, reader)
        if name == "compare":
            return answers.compare(text, reader)
        if name in ("score", "imps"):
            return answers.score(text, "", "", reader)
        if name == "board" and text.lstrip("+-").isdecimal():
            return answers.board(int(text[:12]), reader)
        if name == "quiz":
            return answers.quiz(text.casefold(), reader)
        if name == "about":
            return answers.about(reader)
        return help_card(self.reader) if self.interactive else answers.help(reader)

    # -- what is shown

    def _show(self, card: Card) -> None:
        self._cards.append(card)
        self._codes = codes_of(card)
        if not self.interactive:
            draw(card, {}, self.console)
            return
        with self.console.capture() as capture:
            draw(card, self._codes, self.console)
        self._pending = capture.get().rstrip("\n").split("\n")
        self._page()

    def _page(self) -> None:
        """Print the next lines that fit the window, and a line of what can be typed."""
        room = max(self.console.height - _FOOT_LINES, _FOOT_LINES)
        # no page for a single line
        if len(self._pending) <= room + 1:
            room += 1
        page, self._pending = self._pending[:room], self._pending[room:]
        print("\n".join(page))
        _ = self.reader.translate
        hints = []
        if self._pending:
            hints.append(_("Enter: more ({number} lines)").format(number=len(self._pending)))
        if self._codes:
            hints.append(
                _("type the number to choose") if len(self._codes) > 1 else _("type 1 to choose")
            )
        if len(self._cards) > 1:
            hints.append(_("b: back"))
        hints += [_("h: help"), _("q: quit")]
        self.console.print(" · ".join(hints), style="dim", markup=False)

    def _more(self) -> None:
        if self._pending:
            self._page()
        elif self.interactive and self._cards:
            self._show(self._cards.pop())

    def _back(self) -> None:
        if len(self._cards) > 1:
            self._cards.pop()
        if self._cards:
            self._opened(self._cards[-1])
            self._show(self._cards.pop())
