"""Compare a provision in two editions, word by word within a language, and trace it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import NamedTuple

from lawbot.book import EditionInfo, Entry, Lawbook, NoSuchProvisionError
from lawbot.book.concordance import Relation
from lawbot.cards.address import ComparePlace, LawPlace
from lawbot.cards.card import (
    Action,
    Actions,
    Card,
    CardKind,
    Heading,
    Listing,
    Menu,
    Paragraph,
    Part,
    Parts,
    Passage,
    Redline,
    Style,
    Tone,
)
from lawbot.cards.changes import Changes, Cited, ToldChange
from lawbot.cards.law_card import only_elsewhere, short_name, source_line, text_as_of, those_in
from lawbot.cards.titles import cased, first_line, name_of, shortened
from lawbot.cards.wordings import changes_of, lifted, pieces, standing, text_of
from lawbot.errors import N_, LawbookError
from lawbot.frozen import frozen
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.law.differences import Change, ChangeKind, is_same, marked, redline
from lawbot.search.codes import edition_of

SAID = {
    "same": N_("It says the same."),
    "reworded": N_("It was reworded."),
    "moved": N_("It was moved."),
    "split": N_("It was split."),
    "merged": N_("It was merged into another provision."),
    "new": N_("It is new: the older code has no equivalent."),
    "deleted": N_("It was dropped: the newer code has no equivalent."),
}
"""Message about what became of a provision, by its relation."""
_MOST_DIFFERENCES = 4
"""Most differences between two publishers that a card names."""
_LONGEST_DIFFERENCE = 60
"""Most characters of each."""


class Stage(NamedTuple):
    """A provision in the edition of a code, and its relation to the code before.

    The relation is None in the oldest code."""

    edition: str
    citation: Citation | None
    relation: str | None


@frozen
class Comparison:
    """A provision of one edition and what corresponds to it in another.

    ``source`` is None if the first edition has none, ``targets`` is empty if the second has none.
    ``missing`` are names of counterparts in laws that an edition does not cover. ``texts`` are the
    older and the newer wording of each piece, ``changes`` lead from one to the other, None across
    languages; ``readable`` if few enough that they are easier to read than both wordings.
    """

    first: str
    second: str
    source: Entry | None
    targets: tuple[Entry, ...]
    relation: str
    missing: tuple[str, ...]
    texts: tuple[tuple[str, str], ...]
    changes: list[Change] | None
    readable: bool
    trace: tuple[Stage, ...]

    @property
    def redline(self) -> str | None:
        """The changes in Markdown: ~~removed~~ and **+added+**.

        None across languages, or if there is nothing to compare."""
        return marked(self.changes) if self.changes is not None else None


def compare(lawbook: Lawbook, citation: Citation, first: str, second: str) -> Comparison:
    """Return what corresponds in the edition ``second`` to a provision of the edition ``first``.

    Either may be the older. A provision that only ``second`` has is compared backwards: it is new,
    or its source is named. Raises NoSuchProvisionError if neither has it, LawbookError for an
    unknown edition.
    """
    source = _find(lawbook, citation, first)
    if source is None:
        return _compare_backwards(lawbook, citation, first, second)
    counterparts = lawbook.counterparts(source.citation, first, second)
    targets = tuple(those_in(lawbook, counterparts.citations, second))
    missing = tuple(part.name for part in counterparts.found if part.citation is None)
    texts = _texts(lawbook, source, standing(lawbook, source, targets), second)
    from_edition, to_edition = lawbook.edition(first), lawbook.edition(second)
    # words of two languages, or official and plain words, differ without any change of the law
    is_same_language = from_edition.language == to_edition.language
    is_comparable = bool(targets) and is_same_language and from_edition.plain == to_edition.plain
    relation: str | None = counterparts.relation
    if not relation:
        is_reworded = is_comparable and not all(is_same(*pair) for pair in texts)
        relation = "reworded" if is_reworded else "same"
    changes, readable = changes_of(texts) if is_comparable else (None, False)
    return Comparison(
        first,
        second,
        source,
        targets,
        relation,
        missing,
        texts,
        changes,
        readable,
        trace(lawbook, source.citation, first),
    )


def _compare_backwards(lawbook: Lawbook, citation: Citation, first: str, second: str) -> Comparison:
    """Return the comparison of a provision that only the edition ``second`` has."""
    # if the second has none either, ask the first again: its error names what was meant
    target = _find(lawbook, citation, second) or lawbook.provision(citation, first)
    relation = lawbook.counterparts(target.citation, second, first).relation or "new"
    stages = trace(lawbook, target.citation, second)
    return Comparison(first, second, None, (target,), relation, (), (), None, False, stages)


def _find(lawbook: Lawbook, citation: Citation, edition: str) -> Entry | None:
    try:
        return lawbook.provision(citation, edition)
    except NoSuchProvisionError:
        return None


def _texts(
    lawbook: Lawbook, source: Entry, targets: Sequence[Entry], second: str
) -> tuple[tuple[str, str], ...]:
    """Return the older and the newer wording of each piece of a provision."""
    is_forward = lawbook.edition(source.edition).code <= lawbook.edition(second).code
    owner = targets[0] if len(targets) == 1 else None
    pairs = []
    for source_units, target_units in pieces(lawbook, source, targets, second):
        pair = (text_of(source_units.values(), source), text_of(target_units.values(), owner))
        if any(pair):
            pairs.append(pair if is_forward else pair[::-1])
    return tuple(pairs)


def trace(lawbook: Lawbook, citation: Citation, edition: str) -> tuple[Stage, ...]:
    """Return the stages of a provision in each code, the oldest first.

    A code in which it was divided has several. Each code is shown by the edition asked about, else
    by one that has the provision, in the same language before others."""
    home = lawbook.edition(edition)
    editions = [info for info in lawbook.editions.values() if home.plain or not info.plain]
    editions.sort(key=attrgetter("code"))
    stages: list[Stage] = []
    for code, group in groupby(editions, key=attrgetter("code")):
        candidates = []
        for info in group:
            citations = [citation]
            if info != home:
                citations = lawbook.counterparts(citation, edition, info.id).citations
            # the edition asked about, then one that has it, then one in its language
            rank = (info != home, not citations, info.language != home.language)
            candidates.append((rank, info, citations))
        _rank, chosen, citations = min(candidates, key=itemgetter(0))
        last = stages[-1] if stages else None
        # a code that never had it is passed over: it is gone only once it was there
        if last and last.citation and not citations:
            stages.append(Stage(chosen.id, None, "deleted"))
        for counterpart in citations:
            relation: str | None = "new" if code > editions[0].code else None
            if last:
                relation = lawbook.counterparts(counterpart, chosen.id, last.edition).relation
            stages.append(Stage(chosen.id, counterpart, relation))
    return tuple(stages)


# -- the card


def comparison_card(
    lawbook: Lawbook,
    changes: Changes,
    citation: Citation,
    reader: Reader,
    first: str = "",
    second: str = "",
    *,
    word_by_word: bool = False,
) -> Card:
    """Return the card of a comparison; empty editions are chosen as in ``compared``.

    It says what changed in our own words, and only ``word_by_word``, or without such words, how.
    If no other edition can be read beside the first, the card has what changed in our own words.
    Raises NoSuchProvisionError if no edition has the provision, LawbookError for an unknown
    edition.
    """
    first, second = _choose_editions(lawbook, citation, first, second, reader)
    if second in ("", first):
        entry = lawbook.provision(citation, first)
        history = lawbook.way(entry.citation, first)
        relation = history[min(history)].relation or ""
        alone = Comparison(first, first, entry, (), relation, (), (), None, False, ())
        return _card(lawbook, changes, alone, entry.citation, reader, word_by_word)
    comparison = compare(lawbook, citation, first, second)
    if comparison.source is None:
        comparison = compare(lawbook, citation, second, first)
    return _card(lawbook, changes, comparison, citation, reader, word_by_word)


def compared(
    lawbook: Lawbook, citation: Citation, first: str, second: str, reader: Reader
) -> Comparison:
    """Return the comparison of a provision in two editions; empty ones are chosen.

    Without ``first`` the citation is of the newest code that has it, so of the code in force if
    that has it, whatever the number meant before. Raises NoSuchProvisionError if neither edition
    has the provision, LawbookError for an unknown edition and if there is none to compare with.
    """
    first, second = _choose_editions(lawbook, citation, first, second, reader)
    if second in ("", first):
        raise LawbookError(
            N_("There is no other edition here to compare {citation} with."), citation=citation
        )
    return compare(lawbook, citation, first, second)


def _choose_editions(
    lawbook: Lawbook, citation: Citation, first: str, second: str, reader: Reader
) -> tuple[str, str]:
    """Return the two editions of a comparison, the second empty if there is none.

    Without a first it is of the newest code that has the provision, else of the newest:
    ``second``, the reader's own, or one in the reader's language."""
    if first:
        newest = lawbook.newest_in(lawbook.edition(first).language)
        if not second:
            second = newest if first != newest else _other_edition(lawbook, citation, first)
        return first, second
    preferred = second or reader.edition or ""
    codes = sorted({info.code for info in lawbook.editions.values()}, reverse=True)
    editions = [edition_of(lawbook, citation, code, preferred, reader.language) for code in codes]
    holders = (edition for edition in editions if _find(lawbook, citation, edition))
    first = next(holders, editions[0])
    first_code = lawbook.edition(first).code
    newest = lawbook.newest_in(reader.language)
    for candidate in (preferred, newest, _other_edition(lawbook, citation, first)):
        if candidate and lawbook.edition(candidate).code != first_code:
            return first, candidate
    return first, ""


def _other_edition(lawbook: Lawbook, citation: Citation, edition: str) -> str:
    """Return the edition of another code to compare with; empty if none has the law.

    One that has a counterpart comes before one that only has the law, then one in the same
    language, then the newest code."""
    home = lawbook.edition(edition)
    ranked: list[tuple[tuple[bool, bool, int], str]] = []
    for info in lawbook.editions.values():
        if info.code == home.code:
            continue
        has_counterpart = bool(lawbook.counterparts(citation, edition, info.id).citations)
        if has_counterpart or lawbook.find(Citation(citation.law), info.id):
            rank = (not has_counterpart, info.language != home.language, -info.code)
            ranked.append((rank, info.id))
    return min(ranked)[1] if ranked else ""


def _card(
    lawbook: Lawbook,
    changes: Changes,
    comparison: Comparison,
    citation: Citation,
    reader: Reader,
    word_by_word: bool,
) -> Card:
    """Return the card of a comparison, titled by the provision and the span of the codes.

    The title names the provision's code if that is not in force. The menu opens the provisions
    compared, and the comparison of their whole law."""
    _ = reader.translate
    provision = comparison.source or comparison.targets[0]
    entries = list(filter(None, (comparison.source, *comparison.targets)))
    entries.sort(key=lambda entry: lawbook.edition(entry.edition).code)
    editions = [lawbook.edition(comparison.first), lawbook.edition(comparison.second)]
    older, newer = sorted(editions, key=attrgetter("code"))
    codes, span = (older.code, newer.code), f"{older.short} → {newer.short}"
    if older == newer:
        # no other edition is here: the card spans the codes that the concordance knows
        history = lawbook.way(provision.citation, provision.edition)
        codes = (min(history), max(history))
        span = f"{codes[0]} → {codes[1]}"
    parts: list[Part] = []
    if comparison.relation:
        parts.append(Paragraph(_(SAID[comparison.relation]), Tone.LEAD))
    parts.append(Paragraph(_trace_line(lawbook, provision, reader)))
    for entry in entries:
        parts += only_elsewhere(lawbook, entry, reader)
    in_newer = [entry.citation for entry in entries if entry.edition == newer.id]
    parts += text_as_of(lawbook, newer.id, in_newer, reader)
    steps = _changes_between(lawbook, changes, provision, *codes, reader.language)
    for step in () if word_by_word else steps:
        heading = _("Changed from {older} to {newer}").format(older=step.older, newer=step.newer)
        parts += (Heading(heading), Listing(step.lines))
    parts += _coverage(lawbook, comparison, reader)
    wording: list[Part] = list(_wordings(lawbook, comparison, provision, entries, (older, newer)))
    if comparison.changes is not None and comparison.readable:
        wording = [Redline(tuple(comparison.changes))]
    place = ComparePlace(comparison.first, comparison.second, citation, word_by_word)
    row: Actions = ()
    if word_by_word or not steps:
        parts += wording
    if steps and wording:
        label = _("What changed") if word_by_word else _("Word by word")
        other_view = replace(place, word_by_word=not word_by_word)
        row = (Action(label, str(other_view), style=Style.MAIN),)
    code = lawbook.edition(provision.edition).code
    # a number without a year is of the code in force
    year = "" if code == lawbook.edition(lawbook.in_force).code else f" ({code})"
    actions = _ways_on(lawbook, provision, entries, place, reader)
    return Card(
        CardKind.COMPARISON,
        f"{name_of(provision.citation, reader)}{year}: {span}",
        tuple(parts),
        source=source_line(lawbook, newer.id),
        address=str(place),
        rows=(row,),
        menus=(Menu(_("Open"), tuple(actions)),),
    )


def _wordings(
    lawbook: Lawbook,
    comparison: Comparison,
    provision: Entry,
    entries: Sequence[Entry],
    editions: Sequence[EditionInfo],
) -> Iterator[Part]:
    """Yield both wordings of a provision, the older first, each below its edition."""
    # not strict: without texts there is no wording of either edition
    wordings = zip(*comparison.texts, strict=True)
    for info, texts in zip(editions, wordings, strict=False):
        counterparts = [entry for entry in entries if entry.edition == info.id]
        sources = standing(lawbook, provision, counterparts)
        text = "\n\n".join(filter(None, texts))
        if text:
            names = " + ".join(str(entry.citation) for entry in sources)
            title = sources[0].title if sources else ""
            yield Heading(f"{info.short} · {names}")
            yield Passage("", text, cased(title or ""))


def _ways_on(
    lawbook: Lawbook,
    provision: Entry,
    entries: Sequence[Entry],
    place: ComparePlace,
    reader: Reader,
) -> Iterator[Action]:
    """Yield the actions that open the provisions, and the comparison of their whole law.

    The same provision in further editions comes last."""
    _ = reader.translate
    editions = {entry.edition for entry in entries}
    for entry in entries:
        name = f"{lawbook.edition(entry.edition).short} · {entry.citation}"
        yield Action(name, str(LawPlace(entry.citation, entry.edition)), first_line(entry))
    law = Citation(provision.citation.law)
    if law.law and all(entry.citation != law for entry in entries):
        label = _("All that changed in Law {law}").format(law=law)
        yield Action(label, str(replace(place, citation=law)))
    for info in lawbook.editions.values():
        if info.id in editions or info.plain:
            continue
        counterparts = lawbook.counterparts(provision.citation, provision.edition, info.id)
        for citation in counterparts.citations:
            name = f"{info.short} · {short_name(citation)}"
            yield Action(name, str(LawPlace(citation, info.id)), info.title)


def other_codes(lawbook: Lawbook, entry: Entry, reader: Reader) -> Actions:
    """Return the way from a provision to what it says in other codes, if any is here."""
    _ = reader.translate
    first, second = _choose_editions(lawbook, entry.citation, entry.edition, "", reader)
    if second in ("", first):
        return ()
    return (Action(_("Other codes"), str(ComparePlace(first, second, entry.citation))),)


def by_publishers(
    lawbook: Lawbook, entry: Entry, reader: Reader
) -> tuple[tuple[Action, ...], tuple[Part, ...]]:
    """Return what another publisher of the same code has otherwise: actions, and lines.

    The edition that the catalogue has first is the measure: only later ones have lines."""
    _ = reader.translate
    home = lawbook.edition(entry.edition)
    actions: list[Action] = []
    lines: list[Part] = []
    for info in lawbook.editions.values():
        is_twin = (info.code, info.language) == (home.code, home.language) and not info.plain
        twin = lawbook.held_in(entry, info.id) if is_twin and info.id != home.id else None
        if twin is None or home.plain:
            continue
        changes = redline(_whole_text(twin), _whole_text(entry), spelling=True)
        differences = list(_differences(changes))
        if not differences:
            continue
        place = ComparePlace(info.id, home.id, twin.citation)
        label = _("Beside {edition}").format(edition=info.short)
        actions.append(Action(label, str(place), info.publisher))
        if info.position < home.position:
            message = _("Other words than those of the {publisher}: {differences}.")
            words = "; ".join(differences[:_MOST_DIFFERENCES])
            if len(differences) > _MOST_DIFFERENCES:
                words += "; …"
            line = message.format(publisher=info.publisher, differences=words)
            lines.append(Paragraph(line, Tone.NOTE))
    return tuple(actions), tuple(lines)


def _whole_text(entry: Entry) -> str:
    return "\n\n".join(inner.text for inner in entry.walk() if inner.text)


def _differences(changes: Sequence[Change]) -> Iterator[str]:
    """Yield each difference of two wordings: 'honour → honor'; other signs are none."""
    removed = ""
    for change in (*changes, Change(ChangeKind.KEPT, "")):
        text = shortened(" ".join(change.text.split()).strip(".,;:"), _LONGEST_DIFFERENCE)
        if change.kind is ChangeKind.REMOVED:
            removed = text
            continue
        added = text if change.kind is ChangeKind.ADDED else ""
        if _letters(removed) != _letters(added):
            yield f"{removed or '–'} → {added or '–'}"
        removed = ""


def _letters(text: str) -> str:
    return "".join(filter(str.isalnum, text.casefold()))


def _trace_line(lawbook: Lawbook, entry: Entry, reader: Reader) -> str:
    """Return the history of a provision: '17D2 in 2007, 15A2 in 2017'."""
    _ = reader.translate
    stages: list[str] = []
    for year, counterparts in lawbook.way(entry.citation, entry.edition).items():
        names = " + ".join(map(str, counterparts.citations))
        # before the first code that has the provision, it is not gone but not there yet
        if names or stages:
            stages.append(_("{citation} in {year}").format(citation=names or _("gone"), year=year))
    return ", ".join(stages)


def traced(
    lawbook: Lawbook, entries: Sequence[Entry], edition: str, reader: Reader
) -> Iterator[Action]:
    """Yield for each provision of an older code its history, as an action.

    The action compares it with ``edition``."""
    for entry in entries:
        place = ComparePlace(entry.edition, edition, entry.citation)
        title = lawbook.edition(entry.edition).title
        yield Action(_trace_line(lawbook, entry, reader), str(place), title)


def _changes_between(
    lawbook: Lawbook, changes: Changes, entry: Entry, older: int, newer: int, language: str
) -> list[ToldChange]:
    """Return the changes of a provision, and of all in it, between two codes."""
    history: dict[int, list[Citation]] = {older: [], newer: []}
    for inner in entry.walk():
        for code, counterparts in lawbook.way(inner.citation, entry.edition).items():
            if older <= code <= newer:
                citations = lifted(inner.citation, counterparts.citations)
                history.setdefault(code, []).extend(citations)
    provision = Cited(lawbook.edition(entry.edition).code, entry.citation)
    return list(changes.told(provision, history, language))


def changed_since(
    lawbook: Lawbook, changes: Changes, entry: Entry, reader: Reader
) -> tuple[Actions, Parts]:
    """Return what the card of a provision has of other codes: its actions, and its lines.

    On an older code's card the lines are what changed by the code in force, with an action to what
    corresponds now. On the newest one's there is an action to the comparison, if something changed
    since the code that it leads to."""
    _ = reader.translate
    home = lawbook.edition(entry.edition)
    newest = lawbook.edition(lawbook.newest_in(home.language))
    is_old = home.code < newest.code
    edition = newest.id if is_old else _other_edition(lawbook, entry.citation, home.id)
    history = lawbook.way(entry.citation, home.id)
    older = min(history)
    if edition:
        older = home.code if is_old else lawbook.edition(edition).code
    language = reader.language
    steps = partial(_changes_between, lawbook, changes, entry, older, newest.code, language)
    counterparts = history.get(newest.code if is_old else older)
    is_unchanged = counterparts is None or counterparts.relation in (None, Relation.SAME)
    # the steps are gathered only if nothing else decides
    if is_unchanged and (is_old or not steps()):
        return (), ()
    place = ComparePlace(home.id, edition or home.id, entry.citation)
    compare_action = Action(_("What changed"), str(place))
    if not is_old or counterparts is None:
        return (compare_action,), ()
    lines = [line for step in steps() for line in step.lines]
    if not lines:
        lines = [_(SAID[str(counterparts.relation)]), _trace_line(lawbook, entry, reader)]
    since = _("Changed from {older} to {newer}").format(older=older, newer=newest.code)
    note = Paragraph(f"{since}: {' '.join(lines)}", Tone.NOTE)
    actions = [compare_action]
    for citation in lawbook.counterparts(entry.citation, home.id, newest.id).citations[:1]:
        name = f"{newest.short} · {citation.term or citation}"
        address = str(LawPlace(citation, newest.id))
        actions.insert(0, Action(name, address, style=Style.MAIN))
    return tuple(actions), (note,)


def _coverage(lawbook: Lawbook, comparison: Comparison, reader: Reader) -> Iterator[Part]:
    """Yield a note if an edition has only some laws: which, and where the missing would be."""
    if not comparison.missing:
        return
    _ = reader.translate
    short = lawbook.edition(comparison.second).short
    citations = lawbook.citations(comparison.second)
    laws = sorted({citation.law for citation in citations if citation.law})
    message = _("{edition} covers Laws {first} to {last} only; there it would be {names}.")
    names = ", ".join(comparison.missing)
    note = message.format(edition=short, first=laws[0], last=laws[-1], names=names)
    yield Paragraph(note, Tone.NOTE)
