"""MiniSearch is what was published, with its licence, and nothing is asked of a network for it."""

from pathlib import Path
from shutil import copytree

import pytest

from lawbot.config import ROOT
from lawbot.errors import LawbotError
from lawbot_handbook import library


def test_the_script_comes_with_its_licence_and_no_map() -> None:
    script = library.minisearch(ROOT / "data")
    assert script.startswith(f"/* MiniSearch {library.VERSION}\nCopyright")
    assert "MiniSearch = factory()" in script
    assert "sourceMappingURL" not in script
    assert len(script) < 40_000
    assert all(line.count("`") % 2 == 0 for line in script.splitlines()), (
        "a text of several lines would lose the blanks in it"
    )


@pytest.mark.parametrize("name", ["index.js", "LICENSE.txt"])
def test_a_changed_file_is_refused(tmp_path: Path, name: str) -> None:
    copytree(ROOT / "data" / "minisearch", tmp_path / "minisearch")
    with (tmp_path / "minisearch" / name).open("a", encoding="utf-8") as file:
        file.write("\n")
    with pytest.raises(LawbotError, match=name):
        library.minisearch(tmp_path)
