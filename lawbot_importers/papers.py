"""A law book as clubs have it (PDF, saved web page, Word, Markdown, text): turned to the texts that the
readers of layouts take.

A file may be anything, so it is read in a process of its own, which is ended when it takes too
much.
"""

import logging
import multiprocessing
import re
import signal
import stat
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from pathlib import Path
from time import process_time

import pdfplumber
from bs4 import BeautifulSoup, Tag
from markdownify import MarkdownConverter
from pdfminer.pdfdocument import PDFPasswordIncorrect
from pdfminer.pdftypes import resolve1
from pdfplumber.page import Page

from lawbot.errors import PaperError
from lawbot_importers import word
from lawbot_importers.kinds import kind_of
from lawbot_importers.layouts.numbered.identity import identify
from lawbot_importers.pages import PrintedWord
from lawbot_importers.pages import read as pages_read
from lawbot_importers.references import law_words
from lawbot_importers.word import FORMATS

_BOLD = re.compile(r"bold|black|heavy|-bd", re.IGNORECASE)
"""Words in the name of a bold type."""
_MARKS = re.compile(r"(?m)^#+ |\*\*")
logging.getLogger("pdfminer").setLevel(logging.CRITICAL)
_LARGEST, _LARGEST_PDF = 20_000_000, 100_000_000
"""Bytes of a file, and of a PDF, which holds pictures too."""
_MOST_PAGES = 1000
"""Pages of a PDF that are read; a book of laws has two hundred."""
MEMORY = 2_000_000_000
"""Bytes that reading a file may take."""
PATIENCE = 60.0
"""Seconds for a page of a PDF, or for all of another file."""
_MOST_OPENED = 1000
"""Signs ``<`` of a web page without a ``>`` after them: marks never closed take the reader time
squared."""
Progress = Callable[[int, int], None]
"""Is told which page of how many is read."""
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_LEAST_ASCII = 0.75
"""Least share of the letters of a text in Latin-1 that every encoding has."""
_SAMPLE = 16
"""Pages of a PDF that are looked at before it is read."""
_HEADING_OF_LAW = re.compile(rf"^\W*(?:{law_words()})\d{{1,2}}\b", re.IGNORECASE | re.MULTILINE)
_FEWEST_PAGES = 4
"""Pages with text that are looked at in any case."""
_LOOK = 1.0
"""Seconds of work after which no further page is looked at."""
_LEAST_LAWS = 0.15
"""Least share of those that have the heading of a law; of a law book two in three do."""
_ANEW = "Fetch it again, or open it and print it into a new PDF."
_LISTS = {"A": "upperLetter", "a": "lowerLetter", "I": "upperRoman", "i": "lowerRoman"}
"""Kinds of lists of a web page that do not count 1, 2, 3."""
_UNREAD = ("script", "style", "noscript", "nav", "title")


def texts(file: Path, report_progress: Progress = lambda _read_web_page, _pages: None) -> list[str]:
    """Return the text of a file in each of the forms in which a reader may know it. Raises
    PaperError, and OSError when it cannot be opened.
    """
    about = file.stat()
    # a pipe or a device may never end
    if not stat.S_ISREG(about.st_mode):
        raise PaperError(f"{file.name}: not a file.")
    is_small = about.st_size <= _LARGEST_PDF
    # raises here what the other process could only tell in words
    kind = kind_of(file) if is_small else ""
    if not is_small or (kind != ".pdf" and about.st_size > _LARGEST):
        raise PaperError(f"{file.name}: larger than any law book.")
    forms = _read_in_process(file, kind, report_progress)
    if not any(text.strip() for text in forms):
        raise PaperError(
            f"{file.name}: there is no text in it. Pages that are pictures need to be recognised (OCR) first."
        )
    return forms


def _read_in_process(file: Path, kind: str, report_progress: Progress) -> list[str]:
    """Return the texts that another process reads from a file. Raises PaperError."""
    apart = multiprocessing.get_context("spawn")
    receiver, sender = apart.Pipe(duplex=False)
    process = apart.Process(target=_read, args=(file, kind, sender, MEMORY), daemon=True)
    process.start()
    sender.close()
    try:
        while receiver.poll(PATIENCE):
            match receiver.recv():
                case [*forms]:
                    return forms
                case {"page": page, "of": pages}:
                    report_progress(page, pages)
                case why:
                    raise PaperError(why)
    except EOFError:
        # it was ended: by its bounds, or by a fault of what reads it
        pass
    finally:
        process.kill()
        process.join()
        receiver.close()
    raise PaperError(
        f"{file.name}: to read it takes more time or memory than any law book does. {_ANEW}"
    )


def _read(file: Path, kind: str, sender: Connection, memory: int) -> None:
    """Read a file in the other process: send each page's number, then the texts as a list.

    If there are none, send the reason.
    """
    # who waits for it ends it
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # not every system has such limits
    with suppress(ImportError, ValueError, OSError):
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    def send_progress(page: int, pages: int) -> None:
        sender.send({"page": page, "of": pages})

    read_file = _READERS[kind]
    try:
        sender.send(read_file(file, send_progress))
    except PaperError as error:
        sender.send(str(error))
    except OSError as error:
        sender.send(f"{file.name}: cannot be read ({error.strerror}).")
    except RecursionError:
        sender.send(f"{file.name}: nested deeper than any law book. {_ANEW}")
    except MemoryError:
        return


def _read_text(file: Path, _report_progress: Progress) -> list[str]:
    return [_decoded(file.read_bytes(), file.name)]


def _decoded(data: bytes, name: str) -> str:
    """Return a text in whichever encoding it is: UTF-8, UTF-16, or Latin-1 as Windows has it.

    Raises PaperError if it is in none.
    """
    unicode = "utf-16" if data[:2] in _UTF_16 else "utf-8-sig"
    for encoding in (unicode, "cp1252"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        # nearly any bytes are letters of Latin-1, but few of a text are above ASCII
        if encoding != "cp1252" or sum(map(str.isascii, text)) > _LEAST_ASCII * len(text):
            return text
    raise PaperError(
        f"{name}: in none of the encodings UTF-8, UTF-16 and Latin-1."
        " Save it in UTF-8 and add it again."
    )


def _read_web_page(file: Path, _report_progress: Progress) -> list[str]:
    """Return a web page as Markdown, and the same without the marks of headings and bold type."""
    data = file.read_bytes()
    # marks never closed take the parser time squared
    if any(piece.count(b"<") > _MOST_OPENED for piece in data.split(b">")):
        raise PaperError(f"{file.name}: marks of the page are never closed. {_ANEW}")
    soup = BeautifulSoup(data, "html.parser")
    for listing in soup("ol"):
        _print_numbers(listing)
    for unread in soup(_UNREAD):
        unread.decompose()
    markdown = MarkdownConverter(
        heading_style="ATX",
        bullets="-",
        escape_asterisks=False,
        escape_underscores=False,
        escape_misc=False,
        sup_symbol="<sup>",
    ).convert_soup(soup)
    return [markdown, _MARKS.sub("", markdown)]


def _print_numbers(listing: Tag) -> None:
    """Write the numbers of a list into its entries, as a browser prints them."""
    kind, start = str(listing.get("type", "1")), str(listing.get("start", "1"))
    number_form = FORMATS[_LISTS.get(kind, "decimal")]
    # the Laws have small letters in brackets, and a stop behind all else
    is_inner = kind in "ai"
    entries = listing.find_all("li", recursive=False)
    first = int(start) if start.isdecimal() else 1
    for number, entry in enumerate(entries, first):
        label = number_form(number)
        entry.insert(0, f"({label}) " if is_inner else f"{label}. ")
        entry.name = "p"
    listing.name = "div"


def _read_word(file: Path, _report_progress: Progress) -> list[str]:
    text = word.markdown(file)
    return [text, _MARKS.sub("", text)]


def _read_pdf(file: Path, report_progress: Progress) -> list[str]:
    """Return the pages of a PDF as Markdown, and the same without its marks."""
    number = 0
    try:
        with pdfplumber.open(file) as pdf:
            if len(pdf.pages) > _MOST_PAGES:
                raise PaperError(f"{file.name}: more pages than any law book.")
            # pages that are lost are told before the minute that reading takes
            for page in pdf.pages:
                number = page.page_number
                _unpack(page)
            number = 0
            _refuse_other_books(file, pdf.pages)
            pages = []
            for page in pdf.pages:
                number = page.page_number
                report_progress(number, len(pdf.pages))
                pages.append(_words_of(page))
    except (PaperError, MemoryError):
        raise
    # what a damaged file brings about in pdfminer is of any kind
    except Exception as error:
        if any(isinstance(cause, PDFPasswordIncorrect) for cause in error.args):
            raise PaperError(
                f"{file.name}: this PDF is locked with a password. Save it without one and add it again."
            ) from error
        if isinstance(error, OSError):
            raise
        damaged = (
            f"page {number} of this PDF is damaged" if number else "this PDF is damaged, or none"
        )
        raise PaperError(f"{file.name}: {damaged}. {_ANEW}") from error
    return pages_read(pages)


def _refuse_other_books(file: Path, pages: Sequence[Page]) -> None:
    """Raise PaperError if too few pages of a sample have the heading of a law.

    A book is read for a minute; what is none should be told at once.
    """
    filled = laws = 0
    start = process_time()
    for page in _spread(pages):
        text = page.extract_text_simple()
        filled += bool(text.strip())
        laws += bool(_HEADING_OF_LAW.search(text))
        if filled >= _FEWEST_PAGES and process_time() - start > _LOOK:
            break
    if laws > _LEAST_LAWS * filled or not filled:
        return
    front = "\n".join(page.extract_text_simple() for page in pages[:2])
    raise PaperError(
        f"{file.name}: not a law book of a layout that is known here. Recognised:"
        f" {identify(front.splitlines())}; {laws} of {filled} pages that were looked at have a heading"
        f" such as “Law 27”, of {len(pages)} pages in all."
    )


def _spread(pages: Sequence[Page]) -> list[Page]:
    """Return a sample of the pages: every eighth part of the book first, then those between."""
    step = max(1, len(pages) // _SAMPLE)
    sample = list(pages[::step])
    return [*sample[1::2], *sample[::2]]


def _unpack(page: Page) -> None:
    """Unpack a page. Raises zlib.error if what is on it is lost."""
    for content in map(resolve1, page.page_obj.contents):
        packed = content.rawdata
        # pdfminer passes over a page that it cannot unpack; an empty page is one, too
        if packed and not content.decipher and not content.get_data():
            zlib.decompress(packed)


def _words_of(page: Page) -> list[PrintedWord]:
    words = page.extract_words(x_tolerance_ratio=0.15, extra_attrs=["fontname", "size"])
    page.close()
    return [
        PrintedWord(
            w["text"],
            w["x0"],
            w["x1"],
            w["top"],
            w["bottom"],
            w["size"],
            bool(_BOLD.search(w["fontname"])),
        )
        for w in words
    ]


_READERS: dict[str, Callable[[Path, Progress], list[str]]] = {
    ".pdf": _read_pdf,
    ".html": _read_web_page,
    ".docx": _read_word,
    ".txt": _read_text,
}
