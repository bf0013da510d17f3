"""A provision as a card: text, footnotes, what it leads to, and the ways on from it; the printed
index and the contents of an edition."""

import itertools
import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache

from lawbot.answers.addresses import ContentsPlace, LawPlace, TopicPlace
from lawbot.answers.reader import Reader
from lawbot.cards import (
    Action,
    Card,
    CardKind,
    Grid,
    Heading,
    Menu,
    Paragraph,
    Part,
    Passage,
    Style,
    Tone,
)
from lawbot.citation import LAST_LAW, Citation, CitationRange
from lawbot.language import SOURCE, installed
from lawbot.lawbook import Entry, Lawbook, Topic

GLIMPSE = 100
"""Characters of a provision's text that a list shows of it."""
FAULTS = 4
"""Places of a document's damage that a card names."""
_TOGETHER = 25
"""Laws that stand on one card of the contents."""
_SHOWN = 40
"""Entries of a head of the printed index on one card: what a person scrolls through."""
_ENDED = re.compile(r"[.!?][)\]\"'”’]*$")
_CAPITALS = re.compile(r"[^\W\d_]{2}")
_WORD = re.compile(r"[^\W\d_]+")
_FIRST = re.compile(r"[a-z]")
_SMALL = {
    "a",
    "an",
    "and",
    "as",
    "at",
    "but",
    "by",
    "for",
    "from",
    "in",
    "into",
    "of",
    "on",
    "or",
    "out",
    "the",
    "to",
    "with",
}


def title_of(entry: Entry, reader: Reader) -> str:
    """'Law 27B1(a)' and its heading, where it has one of its own; a term as its edition prints it."""
    if entry.level == "definition":
        term = entry.title or entry.citation.term
        return term[:1].upper() + term[1:]
    name = name_of(entry.citation, reader)
    return f"{name} · {cased(entry.title)}" if entry.title else name


def name_of(citation: Citation, reader: Reader) -> str:
    """A provision's name in full: 'Law 27B1(a)', 'Introduction', 'Definitions: Pass'."""
    _ = reader.translate
    if citation.term:
        return _("Definitions: {term}").format(term=citation.term)
    return _("Law {citation}").format(citation=citation) if citation.law else _("Introduction")


def label_of(citation: Citation, reader: Reader) -> str:
    """A provision's name in a list: '27B1(a)', 'Definitions: Pass'."""
    return str(citation) if citation.law else name_of(citation, reader)


def headed(entry: Entry, reader: Reader) -> str:
    """A provision's name in a list, with its heading: '27B1 · Insufficient Bid', 'Definitions:
    Pass'."""
    name = label_of(entry.citation, reader)
    return f"{name} · {cased(entry.heading)}" if entry.heading and entry.citation.law else name


@lru_cache(maxsize=2048)
def cased(title: str) -> str:
    """A printed heading in capitals, made readable as its language writes headings; any other as it
    is."""
    if title.upper() != title or not _CAPITALS.search(title):
        return title
    languages = installed()
    written = languages[languages.written(title) or SOURCE]
    if written.acronyms:
        said = _WORD.sub(
            lambda word: word[0] if word[0] in written.acronyms else word[0].lower(), title
        )
        return said[:1].upper() + said[1:]
    words = [
        word if i and word in _SMALL else _FIRST.sub(lambda first: first[0].upper(), word, count=1)
        for i, word in enumerate(title.lower().split())
    ]
    return " ".join(words)


def first_line(entry: Entry) -> str:
    """The beginning of a provision's text (or of the first text inside it), cut at a word."""
    text = next((inner.text for inner in entry.walk() if inner.text), "")
    return shortened(text, GLIMPSE)


def shortened(text: str, length: int) -> str:
    """The text in one line of at most ``length`` characters, cut at a word with an ellipsis."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    cut = line[: length - 1]
    return f"{cut.rsplit(' ', 1)[0] if ' ' in cut[length // 2 :] else cut}…"


def law_card(
    lawbook: Lawbook,
    entry: Entry,
    reader: Reader,
    ways: tuple[Action, ...] = (),
    more: tuple[Action, ...] = (),
    told: tuple[Part, ...] = (),
) -> Card:
    """The card of one provision with everything inside it. ``ways`` are buttons of its own (a flow
    chart, what changed), ``more`` open the menu (further flow charts), ``told`` stands before
    its text."""
    _ = reader.translate
    before, after = neighbours(lawbook, entry)
    above, law = entry.citation.parent, entry.citation.law
    up = (
        LawPlace(above, entry.edition)
        if above
        else ContentsPlace(entry.edition, law)
        if law
        else None
    )
    moves = (
        ("◀ " + _named(before), LawPlace(before, entry.edition)) if before else None,
        ("▲ " + (str(above) if above else _("Contents")), up) if up else None,
        (_named(after) + " ▶", LawPlace(after, entry.edition)) if after else None,
    )
    return Card(
        kind=CardKind.DEFINITION if entry.level == "definition" else CardKind.LAW,
        title=title_of(entry, reader),
        parts=(
            *about_text(lawbook, entry, reader),
            *told,
            *lead_in(entry),
            *body(lawbook, entry, reader),
        ),
        breadcrumb=tuple(breadcrumb(lawbook, entry)),
        source=source_line(lawbook, entry.edition),
        address=str(LawPlace(entry.citation, entry.edition)),
        rows=(
            tuple(Action(move[0], str(move[1]), style=Style.QUIET) for move in moves if move),
            (*_other_words(lawbook, entry, reader), *ways),
        ),
        menus=(_more(lawbook, entry, more, reader),),
    )


def breadcrumb(lawbook: Lawbook, entry: Entry) -> list[str]:
    """The headings a provision stands under: chapter and part, law, section."""
    above = [
        f"{step.citation} {cased(step.title)}" if step.title else str(step.citation)
        for step in entry.path
    ]
    return [cased(title) for title in lawbook.division(entry)] + above


def source_line(lawbook: Lawbook, edition: str) -> str:
    """The edition, and whose words they are."""
    about = lawbook.edition(edition)
    return f"{about.title} · {about.notice}"


def about_text(lawbook: Lawbook, entry: Entry, reader: Reader) -> Iterator[Part]:
    """Yield what a reader has to know of a text before reading it: an older code, another language,
    an amendment since."""
    yield from superseded(lawbook, entry.edition, reader)
    yield from only_elsewhere(lawbook, entry, reader)
    yield from text_as_of(lawbook, entry.edition, [entry.citation], reader)


def only_elsewhere(lawbook: Lawbook, entry: Entry, reader: Reader) -> Iterator[Part]:
    """Yield why a provision of an older code is in another language than the reader's: nothing else
    is here."""
    _ = reader.translate
    about = lawbook.edition(entry.edition)
    if about.code == lawbook.edition(lawbook.in_force).code:
        return
    readable = (
        known
        for known in lawbook.editions.values()
        if (known.code, known.language) == (about.code, reader.language)
    )
    if any(
        lawbook.counterparts(entry.citation, entry.edition, known.id).citations
        for known in readable
    ):
        return
    language = language_name(about.language, reader)
    only = _("Of the Laws of {year}, this provision is here only in another language: {language}.")
    yield Paragraph(only.format(year=about.code, language=language), Tone.NOTE)


def text_as_of(
    lawbook: Lawbook, edition: str, citations: Iterable[Citation], reader: Reader
) -> Iterator[Part]:
    """Yield which of the laws were amended since the text of an edition."""
    _ = reader.translate
    if amended := amended_laws(lawbook, edition, citations, reader):
        line = _("The text here is of {year}. Amended since: {laws}.")
        yield Paragraph(line.format(year=lawbook.edition(edition).code, laws=amended), Tone.NOTE)


def amended_laws(
    lawbook: Lawbook, edition: str, citations: Iterable[Citation], reader: Reader
) -> str:
    """Return the laws among those cited that were amended since, each with the month; empty where
    none was."""
    _ = reader.translate
    amended = lawbook.amended_since(edition)
    laws = sorted({citation.law for citation in citations} & amended.keys())
    months = {law: month_name(amended[law].since, reader.language) for law in laws}
    return ", ".join(
        _("Law {law} (from {month})").format(law=law, month=months[law]) for law in laws
    )


def language_name(code: str, reader: Reader) -> str:
    """Return what the reader calls a language."""
    from babel import Locale

    return Locale.parse(code).get_display_name(reader.language) or installed()[code].name


def month_name(written: str, language: str) -> str:
    """Return '2017-03' as people say it."""
    from babel.dates import format_skeleton

    return format_skeleton("yMMMM", date.fromisoformat(f"{written}-01"), locale=language)


def superseded(lawbook: Lawbook, edition: str, reader: Reader) -> tuple[Part, ...]:
    """What stands first above a text of an older code; nothing above one of the newest here."""
    _ = reader.translate
    code, newest = lawbook.edition(edition).code, lawbook.edition(lawbook.in_force).code
    if code == newest:
        return ()
    return (
        Paragraph(
            _("From {old}, superseded: the code in force is that of {year}.").format(
                old=code, year=newest
            ),
            Tone.WARNING,
        ),
    )


def neighbours(lawbook: Lawbook, entry: Entry) -> tuple[Citation | None, Citation | None]:
    """What an arrow leads to: the provision before this one beside it, and the next one that does
    not stand in it."""
    citation = entry.citation
    if not citation.law or citation.footnote or citation.table:
        return entry.previous, entry.next
    if not entry.path:
        around = (
            lawbook.find(Citation(law), entry.edition) if law else None
            for law in (citation.law - 1, citation.law + 1)
        )
        before, after = (found.citation if found else None for found in around)
        return before, after
    beside = entry.path[-1].children
    place = beside.index(entry)
    last = place + 1 == len(beside)
    return beside[place - 1].citation if place else None, neighbours(lawbook, entry.path[-1])[
        1
    ] if last else beside[place + 1].citation


def lead_in(entry: Entry) -> tuple[Part, ...]:
    """What the text of a provision goes on from: the beginnings, left open, of the provisions it
    stands in, the outermost first."""
    openings = [above.opening for above in reversed(entry.path) if above.opening]
    left_open = itertools.takewhile(lambda opening: not _ENDED.search(opening), openings)
    return tuple(Paragraph(opening, Tone.QUIET) for opening in left_open)[::-1]


def body(
    lawbook: Lawbook, entry: Entry, reader: Reader, marked: tuple[str, ...] = ()
) -> Iterator[Part]:
    """The text of a provision and of all inside it, its tables, its footnotes and notes. ``marked``
    are words of it to be set off."""
    _ = reader.translate
    if entry.opening:
        yield Passage("", entry.opening, marked=marked)
    yield from _under(entry, 0, marked)
    notes = {note.citation: note for inner in entry.walk() for note in inner.footnotes}
    if notes:
        yield Heading(_("Footnotes"))
        numbered = sorted(notes.values(), key=lambda note: note.citation.footnote)
        yield from (Passage(str(note.citation.footnote), note.text) for note in numbered)
    if wrong := list(
        dict.fromkeys(
            f"{place.citation}: {mend.what}"
            for place, mend in lawbook.mends(entry)
            if not mend.done
        )
    ):
        faults = "; ".join([*wrong[:FAULTS], *(["…"] if len(wrong) > FAULTS else [])])
        yield Paragraph(
            _("Known faults of the document: {faults}.").format(faults=faults), Tone.QUIET
        )


def _under(entry: Entry, depth: int, marked: tuple[str, ...]) -> Iterator[Part]:
    """What stands in a provision behind its own opening words; ``depth`` is how deep its parts
    stand."""
    if entry.note:
        yield Paragraph(entry.note, Tone.NOTE)
    if entry.grid:
        yield Grid(tuple(map(tuple, entry.grid)))
    for child in entry.children:
        label = str(child.citation).removeprefix(str(entry.citation)).lstrip(".")
        yield Passage(label, child.opening, cased(child.title or ""), depth, marked)
        yield from _under(child, depth + 1, marked)
    if entry.closing:
        yield Passage("", entry.closing, depth=max(depth - 1, 0), marked=marked)


def _named(citation: Citation) -> str:
    return citation.term or str(citation)


def _other_words(lawbook: Lawbook, entry: Entry, reader: Reader) -> Iterator[Action]:
    """The buttons between the official text and our plain words of the code they share; beside
    plain words in another language than that of the official text, the newest official text in
    the same."""
    _ = reader.translate
    here = lawbook.edition(entry.edition)
    if not here.plain:
        if plain := lawbook.plainly(entry, reader.language):
            yield Action(
                _("In plain words"), str(LawPlace(plain.citation, plain.edition)), style=Style.MAIN
            )
        return
    official = [known for known in lawbook.editions.values() if not known.plain]
    same = [known for known in official if known.code == here.code]
    older = (
        []
        if here.language == SOURCE
        else [known for known in official if known.language == here.language and known not in same]
    )
    for known in (*same[:1], *older[:1]):
        if there := lawbook.held_in(entry, known.id):
            name = (
                _("Official text") if known in same else f"{known.short} · {_named(there.citation)}"
            )
            yield Action(name, str(LawPlace(there.citation, known.id)), style=Style.MAIN)


def _more(lawbook: Lawbook, entry: Entry, first: tuple[Action, ...], reader: Reader) -> Menu:
    """One menu for all that is near: what comes ``first``, parts, references both ways, the terms
    worth a look, the same in other editions; each says what it is."""
    _ = reader.translate
    inner = list(entry.walk())
    cited = {
        r.target: None
        for step in inner
        for r in step.cites
        if not entry.citation.contains(r.target)
    }
    citing = {
        r.source: None
        for step in inner
        for r in step.cited_by
        if not entry.citation.contains(r.source)
    }
    told = dict.fromkeys(terms_worth_a_look(lawbook, entry, " ".join(step.text for step in inner)))
    near = (
        *first,
        *links(entry.children if len(entry.children) > 1 else [], reader, _("part")),
        *links(those_in(lawbook, cited, entry.edition), reader, _("it refers to this")),
        *links(those_in(lawbook, citing, entry.edition), reader, _("this refers to it")),
        *links(those_in(lawbook, told, entry.edition), reader, _("a term it uses")),
        *_elsewhere(lawbook, entry, _("the same in another edition")),
    )
    actions: dict[str, Action] = {}
    for action in near:
        actions.setdefault(action.address, action)
    return Menu(_("Parts, references, terms"), tuple(actions.values()))


def _elsewhere(lawbook: Lawbook, entry: Entry, kind: str) -> Iterator[Action]:
    """The provisions of other editions that correspond, by the concordance, whatever their number;
    each is said to be of that kind."""
    for known in lawbook.editions.values():
        if known.id == entry.edition or known.plain:
            continue
        for citation in lawbook.counterparts(entry.citation, entry.edition, known.id).citations:
            label = (
                known.short if citation == entry.citation else f"{known.short} · {_named(citation)}"
            )
            yield Action(label, str(LawPlace(citation, known.id)), f"{kind} · {known.title}")


def those_in(lawbook: Lawbook, citations: Iterable[Citation], edition: str) -> list[Entry]:
    """Those of the provisions that an edition has."""
    return [entry for citation in citations if (entry := lawbook.find(citation, edition))]


def terms_worth_a_look(lawbook: Lawbook, entry: Entry, text: str) -> list[Citation]:
    """The defined terms in a text of a provision that somebody at a table may need to look up."""
    everyday = installed()[lawbook.edition(entry.edition).language].everyday
    return [
        term
        for term in lawbook.terms_in(text, entry.edition)
        if term != entry.citation and term.term.casefold() not in everyday
    ]


def links(entries: Iterable[Entry], reader: Reader, kind: str = "") -> Iterator[Action]:
    """An action for each provision: citation and heading, and the first line of its text, behind
    what kind of thing it is."""
    for entry in entries:
        line = first_line(entry)
        yield Action(
            headed(entry, reader),
            str(LawPlace(entry.citation, entry.edition)),
            f"{kind} · {line}" if kind else line,
        )


# -- the index and the contents
# ------------------------------------------------------------------------------------------------


def topic_card(lawbook: Lawbook, topic: str, edition: str, reader: Reader) -> Card | None:
    """What stands under a head of the printed index; None where there is no such head, or no index."""
    _ = reader.translate
    entries = lawbook.topics(edition)
    head = " ".join(topic.split()).casefold()
    under = [entry for entry in entries if entry.path[0].casefold() == head]
    under = (
        under
        or [entry for entry in entries if any(head in step.casefold() for step in entry.path)][
            :_TOGETHER
        ]
    )
    if not under:
        return None
    named = [
        (written, CitationRange.parse(written).first, entry.path[-1])
        for entry in under
        for written in entry.citations
    ]
    laws = [
        (f"{written} · {step}", LawPlace(law, edition))
        for written, law, step in named
        if lawbook.find(law, edition)
    ]
    first = under[0].path[0]
    listing = tuple(
        f"{' › '.join(_below(entry, first))}: {', '.join(entry.citations) or ', '.join(entry.see)}"
        for entry in under[:_SHOWN]
    )
    return Card(
        CardKind.RESULTS,
        cased(first),
        parts=tuple(Paragraph(line) for line in listing),
        breadcrumb=(_("Index"),),
        source=source_line(lawbook, edition),
        address=str(TopicPlace(first)),
        menus=(Menu(_("Open a law"), tuple(Action(label, str(place)) for label, place in laws)),),
    )


def contents_card(lawbook: Lawbook, edition: str, law: int, reader: Reader) -> Card:
    """The laws of an edition around ``law``, twenty-five at a time. Raises LawbookError for an
    unknown edition."""
    _ = reader.translate
    lawbook.edition(edition)
    page = max(0, min(law, LAST_LAW) - 1) // _TOGETHER
    shown = [
        (c, title)
        for c, title in lawbook.headings(edition)
        if c.law and c.parent is None and (c.law - 1) // _TOGETHER == page
    ]
    others = [first for first in range(1, LAST_LAW, _TOGETHER) if (first - 1) // _TOGETHER != page]
    actions = tuple(
        Action(f"{c.law} · {cased(title)}", str(LawPlace(c, edition))) for c, title in shown
    )
    turns = (
        Action(
            f"{n}–{min(n + _TOGETHER - 1, LAST_LAW)}",
            str(ContentsPlace(edition, n)),
            style=Style.QUIET,
        )
        for n in others
    )
    return Card(
        CardKind.NOTICE,
        _("Contents"),
        parts=tuple(Paragraph(action.label) for action in actions),
        source=source_line(lawbook, edition),
        address=str(ContentsPlace(edition, page * _TOGETHER + 1)),
        rows=(tuple(turns),),
        menus=(Menu(_("Open a law"), actions),),
    )


def _below(topic: Topic, head: str) -> tuple[str, ...]:
    """The steps of a topic's path below the head that the card is titled by."""
    first, *steps = topic.path
    return tuple(steps) if steps and first == head else (cased(first), *steps)
