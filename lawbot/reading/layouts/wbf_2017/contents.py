"""The printed table of contents, read only to check the laws against it."""

import re
import unicodedata
from collections.abc import Iterator

from lawbot.citation import LOOKALIKES
from lawbot.reading.document import Document
from lawbot.reading.edition import Edition, Level, Mend
from lawbot.reading.layouts.wbf_2017.inline import cells

_MARKUP = re.compile(r"</?\w+>")
_NUMBER = 7
"""Fewer letters than these may stand before a title: LAW or a letter, and a torn number."""
_OTHER = re.compile(r"|INTRODUCTION.*|DEFINITIONS.*|IND?DEX.*|DEXTO.*")
"""Rows of the contents that are no law's and no section's."""


def check(document: Document, end: int, edition: Edition) -> Iterator[Mend]:
    """What the contents above line ``end`` name and the edition lacks, and what cannot be found in them."""
    rows = [(number, row) for number in range(1, end) if (row := cells(document.lines[number]))]
    if not rows:
        yield Mend(end, "no table of contents", "nothing to check the headings against", done=False)
        return
    titles = {_letters(p.title): p for p in edition if p.level in (Level.LAW, Level.SECTION) and p.title}
    seen: set[str] = set()
    for number, row in rows:
        is_damaged = any("<br>" in cell for cell in row)
        for line in "\n".join(row).replace("<br>", "\n").split("\n") if is_damaged else [" ".join(row)]:
            words = _letters(line)
            found = {title for title in titles if words.endswith(title) and len(words) < len(title) + _NUMBER}
            seen |= found
            if not found and not is_damaged and not _OTHER.fullmatch(words):
                yield Mend(number, f"contents: “{line[:60]}” is no heading of the laws", "nothing there bears that title", done=False)
    for title, provision in titles.items():
        if title not in seen:
            yield Mend(provision.line, f"{provision.citation} is not readable in the contents", "its row is lost there", done=False)


def _letters(text: str) -> str:
    """The Latin letters of a line, in capitals."""
    return re.sub(r"[^A-Z]", "", unicodedata.normalize("NFKC", _MARKUP.sub("", text)).translate(LOOKALIKES).upper())
