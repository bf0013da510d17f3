"""Show the words of commentaries on a provision: beside the law, with body and date."""

from collections.abc import Iterable, Iterator, Sequence

from lawbot.book import Entry, Lawbook
from lawbot.book.commentary import Comment, Commentary, Source
from lawbot.cards.address import CommentaryPlace, LawPlace
from lawbot.cards.card import Action, Card, CardKind, Heading, Paragraph, Part, Passage, Style, Tone
from lawbot.cards.titles import name_of
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation

_MOST = 3
"""Most comments that one card leads to."""


def commented(
    commentary: Commentary, lawbook: Lawbook, entry: Entry, reader: Reader
) -> tuple[Action, ...]:
    """Return the action that opens what is said of a provision, if anything is."""
    _ = reader.translate
    code = lawbook.edition(entry.edition).code
    comment = next(commentary.on(entry.citation, code), None)
    if comment is None:
        return ()
    return (Action(_("What the commentary says"), str(CommentaryPlace(entry.citation))),)


def comment_actions(comments: Iterable[Comment], reader: Reader) -> tuple[Action, ...]:
    """Return the actions that open some comments, each under its body and date."""
    title = reader.translate("What the commentary says: {law}")
    actions: dict[str, Action] = {}
    for comment in comments:
        address = str(CommentaryPlace(comment.citation, comment.source.body))
        label = title.format(law=name_of(comment.citation, reader))
        actions[address] = Action(label, address, _name(comment.source))
    return tuple(actions.values())[:_MOST]


def commentary_card(
    commentary: Commentary,
    lawbook: Lawbook,
    citation: Citation,
    reader: Reader,
    body: str = "",
) -> Card:
    """Return what is said of a provision of the code in force, of one ``body`` if it is named.

    If nothing is, the card says so and leads to the law."""
    _ = reader.translate
    edition = lawbook.in_force
    code = lawbook.edition(edition).code
    comments = [
        comment
        for comment in commentary.on(citation, code)
        if not body or body.casefold() in map(str.casefold, comment.source.names)
    ]
    # one's own language first, then what is most to the point
    comments.sort(key=lambda comment: comment.source.language != reader.language)
    law = Action(name_of(citation, reader), str(LawPlace(citation, edition)), style=Style.MAIN)
    parts = list(_parts(comments, citation))
    if not comments:
        message = _("No commentary of “{body}” on this is here; the law itself is a tap away.")
        without_body = _("No commentary on this is here; the law itself is a tap away.")
        # an address holds the folded name, a reader is shown the body's own
        as_written = {name.casefold(): name for name in commentary.names}
        name = as_written.get(body.casefold(), body)
        parts = [Paragraph(message.format(body=name) if body else without_body, Tone.LEAD)]
    else:
        note = _("This is what these bodies say, and not the Laws.")
        parts.insert(0, Paragraph(note, Tone.NOTE))
    return Card(
        CardKind.NOTICE,
        _("What the commentary says: {law}").format(law=name_of(citation, reader)),
        tuple(parts),
        source="; ".join(dict.fromkeys(_name(comment.source) for comment in comments)),
        address=str(CommentaryPlace(citation, body)),
        rows=((law,),),
    )


def _parts(comments: Sequence[Comment], citation: Citation) -> Iterator[Part]:
    for comment in comments:
        about = f" · {comment.citation}" if comment.citation != citation else ""
        yield Heading(f"{_name(comment.source)}{about}")
        yield Passage("", comment.text)


def _name(source: Source) -> str:
    return ", ".join(filter(None, (source.body, source.title, source.date)))
