"""The laws of a book, each number of its code found in them, put onto an edition."""

import re
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level, Mend, Provision
from lawbot_importers.layouts.numbered.alignment import align, letters
from lawbot_importers.layouts.numbered.book import Law, Note, Piece
from lawbot_importers.layouts.numbered.inventory import Inventory

MARK = re.compile(r"\s*<sup>(\d{1,2})</sup>")
_FINISHED = re.compile(r"[.:;!?][)\]”’\"']*$")
_LISTED_PAGE = re.compile(r"[\s.…·|]*\b\d{1,3}(?:\s+\d{1,3})*\s*$")
_CELL_WORDS = 8
"""Most words of a line that may be a row of a table."""
_FIGURE = re.compile(r"[\d–+-]+|Trick Value")
"""A cell of figures."""
_HEADING_WORDS = 12
"""Most words of a heading."""
_SMALL = frozenset("a an and at by does for from in not of on or the to with".split())


@dataclass(slots=True)
class Paragraph:
    """A line, or the part of one, that stands in a provision."""

    piece: Piece
    text: str
    begins: bool
    """True if it is at the beginning of its line."""


def headings(contents: Sequence[Law], inventory: Inventory) -> dict[Citation, str]:
    """Return the headings of sections as the contents list them."""
    titles: dict[Citation, str] = {}
    for law in contents:
        sections = [
            citation
            for citation in inventory.laws.get(law.number, [])
            if Level.of(citation) is Level.SECTION
        ]
        text = "\n".join(_LISTED_PAGE.sub("", piece.text) for piece in law.pieces)
        labels = align(text, sections, {})
        starts = sorted([label.start for label in labels.values()] + [len(text)])
        for citation, label in labels.items():
            end = starts[bisect_right(starts, label.start)]
            titles[citation] = " ".join(text[label.end : end].split())
    return titles


def read_law(
    law: Law, edition: Edition, inventory: Inventory, titles: Mapping[Citation, str]
) -> list[Citation]:
    """Add a law to an edition; return the provisions of the inventory that were not found."""
    holder, *inside = inventory.laws[law.number]
    text = "\n".join(piece.text for piece in law.pieces)
    labels = align(text, inside, titles)
    starts = [label.start for label in labels.values()] + [len(text)]
    opened = [_add(edition, holder, law.line, _paragraphs(law, 0, starts[0], 0))]
    opened[0][0].title = law.title
    for (citation, label), end in zip(labels.items(), starts[1:], strict=True):
        line = law.pieces[_place(law, label.start)].number
        paragraphs = _paragraphs(law, label.end, end, label.start)
        opened.append(_add(edition, citation, line, paragraphs))
    for provision, paragraphs in opened:
        _take_heading(provision, paragraphs, titles.get(provision.citation, ""))
    for provision, paragraphs in opened:
        table = _table(provision, paragraphs, inventory)
        if table:
            edition.provisions.insert(edition.provisions.index(provision) + 1, table)
    _close(opened, inventory)
    for provision, paragraphs in opened:
        _say(provision, paragraphs)
    lost = [citation for citation in inside if citation not in labels]
    for citation in lost:
        edition.provisions[-1].mend(
            law.line,
            f"the number of {citation} was not found",
            "its words, if they are in the document, stand in a provision before it",
            done=False,
        )
    return lost


Opened = tuple[Provision, list[Paragraph]]
"""A provision, and the paragraphs that it does not have yet."""


def _add(edition: Edition, citation: Citation, line: int, paragraphs: list[Paragraph]) -> Opened:
    provision = Provision(citation, line=line)
    provision.mends += [
        mend for paragraph in paragraphs if paragraph.begins for mend in paragraph.piece.mends
    ]
    edition.provisions.append(provision)
    return provision, paragraphs


def _place(law: Law, position: int) -> int:
    """Return the place of the line that has a position of the joined text of a law."""
    end = -1
    for place, piece in enumerate(law.pieces):
        end += len(piece.text) + 1
        if position <= end:
            return place
    return len(law.pieces) - 1


def _paragraphs(law: Law, start: int, end: int, opened: int) -> list[Paragraph]:
    """Return the lines of a law between two positions of its joined text.

    ``opened`` is where the label before the first position begins.
    """
    paragraphs: list[Paragraph] = []
    line_start = 0
    for piece in law.pieces:
        line_end = line_start + len(piece.text)
        words = piece.text[max(0, start - line_start) : max(0, end - line_start)].strip()
        if words and line_start < end and line_end > start:
            paragraphs.append(Paragraph(piece, words, opened <= line_start))
        line_start = line_end + 1
    return paragraphs


def _take_heading(provision: Provision, paragraphs: list[Paragraph], listed: str) -> None:
    """Give a provision the heading that its first paragraph is, or begins with."""
    if provision.title is not None or not paragraphs:
        return
    first = paragraphs[0]
    heading, words = _split(first.text, listed)
    if heading:
        provision.title = heading
        first.text = words
        if not words:
            del paragraphs[0]
        return
    # a heading over two lines
    joined = f"{first.text} {paragraphs[1].text}" if len(paragraphs) > 2 else ""
    if joined and listed and letters(joined) == letters(listed):
        provision.title = joined
        del paragraphs[:2]
    elif len(paragraphs) > 1 and _is_heading(first.text) and paragraphs[1].text[:1].isupper():
        provision.title = first.text
        del paragraphs[0]
        if provision.title.split()[-1] in _SMALL:
            provision.title += f" {paragraphs.pop(0).text}"
    elif first.piece.is_head or (not paragraphs[1:] and _is_heading(first.text)):
        provision.title = first.text
        del paragraphs[0]
    elif listed:
        provision.mend(
            first.piece.number,
            "the heading stands in the text",
            "it differs from the one in the contents",
            done=False,
        )


def _split(text: str, listed: str) -> tuple[str, str]:
    """Return the heading that a text begins with, and the words after it."""
    spelled = letters(listed)
    if not spelled or not letters(text).startswith(spelled):
        return "", text
    end = next(end for end in range(len(text) + 1) if letters(text[:end]) == spelled)
    mark = MARK.match(text, end)
    end = mark.end() if mark else end
    return text[:end].strip(), text[end:].strip()


def _is_heading(text: str) -> bool:
    words = MARK.sub("", text).split()
    return (
        0 < len(words) <= _HEADING_WORDS
        and not re.search(r"[.:;,!?)\]]$", words[-1])
        and all(word[:1].isupper() or word in _SMALL for word in words)
    )


def _table(
    provision: Provision, paragraphs: list[Paragraph], inventory: Inventory
) -> Provision | None:
    """Return the table of a provision, its lines taken out of the paragraphs."""
    citation = replace(provision.citation, table=True)
    if citation not in inventory.tables:
        return None
    places = [place for place, paragraph in enumerate(paragraphs) if _is_row(paragraph)]
    if not places:
        return None
    first, last = places[0], places[-1]
    rows, below = paragraphs[first : last + 1], paragraphs[last + 1 :]
    table = Provision(citation, line=rows[0].piece.number)
    for row in rows:
        # a cell on a line of its own
        if _FIGURE.fullmatch(row.text) and table.rows:
            table.rows[-1].append(row.text)
        else:
            table.rows.append(row.piece.cells or [row.text])
    if not any(row.piece.cells for row in rows):
        table.mend(
            table.line,
            "the columns of the table are lost",
            "the document has its cells on lines of their own",
            done=False,
        )
    del paragraphs[first:]
    if replace(citation, table=False) in inventory.closed:
        _put_below(provision, below)
    else:
        paragraphs += below
    return table


def _is_row(paragraph: Paragraph) -> bool:
    if len(paragraph.piece.cells) > 1 or paragraph.piece.is_head:
        return True
    return len(paragraph.text.split()) <= _CELL_WORDS and not paragraph.text.endswith((".", ":"))


def _close(opened: Sequence[Opened], inventory: Inventory) -> None:
    """Put words printed below a list where the inventory says that its holder has some."""
    for provision, _lines in opened:
        if provision.citation in inventory.closed and not provision.closing:
            _close_one(provision, opened)


def _close_one(provision: Provision, opened: Sequence[Opened]) -> None:
    inside = [lines for later, lines in opened if provision.citation in later.citation.parents]
    if not inside:
        return
    last = inside[-1]
    # the first line is the last provision's own, the rest stands below the list
    _put_below(provision, last[1:])
    if not last[1:]:
        provision.mend(
            provision.line,
            "no words stand below the list",
            "those that the Laws have there may end its last paragraph",
            done=False,
        )
    del last[1:]


def _put_below(provision: Provision, paragraphs: Sequence[Paragraph]) -> None:
    lines = Provision(provision.citation)
    _say(lines, paragraphs)
    provision.closing = lines.text
    provision.footnotes += lines.footnotes


def _say(provision: Provision, paragraphs: Sequence[Paragraph]) -> None:
    """Give a provision its words, and the marks of footnotes in them."""
    for paragraph in paragraphs:
        is_cut = provision.text and not _FINISHED.search(MARK.sub("", provision.text))
        if is_cut or (provision.text and paragraph.text[:1].islower()):
            provision.text += f" {paragraph.text}"
        else:
            provision.say(paragraph.text)
    if provision.closing:
        provision.say(provision.closing)
    for number in map(int, MARK.findall(f"{provision.title or ''} {provision.text}")):
        if number not in provision.footnotes:
            provision.footnotes.append(number)
    provision.title = MARK.sub("", provision.title) if provision.title else provision.title
    provision.text = MARK.sub("", provision.text)
    provision.closing = MARK.sub("", provision.closing)


def place_notes(edition: Edition, notes: Mapping[int, Note]) -> None:
    """Put each footnote behind the law in which its mark stands first."""
    for number, note in notes.items():
        bearer = next((p for p in edition if number in p.footnotes), None)
        if bearer is None:
            edition.reports.append(_unplaced(note))
            continue
        law = bearer.citation.law
        last = max(place for place, p in enumerate(edition.provisions) if p.citation.law == law)
        citation = replace(bearer.citation, footnote=number)
        edition.provisions.insert(
            last + 1, Provision(citation, None, note.text, note.line, mends=list(note.mends))
        )


def _unplaced(note: Note) -> Mend:
    return Mend(note.line, f"footnote {note.number} has no mark", "nothing refers to it", False)
