"""Who asks: made once for each interaction or message, and handed to all that help to answer it."""

from collections.abc import Callable
from dataclasses import dataclass

from lawbot.answers import Answers, Reader
from lawbot.answers.club_notes import Note
from lawbot.cards import Card
from lawbot.faces.discord.components import CardView
from lawbot.faces.discord.deck import Deck, Opened
from lawbot.faces.discord.settings_store import GuildSettings, SettingsStore


@dataclass(frozen=True, slots=True)
class Asking:
    """Somebody who asks: how they read, in which server (None outside of servers) and what it has chosen, and the cards that answer them."""

    reader: Reader
    guild: int | None
    settings: GuildSettings
    store: SettingsStore
    deck: Deck

    @property
    def answers(self) -> Answers:
        """What answers them: to the end from one lawbook, even where another takes its place meanwhile."""
        return self.deck.answers

    def open(self, address: str, page: int = 0, *, share: bool = False) -> Opened:
        """The card behind an address as its message, with the club's notes."""
        return self.deck.open(address, self.reader, page, share, self._notes_on(address))

    def view(self, card: Card, drawn: Callable[[Card, Reader], CardView]) -> CardView:
        """The message for a card as ``drawn`` draws it, with the club's notes."""
        return self.deck.view(card, self.reader, self._notes_on(card.address), drawn)

    def _notes_on(self, address: str) -> tuple[Note, ...]:
        return self.answers.notes_on(address, self.store.notes_of(self.guild)) if self.settings.notes else ()
