"""The handbook on paper: the booklet of every language with the pages of its charts, the review sheets, the card for the table. Needs Chromium."""

from pathlib import Path

from pypdf import PdfReader

from lawbot.answers import Answers
from lawbot.handbook import addresses
from lawbot.handbook.book import Book, Plan
from lawbot.handbook.compact import make_small
from lawbot.situations.review import print_file


def print_all(answers: Answers, folder: Path, plan: Plan) -> list[Path]:
    """Prints what was written into the folder to PDF files beside their pages: these files. Raises LawbotError, OSError."""
    printed = [_booklet(Book(answers, language, plan), folder / language) for language in plan.languages]
    sheets = [folder / language / addresses.REVIEW for language in plan.languages if plan.review]
    if plan.address:
        sheets.append(folder / addresses.CARD)
    return printed + [_print(page) for page in sheets]


def _booklet(book: Book, folder: Path) -> Path:
    """Prints the booklet twice: what it holds can name the pages only when these are known."""
    page = folder / addresses.BOOKLET
    target = page.with_suffix(".pdf")
    print_file(page, target)
    first = PdfReader(target)
    begins = {chart.id: first.named_destinations.get(f"/{chart.id}") for chart in book.bound}
    numbers = {chart: (first.get_destination_page_number(at) or 0) + 1 for chart, at in begins.items() if at is not None}
    page.write_text(book.html(book.booklet(numbers)), encoding="utf-8")
    return _print(page)


def _print(page: Path) -> Path:
    target = page.with_suffix(".pdf")
    print_file(page, target)
    make_small(target)
    return target
