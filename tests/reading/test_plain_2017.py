"""The restatement: a few files about tea, as data/laws has them about bridge."""

from pathlib import Path

import pytest

from lawbot.book.documents import fingerprint
from lawbot.data_files import plain_files
from lawbot.errors import ReadingError
from lawbot.law.citation import Citation
from lawbot.law.edition import Level
from lawbot_importers.layouts import plain_2017

LAW = """# 2 THE TABLE

Tea stands on a *table*.

> Note: our own remark.

## 2A Cups

## 2 table

| Cup | Guest |
|---|---|
| 1 | **North** |

## 2A fn 1

One for each guest.
"""


def restatement(data: Path, law_02: str, **files: str) -> list[Path]:
    for name, text in {"02": law_02, **files}.items():
        folder = data / "laws" / name
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "plain.en.md").write_text(text, encoding="utf-8")
    return plain_files(data, "en")


def test_the_files_become_provisions_in_the_order_of_the_book(tmp_path: Path) -> None:
    definitions = (
        "# Definitions\n\nLeft out.\n\n## Definitions: Cup\n\n(1) To drink from. (2) A prize.\n"
    )
    edition = plain_2017.read(
        restatement(
            tmp_path,
            law_02=LAW,
            definitions=definitions,
            introduction="# Introduction\n\nWelcome.\n",
        )
    )
    assert [str(p.citation) for p in edition] == [
        "Introduction",
        "Definitions: Cup",
        "2",
        "2A",
        "2 table",
        "2A fn 1",
    ]
    introduction, cup, law, cups, table, note = edition
    assert (introduction.text, cup.title, cup.senses) == (
        "Welcome.",
        "Cup",
        ["To drink from.", "A prize."],
    )
    assert (law.title, law.text, law.note, law.line) == (
        "THE TABLE",
        "Tea stands on a table.",
        "Note: our own remark.",
        1,
    )
    assert (cups.title, cups.text, cups.footnotes) == ("Cups", "", [1])
    assert (table.level, table.rows) == (Level.TABLE, [["Cup", "Guest"], ["1", "North"]])
    assert (note.citation, note.text) == (Citation(2, "A", footnote=1), "One for each guest.")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# 2 TEA\n\n## 2 TEA\n", "02/plain.en.md, line 3: 2 is restated twice"),
        ("# Tea\n", "02/plain.en.md, line 1: this heading cannot be read"),
        ("# 94 TEA\n", "02/plain.en.md, line 1: this heading cannot be read: There is no Law 94"),
    ],
)
def test_a_heading_that_is_wrong_is_told_with_file_and_line(
    tmp_path: Path, text: str, message: str
) -> None:
    with pytest.raises(ReadingError, match=message):
        plain_2017.read(restatement(tmp_path, law_02=text))


def test_the_fingerprint_changes_with_any_file(tmp_path: Path) -> None:
    before = fingerprint(restatement(tmp_path, law_02=LAW))
    assert fingerprint(restatement(tmp_path, law_02=LAW)) == before
    assert fingerprint(restatement(tmp_path, law_02=LAW + "\n")) != before
