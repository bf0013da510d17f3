"""The handbook on paper: the booklet of every language, and the table card. Needs Chromium."""

import re
from io import BytesIO
from pathlib import Path

import pikepdf
from pdfminer.cmapdb import CMapParser, FileUnicodeMap

from lawbot.app import Answers
from lawbot_handbook import addresses
from lawbot_handbook.book import Book, Plan
from lawbot_handbook.chromium import print_file

_TEXT = re.compile(rb"BT\n.*?ET\n", re.DOTALL)
_FONT = re.compile(rb"/(\w+) \S+ Tf")
_GLYPHS = re.compile(rb"/Span<</ActualText <FEFF(\w+)> >> BDC\n.*?EMC\n|<(\w+)> Tj", re.DOTALL)
"""Glyphs of a text: a run marked with its common meaning, or one without a mark."""
_MARK = re.compile(rb"/Span<<.*BDC\n|EMC\n")


def print_all(answers: Answers, folder: Path, plan: Plan) -> list[Path]:
    """Print the booklets and the card of a written handbook; return the PDF files beside them.

    Raises LawbotError, OSError.
    """
    files = [
        _booklet(Book(answers, language, plan), folder / language) for language in plan.languages
    ]
    if plan.address:
        files.append(_print(folder / addresses.CARD))
    return files


def _booklet(book: Book, folder: Path) -> Path:
    """Print the booklet twice: its contents can name pages only after the first printing."""
    page = folder / addresses.BOOKLET
    numbers = {}
    with pikepdf.open(_print(page)) as draft:
        destinations = draft.Root.get("/Dests", pikepdf.Dictionary())
        for chart in book.bound:
            destination = destinations.get(f"/{chart.id}")
            if destination is not None:
                numbers[chart.id] = pikepdf.Page(destination[0]).index + 1
    page.write_text(book.html(book.booklet(numbers)), encoding="utf-8")
    target = _print(page)
    with pikepdf.open(target, allow_overwriting_input=True) as file:
        with file.open_outline() as outline:
            # Chromium takes the name at the head of each sheet for a part of the heading
            for bookmark, chart in zip(outline.root[0].children, book.bound, strict=True):
                bookmark.title = chart.title
        file.save(object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return target


def _print(page: Path) -> Path:
    """Print a page, compressed and without its links."""
    target = page.with_suffix(".pdf")
    print_file(page, target)
    pikepdf.settings.set_flate_compression_level(9)
    with pikepdf.open(target, allow_overwriting_input=True) as file:
        for sheet in file.pages:
            # Links with an action lead to the disk that the page was printed from.
            sheet.Annots = pikepdf.Array(
                [link for link in sheet.get("/Annots", []) if "/A" not in link]
            )
            sheet.Contents = file.make_stream(_with_whole_marks(sheet))
        file.save(object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True)
    return target


def _with_whole_marks(sheet: pikepdf.Page) -> bytes:
    """Return the content of a page with one mark of meaning on each whole text."""
    # Chromium marks single Thai syllables with their meaning, which readers copy twice.
    font_maps: dict[bytes, FileUnicodeMap] = {}
    for name, font in sheet.Resources.get("/Font", {}).items():
        if "/ToUnicode" in font:
            font_maps[name[1:].encode()] = font_map = FileUnicodeMap()
            CMapParser(font_map, BytesIO(font.ToUnicode.read_bytes())).run()

    def marked_whole(text: re.Match[bytes]) -> bytes:
        font = _FONT.search(text[0])
        font_map = font_maps.get(font[1]) if font and _MARK.search(text[0]) else None
        if font_map is None:
            return text[0]
        meaning = ""
        for marked, glyphs in _GLYPHS.findall(text[0]):
            letters = bytes.fromhex((marked or glyphs).decode()).decode("utf-16-be")
            if not marked:
                # A glyph without a meaning in the font: the marks stay as they are.
                if any(ord(letter) not in font_map.cid2unichr for letter in letters):
                    return text[0]
                letters = letters.translate(font_map.cid2unichr)
            meaning += letters
        code_units = meaning.encode("utf-16-be").hex().upper().encode()
        unmarked = _MARK.sub(b"", text[0])
        return b"/Span<</ActualText <FEFF%s> >> BDC\n%sEMC\n" % (code_units, unmarked)

    return _TEXT.sub(marked_whole, sheet.Contents.read_bytes())
