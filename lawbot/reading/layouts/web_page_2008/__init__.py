"""A web page that prints Laws 17 to 40 of the North American 2008 Laws with the replaced 1997 text set between.

``(Old 1997 Law)`` opens an old text; nothing closes it but the next heading of the new one. Where the page gives no old
text, one text serves both codes. In Laws 27 and 35 to 40 the old law stands whole below the new one.
Footnotes are ``* text`` in the new edition and ``*) text`` in the old.
"""

from lawbot.reading.document import Document
from lawbot.reading.edition import Edition, Level, Mend
from lawbot.reading.layouts.web_page_2008.book import Book, share
from lawbot.reading.layouts.web_page_2008.law import Transcriber, divisions, give_back_notes, laws_of, lines_of
from lawbot.reading.mends import corrections

NEW = "en-2008-acbl"
OLD = "en-1997-acbl"
FIRST, LAST = 17, 40


def recognises(document: Document) -> bool:
    """Whether the document has the first law's heading and the page's sign for an old text."""
    lines = {line.strip() for line in document.lines}
    return f"LAW {FIRST}" in lines and "(Old 1997 Law)" in lines


def read(document: Document) -> list[Edition]:
    """The editions ``en-2008-acbl`` and ``en-1997-acbl``. Raises ReadingError when laws are missing."""
    lines = lines_of(document, corrections(NEW))
    laws = [Transcriber(heading, body).read() for heading, body in laws_of(lines)]
    give_back_notes(laws)
    new, old = Book(NEW, divisions(lines), old=False), Book(OLD, divisions(lines), old=True)
    for law in laws:
        share(law)
        new.take(law)
        old.take(law)
    editions = [book.finish(FIRST, LAST) for book in (new, old)]
    corrections(NEW).mend_provisions(editions[0])
    end = max((p for p in editions[0] if p.level is not Level.FOOTNOTE), key=lambda p: p.citation)
    missing = "40B3 to 40B6 and 40C of the 2008 Laws are not on the page"
    editions[0].reports.append(Mend(end.line, f"the text stops at {end.citation}", missing, done=False))
    return editions
