"""The booklet as a PDF file: small, the same to look at, right to copy from, without a link to the
disk it was made on."""

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from shutil import copyfile, copytree
from unicodedata import normalize

import pypdf
import pypdfium2
import pytest
from PIL import ImageChops

from lawbot.app import Answers
from lawbot.charts.model import Chart
from lawbot.charts.seats import seated
from lawbot.language import LANGUAGES
from lawbot_handbook import printing
from lawbot_handbook.book import Book
from lawbot_handbook.chromium import print_file
from tests.handbook.conftest import PLAN
from tests.support.once import made_once
from tests.support.phone import CHROMIUM

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
MOST = 3_500_000
"""Bytes of a booklet."""
SEEN, POINTS = 100, 50
"""Shades, of 255, by which a point differs for an eye; such points of half a million that a page
may have."""
COMPARED = 7
"""Of the pages of a booklet, each of this number is drawn and compared."""


@pytest.fixture(scope="module")
def folder(answers: Answers, handbook: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A handbook with its PDF files, and each as Chromium wrote it (large.pdf)."""

    def print_and_copy(page: Path, target: Path) -> None:
        print_file(page, target)
        copyfile(target, target.with_name("large.pdf"))

    def make(copied: Path) -> None:
        copytree(handbook, copied, dirs_exist_ok=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(printing, "print_file", print_and_copy)
            printed = printing.print_all(answers, copied, replace(PLAN, printed=True))
        assert [file.name for file in printed] == ["booklet.pdf"] * len(LANGUAGES) + ["card.pdf"]

    return made_once(tmp_path_factory, "handbook-printed", make)


def texts(file: Path) -> Iterator[str]:
    """Return the text that a reader copies from each page."""
    for page in pypdfium2.PdfDocument(file):
        yield page.get_textpage().get_text_range()


def without_blanks(text: str) -> str:
    """Return a text as it is however its lines are broken: a Thai ำ may be told as the two signs it
    is drawn with."""
    return re.sub(r"[\s\u00ad\ufffe]", "", normalize("NFKC", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_booklet_is_small_and_leads_nowhere_outside(folder: Path, language: str) -> None:
    file = folder / language / "booklet.pdf"
    assert file.stat().st_size < MOST
    notes = [
        note.get_object()
        for page in pypdf.PdfReader(file, strict=True).pages
        for note in page.get("/Annots", ())
    ]
    assert len(notes) > 1000
    assert [note for note in notes if "/Dest" not in note] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_a_booklet_can_be_copied(answers: Answers, folder: Path, language: str) -> None:
    copied = without_blanks("".join(texts(folder / language / "booklet.pdf")))
    spoken_texts = [
        seated(text, language=language)
        for chart in Book(answers, language, PLAN).bound
        for ruling in chart.rulings.values()
        for text in ruling.say
    ]
    lost = [text for text in spoken_texts if without_blanks(text) not in copied]
    assert len(lost) < len(spoken_texts) / 50, lost


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_file_looks_like_the_one_that_chromium_wrote(folder: Path, language: str) -> None:
    large, small = (
        pypdfium2.PdfDocument(folder / language / name) for name in ("large.pdf", "booklet.pdf")
    )
    assert len(large) == len(small)
    for number in range(0, len(small), COMPARED):
        ours, theirs = (
            book[number].render(scale=1).to_pil().convert("L") for book in (small, large)
        )
        differing = ImageChops.difference(ours, theirs).point(lambda shade: shade > SEEN and 255)
        assert sum(differing.histogram()[1:]) < POINTS, number


def beginnings(booklet: pypdf.PdfReader, charts: list[Chart]) -> list[int]:
    """Return the numbers of the pages on which the charts begin."""
    places = booklet.named_destinations
    page_numbers = [booklet.get_destination_page_number(places[f"/{chart.id}"]) for chart in charts]
    return [number + 1 for number in page_numbers if number is not None]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_chart_prints_on_one_page_or_two(
    answers: Answers, folder: Path, language: str
) -> None:
    booklet = pypdf.PdfReader(folder / language / "booklet.pdf")
    begins = beginnings(booklet, Book(answers, language, PLAN).bound)
    pages = [end - begin for begin, end in pairwise([*begins, len(booklet.pages) + 1])]
    assert {*pages} == {1, 2}
    assert pages.count(1) > len(pages) // 3


def test_the_booklet_names_the_pages_on_which_its_charts_begin(
    answers: Answers, folder: Path
) -> None:
    file, charts = folder / "en" / "booklet.pdf", Book(answers, "en", PLAN).bound
    booklet, pages = pypdf.PdfReader(file), [without_blanks(text) for text in texts(file)]
    begins = beginnings(booklet, charts)
    assert [
        chart.title
        for number, chart in zip(begins, charts, strict=True)
        if without_blanks(chart.title) not in pages[number - 1]
    ] == []
    cover = " ".join(normalize("NFKC", booklet.pages[0].extract_text()).split())
    assert cover.startswith(f"1 {' '.join(map(str, begins))} ")
