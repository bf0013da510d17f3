"""Printed pages -> Markdown: where each word stands, and in which type, tells headings, labels,
tables, columns and footnotes.

The Markdown has the form that the readers of layouts take.
"""

import re
from collections.abc import Iterator, Sequence

from lawbot_importers.pages.blocks import Block, blocks
from lawbot_importers.pages.lines import PrintedWord, lines

__all__ = ["PrintedWord", "read"]
_LAW = re.compile(r"LAW (\d{1,2})(?:\s*[-–—:.]\s*|\s+|$)(.*)")
_INDEX = re.compile(r"INDEX\b")


def read(pages: Sequence[Sequence[PrintedWord]]) -> list[str]:
    """Return the text of pages, a paragraph a line: as Markdown, and without its marks.

    In Markdown a blank line stands before each line but one that goes on with the list entry above
    it.
    """
    printed = blocks(lines(pages))
    marked = "\n".join(_Writer(printed).lines()).strip() + "\n"
    return [marked, "\n\n".join(block.whole for block in printed)]


class _Writer:
    """Writes blocks as Markdown, and knows in which part of the book they stand."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks
        heads = [block.text for block in blocks if block.is_head]
        self._plain_type = not any(map(_LAW.fullmatch, heads))
        """True if headings are told by capitals alone."""
        self._flush = all(block.x < block.size / 2 for block in blocks if block.labels)
        """True if no list entry is set in, so that its place tells nothing."""
        self._in_laws = self._in_index = False
        self._entry: Block | None = None
        """The list entry that a paragraph set in below it goes on with."""
        self._notes: list[str] = []
        """Footnotes, until what the page's end cut is written."""

    def lines(self) -> Iterator[str]:
        """Yield the lines, a blank one before each that begins a paragraph."""
        place = 0
        while place < len(self._blocks):
            block, after = self._blocks[place], self._blocks[place + 1 :]
            place += 1
            if block.note:
                # those below the index were written before it
                if not self._in_index:
                    self._notes.append(_footnote(block))
                continue
            if self._goes_on_with_entry(block):
                yield block.text
                continue
            if self._in_laws and self._is_head(block) and _INDEX.match(block.text):
                self._in_laws, self._in_index = False, True
                # the reader of the laws takes no footnote from the index
                self._notes += [_footnote(later) for later in after if later.note]
            yield from self._foot()
            if law := self._law(block):
                number, title = law.groups()
                # the title may stand on a line of its own
                if not title and after and self._is_head(after[0]):
                    title = after[0].text
                    place += 1
                self._in_laws, self._entry = True, None
                yield from ("", f"# LAW {number} – {title}")
            else:
                yield from ("", self._line(block, after))
        yield from self._foot()

    def _goes_on_with_entry(self, block: Block) -> bool:
        """Return True if a block is a further paragraph of the list entry above it."""
        if self._entry is None or not self._in_laws:
            return False
        if block.labels or block.cells or block.lead or self._is_head(block):
            return False
        edge = self._entry.text_x or self._entry.x
        return self._flush or block.x >= edge - block.size / 2

    def _foot(self) -> Iterator[str]:
        """Yield the footnotes that waited for the end of a paragraph."""
        for note in self._notes:
            yield from ("", note)
        self._notes = []

    def _law(self, block: Block) -> re.Match[str] | None:
        """Return the match of a block that is the heading of a law."""
        if block.labels or block.cells or not self._is_head(block):
            return None
        return _LAW.fullmatch(block.text)

    def _line(self, block: Block, after: Sequence[Block]) -> str:
        """Return a block as a line of Markdown; ``after`` tells a caption from other text."""
        self._entry = block if block.labels and not block.is_head else None
        # in the index a topic in bold stands beside its citations
        if block.cells or (block.lead and self._in_index):
            return f"| {' | '.join([*block.cells, *block.lead, block.text])} |"
        if block.lead:
            return f"**{' '.join(block.lead)}** {block.text}"
        if block.labels:
            # a section has a letter, and a heading
            is_section = block.is_head and block.labels[0][0].isalpha()
            return f"{'##' if is_section else '-'} {' '.join(block.labels)} {block.text}"
        # among the laws a line in bold without a label is none, but for the caption of a table
        is_heading = self._is_head(block) and (not self._in_laws or _is_caption(after))
        return f"# {block.text}" if is_heading else block.text

    def _is_head(self, block: Block) -> bool:
        return block.is_head or (self._plain_type and block.text.isupper())


def _footnote(block: Block) -> str:
    return f"<sup>{block.note}</sup> {block.text}"


def _is_caption(after: Sequence[Block]) -> bool:
    """Return True if the rows of a table follow before anything with a label."""
    for block in after:
        if block.cells:
            return True
        if block.labels or block.lead or _LAW.match(block.text):
            return False
    return False
