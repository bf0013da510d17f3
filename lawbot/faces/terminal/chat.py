"""The terminal chat: type a citation, some words, or what happened; a number opens what a card
offers. Nothing typed is kept."""

import logging
import secrets
import sys
import traceback

from rich.console import Console

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import Screen
from lawbot.answers.kinds import CHARTS, EVERYTHING, LAWS, TERMS
from lawbot.cards import Card, CardKind, Listing, Menu, Paragraph, Tone
from lawbot.faces.terminal.drawing import Choice, codes_of, draw
from lawbot.faces.terminal.streams import console as console_of_output
from lawbot.faces.terminal.streams import lines_of_input, mend_streams
from lawbot.language.methods import whole_signs

_LOG = logging.getLogger(__name__)
_LEAVING = {"q", "quit", "exit", ":q"}
_BACK = {"b", "back"}
_HELP = str(Screen.HELP)
_NOT_TEXT = 4
"""Lines of the window that a page of a card leaves to the hint and the prompt."""


def chat(answers: Answers, language: str = "en") -> int:
    """Talks until the input ends or the person types q. Without a terminal each line of input is
    answered in turn.

    Returns the exit status: 0 when the person left, 1 when the input ended and its last question
    had found no answer.
    """
    mend_streams()
    interactive = sys.stdin.isatty() and sys.stdout.isatty()
    talk = Talk(
        answers,
        Reader(language=language, director=True),
        console_of_output(),
        interactive=interactive,
    )
    if talk.interactive:
        from lawbot.faces.terminal.prompting import prompted_lines  # a pipe needs no prompt

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
    """What can be typed here."""
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
    """Return the card of a fault of the bot, with the number that its log line has."""
    _ = reader.translate
    said = _(
        "This is a fault of the bot, not yours. Try again; if it happens again, tell the operator this number: {reference}"
    )
    part = Paragraph(said.format(reference=reference), Tone.WARNING)
    return Card(CardKind.ERROR, _("Something went wrong"), (part,), found=False)


class Talk:
    """One conversation: the cards shown so far, so that a number opens what the last one offered
    and b goes back."""

    def __init__(
        self, answers: Answers, reader: Reader, console: Console, *, interactive: bool
    ) -> None:
        self.answers = answers
        self.reader = reader
        self.console = console
        self.interactive = interactive
        self.found = True
        self._cards: list[Card] = []
        self._codes: dict[str, Choice] = {}
        self._waiting: list[str] = []
        """Lines of the last card that are not shown yet."""

    def greet(self) -> None:
        """The first screen of a person's chat."""
        self._show(help_card(self.reader))

    def hear(self, line: str) -> bool:
        """Answers one line; False when the person leaves."""
        typed = whole_signs(line).strip()
        if typed.casefold() in _LEAVING:
            return False
        if not typed:
            self._more()
        elif typed.casefold() in _BACK:
            self._back()
        else:
            card = self._safely(typed)
            self.found = card.found
            self._show(card)
        return True

    def _safely(self, typed: str) -> Card:
        """Return the card that answers, or one with a reference number if the bot has a fault.

        A fault ends no conversation: the next line is answered as ever.
        """
        try:
            return self._chosen(typed) or self._replied(typed) or self._answer(typed)
        except Exception as error:
            reference = secrets.token_hex(3).upper()
            places = "".join(traceback.format_tb(error.__traceback__))
            _LOG.error("Fault %s: %s\n%s", reference, type(error).__name__, places)
            return fault_card(reference, self.reader)

    def _chosen(self, typed: str) -> Card | None:
        """The card behind a number (in a pipe, where no numbers are shown, behind #1), None when it
        is none of the choices.

        Without a terminal a bare number is a law: there is nobody who has seen what the card
        offers.
        """
        number = typed.removeprefix("#") if typed.startswith("#") or self.interactive else ""
        choice = self._codes.get(number)
        if choice is None:
            return None
        if isinstance(choice, Menu):
            return Card(CardKind.RESULTS, choice.prompt, menus=(Menu("", choice.actions),))
        return self.answers.open(choice.address, self.reader)

    def _replied(self, typed: str) -> Card | None:
        """The card that words choose of what the last one offers ('yes', 'why?'); a pipe asks
        nobody."""
        offered = (
            [action for row in self._cards[-1].rows for action in row]
            if self.interactive and self._cards
            else []
        )
        address = self.answers.reply(offered, typed, self.reader)
        return self.answers.open(address, self.reader) if address else None

    def _answer(self, typed: str) -> Card:
        if typed.startswith("/"):
            return self._command(*typed[1:].partition(" ")[::2])
        if self.interactive and self.answers.address_for(typed, self.reader) == _HELP:
            return help_card(self.reader)
        return self.answers.ask(typed, self.reader)

    def _command(self, name: str, rest: str) -> Card:
        """The commands of Discord, typed the same way: /law 27B1, /score 4SX by N +1 both."""
        answers, reader, text = self.answers, self.reader, rest.strip()
        doors = {"law": LAWS, "search": EVERYTHING, "situation": CHARTS, "define": TERMS}
        if name in doors:
            return answers.ask(text, reader, doors[name])
        if name in ("index", "compare"):
            return (answers.index if name == "index" else answers.compare)(text, reader)
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
        with self.console.capture() as drawn:
            draw(card, self._codes, self.console)
        self._waiting = drawn.get().rstrip("\n").split("\n")
        self._page()

    def _page(self) -> None:
        """The next lines of the card that the window has room for, and a line that says what can be
        typed."""
        room = max(self.console.height - _NOT_TEXT, _NOT_TEXT)
        if len(self._waiting) <= room + 1:  # no page for one line
            room += 1
        shown, self._waiting = self._waiting[:room], self._waiting[room:]
        print("\n".join(shown))
        _ = self.reader.translate
        ways = []
        if self._waiting:
            ways.append(_("Enter: more ({number} lines)").format(number=len(self._waiting)))
        if self._codes:
            ways.append(
                _("type the number to choose") if len(self._codes) > 1 else _("type 1 to choose")
            )
        if len(self._cards) > 1:
            ways.append(_("b: back"))
        self.console.print(
            " · ".join([*ways, _("h: help"), _("q: quit")]), style="dim", markup=False
        )

    def _more(self) -> None:
        if self._waiting:
            self._page()
        elif self.interactive and self._cards:
            self._show(self._cards.pop())

    def _back(self) -> None:
        if len(self._cards) > 1:
            self._cards.pop()
        if self._cards:
            self._show(self._cards.pop())
