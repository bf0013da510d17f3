"""Base of the layouts that print each provision on lines of its own.

It has divisions that wait for a law, senses, notes, and tables.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from lawbot.errors import ReadingError
from lawbot.law.citation import Citation
from lawbot.law.edition import Division, Edition, Provision
from lawbot_importers.document import Line
from lawbot_importers.mends import corrections
from lawbot_importers.outline import Outline, unrolled
from lawbot_importers.starred import Note

SENSE = re.compile(r"^(\d{1,2})\.\s+(\S.*)$")
"""The number of a sense in a definition, and the sense."""
SCORING = 77
"""The law that is, but for its words on games, a table."""


class Transcriber:
    """Hangs the lines of an edition on an outline, from top to bottom."""

    def __init__(self, edition: str) -> None:
        self.outline = Outline(edition)
        self.corrections = corrections(edition)
        self.law = 0
        """The law at hand; 0 before the first one."""
        self.notes: list[Note] = []
        self.in_note = False
        """True if a paragraph without a label goes on with the footnote read last."""
        self.table: list[Line] = []
        """The lines of the table that is being read."""
        self._divisions: list[Division] = []

    def take_introduction(self, lines: Sequence[Line], plain: Callable[[str], str] = str) -> None:
        """Take the introduction, its heading first; ``plain`` takes the markup off a text."""
        heading, *rest = lines
        self.outline.add(Provision(Citation(), heading.text.lstrip("# "), line=heading.number))
        for line in rest:
            self.outline.say(plain(line.text), line.mends)

    def divide(self, title: str, depth: int, line: int) -> None:
        """Keep a division until the first law under it comes."""
        title, mends = self.corrections.mend_line(title, line, "divisions")
        self.outline.edition.reports += mends
        self._divisions.append(Division(title, depth, 0, line))

    def open_law(self, number: int, title: str | None, line: int) -> None:
        """Open a law, with the divisions that waited for it; the law before it ends."""
        self.end_law()
        self.law = number
        self.outline.law(number, title, line)
        self.outline.edition.divisions += [
            replace(division, first_law=number) for division in self._divisions
        ]
        self._divisions.clear()

    def end_law(self) -> None:
        """Add the table and the footnotes of the law that was read to its end."""
        self.finish_table()
        self.settle()
        self.notes.clear()
        self.in_note = False

    def settle(self) -> None:
        """Place the footnotes of the law that was read to its end."""
        raise NotImplementedError

    def finish(self, source: str = "the document") -> Edition:
        """Return the edition, its words set right; ``source`` is what it is read from. Raises
        ReadingError when a law is missing or a sequence broken.
        """
        self.end_law()
        self.corrections.mend_provisions(self.outline.edition)
        return self.outline.finish(source)

    def mean(self, text: str) -> None:
        """Text of the definition at hand, or one of its numbered senses."""
        sense = SENSE.match(text)
        if sense:
            text = sense[2]
            self.outline.at.senses.append(text)
        if text:
            self.outline.say(text)

    def takes_row(self, line: Line) -> bool:
        """Return True if the line is a row of a table, which is kept; the table that was read ends
        before any other line.
        """
        if self.law == SCORING or (self.law and "\t" in line.raw):
            self.table.append(line)
            return True
        self.finish_table()
        return False

    def finish_table(self) -> None:
        """Add the table that was read, if any, to the law or section at hand."""
        if not self.table:
            return
        rows = self.rows()
        if not rows:
            raise ReadingError(f"line {self.table[0].number}: a table without a single row")
        table = self.outline.table(self.table[0].number, rows)
        for line in self.table:
            table.mends += line.mends
        self.table.clear()

    def rows(self) -> list[list[str]]:
        """Return the rows of the table that was read, whose cells are parted by tabs."""
        rows = []
        for line in self.table:
            if line.text:
                first, *cells = (" ".join(cell.split()) for cell in line.raw.split("\t"))
                # several tabs in a row only align, but a line may begin with one: it has no label
                rows.append([first, *filter(None, cells)])
        return unrolled(rows)


def unbracketed(text: str) -> str:
    """Return the text without a closing bracket at its end that it did not open; a full stop behind
    the bracket stays.
    """
    stop = "." if text.endswith(").") else ""
    bare = text.removesuffix(stop)
    if not bare.endswith(")") or bare.count("(") >= bare.count(")"):
        return text
    bare = bare[:-1].rstrip()
    return bare if bare.endswith(".") else bare + stop
