"""The cache of drawn cards of one lawbook, and who asks for them."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache

from discord import ui

from lawbot.app import Answers
from lawbot.cards.address import holds_words
from lawbot.cards.card import Action, Card, Paragraph, Tone
from lawbot.cards.club_notes import Note, with_notes
from lawbot.cards.handbook_links import page_of
from lawbot.config import Settings
from lawbot.decide.suggestions import Suggested
from lawbot.faces.discord.render.card import draw, paged
from lawbot.faces.discord.render.components import CardView, row_of
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from lawbot.frozen import frozen
from lawbot.language.reader import Reader

Notes = tuple[Note, ...]
_MOST_CACHED = 1280
"""Drawn cards in the cache: a lawbook does not change while the bot runs. Cards of typed words
are not among them."""


class CardCache:
    """Draws cards, with the handbook link and the *Wrong?* button if the operator wants them."""

    def __init__(
        self, answers: Answers, settings: Settings, rewrite: Callable[[Card], Card] | None = None
    ) -> None:
        self.answers = answers
        self.rewrite = rewrite
        """Writes the commands in a card as they are called in the bot that we are in."""
        self.handbook = settings.handbook
        self.wrong = settings.wrong_channel is not None
        self.keeps_asked = settings.keep_asked
        self.open_cached = lru_cache(_MOST_CACHED)(self._open)

    def open(
        self,
        address: str,
        reader: Reader,
        page: int = 0,
        share: bool = False,
        notes: Notes = (),
        directors: bool = False,
    ) -> CardView:
        """Return the card behind an address with these notes.

        An address with words that a person typed is not cached.
        """
        # no other card asks directors
        if holds_words(address):
            return self._open(address, reader, page, share, notes, directors)
        return self.open_cached(address, reader, page, share, notes)

    def _open(
        self,
        address: str,
        reader: Reader,
        page: int,
        share: bool,
        notes: Notes,
        directors: bool = False,
    ) -> CardView:
        card = self.answers.open(address, reader)
        return self.view(card, reader, notes, page, share, directors=directors)

    def view(
        self,
        card: Card,
        reader: Reader,
        notes: Notes,
        page: int = 0,
        share: bool = False,
        for_all: bool = False,
        directors: bool = False,
    ) -> CardView:
        """Return the message for a page of the card, with these notes.

        A link leads to the page of the handbook that shows the same, if there is one. ``share``
        adds the button that posts it ``for_all``: its text alone, and the button that opens it.
        ``directors``: the server has some to ask.
        """
        _ = reader.translate
        if self.rewrite is not None:
            card = self.rewrite(card)
        annotated = with_notes(card, notes, reader)
        # the note may stand on a later page than the first
        if annotated is not card and len(paged(annotated)) > 1:
            pointer = Paragraph(
                _("This club has a note on this: it stands below the text."), Tone.QUIET
            )
            annotated = replace(annotated, parts=(pointer, *annotated.parts))
        view = draw(
            annotated,
            reader,
            page,
            share=share,
            wrong=self.wrong,
            directors=directors,
            for_all=for_all,
        )
        path = page_of(self.answers.lawbook, card, reader.language) if self.handbook else ""
        if not path:
            return view
        link: ui.Button[ui.LayoutView] = ui.Button(
            label=_("In the handbook"), url=self.handbook + path
        )
        return view.with_below(row_of(link))


@frozen
class Asking:
    """Somebody who asks: their reader, server (None outside of servers) and its settings.

    Made once for each interaction or message, and handed to every function that helps to answer.
    """

    reader: Reader
    guild: int | None
    settings: GuildSettings
    store: SettingsStore
    cards: CardCache

    @property
    def answers(self) -> Answers:
        """Return the answers of one lawbook, even if another replaces it meanwhile."""
        return self.cards.answers

    def open(self, address: str, page: int = 0, *, share: bool = False) -> CardView:
        """Return the card behind an address as its message, with the club's notes."""
        return self.cards.open(
            address, self.reader, page, share, self._notes_on(address), self.has_directors
        )

    @property
    def has_directors(self) -> bool:
        """Return whether the server has a channel of directors to ask."""
        return self.settings.directors is not None

    def view(
        self, card: Card, page: int = 0, *, share: bool = False, for_all: bool = False
    ) -> CardView:
        """Return the message for a card, as ``CardCache.view`` makes it, with the club's notes."""
        return self.cards.view(
            card,
            self.reader,
            self._notes_on(card.address),
            page,
            share,
            for_all,
            self.has_directors,
        )

    def suggest(self, typed: str, kind: Suggested) -> list[Action]:
        """Return completions of a text that is being typed."""
        return self.answers.suggest(typed[:100], self.reader, kind)

    def _notes_on(self, address: str) -> Notes:
        if not self.settings.notes:
            return ()
        return self.answers.club_notes.on(address, self.store.notes_of(self.guild))
