"""Make a lawbook of two codes without a document: the older one is made up.

Tests of editions, comparisons and mends use it.
"""

from lawbot.book.build import build
from lawbot.book.catalogue import Catalogue
from lawbot.book.concordance import Tables
from lawbot.book.shelf import Source
from lawbot.charts.load import Situations
from lawbot.config import Settings
from lawbot.importing import read_all
from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level, Mend
from lawbot.search.index_writer import IndexTexts
from lawbot_importers.outline import Outline

OLD = "en-1997"
OLD_WORDS = "A bid that is too low goes back to the kitchen with the teapot."
MEND = Mend(3, "“teapto” read as “teapot”", "letters exchanged")
SLIP = Mend(4, "half a line is missing", "torn off", done=False)
REPORT = Mend(9, "no table of contents", "the page is lost", done=False)


def old_book() -> Edition:
    """Return Law 27 of a code that nobody ever played by."""
    outline = Outline(OLD)
    outline.law(27, "INSUFFICIENT BID", 1)
    outline.open(Level.SECTION, "A", 2, "In the Kitchen")
    outline.say(OLD_WORDS)
    provision = outline.find(Citation(27, "A"))
    assert provision is not None
    provision.mends += [MEND, SLIP]
    outline.edition.reports.append(REPORT)
    return outline.edition


def make(settings: Settings) -> None:
    """Build the lawbook of the settings: our own plain words, and the old book."""
    catalogue = Catalogue.load(settings.data / "editions.toml")
    tables = Tables.load(settings.data / "concordance")
    situations = Situations.load(settings.data)
    shelf = read_all([], catalogue)
    shelf.editions.append((old_book(), Source("old-tea-book.md", "0" * 16)))
    texts = IndexTexts.of(catalogue, tables, situations)
    build(shelf, catalogue, tables, settings.lawbook, texts.write_index)
