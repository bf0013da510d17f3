"""The printed index and the contents of an edition as cards."""

from lawbot.answers.addresses import ContentsPlace, LawPlace, TopicPlace
from lawbot.answers.laws import cased, source_line
from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, CardKind, Menu, Paragraph, Style
from lawbot.citation import LAST_LAW, CitationRange
from lawbot.lawbook import Lawbook, Topic

_TOGETHER = 25
"""Laws that stand on one card of the contents."""
_SHOWN = 40
"""Entries of a head of the printed index on one card: what a person scrolls through."""


def topic_card(lawbook: Lawbook, topic: str, edition: str, reader: Reader) -> Card | None:
    """What stands under a head of the printed index; None where there is no such head, or no index."""
    _ = reader.translate
    entries = lawbook.topics(edition)
    head = " ".join(topic.split()).casefold()
    under = [entry for entry in entries if entry.path[0].casefold() == head]
    under = under or [entry for entry in entries if any(head in step.casefold() for step in entry.path)][:_TOGETHER]
    if not under:
        return None
    named = [(written, CitationRange.parse(written).first, entry.path[-1]) for entry in under for written in entry.citations]
    laws = [(f"{written} · {step}", LawPlace(law, edition)) for written, law, step in named if lawbook.find(law, edition)]
    first = under[0].path[0]
    listing = tuple(f"{' › '.join(_below(entry, first))}: {', '.join(entry.citations) or ', '.join(entry.see)}" for entry in under[:_SHOWN])
    return Card(
        CardKind.RESULTS,
        cased(first),
        parts=tuple(Paragraph(line) for line in listing),
        breadcrumb=(_("Index"),),
        source=source_line(lawbook, edition, reader),
        address=str(TopicPlace(first)),
        menus=(Menu(_("Open a law"), tuple(Action(label, str(place)) for label, place in laws)),),
    )


def contents_card(lawbook: Lawbook, edition: str, law: int, reader: Reader) -> Card:
    """The laws of an edition around ``law``, twenty-five at a time. Raises LawbookError for an unknown edition."""
    _ = reader.translate
    lawbook.edition(edition)
    page = max(0, min(law, LAST_LAW) - 1) // _TOGETHER
    shown = [(c, title) for c, title in lawbook.headings(edition) if c.law and c.parent is None and (c.law - 1) // _TOGETHER == page]
    others = [first for first in range(1, LAST_LAW, _TOGETHER) if (first - 1) // _TOGETHER != page]
    actions = tuple(Action(f"{c.law} · {cased(title)}", str(LawPlace(c, edition))) for c, title in shown)
    turns = (Action(f"{n}–{min(n + _TOGETHER - 1, LAST_LAW)}", str(ContentsPlace(edition, n)), style=Style.QUIET) for n in others)
    return Card(
        CardKind.NOTICE,
        _("Contents"),
        parts=tuple(Paragraph(action.label) for action in actions),
        source=source_line(lawbook, edition, reader),
        address=str(ContentsPlace(edition, page * _TOGETHER + 1)),
        rows=(tuple(turns),),
        menus=(Menu(_("Open a law"), actions),),
    )


def _below(topic: Topic, head: str) -> tuple[str, ...]:
    """The steps of a topic's path below the head that the card is titled by."""
    first, *steps = topic.path
    return tuple(steps) if steps and first == head else (cased(first), *steps)
