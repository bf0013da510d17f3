"""One provision in two editions: what became of it, word by word within a language, side by side
across languages, and its trace."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import dropwhile, groupby
from typing import NamedTuple

from lawbot.answers.addresses import ComparePlace, LawPlace
from lawbot.answers.changes import Changes, Cited, ToldChange
from lawbot.answers.laws import (
    cased,
    first_line,
    name_of,
    only_elsewhere,
    source_line,
    text_as_of,
    those_in,
)
from lawbot.answers.reader import Reader
from lawbot.answers.wordings import changes_of, lifted, pieces, standing, text_of
from lawbot.cards import (
    Action,
    Card,
    CardKind,
    Change,
    Heading,
    Listing,
    Menu,
    Paragraph,
    Part,
    Passage,
    Redline,
    Style,
    Tone,
)
from lawbot.citation import Citation
from lawbot.concordance.differ import is_same, marked
from lawbot.concordance.tables import Relation
from lawbot.errors import N_, LawbookError
from lawbot.lawbook import Entry, Lawbook, NoSuchProvisionError
from lawbot.search.dated import edition_of

SAID = {
    "same": N_("It says the same."),
    "reworded": N_("It was reworded."),
    "moved": N_("It was moved."),
    "split": N_("It was split."),
    "merged": N_("It was merged into another provision."),
    "new": N_("It is new: the older code has no equivalent."),
    "deleted": N_("It was dropped: the newer code has no equivalent."),
}
"""What became of a provision, by its relation."""


class Stage(NamedTuple):
    """A provision in the edition of a code, and what became of it since the code before (None in
    the oldest)."""

    edition: str
    citation: Citation | None
    relation: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A provision of one edition and what corresponds to it in another.

    ``source`` is None where the first edition has none, ``targets`` is empty where the second has
    none. ``missing`` are names of counterparts in laws that an edition does not cover. ``texts``
    are the older and the newer wording of each piece, ``changes`` lead from one to the other, None
    across languages; ``readable`` where few enough that they are easier to read than both wordings.
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
        """The changes in Markdown: ~~removed~~ and **+added+**; None across languages, or where
        there is nothing to compare."""
        return marked(self.changes) if self.changes is not None else None


def compare(lawbook: Lawbook, citation: Citation, first: str, second: str) -> Comparison:
    """What corresponds in the edition ``second`` to a provision of the edition ``first``, whichever
    is the older.

    A provision that only ``second`` has is compared backwards: it is new, or its source is named.
    Raises NoSuchProvisionError when neither has it, LawbookError for an edition that is not there.
    """
    source = _held(lawbook, citation, first)
    if source is None:
        # which raises, and says what was meant
        there = _held(lawbook, citation, second) or lawbook.provision(citation, first)
        back = lawbook.counterparts(there.citation, second, first)
        relation = back.relation or "new"
        return Comparison(
            first,
            second,
            None,
            (there,),
            relation,
            (),
            (),
            None,
            False,
            trace(lawbook, there.citation, second),
        )
    found = lawbook.counterparts(source.citation, first, second)
    targets = tuple(those_in(lawbook, found.citations, second))
    missing = tuple(each.name for each in found.found if each.citation is None)
    texts = _texts(lawbook, source, standing(lawbook, source, targets), second)
    one, other = lawbook.edition(first), lawbook.edition(second)
    alike = targets and one.language == other.language and one.plain == other.plain
    relation = found.relation or (
        "same" if not alike or all(is_same(*pair) for pair in texts) else "reworded"
    )
    changes, readable = changes_of(texts) if alike else (None, False)
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


def _held(lawbook: Lawbook, citation: Citation, edition: str) -> Entry | None:
    try:
        return lawbook.provision(citation, edition)
    except NoSuchProvisionError:
        return None


def _texts(
    lawbook: Lawbook, source: Entry, targets: Sequence[Entry], second: str
) -> tuple[tuple[str, str], ...]:
    """The older and the newer wording of each piece of a provision."""
    forward = lawbook.edition(source.edition).code <= lawbook.edition(second).code
    owner = targets[0] if len(targets) == 1 else None
    pairs = [
        (text_of(here.values(), source), text_of(there.values(), owner))
        for here, there in pieces(lawbook, source, targets, second)
    ]
    return tuple(pair if forward else pair[::-1] for pair in pairs if any(pair))


def trace(lawbook: Lawbook, citation: Citation, edition: str) -> tuple[Stage, ...]:
    """Where a provision stood and stands in each code, the oldest first; several steps of one code
    where it was divided. Of each code the edition asked about, else one that has the provision,
    in its language before others."""
    home = lawbook.edition(edition)
    editions = sorted(
        (known for known in lawbook.editions.values() if home.plain or not known.plain),
        key=lambda known: known.code,
    )
    steps: list[Stage] = []
    for code, group in groupby(editions, key=lambda known: known.code):
        found = {
            known: [citation]
            if known == home
            else lawbook.counterparts(citation, edition, known.id).citations
            for known in group
        }
        chosen, there = min(
            found.items(),
            key=lambda pair: (pair[0] != home, not pair[1], pair[0].language != home.language),
        )
        last = steps[-1] if steps else None
        if last and last.citation and not there:
            steps.append(Stage(chosen.id, None, "deleted"))
        for each in there:
            since = (
                lawbook.counterparts(each, chosen.id, last.edition).relation
                if last
                else "new"
                if code > editions[0].code
                else None
            )
            steps.append(Stage(chosen.id, each, since))
    return tuple(steps)


# -- the card
# ------------------------------------------------------------------------------------------------------------------


def comparison(
    lawbook: Lawbook,
    changes: Changes,
    citation: Citation,
    reader: Reader,
    first: str = "",
    second: str = "",
) -> Card:
    """The card of a comparison; editions left empty are chosen as in ``compared``. Where no other
    edition can be read beside the first, it tells what changed in our own words.

    Raises NoSuchProvisionError when no edition has the provision, LawbookError for an edition that
    is not there.
    """
    first, second = _chosen(lawbook, citation, first, second, reader)
    if second in ("", first):
        entry = lawbook.provision(citation, first)
        way = lawbook.way(entry.citation, first)
        alone = Comparison(
            first, first, entry, (), way[min(way)].relation or "", (), (), None, False, ()
        )
        return _card(lawbook, changes, alone, entry.citation, reader)
    found = compare(lawbook, citation, first, second)
    if found.source is None:
        found = compare(lawbook, citation, second, first)
    return _card(lawbook, changes, found, citation, reader)


def compared(
    lawbook: Lawbook, citation: Citation, first: str, second: str, reader: Reader
) -> Comparison:
    """The comparison of a provision of the edition ``first`` with ``second``; those left empty are
    chosen.

    Without ``first`` the citation is of the newest code that has it, so of the code in force where
    that has it, whatever the number meant before. Raises NoSuchProvisionError when neither edition
    has the provision, LawbookError for an edition that is not there and where there is none to
    compare with.
    """
    first, second = _chosen(lawbook, citation, first, second, reader)
    if second in ("", first):
        raise LawbookError(
            N_("There is no other edition here to compare {citation} with."), citation=citation
        )
    return compare(lawbook, citation, first, second)


def _chosen(
    lawbook: Lawbook, citation: Citation, first: str, second: str, reader: Reader
) -> tuple[str, str]:
    """The two editions of a comparison, the second empty where there is none to compare with.
    Without a first it is of the newest code that has the provision, else of the newest:
    ``second``, the reader's own, or one in the reader's language."""
    if first:
        newest = lawbook.newest_in(lawbook.edition(first).language)
        return first, second or (newest if first != newest else _beside(lawbook, citation, first))
    wanted = second or reader.edition or ""
    codes = sorted({known.code for known in lawbook.editions.values()}, reverse=True)
    editions = [edition_of(lawbook, citation, code, wanted, reader.language) for code in codes]
    first = next(
        (edition for edition in editions if _held(lawbook, citation, edition)), editions[0]
    )
    code = lawbook.edition(first).code
    others = (wanted, lawbook.newest_in(reader.language), _beside(lawbook, citation, first))
    return first, next(
        (other for other in others if other and lawbook.edition(other).code != code), ""
    )


def _beside(lawbook: Lawbook, citation: Citation, edition: str) -> str:
    """The edition of another code to compare with: one that has a counterpart before one that has
    the law, in the same language before others, the nearest older code first; empty where none
    has either."""
    here = lawbook.edition(edition)
    found = []
    for known in (known for known in lawbook.editions.values() if known.code != here.code):
        holds = bool(lawbook.counterparts(citation, edition, known.id).citations)
        if holds or lawbook.find(Citation(citation.law), known.id):
            found.append((not holds, known.language != here.language, -known.code, known.id))
    return min(found)[-1] if found else ""


def _card(
    lawbook: Lawbook, changes: Changes, found: Comparison, citation: Citation, reader: Reader
) -> Card:
    """The card of a comparison: headed by the provision asked for, with its code where that is not
    in force, and by the span of the codes; it leads on to the provisions compared, and to the
    comparison of the whole law they stand in."""
    _ = reader.translate
    asked = found.source or found.targets[0]
    entries = sorted(
        filter(None, (found.source, *found.targets)),
        key=lambda entry: lawbook.edition(entry.edition).code,
    )
    older, newer = sorted(
        map(lawbook.edition, (found.first, found.second)), key=lambda known: known.code
    )
    codes, span = (older.code, newer.code), f"{older.short} → {newer.short}"
    if older == newer:  # there is no other edition here
        way = lawbook.way(asked.citation, asked.edition)
        codes, span = (min(way), max(way)), f"{min(way)} → {max(way)}"
    parts: list[Part] = [Paragraph(_(SAID[found.relation]), Tone.LEAD)] if found.relation else []
    parts.append(Paragraph(_trace_line(lawbook, asked, reader)))
    parts += (part for entry in entries for part in only_elsewhere(lawbook, entry, reader))
    parts += text_as_of(
        lawbook,
        newer.id,
        [entry.citation for entry in entries if entry.edition == newer.id],
        reader,
    )
    for step in _told(lawbook, changes, asked, *codes, reader.language):
        parts += (
            Heading(
                _("Changed from {older} to {newer}").format(older=step.older, newer=step.newer)
            ),
            Listing(step.lines),
        )
    parts += _coverage(lawbook, found, reader)
    if found.changes is not None and found.readable:
        parts.append(Redline(tuple(found.changes)))
    else:
        for known, texts in zip((older, newer), zip(*found.texts, strict=True), strict=False):
            there = standing(
                lawbook, asked, [entry for entry in entries if entry.edition == known.id]
            )
            if text := "\n\n".join(filter(None, texts)):
                parts.append(
                    Heading(f"{known.short} · {' + '.join(str(entry.citation) for entry in there)}")
                )
                parts.append(Passage("", text, cased(there[0].title or "") if there else ""))
    place, law = ComparePlace(found.first, found.second, citation), Citation(asked.citation.law)
    named = (
        (f"{lawbook.edition(entry.edition).short} · {entry.citation}", entry) for entry in entries
    )
    ways = [
        Action(name, str(LawPlace(entry.citation, entry.edition)), first_line(entry))
        for name, entry in named
    ]
    if law.law and not any(entry.citation == law for entry in entries):
        ways.append(
            Action(
                _("All that changed in Law {law}").format(law=law),
                str(replace(place, citation=law)),
            )
        )
    code = lawbook.edition(asked.edition).code
    year = "" if code == lawbook.edition(lawbook.in_force).code else f" ({code})"
    return Card(
        CardKind.COMPARISON,
        f"{name_of(asked.citation, reader)}{year}: {span}",
        tuple(parts),
        source=source_line(lawbook, newer.id),
        address=str(place),
        menus=(Menu(_("Open"), tuple(ways)),),
    )


def _trace_line(lawbook: Lawbook, entry: Entry, reader: Reader) -> str:
    """'17D2 in 2007, 15A2 in 2017'."""
    _ = reader.translate
    way = dropwhile(
        lambda step: not step[1].citations, lawbook.way(entry.citation, entry.edition).items()
    )
    stood = ((" + ".join(map(str, there.citations)) or _("gone"), year) for year, there in way)
    return ", ".join(
        _("{citation} in {year}").format(citation=where, year=year) for where, year in stood
    )


def traced(
    lawbook: Lawbook, entries: Sequence[Entry], edition: str, reader: Reader
) -> Iterator[Action]:
    """For each provision of an older code, where it stood and stands, as an action that compares it
    with an edition."""
    for entry in entries:
        where = str(ComparePlace(entry.edition, edition, entry.citation))
        yield Action(
            _trace_line(lawbook, entry, reader), where, lawbook.edition(entry.edition).title
        )


def _told(
    lawbook: Lawbook, changes: Changes, entry: Entry, older: int, newer: int, language: str
) -> list[ToldChange]:
    """What changed of a provision and of all in it between two codes, by their way through the
    codes."""
    way: dict[int, list[Citation]] = {older: [], newer: []}
    for inner in entry.walk():
        for code, there in lawbook.way(inner.citation, entry.edition).items():
            if older <= code <= newer:
                way.setdefault(code, []).extend(lifted(inner.citation, there.citations))
    return list(
        changes.told(Cited(lawbook.edition(entry.edition).code, entry.citation), way, language)
    )


def changed_since(
    lawbook: Lawbook, changes: Changes, entry: Entry, reader: Reader
) -> tuple[tuple[Action, ...], tuple[Part, ...]]:
    """What the card of a provision says of the codes: on an older one's what changed of it by the
    code in force, with a way to what corresponds now; on the newest one's a way to the
    comparison, where something changed since the code that it leads to. The ways, and the lines."""
    _ = reader.translate
    here, now = (
        lawbook.edition(entry.edition),
        lawbook.edition(lawbook.newest_in(lawbook.edition(entry.edition).language)),
    )
    is_old = here.code < now.code
    other = now.id if is_old else _beside(lawbook, entry.citation, here.id)
    way = lawbook.way(entry.citation, here.id)
    before = here.code if is_old else lawbook.edition(other).code if other else min(way)
    told = partial(_told, lawbook, changes, entry, before, now.code, reader.language)
    became = way.get(now.code if is_old else before)
    if (became is None or became.relation in (None, Relation.SAME)) and (is_old or not told()):
        return (), ()
    where = Action(_("What changed"), str(ComparePlace(here.id, other or here.id, entry.citation)))
    if not is_old or became is None:
        return (where,), ()
    lines = [line for step in told() for line in step.lines] or [
        _(SAID[str(became.relation)]),
        _trace_line(lawbook, entry, reader),
    ]
    since = _("Changed from {older} to {newer}").format(older=before, newer=now.code)
    there = lawbook.counterparts(entry.citation, here.id, now.id).citations[:1]
    to = [
        Action(f"{now.short} · {each.term or each}", str(LawPlace(each, now.id)), style=Style.MAIN)
        for each in there
    ]
    return (*to, where), (Paragraph(f"{since}: {' '.join(lines)}", Tone.NOTE),)


def _coverage(lawbook: Lawbook, found: Comparison, reader: Reader) -> Iterator[Part]:
    """Where an edition has only some laws: that it does, and what there is instead."""
    if not found.missing:
        return
    _ = reader.translate
    short = lawbook.edition(found.second).short
    laws = sorted({citation.law for citation in lawbook.citations(found.second) if citation.law})
    said = _("{edition} covers Laws {first} to {last} only; there it would be {names}.")
    yield Paragraph(
        said.format(edition=short, first=laws[0], last=laws[-1], names=", ".join(found.missing)),
        Tone.NOTE,
    )
