"""One provision in several editions, side by side."""

from lawbot.answers.addresses import LawPlace
from lawbot.answers.laws import cased, first_line
from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, CardKind, Menu, Paragraph, Part, Tone
from lawbot.citation import Citation
from lawbot.lawbook import Lawbook

_EXCERPT = 300
"""Characters shown of each edition's text."""


def comparison(lawbook: Lawbook, citation: Citation, reader: Reader) -> Card:
    """The provisions of one number in every edition that has it. Raises NoSuchProvisionError when none has."""
    _ = reader.translate
    entries = [entry for known in lawbook.editions if (entry := lawbook.find(citation, known))]
    entries = entries or [lawbook.provision(citation, lawbook.in_force)]
    actions = tuple(
        Action(lawbook.edition(entry.edition).short, str(LawPlace(entry.citation, entry.edition)), first_line(entry)) for entry in entries
    )
    parts: list[Part] = [Paragraph(_("The same number in each edition; the numbers of older codes may mean other laws."), Tone.NOTE)]
    for entry, action in zip(entries, actions, strict=True):
        parts += [Paragraph(f"{action.label} · {cased(entry.heading)}", Tone.LEAD), Paragraph(first_line(entry, _EXCERPT))]
    return Card(CardKind.COMPARISON, _("Law {citation}").format(citation=citation), tuple(parts), menus=(Menu(_("Open"), actions),))
