"""A Word document (.docx) as Markdown: headings, numbers that Word counts itself, tables, footnotes."""

import re
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from lawbot.errors import PaperError

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_LARGEST_PART = 50_000_000
"""Bytes of a part once it is unpacked."""
_ROMAN = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")
_TENS = ("", "x", "xx", "xxx", "xl", "l", "lx", "lxx", "lxxx", "xc")


def _letter(number: int) -> str:
    """Return the letter that counts to a number: a, b, ... z, aa."""
    return chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)


def roman(number: int) -> str:
    """Return a small Roman number, up to 99."""
    return _TENS[number // 10 % 10] + _ROMAN[number % 10]


FORMATS: dict[str, Callable[[int], str]] = {
    "decimal": str,
    "upperLetter": lambda number: _letter(number).upper(),
    "lowerLetter": _letter,
    "upperRoman": lambda number: roman(number).upper(),
    "lowerRoman": roman,
}
"""Numbers as lists print them, by the names that Word has for them."""


def markdown(file: Path) -> str:
    """Return the text of a Word document. Raises PaperError if it is damaged or none."""
    try:
        with zipfile.ZipFile(file) as package:
            body = _part(package, "word/document.xml")
            numbering = _part(package, "word/numbering.xml")
            notes = _part(package, "word/footnotes.xml")
    except (zipfile.BadZipFile, ElementTree.ParseError, OSError) as error:
        raise PaperError(f"{file.name}: this Word document is damaged, or none.") from error
    if body is None:
        raise PaperError(f"{file.name}: this is no Word document.")
    return "\n\n".join([*_WordText(numbering).lines(body), *_footnotes(notes)]) + "\n"


def _part(package: zipfile.ZipFile, name: str) -> Element | None:
    """Return a part of the document; None if it has none of that name."""
    if name not in package.namelist():
        return None
    if package.getinfo(name).file_size > _LARGEST_PART:
        raise PaperError(f"{name}: larger than that of any law book.")
    # expat bounds what entities may grow to, and the process that reads is bounded too
    return ElementTree.fromstring(package.read(name))  # noqa: S314


def _footnotes(notes: Element | None) -> Iterator[str]:
    """Yield the footnotes below the text; those below 1 are lines that part them."""
    for note in () if notes is None else notes.iter(f"{_W}footnote"):
        number = int(note.get(f"{_W}id", "0"))
        text = " ".join(filter(None, map(_text, note.iter(f"{_W}p"))))
        if number > 0 and text:
            yield f"<sup>{number}</sup> {text}"


def _text(paragraph: Element) -> str:
    """Return the words of a paragraph, with the marks of its footnotes."""
    parts: list[str] = []
    for node in paragraph.iter():
        if node.tag == f"{_W}t":
            parts.append(node.text or "")
        elif node.tag in (f"{_W}tab", f"{_W}br"):
            parts.append(" ")
        elif node.tag == f"{_W}footnoteReference":
            parts.append(f"<sup>{node.get(f'{_W}id')}</sup>")
    return " ".join("".join(parts).split())


def _value(node: Element, path: str) -> str:
    """Return the value of a property inside a node, or an empty text."""
    child = node.find("/".join(f"{_W}{step}" for step in path.split("/")))
    return "" if child is None else child.get(f"{_W}val", "")


class _WordText:
    """Writes paragraphs one after the other, and counts those that Word numbers."""

    def __init__(self, numbering: Element | None) -> None:
        self._levels: dict[tuple[str, str], tuple[str, str, int]] = {}
        """The form of a number, the text around it and its start, by list and level."""
        self._counts: dict[tuple[str, int], int] = {}
        if numbering is not None:
            self._read_lists(numbering)

    def _read_lists(self, numbering: Element) -> None:
        patterns: dict[str, Element] = {}
        for pattern in numbering.iter(f"{_W}abstractNum"):
            patterns[pattern.get(f"{_W}abstractNumId", "")] = pattern
        for listing in numbering.iter(f"{_W}num"):
            pattern = patterns[_value(listing, "abstractNumId")]
            for level in pattern.iter(f"{_W}lvl"):
                key = listing.get(f"{_W}numId", ""), level.get(f"{_W}ilvl", "0")
                start = int(_value(level, "start") or 1)
                self._levels[key] = _value(level, "numFmt"), _value(level, "lvlText"), start

    def lines(self, body: Element) -> Iterator[str]:
        """Yield a line for each paragraph, and for each row of a table."""
        in_tables = {
            id(paragraph) for table in body.iter(f"{_W}tbl") for paragraph in table.iter(f"{_W}p")
        }
        for node in body.iter():
            if node.tag == f"{_W}tr":
                cells = [" ".join(map(_text, cell.iter(f"{_W}p"))) for cell in node.iter(f"{_W}tc")]
                yield f"| {' | '.join(cells)} |"
            elif node.tag == f"{_W}p" and id(node) not in in_tables:
                text = f"{self._label(node)} {_text(node)}".strip()
                is_heading = _value(node, "pPr/pStyle").lower().startswith(("heading", "title"))
                if text:
                    yield f"# {text}" if is_heading else text

    def _label(self, paragraph: Element) -> str:
        """Return the number that Word prints before a paragraph; empty if it has none."""
        number_list = _value(paragraph, "pPr/numPr/numId")
        level = _value(paragraph, "pPr/numPr/ilvl") or "0"
        if (number_list, level) not in self._levels:
            return ""
        depth = int(level)
        _form, pattern, start = self._levels[number_list, level]
        self._counts[number_list, depth] = self._counts.get((number_list, depth), start - 1) + 1
        # a number begins anew below each one above it
        for deeper in range(depth + 1, 9):
            self._counts.pop((number_list, deeper), None)
        return re.sub(
            r"%(\d)", lambda match: self._printed(number_list, int(match[1]) - 1), pattern
        )

    def _printed(self, number_list: str, depth: int) -> str:
        form, _pattern, start = self._levels[number_list, str(depth)]
        count = self._counts.get((number_list, depth), start)
        return FORMATS.get(form, str)(count)
