"""Two publishers of one code: a book about tea in two spellings, beside each other."""

from dataclasses import replace

import pytest

from lawbot.app import Answers
from lawbot.language.reader import Reader
from lawbot_importers.layouts.numbered.inventory import inventory
from tests.support import lawbooks
from tests.support.numbered_book import WORLD_2017, markdown


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Answers:
    state = tmp_path_factory.mktemp("twins")
    folder = state / "documents"
    folder.mkdir()
    american = markdown(inventory(2017)).replace("tea bgc into", "tea in the center bgc into")
    world = markdown(inventory(2017), WORLD_2017).replace(
        "tea bgc into", "tea in the centre bgc into"
    )
    (folder / "american.md").write_text(american, encoding="utf-8")
    (folder / "world.md").write_text(world.replace("Honor", "Honour"), encoding="utf-8")
    chosen = replace(lawbooks.brief(state), documents=(folder,))
    return lawbooks.open_answers(chosen)


def text_of(answers: Answers, query: str, edition: str) -> str:
    reader = Reader(language="en", edition=edition)
    card = answers.ask(query, reader)
    return " ".join(getattr(part, "text", "") for part in card.parts)


def test_the_words_of_the_second_publisher_are_named_on_its_card(answers: Answers) -> None:
    differing = text_of(answers, "law 16C", "en-2017-acbl")
    assert "Other words than those of the World Bridge Federation: centre → center." in differing
    assert "Other words" not in text_of(answers, "law 16D", "en-2017-acbl")
    assert "Other words" not in text_of(answers, "law 16C", "en-2017")


def test_readers_of_english_get_the_text_of_the_wbf_unless_they_chose(answers: Answers) -> None:
    assert answers.lawbook.newest_in("en") == "en-2017"
    assert answers.lawbook.ruled_in("en") == "en-2017"
    assert "centre" in text_of(answers, "law 16C", "en-2017")
