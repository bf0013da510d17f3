"""The cards of one lawbook as the messages that show them, what was drawn last being kept; and who
asks for them."""

from dataclasses import dataclass, replace
from functools import lru_cache

from discord import ui

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import holds_words
from lawbot.answers.club_notes import Note, with_notes
from lawbot.answers.handbook_links import page_of
from lawbot.answers.suggesting import Suggested
from lawbot.cards import Action, Card, Paragraph, Tone
from lawbot.config import Settings
from lawbot.faces.discord.components import CardView, row_of
from lawbot.faces.discord.drawing import draw, paged
from lawbot.faces.discord.settings_store import GuildSettings, SettingsStore

_KEPT = 1280
"""Drawn cards kept in memory: a lawbook does not change while the bot runs. Cards of typed words
are not among them."""


class Deck:
    """Draws cards, with what the operator wants on them: a way to the handbook, the button that
    tells what is wrong about an answer."""

    def __init__(self, answers: Answers, settings: Settings) -> None:
        self.answers = answers
        self.handbook = settings.handbook
        self.wrong = settings.wrong_channel is not None
        self.open_cached = lru_cache(_KEPT)(self._open)

    def open(
        self,
        address: str,
        reader: Reader,
        page: int = 0,
        share: bool = False,
        notes: tuple[Note, ...] = (),
    ) -> CardView:
        """The card behind an address with these notes; what stands under words that a person typed
        is not kept."""
        return (self._open if holds_words(address) else self.open_cached)(
            address, reader, page, share, notes
        )

    def _open(
        self, address: str, reader: Reader, page: int, share: bool, notes: tuple[Note, ...]
    ) -> CardView:
        return self.view(self.answers.open(address, reader), reader, notes, page, share)

    def view(
        self,
        card: Card,
        reader: Reader,
        notes: tuple[Note, ...],
        page: int = 0,
        share: bool = False,
        for_all: bool = False,
    ) -> CardView:
        """The message for a page of the card, with these notes, and a way to the page of the
        handbook that shows the same, where there is one.

        ``share`` adds the button that posts it ``for_all``: its text alone, and the button that
        opens it.
        """
        _ = reader.translate
        noted = with_notes(card, notes, reader)
        if noted is not card and len(paged(noted)) > 1:
            first = Paragraph(
                _("This club has a note on this: it stands below the text."), Tone.QUIET
            )
            noted = replace(noted, parts=(first, *noted.parts))
        view = draw(noted, reader, page, share=share, wrong=self.wrong, for_all=for_all)
        shown = page_of(self.answers.lawbook, card, reader.language) if self.handbook else ""
        return (
            view.with_below(
                row_of(ui.Button(label=_("In the handbook"), url=self.handbook + shown))
            )
            if shown
            else view
        )


@dataclass(frozen=True, slots=True)
class Asking:
    """Somebody who asks: how they read, in which server (None outside of servers) and what it has
    chosen, and the cards that answer them. Made once for each interaction or message, and handed
    to all that help to answer it."""

    reader: Reader
    guild: int | None
    settings: GuildSettings
    store: SettingsStore
    deck: Deck

    @property
    def answers(self) -> Answers:
        """What answers them: to the end from one lawbook, even where another takes its place
        meanwhile."""
        return self.deck.answers

    def open(self, address: str, page: int = 0, *, share: bool = False) -> CardView:
        """The card behind an address as its message, with the club's notes."""
        return self.deck.open(address, self.reader, page, share, self._notes_on(address))

    def view(
        self, card: Card, page: int = 0, *, share: bool = False, for_all: bool = False
    ) -> CardView:
        """The message for a card, as ``Deck.view`` makes it, with the club's notes."""
        return self.deck.view(card, self.reader, self._notes_on(card.address), page, share, for_all)

    def suggest(self, typed: str, kind: Suggested) -> list[Action]:
        """What they may be about to type."""
        return self.answers.suggest(typed[:100], self.reader, kind)

    def _notes_on(self, address: str) -> tuple[Note, ...]:
        return (
            self.answers.notes_on(address, self.store.notes_of(self.guild))
            if self.settings.notes
            else ()
        )
