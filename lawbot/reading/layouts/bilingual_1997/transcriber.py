"""What both halves have in common: their labels, divisions that wait for a law, tables, and notes among the text."""

import re

from lawbot.reading.edition import Division
from lawbot.reading.layouts.bilingual_1997 import tables
from lawbot.reading.mends import corrections
from lawbot.reading.outline import Outline

LABEL = re.compile(r"^(?:-\s*)?(?:([A-H])\.|(\d{1,2})\.|\(([a-h])\)|\((\d)\))\s+(\S.*)$")
"""``A.``, ``1.``, ``(a)`` or ``(1)`` and the words behind it, as five groups."""
SENSE = re.compile(r"^(\d)\. (\S.*)$")
"""The number of a sense in a definition, and the sense."""
SCORING = 77
"""The law that is, but for its last words, a table."""


class Transcriber:
    """Hangs the lines of one half on an outline, from top to bottom."""

    def __init__(self, edition: str) -> None:
        self.outline = Outline(edition)
        self.corrections = corrections(edition)
        self.law = 0
        """The law at hand; 0 before the first one."""
        self.in_note = False
        """Whether a paragraph without a label goes on with the footnote read last."""
        self.table: list[tables.Line] = []
        """The rows of the table that is being read."""
        self._divisions: list[Division] = []

    def divide(self, title: str, depth: int, line: int) -> None:
        """Keeps a division until the first law under it comes."""
        title, mends = self.corrections.mend_line(title, line, "divisions")
        self.outline.edition.reports += mends
        self._divisions.append(Division(title, depth, 0, line))

    def open_law(self, number: int, title: str | None, line: int) -> None:
        """Opens a law, with the divisions that waited for it."""
        self.law = number
        self.outline.law(number, title, line)
        self.outline.edition.divisions += [Division(d.title, d.depth, number, d.line) for d in self._divisions]
        self._divisions.clear()

    def open_label(self, label: re.Match[str], line: int) -> None:
        """Opens the section, paragraph or item that a LABEL names."""
        section, paragraph, letter, number, _ = label.groups()
        if section:
            self.outline.section(section, None, line)
        elif paragraph:
            self.outline.paragraph(int(paragraph), None, line)
        elif letter:
            self.outline.subparagraph(letter, None, line)
        else:
            self.outline.item(number, None, line)

    def finish_table(self) -> None:
        """Adds the table that was read, if any, to the law or section at hand."""
        if self.table:
            tables.add(self.outline, self.table)
            self.table.clear()


def depth(label: re.Match[str]) -> int:
    """How deep a LABEL stands: 0 for a letter, 1 for a number, 2 and 3 for those in brackets."""
    return next(depth for depth, part in enumerate(label.groups()[:4]) if part)
