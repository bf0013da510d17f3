"""The card that says plainly what did not work, and where to go from here."""

from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, CardKind, Menu, Paragraph, Tone


def error_card(message: str, reader: Reader, ways_on: tuple[Action, ...] = (), formerly: tuple[Action, ...] = ()) -> Card:
    """A message in the reader's language, what may have been meant, and what had the name in older codes."""
    _ = reader.translate
    parts = (Paragraph(message, Tone.WARNING), *(Paragraph(action.label) for action in formerly))
    menus = ((_("In older codes"), formerly), (_("Did you mean"), ways_on))
    return Card(CardKind.ERROR, _("Not found"), parts, menus=tuple(Menu(*menu) for menu in menus if menu[1]), found=False)
