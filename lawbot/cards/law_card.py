"""Draw a provision as a card: text, footnotes, and actions; the printed index and the contents."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from lawbot.book import Entry, Lawbook, Topic
from lawbot.cards.address import ContentsPlace, LawPlace, TopicPlace
from lawbot.cards.card import (
    Action,
    Actions,
    Card,
    CardKind,
    Grid,
    Heading,
    Menu,
    Paragraph,
    Part,
    Parts,
    Passage,
    Style,
    Tone,
    Words,
)
from lawbot.cards.titles import cased, first_line, headed, shortened, title_of
from lawbot.language import SOURCE, installed
from lawbot.language.reader import Reader
from lawbot.law.citation import LAST_LAW, Citation, CitationRange

FAULTS = 4
"""Most places of a document's damage that a card names."""
_ALTERNATIVES = 2
"""Parts of a provision of which one applies: a rule and its other case."""
_CONTEXT = 90
"""Most characters of what a provision stands under, above a brief of it."""
_MIN_PASSAGE = 40
"""Least characters of a passage that are worth showing."""
_LAWS_PER_PAGE = 25
"""Laws on one card of the contents."""
_MAX_SIMILAR = 25
"""Most entries of the printed index if no head is called so."""
_MAX_TOPICS = 40
"""Most entries of a head of the printed index on one card: what a person scrolls through."""
_SENTENCE_END = re.compile(r"[.!?][)\]\"'”’]*$")


def law_card(
    lawbook: Lawbook,
    entry: Entry,
    reader: Reader,
    buttons: Actions = (),
    more: Actions = (),
    notes: Parts = (),
    codes: Actions = (),
) -> Card:
    """Return the card of one provision with everything inside it.

    ``buttons`` are its own (a flow chart, what changed), ``more`` begin the menu (further flow
    charts) and ``codes`` end it, ``notes`` stand before its text."""
    return Card(
        kind=CardKind.DEFINITION if entry.level == "definition" else CardKind.LAW,
        title=title_of(entry, reader),
        parts=(
            *about_text(lawbook, entry, reader),
            *notes,
            *lead_in(entry),
            *body(lawbook, entry, reader),
        ),
        breadcrumb=tuple(breadcrumb(lawbook, entry)),
        source=source_line(lawbook, entry.edition),
        address=str(LawPlace(entry.citation, entry.edition)),
        rows=(
            tuple(_moves(lawbook, entry, reader)),
            (*_other_words(lawbook, entry, reader), *buttons),
        ),
        menus=(_more(lawbook, entry, more, codes, reader),),
    )


def _moves(lawbook: Lawbook, entry: Entry, reader: Reader) -> Iterator[Action]:
    """Yield the arrows back, up and on."""
    _ = reader.translate
    before, after = neighbours(lawbook, entry)
    parent, law = entry.citation.parent, entry.citation.law
    moves: list[tuple[str, LawPlace | ContentsPlace]] = []
    if before:
        moves.append((f"◀ {short_name(before)}", LawPlace(before, entry.edition)))
    if parent:
        moves.append((f"▲ {parent}", LawPlace(parent, entry.edition)))
    elif law:
        moves.append(("▲ " + _("Contents"), ContentsPlace(entry.edition, law)))
    if after:
        moves.append((f"{short_name(after)} ▶", LawPlace(after, entry.edition)))
    for label, place in moves:
        yield Action(label, str(place), style=Style.QUIET)


def breadcrumb(lawbook: Lawbook, entry: Entry) -> list[str]:
    """Return the headings a provision stands under: chapter and part, law, section."""
    headings = [cased(title) for title in lawbook.division(entry)]
    for step in entry.path:
        title = f" {cased(step.title)}" if step.title else ""
        headings += [f"{step.citation}{title}"]
    return headings


def source_line(lawbook: Lawbook, edition: str) -> str:
    """Return the title of an edition, and its notice of whose words they are."""
    info = lawbook.edition(edition)
    return f"{info.title} · {info.notice}"


def about_text(lawbook: Lawbook, entry: Entry, reader: Reader) -> Iterator[Part]:
    """Yield notes to read before a text: an older code, another language, an amendment since."""
    yield from superseded(lawbook, entry.edition, reader)
    yield from only_elsewhere(lawbook, entry, reader)
    yield from text_as_of(lawbook, entry.edition, [entry.citation], reader)


def only_elsewhere(lawbook: Lawbook, entry: Entry, reader: Reader) -> Iterator[Part]:
    """Yield a note if an older code's provision is here only in another language."""
    _ = reader.translate
    info = lawbook.edition(entry.edition)
    # of the code in force our plain words are here in the reader's language
    if info.code == lawbook.edition(lawbook.in_force).code:
        return
    for edition in lawbook.editions.values():
        if (edition.code, edition.language) != (info.code, reader.language):
            continue
        if lawbook.counterparts(entry.citation, entry.edition, edition.id).citations:
            return
    language = language_name(info.language, reader)
    message = _(
        "Of the Laws of {year}, this provision is here only in another language: {language}."
    )
    yield Paragraph(message.format(year=info.code, language=language), Tone.NOTE)


def text_as_of(
    lawbook: Lawbook, edition: str, citations: Iterable[Citation], reader: Reader
) -> Iterator[Part]:
    """Yield a note of the laws that were amended since the text of an edition."""
    _ = reader.translate
    amended = amended_laws(lawbook, edition, citations, reader)
    if amended:
        message = _("The text here is of {year}. Amended since: {laws}.")
        year = lawbook.edition(edition).code
        yield Paragraph(message.format(year=year, laws=amended), Tone.NOTE)


def amended_laws(
    lawbook: Lawbook, edition: str, citations: Iterable[Citation], reader: Reader
) -> str:
    """Return the laws among those cited that were amended since, each with the month; or empty."""
    _ = reader.translate
    amendments = lawbook.amended_since(edition)
    names = []
    for law in sorted({citation.law for citation in citations} & amendments.keys()):
        month = month_name(amendments[law].since, reader.language)
        names.append(_("Law {law} (from {month})").format(law=law, month=month))
    return ", ".join(names)


def language_name(code: str, reader: Reader) -> str:
    """Return what the reader calls a language."""
    from babel import Locale

    return Locale.parse(code).get_display_name(reader.language) or installed()[code].name


def month_name(month: str, language: str) -> str:
    """Return the name of a month such as '2017-03'."""
    from babel.dates import format_skeleton

    return format_skeleton("yMMMM", date.fromisoformat(f"{month}-01"), locale=language)


def superseded(lawbook: Lawbook, edition: str, reader: Reader) -> Parts:
    """Return the warning above a text of an older code than that in force."""
    _ = reader.translate
    code, newest = lawbook.edition(edition).code, lawbook.edition(lawbook.in_force).code
    if code == newest:
        return ()
    message = _("From {old}, superseded: the code in force is that of {year}.")
    return (Paragraph(message.format(old=code, year=newest), Tone.WARNING),)


def neighbours(lawbook: Lawbook, entry: Entry) -> tuple[Citation | None, Citation | None]:
    """Return the provision before one beside it, and the next that does not stand in it."""
    citation = entry.citation
    # terms, footnotes and tables stand in no law: the book's own order is all there is
    if not citation.law or citation.footnote or citation.table:
        return entry.previous, entry.next
    if not entry.path:
        return (
            _law_beside(lawbook, entry, citation.law - 1),
            _law_beside(lawbook, entry, citation.law + 1),
        )
    parent = entry.path[-1]
    siblings = parent.children
    index = siblings.index(entry)
    before = siblings[index - 1].citation if index else None
    if index + 1 < len(siblings):
        return before, siblings[index + 1].citation
    # after the last part comes what comes after its holder
    return before, neighbours(lawbook, parent)[1]


def _law_beside(lawbook: Lawbook, entry: Entry, law: int) -> Citation | None:
    # no law has the number 0: that citation is the introduction
    found_entry = lawbook.find(Citation(law), entry.edition) if law else None
    return found_entry.citation if found_entry else None


def lead_in(entry: Entry) -> Parts:
    """Return the unfinished sentences that the text of a provision goes on from.

    They are openings of the provisions it stands in, the outermost first."""
    sentences = []
    for holder in reversed(entry.path):
        if holder.opening:
            # a sentence that has ended leads into nothing, nor does any before it
            if _SENTENCE_END.search(holder.opening):
                break
            sentences.append(Paragraph(holder.opening, Tone.QUIET))
    return tuple(reversed(sentences))


def body(lawbook: Lawbook, entry: Entry, reader: Reader, marked: Words = ()) -> Iterator[Part]:
    """Yield the text of a provision and of all inside it, its tables, footnotes and notes.

    ``marked`` are words of it to be set off."""
    _ = reader.translate
    if entry.opening:
        yield Passage("", entry.opening, marked=marked)
    yield from _inner_parts(entry, 0, marked)
    notes = {note.citation: note for inner in entry.walk() for note in inner.footnotes}
    if notes:
        yield Heading(_("Footnotes"))
    for note in sorted(notes.values(), key=lambda note: note.citation.footnote):
        yield Passage(str(note.citation.footnote), note.text)
    # one damage may be on record of several provisions
    faults: dict[str, None] = {}
    for damaged, mend in lawbook.mends(entry):
        if not mend.done:
            faults[f"{damaged.citation}: {mend.what}"] = None
    if faults:
        names = [*faults][:FAULTS]
        if len(faults) > FAULTS:
            names.append("…")
        message = _("Known faults of the document: {faults}.")
        yield Paragraph(message.format(faults="; ".join(names)), Tone.QUIET)


def whole_choice(entry: Entry) -> Entry:
    """Return the provision that holds this one and its only alternative; else this one."""
    holder = entry.path[-1] if entry.path else entry
    is_choice = holder.citation.section and len(holder.children) == _ALTERNATIVES
    return holder if is_choice else entry


def brief(entry: Entry, most: int, marked: Words = ()) -> Iterator[Part]:
    """Yield about ``most`` characters of a provision, below the text or title that it stands under.

    The parts of a choice share the room; else the text ends where there is no more."""
    context = next((holder.opening for holder in reversed(entry.path) if holder.opening), "")
    if not context and entry.path:
        context = cased(entry.path[0].title or "")
    if context:
        yield Paragraph(shortened(context, _CONTEXT), Tone.QUIET)
    passages = [Passage("", entry.opening, marked=marked)] if entry.opening else []
    inner_parts = _inner_parts(entry, 0, marked)
    passages += [part for part in inner_parts if isinstance(part, Passage)]
    room = most - len(context[:_CONTEXT])
    is_shared = len(entry.children) == _ALTERNATIVES and len(passages) <= _ALTERNATIVES + 1
    for place, passage in enumerate(passages):
        share = room // (len(passages) - place) if is_shared else room
        text = shortened(passage.text, max(share, _MIN_PASSAGE))
        room -= len(text)
        is_last = place + 1 == len(passages)
        # a table that follows the last is not shown
        ends = text.endswith(":") if is_last else room < _MIN_PASSAGE
        if ends and not text.endswith("…"):
            text += " …"
        yield replace(passage, text=text)
        if ends:
            return


def _inner_parts(entry: Entry, depth: int, marked: Words) -> Iterator[Part]:
    """Yield what stands in a provision after its opening; ``depth`` is that of its parts."""
    if entry.note:
        yield Paragraph(entry.note, Tone.NOTE)
    if entry.grid:
        yield Grid(tuple(map(tuple, entry.grid)))
    for child in entry.children:
        label = str(child.citation).removeprefix(str(entry.citation)).lstrip(".")
        yield Passage(label, child.opening, cased(child.title or ""), depth, marked)
        yield from _inner_parts(child, depth + 1, marked)
    if entry.closing:
        yield Passage("", entry.closing, depth=max(depth - 1, 0), marked=marked)


def short_name(citation: Citation) -> str:
    """Return a term, or the number of another provision."""
    return citation.term or str(citation)


def _other_words(lawbook: Lawbook, entry: Entry, reader: Reader) -> Iterator[Action]:
    """Yield the buttons between the official text and our plain words of the same code.

    If plain words are in another language than that official text, the newest official text in
    their language has a button too."""
    _ = reader.translate
    home = lawbook.edition(entry.edition)
    if not home.plain:
        if plain := lawbook.plainly(entry, reader.language):
            address = str(LawPlace(plain.citation, plain.edition))
            yield Action(_("In plain words"), address, style=Style.MAIN)
        return
    official = [info for info in lawbook.editions.values() if not info.plain]
    same_code = [info for info in official if info.code == home.code]
    further = [info for info in official if info not in same_code]
    same_language = [info for info in further if info.language == home.language != SOURCE]
    for info in (*same_code[:1], *same_language[:1]):
        if counterpart := lawbook.held_in(entry, info.id):
            label = f"{info.short} · {short_name(counterpart.citation)}"
            if info in same_code:
                label = _("Official text")
            yield Action(label, str(LawPlace(counterpart.citation, info.id)), style=Style.MAIN)


def _more(
    lawbook: Lawbook,
    entry: Entry,
    first: Actions,
    codes: Actions,
    reader: Reader,
) -> Menu:
    """Return the menu of all that is near a provision, each action with its kind.

    After ``first`` come parts, references both ways, terms worth a look, other ``codes``."""
    _ = reader.translate
    cited: list[Citation] = []
    citing: list[Citation] = []
    texts = []
    for inner in entry.walk():
        cited += (reference.target for reference in inner.cites)
        citing += (reference.source for reference in inner.cited_by)
        texts.append(inner.text)
    terms = terms_worth_a_look(lawbook, entry, " ".join(texts))

    def links_to(citations: Iterable[Citation], kind: str) -> Iterator[Action]:
        return links(those_in(lawbook, citations, entry.edition), reader, kind)

    def outside(citations: Iterable[Citation]) -> dict[Citation, None]:
        return dict.fromkeys(
            citation for citation in citations if not entry.citation.contains(citation)
        )

    near = (
        *first,
        # a single part is all there is to read already
        *links(entry.children if len(entry.children) > 1 else [], reader, _("part")),
        *links_to(outside(cited), _("it refers to this")),
        *links_to(outside(citing), _("this refers to it")),
        *links_to(dict.fromkeys(terms), _("a term it uses")),
        *codes,
    )
    # what is near in two ways is named by the first
    actions: dict[str, Action] = {}
    for action in near:
        actions.setdefault(action.address, action)
    return Menu(_("Parts, references, terms"), tuple(actions.values()))


def those_in(lawbook: Lawbook, citations: Iterable[Citation], edition: str) -> list[Entry]:
    """Return the provisions cited that an edition has."""
    return [entry for citation in citations if (entry := lawbook.find(citation, edition))]


def terms_worth_a_look(lawbook: Lawbook, entry: Entry, text: str) -> list[Citation]:
    """Return the defined terms in a text that somebody at a table may need to look up."""
    everyday = installed()[lawbook.edition(entry.edition).language].everyday
    terms = [term for term in lawbook.terms_in(text, entry.edition) if term != entry.citation]
    return [term for term in terms if term.term.casefold() not in everyday]


def links(entries: Iterable[Entry], reader: Reader, kind: str = "") -> Iterator[Action]:
    """Yield an action for each provision, with the ``kind`` and the first line of its text."""
    for entry in entries:
        line = first_line(entry)
        detail = f"{kind} · {line}" if kind else line
        yield Action(headed(entry, reader), str(LawPlace(entry.citation, entry.edition)), detail)


# -- the index and the contents


def topic_card(lawbook: Lawbook, topic: str, edition: str, reader: Reader) -> Card | None:
    """Return the entries under a head of the printed index; None if there is no such head."""
    _ = reader.translate
    topics = _topics_under(lawbook, topic, edition)
    if not topics:
        return None
    head = topics[0].path[0]
    lines = []
    for entry in topics[:_MAX_TOPICS]:
        references = ", ".join(entry.citations) or ", ".join(entry.see)
        lines.append(Paragraph(f"{' › '.join(_steps_below(entry, head))}: {references}"))
    laws = []
    for entry in topics:
        for numbers in entry.citations:
            law = CitationRange.parse(numbers).first
            if lawbook.find(law, edition):
                label = f"{numbers} · {entry.path[-1]}"
                laws.append(Action(label, str(LawPlace(law, edition))))
    return Card(
        CardKind.RESULTS,
        cased(head),
        parts=tuple(lines),
        breadcrumb=(_("Index"),),
        source=source_line(lawbook, edition),
        address=str(TopicPlace(head)),
        menus=(Menu(_("Open a law"), tuple(laws)),),
    )


def _topics_under(lawbook: Lawbook, topic: str, edition: str) -> list[Topic]:
    """Return the entries of the index under a head, else some that have its words."""
    head = " ".join(topic.split()).casefold()
    topics = lawbook.topics(edition)
    under_head = [entry for entry in topics if entry.path[0].casefold() == head]
    if under_head:
        return under_head
    similar = [entry for entry in topics if any(head in step.casefold() for step in entry.path)]
    return similar[:_MAX_SIMILAR]


def contents_card(lawbook: Lawbook, edition: str, law: int, reader: Reader) -> Card:
    """Return the laws of an edition around ``law``, twenty-five at a time.

    Raises LawbookError for an unknown edition."""
    _ = reader.translate
    # raises for an edition that is not here, which would have no headings either
    lawbook.edition(edition)
    page = _page_of(max(1, min(law, LAST_LAW)))
    actions = []
    for citation, title in lawbook.headings(edition):
        if citation.law and citation.parent is None and _page_of(citation.law) == page:
            label = f"{citation.law} · {cased(title)}"
            actions.append(Action(label, str(LawPlace(citation, edition))))
    turns = []
    for first in range(1, LAST_LAW, _LAWS_PER_PAGE):
        if _page_of(first) != page:
            label = f"{first}–{min(first + _LAWS_PER_PAGE - 1, LAST_LAW)}"
            turns.append(Action(label, str(ContentsPlace(edition, first)), style=Style.QUIET))
    return Card(
        CardKind.NOTICE,
        _("Contents"),
        parts=tuple(Paragraph(action.label) for action in actions),
        source=source_line(lawbook, edition),
        address=str(ContentsPlace(edition, page * _LAWS_PER_PAGE + 1)),
        rows=(tuple(turns),),
        menus=(Menu(_("Open a law"), tuple(actions)),),
    )


def _page_of(law: int) -> int:
    return (law - 1) // _LAWS_PER_PAGE


def _steps_below(topic: Topic, head: str) -> tuple[str, ...]:
    """Return the steps of a topic's path below the head that the card is titled by."""
    first, *steps = topic.path
    return tuple(steps) if steps and first == head else (cased(first), *steps)
