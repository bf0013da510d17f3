"""The laws of a book, each number of its code found in them, put onto an edition."""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level, Provision
from lawbot_importers.layouts.numbered.alignment import Span, align, letters
from lawbot_importers.layouts.numbered.footnotes import MARK, take_marks
from lawbot_importers.layouts.numbered.inventory import Inventory
from lawbot_importers.layouts.numbered.pieces import Law, Piece

_FINISHED = re.compile(r"[.:;!?][)\]”’\"']*$")
_UNLIKE_HEADING = re.compile(r"[.:;,!?)\]]$")
_LISTED_PAGE = re.compile(r"[\s.…·|]*\b\d{1,3}(?:\s+\d{1,3})*\s*$")
_FIGURE = re.compile(r"[\d–+-]+|Trick Value")
"""A cell of figures."""
_CELL_WORDS = 8
"""Most words of a line that may be a row of a table."""
_HEADING_WORDS = 12
"""Most words of a heading."""
_SMALL = frozenset("a an and at by does for from in not of on or the to with".split())


@dataclass(slots=True)
class _Paragraph:
    """A line, or the part of one, that stands in a provision."""

    piece: Piece
    text: str


@dataclass(slots=True)
class _Opened:
    """A provision, and the paragraphs that it does not have yet."""

    provision: Provision
    paragraphs: list[_Paragraph]


class _LawText:
    """The lines of a law as one text, and the line in which each position of it stands."""

    def __init__(self, pieces: Sequence[Piece]) -> None:
        self.joined = "\n".join(piece.text for piece in pieces)
        self._pieces = pieces
        self._starts = list(accumulate((len(piece.text) + 1 for piece in pieces), initial=0))

    def open(self, provision: Provision, span: Span) -> _Opened:
        """Return a provision with its lines, and with the mends of those that begin in it."""
        for piece, start in zip(self._pieces, self._starts, strict=False):
            if span.label <= start < span.end:
                provision.mends += piece.mends
        return _Opened(provision, list(self._paragraphs(span.start, span.end)))

    def piece_at(self, position: int) -> Piece:
        """Return the line that has a position."""
        return self._pieces[bisect_right(self._starts, position) - 1]

    def _paragraphs(self, start: int, end: int) -> Iterator[_Paragraph]:
        """Yield the lines between two positions, but for those without words."""
        for words in self.joined[start:end].split("\n"):
            if words.strip():
                yield _Paragraph(self.piece_at(start), words.strip())
            start += len(words) + 1


def headings(contents: Sequence[Law], code: Inventory) -> dict[Citation, str]:
    """Return the headings of sections as the contents list them."""
    titles: dict[Citation, str] = {}
    for law in contents:
        expected = code.laws.get(law.number, [])
        sections = [citation for citation in expected if Level.of(citation) is Level.SECTION]
        text = "\n".join(_LISTED_PAGE.sub("", piece.text) for piece in law.pieces)
        for citation, span in align(text, sections, {}).items():
            titles[citation] = " ".join(text[span.start : span.end].split())
    return titles


def read_law(
    law: Law, edition: Edition, code: Inventory, titles: Mapping[Citation, str]
) -> list[Citation]:
    """Add a law to an edition; return the provisions of the inventory that were not found."""
    holder, *inside = code.laws[law.number]
    text = _LawText(law.pieces)
    spans = align(text.joined, inside, titles)
    end = min((span.label for span in spans.values()), default=len(text.joined))
    opened = [text.open(Provision(holder, law.title, line=law.line), Span(0, 0, end))]
    for citation, span in spans.items():
        provision = Provision(citation, line=text.piece_at(span.label).number)
        part = text.open(provision, span)
        _take_heading(part, titles.get(citation, ""))
        opened.append(part)
    for part in opened:
        edition.provisions += [part.provision, *_take_table(part, code)]
    _close(opened, code)
    for part in opened:
        _take_words(part.provision, part.paragraphs)
    lost = [citation for citation in inside if citation not in spans]
    for citation in lost:
        edition.provisions[-1].mend(
            law.line,
            f"the number of {citation} was not found",
            "its words, if they are in the document, stand in a provision before it",
            done=False,
        )
    return lost


def _take_heading(part: _Opened, listed: str) -> None:
    """Give a provision the heading that its first paragraphs are, or begin with.

    ``listed`` is the heading that the contents have for it, if any.
    """
    provision, paragraphs = part.provision, part.paragraphs
    if not paragraphs:
        return
    first = paragraphs[0]
    end = _end_of_heading(first.text, listed)
    if end:
        provision.title = first.text[:end].strip()
        first.text = first.text[end:].strip()
        if not first.text:
            del paragraphs[0]
        return
    count = _count_heading_lines(paragraphs, listed)
    if count:
        provision.title = " ".join(paragraph.text for paragraph in paragraphs[:count])
        del paragraphs[:count]
    elif listed:
        provision.mend(
            first.piece.number,
            "the heading stands in the text",
            "it differs from the one in the contents",
            done=False,
        )


def _end_of_heading(text: str, listed: str) -> int:
    """Return where the listed heading and its mark end in a text; 0 if it begins with another."""
    spelled = letters(listed)
    if not spelled or not letters(text).startswith(spelled):
        return 0
    end = 0
    while letters(text[:end]) != spelled:
        end += 1
    mark = MARK.match(text, end)
    return mark.end() if mark else end


def _count_heading_lines(paragraphs: Sequence[_Paragraph], listed: str) -> int:
    """Return how many of the paragraphs are the heading of a provision, each a line of it."""
    first = paragraphs[0]
    second = paragraphs[1].text if len(paragraphs) > 1 else ""
    # it needs words below it
    if len(paragraphs) > 2 and listed and letters(f"{first.text} {second}") == letters(listed):
        return 2
    if second[:1].isupper() and _is_heading(first.text):
        # no heading ends in a small word
        return 2 if first.text.split()[-1] in _SMALL else 1
    is_alone = not second and _is_heading(first.text)
    return int(first.piece.is_head or is_alone)


def _is_heading(text: str) -> bool:
    words = MARK.sub("", text).split()
    if not 0 < len(words) <= _HEADING_WORDS or _UNLIKE_HEADING.search(words[-1]):
        return False
    return all(word[:1].isupper() or word in _SMALL for word in words)


def _take_table(part: _Opened, code: Inventory) -> Iterator[Provision]:
    """Yield the table of a provision, if it has one, its lines taken out of the paragraphs."""
    citation = replace(part.provision.citation, table=True)
    paragraphs = part.paragraphs
    places = [place for place, paragraph in enumerate(paragraphs) if _is_row(paragraph)]
    if citation not in code.tables or not places:
        return
    first, end = places[0], places[-1] + 1
    rows, below = paragraphs[first:end], paragraphs[end:]
    del paragraphs[first:]
    if part.provision.citation in code.closed:
        _put_below(part.provision, below)
    else:
        paragraphs += below
    yield _table(citation, rows)


def _is_row(paragraph: _Paragraph) -> bool:
    if len(paragraph.piece.cells) > 1 or paragraph.piece.is_head:
        return True
    return len(paragraph.text.split()) <= _CELL_WORDS and not paragraph.text.endswith((".", ":"))


def _table(citation: Citation, lines: Sequence[_Paragraph]) -> Provision:
    table = Provision(citation, line=lines[0].piece.number)
    for line in lines:
        # a cell on a line of its own
        if _FIGURE.fullmatch(line.text) and table.rows:
            table.rows[-1].append(line.text)
        else:
            # a copy, for the book is read as several codes
            table.rows.append(list(line.piece.cells) or [line.text])
    if not any(line.piece.cells for line in lines):
        table.mend(
            table.line,
            "the columns of the table are lost",
            "the document has its cells on lines of their own",
            done=False,
        )
    return table


def _close(opened: Sequence[_Opened], code: Inventory) -> None:
    """Put words printed below a list where the inventory says that its holder has some."""
    for part in opened:
        provision = part.provision
        if provision.citation not in code.closed or provision.closing:
            continue
        inside = [
            later for later in opened if provision.citation in later.provision.citation.parents
        ]
        if inside:
            _move_below(provision, inside[-1].paragraphs)


def _move_below(provision: Provision, paragraphs: list[_Paragraph]) -> None:
    """Take the words below a list from the last provision in it."""
    # the first line is the last provision's own, the rest stands below the list
    below = paragraphs[1:]
    del paragraphs[1:]
    _put_below(provision, below)
    if not below:
        provision.mend(
            provision.line,
            "no words stand below the list",
            "those that the Laws have there may end its last paragraph",
            done=False,
        )


def _put_below(provision: Provision, paragraphs: Sequence[_Paragraph]) -> None:
    lines = Provision(provision.citation)
    _take_words(lines, paragraphs)
    provision.closing = lines.text
    provision.footnotes += lines.footnotes


def _take_words(provision: Provision, paragraphs: Sequence[_Paragraph]) -> None:
    """Give a provision its words, and the marks of footnotes in them."""
    for paragraph in paragraphs:
        is_cut = not _FINISHED.search(MARK.sub("", provision.text))
        if provision.text and (is_cut or paragraph.text[:1].islower()):
            provision.text += f" {paragraph.text}"
        else:
            provision.say(paragraph.text)
    if provision.closing:
        provision.say(provision.closing)
    take_marks(provision)
