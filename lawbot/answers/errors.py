"""The card that says plainly what did not work, and where to go from here."""

from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, CardKind, Menu, Paragraph, Tone


def error_card(message: str, reader: Reader, ways_on: tuple[Action, ...] = ()) -> Card:
    """A message in the reader's language, and what may have been meant."""
    _ = reader.translate
    menus = (Menu(_("Did you mean"), ways_on),) if ways_on else ()
    return Card(CardKind.ERROR, _("Not found"), (Paragraph(message, Tone.WARNING),), menus=menus, found=False)
