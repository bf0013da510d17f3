"""Printed pages -> Markdown: where each word stands, and in which type, tells headings, labels, tables, columns and footnotes."""

from collections.abc import Sequence

from lawbot.reading.pages.blocks import blocks
from lawbot.reading.pages.lines import PrintedWord, lines
from lawbot.reading.pages.markdown import written

__all__ = ["PrintedWord", "read"]


def read(pages: Sequence[Sequence[PrintedWord]]) -> list[str]:
    """The text of pages, a paragraph a line: as Markdown, and without its marks."""
    found = blocks(lines(pages))
    return [written(found), "\n\n".join(block.whole for block in found)]
