"""The 1997 Laws in Thai and, below them, in English: one file, two complete editions.

The Thai half gives the English headings in brackets, so the English half is read first and is the
key to the Thai one.
"""

import re

from lawbot.errors import ReadingError
from lawbot.law.edition import Edition
from lawbot_importers.document import Document, place_of
from lawbot_importers.layouts.bilingual_1997 import english, thai

_FIRST_CHAPTER = "CHAPTER I"
"""The heading with which the English half begins."""


def recognises(document: Document) -> bool:
    """Return True if the document has the heading of Law 1 in both languages."""
    lines = document.lines
    return any(line.startswith("กฎข้อ 1 ") for line in lines) and any(
        line.startswith("LAW 1 ") for line in lines
    )


def read(document: Document) -> list[Edition]:
    """Return the editions ``en-1997`` and ``th-1997``. Raises ReadingError when a half is missing
    or broken off.
    """
    lines = list(document.filled())
    start = place_of(lines, re.compile(rf"{_FIRST_CHAPTER}$"))
    if start == len(lines):
        raise ReadingError(
            f"the heading “{_FIRST_CHAPTER}”, with which the English half begins, is missing"
        )
    # the English half first: its headings are the key to the Thai labels
    complete = english.read(lines[start:])
    return [complete, thai.read(lines[:start], complete)]
