"""Files that are no law book are refused soon, with a reason."""

import re
import resource
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.adding import add
from lawbot.config import Settings
from lawbot.errors import LawbotError, PaperError
from tests.support import office, typeset

SOON = 5.0
"""Seconds of work after which a file is refused."""
TEA = "Boil the water and pour it on the leaves. Law 27 is not about tea."


def damaged(file: Path) -> Path:
    office.pdf(file, [["LAW 1 - TEA", TEA]] * 3)
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 3])
    return file


def written(text: str, encoding: str = "utf-8") -> Callable[[Path], Path]:
    def write(file: Path) -> Path:
        file.write_bytes(text.encode(encoding))
        return file

    return write


def archived(name: str) -> Callable[[Path], Path]:
    def write(file: Path) -> Path:
        with zipfile.ZipFile(file, "w") as archive:
            archive.writestr(name, TEA)
        return file

    return write


NO_LAW_BOOKS: dict[str, tuple[Callable[[Path], Path], str]] = {
    "guide.pdf": (lambda file: office.pdf(file, [[TEA] * 12] * 40), "0 of .* pages that were"),
    "scan.pdf": (lambda file: office.pdf(file, [[]] * 3), "OCR"),
    "torn.pdf": (damaged, "damaged"),
    "minutes.docx": (lambda file: office.word(file, [(-1, "Minutes"), (1, TEA)]), "Minutes"),
    "other.docx": (written("no package"), "damaged, or none"),
    "tea.html": (written(typeset.page(["<h1>On tea</h1>", f"<p>{TEA}</p>"])), "title .*On tea"),
    "contents.html": (
        written(typeset.page([f"<p>Law {n} Tea</p>" for n in range(1, 94)])),
        r"1\d\.\d%|\d of the 828|provisions of",
    ),
    "latin.txt": (written("Café, thé, gâteau\n" + TEA * 9, "latin-1"), "0 of the headings"),
    "wide.txt": (written("On tea\n" + TEA, "utf-16"), "title On tea"),
    "notes.md": (written("# Laws of Duplicate Bridge 2017\n\n# LAW 1 – TEA\n"), "1 of the head"),
    "picture.txt": (
        lambda file: (file.write_bytes(bytes(range(128, 256)) * 50), file)[1],
        "none of",
    ),
    "photo.pdf": (lambda file: (file.write_bytes(b"\x89PNG" + bytes(40)), file)[1], "picture"),
    "table.docx": (archived("xl/workbook.xml"), "Excel"),
    "laws.zip": (archived("laws.md"), "archive"),
    "empty.txt": (written(""), "empty"),
    "letter.rtf": (written("{\\rtf1 Dear Sir}"), "Rich Text"),
    "list.md": (written("\n".join(f"{n}. tea" for n in range(2000))), "0 of the headings"),
}


@pytest.fixture
def place(small: Settings, tmp_path: Path) -> Settings:
    folder = tmp_path / "documents"
    folder.mkdir()
    return replace(small, documents=(folder,))


def work() -> float:
    """Return the seconds of work of this process and of those it started and that ended."""
    usages = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


@pytest.mark.parametrize("name", NO_LAW_BOOKS)
def test_a_file_that_is_no_law_book_is_refused_soon_with_a_reason(
    place: Settings, tmp_path: Path, name: str
) -> None:
    make, reason = NO_LAW_BOOKS[name]
    file = make(tmp_path / name)
    before = work()
    with pytest.raises((LawbotError, PaperError), match=rf"(?s){re.escape(name)}.*{reason}"):
        add(place, file)
    assert work() - before < SOON
    assert list(place.documents[0].iterdir()) == []


def test_a_word_document_of_numbered_laws_is_read_with_the_numbers_that_word_counts(
    tmp_path: Path,
) -> None:
    from lawbot_importers.papers import texts

    laws = [
        (-1, "LAW 7 - TEA"),
        (1, "Pot"),
        (0, "It is warm."),
        (2, "Green."),
        (3, "hot"),
        (4, "very^"),
    ]
    file = office.word(tmp_path / "laws.docx", [*laws, (2, "Black."), (1, "Cup")], "Not too hot.")
    assert texts(file)[0].split("\n\n") == [
        "# LAW 7 - TEA",
        "A. Pot",
        "It is warm.",
        "1. Green.",
        "(a) hot",
        "(i) very<sup>1</sup>",
        "2. Black.",
        "B. Cup",
        "<sup>1</sup> Not too hot.\n",
    ]
