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
    def __init__(self, blocks: Sequence[Block]) -> None:
        self._blocks = blocks
        self._plain_type = not any(block.is_head and _LAW.fullmatch(block.text) for block in blocks)
        """True if headings are told by capitals alone."""
        self._flush = all(block.x < block.size / 2 for block in blocks if block.labels)
        self._in_laws = self._in_index = False
        self._entry: Block | None = None
        """The list entry that a paragraph set in below it goes on with."""
        self._notes: list[str] = []
        """Footnotes, until what the page's end cut is written."""

    def lines(self) -> Iterator[str]:
        place = 0
        while place < len(self._blocks):
            block, after = self._blocks[place], self._blocks[place + 1 :]
            place += 1
            if block.note:
                self._notes += [] if self._in_index else [_footnote(block)]
                continue
            if self._goes_on_with_entry(block):
                yield block.text
                continue
            if self._in_laws and self._is_head(block) and _INDEX.match(block.text):
                self._in_laws, self._in_index = False, True
                self._notes += [_footnote(later) for later in after if later.note]
            yield from self._foot()
            if law := self._law(block):
                number, title = law.groups()
                if not title and after and self._is_head(after[0]):
                    title = after[0].text
                    place += 1
                self._in_laws, self._entry = True, None
                yield from ("", f"# LAW {number} – {title}")
            else:
                yield from ("", self._line(block, after))
        yield from self._foot()

    def _goes_on_with_entry(self, block: Block) -> bool:
        if (
            self._entry is None
            or not self._in_laws
            or block.labels
            or block.cells
            or block.lead
            or self._is_head(block)
        ):
            return False
        return self._flush or block.x >= (self._entry.text_x or self._entry.x) - block.size / 2

    def _foot(self) -> Iterator[str]:
        for note in self._notes:
            yield from ("", note)
        self._notes = []

    def _law(self, block: Block) -> re.Match[str] | None:
        return (
            _LAW.fullmatch(block.text)
            if self._is_head(block) and not block.labels and not block.cells
            else None
        )

    def _line(self, block: Block, after: Sequence[Block]) -> str:
        self._entry = block if block.labels and not block.is_head else None
        if block.cells or (block.lead and self._in_index):
            return f"| {' | '.join([*block.cells, *block.lead, block.text])} |"
        if block.lead:
            return f"**{' '.join(block.lead)}** {block.text}"
        if block.labels:
            mark = "##" if block.is_head and block.labels[0][0].isalpha() else "-"
            return f"{mark} {' '.join(block.labels)} {block.text}"
        heading = self._is_head(block) and (not self._in_laws or _is_caption(after))
        return f"# {block.text}" if heading else block.text

    def _is_head(self, block: Block) -> bool:
        return block.is_head or (self._plain_type and block.text.isupper())


def _footnote(block: Block) -> str:
    return f"<sup>{block.note}</sup> {block.text}"


def _is_caption(after: Sequence[Block]) -> bool:
    """Return True if the rows of a table follow before anything with a label."""
    following = next(
        (
            block
            for block in after
            if block.cells or block.labels or block.lead or _LAW.match(block.text)
        ),
        None,
    )
    return following is not None and bool(following.cells)
