"""The cards of one lawbook as the messages that show them; what was drawn last is kept."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache, partial
from typing import NamedTuple

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import HelpPlace, holds_words
from lawbot.answers.club_notes import Note, with_notes
from lawbot.cards import Card, Paragraph, Tone
from lawbot.faces.discord.components import CardView, link, row_of
from lawbot.faces.discord.drawing import draw, paged
from lawbot.handbook.linking import page_of

_KEPT = 1280
"""Drawn cards kept in memory: a lawbook does not change while the bot runs. Cards of typed words are not among them."""

_HELP = str(HelpPlace())


class Opened(NamedTuple):
    """A card drawn: whether it is an answer, and the message."""

    found: bool
    view: CardView


class Deck:
    """Draws cards. ``handbook`` is where the handbook stands on the web (empty where it does not); with ``wrong`` each answer has the button
    that tells what is wrong about it. ``commands`` are the ids under which Discord knows the commands, as far as it has told them by now."""

    def __init__(self, answers: Answers, handbook: str = "", *, wrong: bool = False, commands: Mapping[str, int] | None = None) -> None:
        self.answers = answers
        self.handbook = handbook
        self.wrong = wrong
        self.commands = {} if commands is None else commands
        self.kept = lru_cache(_KEPT)(self._open)

    def renewed(self, answers: Answers) -> "Deck":
        """The same over another lawbook; nothing drawn from this one is in it."""
        return Deck(answers, self.handbook, wrong=self.wrong, commands=self.commands)

    def open(self, address: str, reader: Reader, page: int = 0, share: bool = False, notes: tuple[Note, ...] = ()) -> Opened:
        """The card behind an address with these notes; what stands under words that a person typed is not kept, nor help."""
        return (self._open if holds_words(address) or address == _HELP else self.kept)(address, reader, page, share, notes)

    def _open(self, address: str, reader: Reader, page: int, share: bool, notes: tuple[Note, ...]) -> Opened:
        card = self.answers.open(address, reader)
        return Opened(card.found, self.view(card, reader, notes, partial(draw, page=page, share=share, wrong=self.wrong)))

    def view(self, card: Card, reader: Reader, notes: tuple[Note, ...], drawn: Callable[[Card, Reader], CardView]) -> CardView:
        """The message as ``drawn`` draws it, with these notes, and a way to the page of the handbook that shows the same, where there is one."""
        card = _noted(card, notes, reader)
        view = drawn(card, reader)
        if card.address == _HELP:
            return view.with_commands(self.commands)
        _ = reader.translate
        page = page_of(self.answers.lawbook, card, reader.language) if self.handbook else ""
        return view.with_below(row_of(link(_("In the handbook"), self.handbook + page))) if page else view


def _noted(card: Card, notes: tuple[Note, ...], reader: Reader) -> Card:
    """The card with these notes below its text; where that takes more than a page, its beginning says so."""
    below = with_notes(card, notes, reader)
    if below is card or len(paged(below)) == 1:
        return below
    _ = reader.translate
    return replace(below, parts=(Paragraph(_("This club has a note on this: it stands below the text."), Tone.QUIET), *below.parts))
