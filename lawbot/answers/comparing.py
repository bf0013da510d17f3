"""One provision in two editions: what became of it, word by word within a language, side by side across languages, and its trace."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from lawbot.answers.addresses import ComparePlace, LawPlace
from lawbot.answers.changes import Changes, Cited, cited
from lawbot.answers.laws import cased, first_line, name_of, source_line
from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, CardKind, Heading, Listing, Menu, Paragraph, Part, Passage, Redline, Run, Style, Tone
from lawbot.citation import Citation
from lawbot.concordance.differ import Change, is_same, marked, redline
from lawbot.concordance.tables import Relation
from lawbot.errors import N_
from lawbot.lawbook import Entry, Lawbook, NoSuchProvisionError
from lawbot.search.dated import edition_of

_SAID = {
    "same": N_("It says the same."),
    "reworded": N_("It was reworded."),
    "moved": N_("It was moved."),
    "split": N_("It was split."),
    "merged": N_("It was merged into another provision."),
    "new": N_("It is new: the older code has nothing of the kind."),
    "deleted": N_("It is gone: the newer code has nothing of the kind."),
}


@dataclass(frozen=True, slots=True)
class Step:
    """A provision in the edition of a code, and what became of it since the code before (None in the oldest)."""

    edition: str
    citation: Citation | None
    relation: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A provision of one edition and what corresponds to it in another.

    ``source`` is None where the first edition has none, ``targets`` is empty where the second has none. ``missing`` are names of
    counterparts in laws that an edition does not cover. ``changes`` lead from the older wording to the newer, None across languages.
    """

    first: str
    second: str
    source: Entry | None
    targets: tuple[Entry, ...]
    relation: str
    missing: tuple[str, ...]
    changes: list[Change] | None
    trace: tuple[Step, ...]

    @property
    def redline(self) -> str | None:
        """The changes in Markdown: ~~removed~~ and **+added+**; None across languages, or where there is nothing to compare."""
        return marked(self.changes) if self.changes is not None else None


def compare(lawbook: Lawbook, citation: Citation, first: str, second: str) -> Comparison:
    """What corresponds in the edition ``second`` to a provision of the edition ``first``, whichever is the older.

    A provision that only ``second`` has is compared backwards: it is new, or its source is named. Raises NoSuchProvisionError
    when neither has it, LawbookError for an edition that is not there.
    """
    source = _held(lawbook, citation, first)
    if source is None:
        there = _held(lawbook, citation, second)
        if there is None:
            lawbook.provision(citation, first)
            raise AssertionError("a provision that is not there was found")
        back = lawbook.counterparts(there.citation, second, first)
        relation = back.relation or "new"
        return Comparison(first, second, None, (there,), relation, (), None, trace(lawbook, there.citation, second))
    found = lawbook.counterparts(source.citation, first, second)
    targets = tuple(entry for each in found.citations if (entry := lawbook.find(each, second)))
    missing = tuple(each.name for each in found.found if each.citation is None)
    changes = _changes(lawbook, source, targets, second)
    relation = found.relation or ("same" if changes is None or is_same(whole(source), _whole(targets)) else "reworded")
    return Comparison(first, second, source, targets, relation, missing, changes, trace(lawbook, source.citation, first))


def _held(lawbook: Lawbook, citation: Citation, edition: str) -> Entry | None:
    try:
        return lawbook.provision(citation, edition)
    except NoSuchProvisionError:
        return None


def _changes(lawbook: Lawbook, source: Entry, targets: Sequence[Entry], second: str) -> list[Change] | None:
    here, there = lawbook.edition(source.edition), lawbook.edition(second)
    if not targets or here.language != there.language or here.plain != there.plain:
        return None
    forward = here.code <= there.code
    texts = (whole(source), _whole(targets)) if forward else (_whole(targets), whole(source))
    return redline(*texts)


def _whole(entries: Sequence[Entry]) -> str:
    return "\n\n".join(whole(entry) for entry in entries)


def whole(entry: Entry) -> str:
    """All that a provision says, each part of it a paragraph with its label; tables as lines."""
    lines = []
    for inner in entry.walk():
        label = str(inner.citation).removeprefix(str(entry.citation)).lstrip(".")
        head = " ".join(part for part in (label, cased(inner.title) + "." if inner.title and inner is not entry else "") if part)
        cells = [" ".join(row) for row in inner.grid]
        text = " ".join(part for part in (head, inner.opening, *cells) if part)
        lines += [text] if text else []
    return "\n\n".join([*lines, *([entry.closing] if entry.closing else [])])


def trace(lawbook: Lawbook, citation: Citation, edition: str) -> tuple[Step, ...]:
    """Where a provision stood and stands in each code, the oldest first; several steps of one code where it was divided."""
    home = lawbook.edition(edition)
    steps: list[Step] = []
    for chosen in _one_of_each_code(lawbook, citation, edition):
        code = lawbook.edition(chosen).code
        found = lawbook.counterparts(citation, edition, chosen)
        there: list[Citation | None] = [citation] if code == home.code else list(found.citations)
        steps += _steps(lawbook, steps, chosen, there)
    return tuple(steps)


def _steps(lawbook: Lawbook, before: list[Step], chosen: str, there: list[Citation | None]) -> Iterator[Step]:
    last = before[-1] if before else None
    if not there:
        if last is not None and last.citation is not None:
            yield Step(chosen, None, "deleted")
        return
    for each in there:
        if last is None:
            relation = "new" if _has_older(lawbook, chosen) else None
        else:
            relation = lawbook.counterparts(each, chosen, last.edition).relation if each else None
        yield Step(chosen, each, relation)


def _has_older(lawbook: Lawbook, edition: str) -> bool:
    code = lawbook.edition(edition).code
    return any(known.code < code for known in lawbook.editions.values())


def _one_of_each_code(lawbook: Lawbook, citation: Citation, edition: str) -> list[str]:
    """An edition of each code: the one asked about, else one in its language that has the provision, else any that has."""
    home = lawbook.edition(edition)
    chosen: dict[int, str] = {}
    for code in sorted({known.code for known in lawbook.editions.values()}):
        group = [known for known in lawbook.editions.values() if known.code == code and (home.plain or not known.plain)]
        group.sort(key=lambda known: (known.id != edition, known.language != home.language))
        holding = [known.id for known in group if lawbook.counterparts(citation, edition, known.id).citations]
        if group:
            chosen[code] = (holding or [group[0].id])[0]
    return [chosen[code] for code in sorted(chosen)]


# -- the card ------------------------------------------------------------------------------------------------------------------


def comparison(lawbook: Lawbook, changes: Changes, citation: Citation, reader: Reader, first: str = "", second: str = "") -> Card:
    """The card of a comparison; editions left empty are chosen as in ``compared``.

    Raises NoSuchProvisionError when no edition has the provision, LawbookError for an edition that is not there.
    """
    found = compared(lawbook, citation, first, second, reader)
    if found.source is None:
        found = compare(lawbook, citation, found.second, found.first)
    return _card(lawbook, changes, found, citation, reader)


def compared(lawbook: Lawbook, citation: Citation, first: str, second: str, reader: Reader) -> Comparison:
    """The comparison of a provision of the edition ``first`` with ``second``; those left empty are chosen.

    Without ``first`` the citation is of the newest code that has it, so of the code in force where that has it, whatever the number meant
    before. Raises NoSuchProvisionError when neither edition has the provision, LawbookError for an edition that is not there.
    """
    if first:
        newest = lawbook.newest_in(lawbook.edition(first).language)
        return compare(lawbook, citation, first, second or (newest if first != newest else _beside(lawbook, citation, first)))
    wanted = second or reader.edition or ""
    first = _newest_with(lawbook, citation, wanted, reader.language)
    code = lawbook.edition(first).code
    others = (wanted, lawbook.newest_in(reader.language), _beside(lawbook, citation, first))
    return compare(lawbook, citation, first, next((other for other in others if other and lawbook.edition(other).code != code), first))


def _newest_with(lawbook: Lawbook, citation: Citation, wanted: str, language: str) -> str:
    """An edition of the newest code that has the provision, ``wanted`` or one in the language before others; of the code in force where none has."""
    codes = sorted({known.code for known in lawbook.editions.values()}, reverse=True)
    editions = [edition_of(lawbook, citation, code, wanted, language) for code in codes]
    return next((edition for edition in editions if _held(lawbook, citation, edition)), editions[0])


def _beside(lawbook: Lawbook, citation: Citation, edition: str) -> str:
    """The edition to compare with: the nearest older code in the same language that has a counterpart, else in any, else any that has the law."""
    here = lawbook.edition(edition)
    others = (known for known in lawbook.editions.values() if known.code != here.code)
    older = sorted(others, key=lambda known: (-known.code, known.language != here.language, known.id))
    holding = [known for known in older if lawbook.counterparts(citation, edition, known.id).citations]
    same = [known for known in holding if known.language == here.language]
    covering = [known for known in older if lawbook.find(Citation(citation.law), known.id)]
    return next((known.id for known in [*same, *holding, *covering, *older]), edition)


def _card(lawbook: Lawbook, changes: Changes, found: Comparison, citation: Citation, reader: Reader) -> Card:
    _ = reader.translate
    entries = sorted([*([found.source] if found.source else []), *found.targets], key=lambda entry: lawbook.edition(entry.edition).code)
    years = sorted((found.first, found.second), key=lambda edition: lawbook.edition(edition).code)
    title = name_of(citation, reader) + ": " + " → ".join(lawbook.edition(edition).short for edition in years)
    parts: list[Part] = [Paragraph(_(_SAID[found.relation]), Tone.LEAD), Paragraph(_trace_line(lawbook, found.trace, reader))]
    parts += _unlearned(lawbook, changes, found, years, reader)
    parts += _coverage(lawbook, found, reader)
    if found.changes is not None:
        parts += [Redline(tuple(Run(str(change.kind), change.text) for change in found.changes))]
    else:
        for entry in entries:
            parts.append(Heading(f"{lawbook.edition(entry.edition).short} · {entry.citation}"))
            parts.append(Passage("", whole(entry), cased(entry.title or "")))
    actions = tuple(
        Action(
            f"{lawbook.edition(entry.edition).short} · {entry.citation}", str(LawPlace(entry.citation, entry.edition)), first_line(entry)
        )
        for entry in entries
    )
    return Card(
        CardKind.COMPARISON,
        title,
        tuple(parts),
        source=source_line(lawbook, years[-1], reader),
        address=str(ComparePlace(found.first, found.second, citation)),
        menus=(Menu(_("Open"), actions),) if actions else (),
    )


def _trace_line(lawbook: Lawbook, steps: Sequence[Step], reader: Reader) -> str:
    """'17D2 in 2007, 15A2 in 2017'."""
    _ = reader.translate
    by_code: dict[int, list[str]] = {}
    for step in steps:
        by_code.setdefault(lawbook.edition(step.edition).code, []).append(str(step.citation) if step.citation else _("gone"))
    return ", ".join(_("{citation} in {year}").format(citation=" + ".join(names), year=year) for year, names in by_code.items())


def traced(lawbook: Lawbook, entries: Sequence[Entry], edition: str, reader: Reader) -> Iterator[Action]:
    """For each provision of an older code, where it stood and stands, as an action that compares it with an edition."""
    for entry in entries:
        line = _trace_line(lawbook, trace(lawbook, entry.citation, entry.edition), reader)
        yield Action(line, str(ComparePlace(entry.edition, edition, entry.citation)), lawbook.edition(entry.edition).title)


def _unlearned(lawbook: Lawbook, changes: Changes, found: Comparison, years: Sequence[str], reader: Reader) -> Iterator[Part]:
    """What a director who knows the older code must unlearn, by the law of the newer one."""
    _ = reader.translate
    older, newer = (lawbook.edition(edition) for edition in years)
    entries = [*([found.source] if found.source else []), *found.targets]
    laws = dict.fromkeys(entry.citation.law for entry in entries if entry.edition == newer.id and entry.citation.law)
    lines = [line for law in laws for line in changes.of(law, older.code, newer.code, reader.language)]
    if lines:
        yield Heading(_("Changed in {year}").format(year=newer.code))
        yield Listing(tuple(lines))


def changed_since(lawbook: Lawbook, changes: Changes, entry: Entry, reader: Reader) -> tuple[tuple[Action, ...], tuple[Part, ...]]:
    """What the card of a provision says of the codes: on an older one's what changed of it by the code in force, with a way to what
    corresponds now; on the newest one's a way to the comparison where there is something to unlearn. The ways, and the lines."""
    if not entry.citation.law:
        return (), ()
    _ = reader.translate
    here = lawbook.edition(entry.edition)
    now = lawbook.newest_in(here.language)
    code, newest = here.code, lawbook.edition(now).code
    name = _("Changed in {year}").format(year=newest)
    if code < newest:
        found = lawbook.counterparts(entry.citation, entry.edition, now)
        if found.relation in (None, Relation.SAME):
            return (), ()
        way = Action(name, str(ComparePlace(entry.edition, now, entry.citation)))
        lines = list(_lines_of(changes, entry, found.citations, code, newest, reader.language)) or [
            _(_SAID[found.relation or Relation.SAME]),
            _trace_line(lawbook, trace(lawbook, entry.citation, entry.edition), reader),
        ]
        return (*_to(lawbook, now, found.citations), way), (Paragraph(f"{name}: {' '.join(lines)}", Tone.NOTE),)
    older = max((known.code for known in lawbook.editions.values() if known.code < newest), default=0)
    if not changes.of(entry.citation.law, older, newest):
        return (), ()
    return (Action(name, str(ComparePlace(entry.edition, _beside(lawbook, entry.citation, entry.edition), entry.citation))),), ()


def _to(lawbook: Lawbook, edition: str, found: Sequence[Citation]) -> Iterator[Action]:
    """The way to the first provision of an edition that corresponds."""
    short = lawbook.edition(edition).short
    yield from (
        Action(f"{short} · {citation.term or citation}", str(LawPlace(citation, edition)), style=Style.MAIN) for citation in found[:1]
    )


def _lines_of(changes: Changes, entry: Entry, found: Sequence[Citation], code: int, newest: int, language: str) -> Iterator[str]:
    """The lines of what changed that name the provision, what corresponds to it, or something in or around these."""
    own = [Cited(code, entry.citation), *(Cited(newest, citation) for citation in found)]
    for law in dict.fromkeys(citation.law for citation in found):
        for line in changes.of(law, code, newest, language):
            named = list(cited(line, newest))
            if any(a.code == b.code and (a.citation.contains(b.citation) or b.citation.contains(a.citation)) for a in named for b in own):
                yield line


def _coverage(lawbook: Lawbook, found: Comparison, reader: Reader) -> Iterator[Part]:
    """Where an edition has only some laws: that it does, and what there is instead."""
    if not found.missing:
        return
    _ = reader.translate
    short = lawbook.edition(found.second).short
    laws = sorted({citation.law for citation in lawbook.citations(found.second) if citation.law})
    said = _("{edition} covers Laws {first} to {last} only; there it would be {names}.")
    yield Paragraph(said.format(edition=short, first=laws[0], last=laws[-1], names=", ".join(found.missing)), Tone.NOTE)
