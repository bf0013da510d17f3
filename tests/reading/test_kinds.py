"""Files that are no law book, known by their first bytes whatever they are called."""

import zipfile
from pathlib import Path

import pytest

from lawbot.errors import PaperError
from lawbot_importers.kinds import kind_of
from lawbot_importers.papers import texts


def zipped(path: Path, **files: str) -> Path:
    """Write an archive of files, whose names have __ for / and _dot_ for the stop."""
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name.replace("__", "/").replace("_dot_", "."), text)
    return path


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("scan.pdf", b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "a picture (PNG)"),
        ("scan.pdf", b"\xff\xd8\xff\xe0\0\x10JFIF", "a picture (JPEG)"),
        ("laws.html", b"GIF89a\x01\0", "a picture (GIF)"),
        ("laws.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an old Office document"),
        ("laws.doc", b"{\\rtf1 The rules of the club}", "a Rich Text document"),
        ("laws.txt", b"\x1f\x8b\x08\0", "an archive (gzip)"),
        ("laws.md", b"\x7fELF\x02\x01\x01\0", "a program"),
        ("laws.txt", b"SQLite format 3\0", "a database"),
        ("laws.md", bytes(range(256)) * 8, "neither a text nor a document"),
        ("laws.txt", b"", "the file is empty"),
        ("laws.md", b" \n\n\t", "the file is empty"),
        ("laws.docx", b"PK\x03\x04 cut off", "this archive is damaged"),
    ],
)
def test_a_file_of_another_kind_is_refused_by_its_first_bytes(
    tmp_path: Path, name: str, data: bytes, reason: str
) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    with pytest.raises(PaperError) as refused:
        texts(file)
    assert str(refused.value).startswith(f"{name}: ")
    assert reason in str(refused.value)


@pytest.mark.parametrize(
    ("inside", "reason"),
    [
        ("xl__workbook_dot_xml", "an Excel table"),
        ("ppt__presentation_dot_xml", "slides (PowerPoint)"),
        ("META-INF__container_dot_xml", "an e-book (EPUB)"),
        ("content_dot_xml", "an OpenDocument file"),
        ("photo_dot_jpg", "an archive (ZIP)"),
    ],
)
def test_an_archive_is_told_by_the_files_in_it(tmp_path: Path, inside: str, reason: str) -> None:
    file = zipped(tmp_path / "laws.docx", **{inside: "nothing"})
    with pytest.raises(PaperError) as refused:
        texts(file)
    assert f"laws.docx: this is {reason}." in str(refused.value)


@pytest.mark.parametrize(
    ("name", "data", "kind"),
    [
        ("laws.txt", b"%PDF-1.7\n", ".pdf"),
        ("laws.bin", b"sent by a printer\r\n%PDF-1.4\n", ".pdf"),
        ("laws.txt", b"<!DOCTYPE html><title>Laws</title>", ".html"),
        ("laws.txt", b"\xef\xbb\xbf\n<html lang=en>", ".html"),
        ("laws.htm", b"<p>Law 1</p>", ".html"),
        ("laws.text", b"Law 1", ".txt"),
        ("laws.txt", "Law 1".encode("utf-16"), ".txt"),
    ],
)
def test_a_file_is_read_as_its_first_bytes_say(
    tmp_path: Path, name: str, data: bytes, kind: str
) -> None:
    file = tmp_path / name
    file.write_bytes(data)
    assert kind_of(file) == kind
