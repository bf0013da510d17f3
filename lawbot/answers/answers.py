"""Answers: every question the program understands, each giving a Card. Knows nothing of Discord or terminals."""

from lawbot.answers import laws
from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, CardKind, Menu, Paragraph, Style, Tone
from lawbot.citation import LAST_LAW, Citation, CitationError
from lawbot.errors import LawbotError
from lawbot.lawbook import Entry, Lawbook, NoSuchProvisionError


class Answers:
    """The use cases over one lawbook."""

    def __init__(self, lawbook: Lawbook, default_edition: str | None = None) -> None:
        self.lawbook = lawbook
        self.default_edition = default_edition if default_edition in lawbook.editions else None

    def edition_for(self, reader: Reader) -> str:
        """The edition a reader gets: the one asked for, the operator's default, else the one in force. Raises LawbotError."""
        return self.lawbook.edition(reader.edition or self.default_edition or self.lawbook.in_force).id

    def look_up(self, text: str, reader: Reader) -> Card:
        """The card for a citation or an exact heading; an error card with the nearest for anything else."""
        try:
            edition = self.edition_for(reader)
            return self._law(self._entry(text, edition), reader)
        except NoSuchProvisionError as error:
            return self._not_found(error, reader)
        except LawbotError as error:
            return error_card(str(error), reader)

    def open(self, address: str, reader: Reader) -> Card:
        """The card behind an address that an earlier card offered. An address that leads nowhere gives an error card."""
        kind, _, rest = address.partition("/")
        try:
            if kind == "law":
                edition, _, citation = rest.partition("/")
                return self._law(self.lawbook.provision(Citation.parse(citation), edition), reader)
            if kind == "contents":
                edition, _, law = rest.partition("/")
                return self.contents(edition, int(law) if law.isdigit() else 1, reader)
        except NoSuchProvisionError as error:
            return self._not_found(error, reader)
        except LawbotError as error:
            return error_card(str(error), reader)
        _ = reader.translate
        return error_card(_("This button belongs to an older version of the bot. Ask again, please."), reader)

    def contents(self, edition: str, law: int, reader: Reader) -> Card:
        """The laws of an edition around ``law``, twenty-five at a time. Raises LawbotError for an unknown edition."""
        _ = reader.translate
        self.lawbook.edition(edition)
        all_laws = [(c, title) for c, title in self.lawbook.headings(edition) if c.law and c.parent is None]
        page = max(0, min(law, LAST_LAW) - 1) // 25
        shown = [(c, title) for c, title in all_laws if (c.law - 1) // 25 == page]
        others = [first for first in range(1, LAST_LAW, 25) if (first - 1) // 25 != page]
        actions = tuple(
            Action(laws.shortened(f"{c.law} · {laws.cased(title)}", 100), laws.law_address(c, edition)) for c, title in shown
        )
        return Card(
            CardKind.NOTICE,
            _("Contents"),
            parts=tuple(Paragraph(action.label) for action in actions),
            source=laws.source_line(self.lawbook, edition, reader),
            address=f"contents/{edition}/{page * 25 + 1}",
            rows=(tuple(Action(f"{n}–{min(n + 24, LAST_LAW)}", f"contents/{edition}/{n}", style=Style.QUIET) for n in others),),
            menus=(Menu(_("Open a law"), actions),),
        )

    def _law(self, entry: Entry, reader: Reader) -> Card:
        return laws.law_card(self.lawbook, entry, reader)

    def _entry(self, text: str, edition: str) -> Entry:
        """The provision that a citation or an exact heading names. Raises CitationError or NoSuchProvisionError."""
        try:
            return self.lawbook.provision(Citation.parse(text), edition)
        except CitationError as error:
            wanted = text.casefold().strip()
            for citation, title in self.lawbook.headings(edition):
                if title.casefold() == wanted:
                    return self.lawbook.provision(citation, edition)
            raise error

    def _not_found(self, error: NoSuchProvisionError, reader: Reader) -> Card:
        edition = self.edition_for(reader)
        near = [found for citation in error.nearest[:10] if (found := self.lawbook.find(citation, edition))]
        return error_card(str(error), reader, tuple(laws.links(near)))


def error_card(message: str, reader: Reader, ways_on: tuple[Action, ...] = ()) -> Card:
    """A card that says plainly what did not work, and where to go from here."""
    _ = reader.translate
    menus = (Menu(_("Did you mean"), ways_on),) if ways_on else ()
    return Card(CardKind.ERROR, _("Not found"), (Paragraph(message, Tone.WARNING),), menus=menus, found=False)
