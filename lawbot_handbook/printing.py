"""The handbook on paper: the booklet of every language with the pages of its charts, the card for
the table. Needs Chromium."""

import re
from io import BytesIO
from pathlib import Path

import pikepdf
from pdfminer.cmapdb import CMapParser, FileUnicodeMap

from lawbot.answers import Answers
from lawbot_handbook import addresses
from lawbot_handbook.book import Book, Plan
from lawbot_handbook.chromium import print_file

_TEXT = re.compile(rb"BT\n.*?ET\n", re.DOTALL)
_FONT = re.compile(rb"/(\w+) \S+ Tf")
_SIGNS = re.compile(rb"/Span<</ActualText <FEFF(\w+)> >> BDC\n.*?EMC\n|<(\w+)> Tj", re.DOTALL)
"""Signs of a text: some that are marked with what they mean together, or others."""
_MARK = re.compile(rb"/Span<<.*BDC\n|EMC\n")
_FINER = re.compile(rb"(?<=\.\d{3})\d+(?= \S+ Td)")
"""What the distance to the next sign tells beyond a thousandth."""


def print_all(answers: Answers, folder: Path, plan: Plan) -> list[Path]:
    """Prints what was written into the folder to PDF files beside their pages: these files. Raises
    LawbotError, OSError."""
    printed = [
        _booklet(Book(answers, language, plan), folder / language) for language in plan.languages
    ]
    return [*printed, _print(folder / addresses.CARD)] if plan.address else printed


def _booklet(book: Book, folder: Path) -> Path:
    """Prints the booklet twice: what it holds can name the pages only when these are known."""
    page = folder / addresses.BOOKLET
    with pikepdf.open(_print(page)) as first:
        places = first.Root.get("/Dests", pikepdf.Dictionary())
        bound = [chart.id for chart in book.bound if f"/{chart.id}" in places]
        numbers = {chart: pikepdf.Page(places[f"/{chart}"][0]).index + 1 for chart in bound}
    page.write_text(book.html(book.booklet(numbers)), encoding="utf-8")
    return _print(page)


def _print(page: Path) -> Path:
    """Prints a page, without its links to the disk that it was printed from; all that Chromium
    leaves plain is compressed."""
    target = page.with_suffix(".pdf")
    print_file(page, target)
    pikepdf.settings.set_flate_compression_level(9)
    with pikepdf.open(target, allow_overwriting_input=True) as file:
        for sheet in file.pages:
            sheet.Annots = pikepdf.Array(
                [link for link in sheet.get("/Annots", []) if "/A" not in link]
            )
            sheet.Contents = file.make_stream(_marked_whole(sheet))
        file.save(object_stream_mode=pikepdf.ObjectStreamMode.generate, recompress_flate=True)
    return target


def _marked_whole(sheet: pikepdf.Page) -> bytes:
    """What a page draws. Chromium marks single Thai syllables with what they mean, which readers
    copy twice; here the mark is on the whole text."""
    meanings: dict[bytes, FileUnicodeMap] = {}
    for name, font in sheet.Resources.get("/Font", {}).items():
        if "/ToUnicode" in font:
            meanings[name[1:].encode()] = known = FileUnicodeMap()
            CMapParser(known, BytesIO(font.ToUnicode.read_bytes())).run()

    def whole(text: re.Match[bytes]) -> bytes:
        font = _FONT.search(text[0])
        known = meanings.get(font[1]) if font and _MARK.search(text[0]) else None
        if known is None:
            return text[0]
        meaning = ""
        for marked, signs in _SIGNS.findall(text[0]):
            letters = bytes.fromhex((marked or signs).decode()).decode("utf-16-be")
            if not marked and any(ord(letter) not in known.cid2unichr for letter in letters):
                return text[0]  # what a sign means is not told
            meaning += letters if marked else letters.translate(known.cid2unichr)
        return b"/Span<</ActualText <FEFF%s> >> BDC\n%sEMC\n" % (
            meaning.encode("utf-16-be").hex().upper().encode(),
            _MARK.sub(b"", text[0]),
        )

    return _FINER.sub(b"", _TEXT.sub(whole, sheet.Contents.read_bytes()))
