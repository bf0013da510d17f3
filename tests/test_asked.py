"""``tools.asked`` makes labelled stories of kept words, without what is personal in them."""

import shutil
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.config import DATA
from lawbot.errors import LawbotError
from lawbot.search.lexicon import Lexicon, Story
from tools.asked import add_story, label, without_names

CHART = "insufficient-bid"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A data folder with one chart."""
    folder = tmp_path / "data"
    shutil.copytree(DATA / "charts" / CHART, folder / "charts" / CHART)
    return folder


def stories(data: Path) -> list[Story]:
    """Return the stories of the data folder as the build reads them."""
    return Lexicon.load(data, "en", "en", ()).stories


def test_a_text_is_labelled_by_a_person_and_leaves_the_file(
    full_answers: Answers, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = stories(data)
    file = tmp_path / "asked.txt"
    first = 'en\t1\tinsufficient-bid\tEast "bid" 1H over 1S and Zbigniew saw it\n'
    file.write_text(first + "en\t0\tchoice\tmy dog ate it\nen\t0\tchoice\tdummy asked\n", "utf-8")
    typed = iter(["1 nonsense", "1 27B1", "-", "q"])
    monkeypatch.setattr("builtins.input", lambda _prompt: next(typed))
    edition = full_answers.lawbook.ruled_by
    paths = [*label(file, data, full_answers.search_engine, edition)]
    assert paths == [data / "charts" / CHART / "stories.en.yaml"]
    (added,) = set(stories(data)) - set(before)
    assert (added.chart, str(added.citation)) == (CHART, "27B1")
    assert added.text == 'East "bid" 1H over 1S and … saw it'
    assert len(stories(data)) == len(before) + 1
    assert file.read_text("utf-8") == "en\t0\tchoice\tdummy asked\n"


def test_a_chart_that_is_not_there_gets_no_story(data: Path) -> None:
    with pytest.raises(LawbotError):
        add_story(data, "../x", "27B1", "en", "words")


def test_names_are_hidden_and_seats_and_suits_stay(full_answers: Answers) -> None:
    search = full_answers.search_engine
    words = "North led the Jack, Zbigniew Xylander from South bid 1NT. LHO asked"
    assert without_names(words, "en", search) == words.replace("Zbigniew Xylander", "… …")
    assert without_names("หมอน คน ถาม", "th", search) == "หมอน คน ถาม"
