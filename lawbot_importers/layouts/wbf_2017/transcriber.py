"""Introduction, definitions and laws with lost numbers, footnotes in the way, sentences cut by
pages: onto an outline."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lawbot.errors import ReadingError
from lawbot.law.citation import Citation
from lawbot.law.edition import Level, Mend, Provision
from lawbot_importers.layouts.transcriber import Transcriber
from lawbot_importers.layouts.wbf_2017.lines import EDITION, Kind, Line, blocks, cells, clean

_FINISHED = re.compile(r"[.:;,!?)\]”’\"']$")
_HEADING_WORDS = 12
"""Most words of a heading."""
_SMALL = {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"}


class BookTranscriber(Transcriber):
    """The machine for this book: labels lost or several in a line, footnotes by number, sentences
    that a page cut."""

    def __init__(self) -> None:
        super().__init__(EDITION)
        self._notes: dict[int, Provision] = {}
        """Footnotes by number, until the law of their first mark is read to its end."""
        self._owners: dict[int, Citation] = {}
        self._placed: set[int] = set()
        self._listed = False

    def take_definitions(self, definitions: Iterable[Provision]) -> None:
        """Take the definitions."""
        for definition in definitions:
            self.outline.add(definition)

    def take_laws(self, lines: Sequence[Line], notes: Iterable[Provision]) -> None:
        """Take the lines of Laws 1 to 93, and the footnotes that stood between them."""
        self._notes = {note.citation.footnote: note for note in notes}
        for block in blocks(lines):
            self._take(block)
        self.end_law()
        for number, note in self._notes.items():
            self.outline.report(
                note.line, f"footnote {number} has no mark", "nothing in the text refers to it"
            )

    def _take(self, block: Line | list[Line]) -> None:
        if isinstance(block, list):
            self._table(block)
        elif block.kind in (Kind.LAW, Kind.SECTION):
            self._open_heading(block)
        elif block.labels:
            self._open_labels(block)
        elif block.dash:
            self.outline.open(Level.PARAGRAPH, None, block.number)
            self._say(block.text, block.mends)
        else:
            self._take_text(block)

    def settle(self) -> None:
        """Add the footnotes whose first mark stood in the law that was read."""
        for number, owner in sorted(self._owners.items()):
            note = self._notes.pop(number, None)
            self._placed.add(number)
            if note is None:
                description = f"{owner} has the mark {number} without a footnote"
                self.outline.report(self.outline.at.line, description, "no such footnote was found")
                continue
            self.outline.add(replace(note, citation=replace(owner, footnote=number)))
        self._owners.clear()

    def _open_heading(self, line: Line) -> None:
        """Open a law or a section, whose number or letter is the first label of the line."""
        title, footnotes = clean(line.rest)
        if line.kind is Kind.SECTION:
            self.outline.enter(line.labels[0], line.number, title)
        else:
            self.open_law(int(line.labels[0].name), title, line.number)
        self._mark(footnotes)
        self._listed = False

    def _open_labels(self, line: Line) -> None:
        title, footnotes = clean(line.rest)
        heading = _is_heading(title)
        for label in line.labels:
            # (a) stands in a paragraph: if none is open, its number was lost
            is_first_item = label.level is Level.SUBPARAGRAPH and label.name == "a"
            if is_first_item and not self.outline.at.citation.paragraph:
                self.outline.open(Level.PARAGRAPH, None, line.number)
            self.outline.enter(label, line.number)
        if not line.dash and not heading:
            self.outline.mend(line.number, "list mark restored", "it was lost at the top of a page")
        self._listed = not heading
        if not heading:
            self._say(line.rest, line.mends)
            return
        self.outline.at.title = title
        self._mark(footnotes)
        if line.labels[-1].level is Level.SECTION:
            why = "it stands alone above its section without a heading mark"
            self.outline.mend(line.number, "read as a heading", why)

    def _take_text(self, line: Line) -> None:
        """Take a line without a label and without a dash: to the text that it goes on with."""
        at = self.outline.at
        if at.level is Level.TABLE:
            self._close(Level.SECTION, line)
        elif at.closing:
            self._close(at.level, line)
        elif at.text and not _FINISHED.search(at.text) and line.text[:1].islower():
            text, footnotes = clean(line.text)
            self.outline.join(text)
            self._mark(footnotes)
            self.outline.mend(line.number, "sentence joined", "the end of a page cut it")
        elif self._listed and at.text and not line.near:
            self._close(Level.LAW if at.level is Level.SECTION else Level.SECTION, line)
        else:
            # the dash of a list entry was lost, but not its place
            if line.raw.startswith(" ") and at.level is Level.SECTION and not at.text:
                self.outline.open(Level.PARAGRAPH, None, line.number)
                self._listed = True
            self._say(line.text, line.mends)

    def _close(self, level: Level, line: Line) -> None:
        """Take what stands below a list or a table: text of what holds it."""
        self.outline.climb(level)
        self._say(line.text, line.mends, below=True)
        self._listed = False

    def _say(self, raw: str, mends: Iterable[Mend], *, below: bool = False) -> None:
        text, footnotes = clean(raw)
        self.outline.say(text, mends, below=below)
        self._mark(footnotes)

    def _mark(self, footnotes: list[int]) -> None:
        at = self.outline.at
        for number in footnotes:
            if number not in at.footnotes:
                at.footnotes.append(number)
            if number not in self._placed:
                self._owners.setdefault(number, at.citation)

    def _table(self, lines: Sequence[Line]) -> None:
        first = lines[0].number
        if not self.outline.at.citation.law:
            raise ReadingError(f"line {first}: a table stands before the first law")
        table = _Table()
        for line in lines:
            table.take(line)
        table.finish(first)
        self.outline.table(first, table.rows, table.mends)


class _Table:
    """A table of Law 2, 77 or 78B: ``rows`` of plain cells, captions printed between its parts
    included."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.mends: list[Mend] = []

    def take(self, line: Line) -> None:
        """Take a line: a row of cells, two where the first cell holds two printed lines, or a
        caption.
        """
        if re.fullmatch(r"[\s|:-]*", line.raw):
            return
        self.mends += line.mends
        first, *rest = cells(line.raw) or [line.text]
        label, *below = first.split("<br>")
        for row in [[label, *rest], [" ".join(below)]]:
            plain = [clean(cell)[0] for cell in row]
            self._take(list(filter(None, plain)), line.number)

    def finish(self, line: int) -> None:
        """Two columns that are printed as three pairs side by side become two again; a head in two
        rows becomes one."""
        if list(map(len, self.rows[:2])) != [3, 6] or len(self.rows) < 3:
            return
        above, below, *rows = self.rows
        self.rows = [[f"{above[0]} {below[0]}", below[1]]]
        for column in (0, 2, 4):
            for row in rows:
                # the last pair of columns is shorter
                if len(row) > column + 1:
                    self.rows.append([row[column].replace("-", "–"), row[column + 1]])
        why = "the scale runs down each pair"
        self.mends.append(Mend(line, "three pairs of columns read as one", why))

    def _take(self, row: list[str], line: int) -> None:
        if not any(re.search(r"\w", cell) for cell in row):
            return
        above = self.rows[-1] if self.rows else []
        goes_on = row[0][0].islower() or row[0].startswith("(")
        if row == above and len(row) > 1:
            self.mends.append(Mend(line, "row left out", "it repeats the row above"))
        elif len(row) == 1 and len(above) > 1 and goes_on:
            if row[0] not in above[0]:
                above[0] = f"{above[0]} {row[0]}"
                why = "the second continues the first cell of the row above"
                self.mends.append(Mend(line, "two rows read as one", why))
        else:
            self.rows.append(row)


def _is_heading(text: str) -> bool:
    """Return True if a line is a heading: few words, each with a capital, no stop at its end."""
    words = text.split()
    if len(words) > _HEADING_WORDS or _FINISHED.search(text):
        return False
    return all(word[:1].isupper() or word in _SMALL for word in words)
