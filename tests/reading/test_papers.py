"""Text out of PDFs, saved pages and text files: in the forms that the readers of layouts take."""

from pathlib import Path

import pytest
from pypdf import PdfWriter

from lawbot.reading.papers import PaperError, paragraphs, texts, without_running_heads
from tests.support import typeset


def test_a_saved_page_is_read_without_its_menus_and_scripts(tmp_path: Path) -> None:
    (tmp_path / "tea.html").write_text(
        typeset.page(["<h1>LAW 1 - TEA</h1>", "<ul><li>1. (a) hot<sup>2</sup></li></ul>", "<p><b>Milk</b> last</p>"]), encoding="utf-8"
    )
    markdown, plain = texts(tmp_path / "tea.html")
    assert [line for line in markdown.splitlines() if line] == ["# LAW 1 - TEA", "- 1. (a) hot<sup>2</sup>", "**Milk** last"]
    assert [line for line in plain.splitlines() if line] == ["LAW 1 - TEA", "- 1. (a) hot<sup>2</sup>", "Milk last"]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_is_read_in_the_encodings_of_editors(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "tea.txt").write_text("ĐIỀU 1. TRÀ", encoding=encoding)
    assert texts(tmp_path / "tea.txt") == ["ĐIỀU 1. TRÀ"]


def test_lines_that_the_margin_cut_are_put_together_and_labels_begin_anew() -> None:
    printed = ["LAW 1 TEA", "A. Pot", "1. The pot is warmed with boiling", "water before the leaves are put", "in.", "2. It is covered."]
    whole = "1. The pot is warmed with boiling water before the leaves are put in."
    assert paragraphs(printed) == ["LAW 1 TEA", "A. Pot", whole, "2. It is covered."]
    assert paragraphs([]) == []


def test_running_heads_and_page_numbers_are_left_out() -> None:
    pages = [["The Book of Tea", f"page {number} says this", str(number)] for number in range(1, 5)]
    assert without_running_heads(pages) == [[f"page {number} says this"] for number in range(1, 5)]
    assert without_running_heads([["Tea"], []]) == [["Tea"], []]


@pytest.mark.parametrize(
    ("name", "data"), [("a.txt", b"\xff\xfa\x80"), ("a.docx", b"PK"), ("a.pdf", b"tea"), ("a.html", b"<p> </p>"), ("a.md", b"")]
)
def test_what_gives_no_text_is_told(tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    with pytest.raises(PaperError, match=name.replace(".", r"\.")):
        texts(tmp_path / name)


def test_a_pdf_of_pictures_is_told_to_need_recognition(tmp_path: Path) -> None:
    writer = PdfWriter()
    writer.add_blank_page(300, 400)
    writer.write(tmp_path / "scan.pdf")
    with pytest.raises(PaperError, match="OCR"):
        texts(tmp_path / "scan.pdf")
