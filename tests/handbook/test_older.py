"""The older codes of the handbook, for those who have the documents and ask for them."""

from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.cards import handbook_links
from lawbot.language import LANGUAGES
from lawbot.law.citation import LAST_LAW, Citation
from lawbot_handbook import addresses
from lawbot_handbook.site import write
from tests.handbook.conftest import PLAN
from tests.support import handbooks
from tests.support.once import made_once


@pytest.fixture(scope="module")
def folder(full_answers: Answers, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_once(
        tmp_path_factory,
        "handbook-older",
        lambda target: write(full_answers, target, replace(PLAN, editions=True)),
    )


@pytest.mark.parametrize("edition", ["en-1997", "vi-2007", "th-1997"])
def test_every_law_of_an_older_code_stands_there_whole(
    full_answers: Answers, folder: Path, edition: str
) -> None:
    language = full_answers.lawbook.edition(edition).language
    pages = {
        path: "".join(page.text.split())
        for path, page in handbooks.leaves(folder / language / addresses.OLDER / edition).items()
        if path.name != "index.html"
    }
    laws = [
        entry
        for law in range(1, LAST_LAW + 1)
        if (entry := full_answers.lawbook.find(Citation(law), edition))
    ]
    assert len(laws) == len(pages) > 90
    for entry in laws:
        page = pages[folder / language / addresses.older_law(edition, entry.citation.law)]
        for text in (inner.text for inner in entry.walk()):
            assert all("".join(paragraph.split()) in page for paragraph in text.split("\n\n")), (
                entry.citation
            )


def test_no_link_leads_nowhere_and_no_anchor_stands_twice(folder: Path) -> None:
    assert handbooks.broken(folder) == []
    for path, page in handbooks.leaves(folder).items():
        assert len(set(page.anchors)) == len(page.anchors), path


@pytest.mark.parametrize(
    ("law", "edition", "now"), [(23, "en-1997", "72C"), (25, "en-1997", "25B")]
)
def test_a_law_of_an_older_code_tells_what_became_of_it(
    folder: Path, law: int, edition: str, now: str
) -> None:
    page = (folder / "en" / addresses.older_law(edition, law)).read_text(encoding="utf-8")
    assert f'href="../../{handbook_links.place_of(Citation.parse(now))}"' in page
    assert "superseded" in page


def test_the_redline_shows_insertions_and_deletions(folder: Path) -> None:
    page = (folder / "en" / addresses.older_law("en-1997", 1)).read_text(encoding="utf-8")
    assert "<ins>" in page
    assert "<del>" in page
    assert addresses.older_law("en-1997", 1) in (folder / "en" / "law" / "1.html").read_text(
        encoding="utf-8"
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_older_codes_are_written_only_if_asked_for(handbook: Path, language: str) -> None:
    assert not (handbook / language / addresses.OLDER).exists()


def test_about_names_whose_older_texts_these_are(full_answers: Answers, folder: Path) -> None:
    about = (folder / "en" / "about.html").read_text(encoding="utf-8")
    assert "No sentence of it" not in about
    assert "The Laws of 2017 stand here in our own words only" in about
    older = [
        edition
        for edition in full_answers.lawbook.editions.values()
        if edition.language == "en" and edition.code < 2017
    ]
    assert older
    assert all(edition.publisher in about and edition.title in about for edition in older)


def test_an_older_code_has_its_contents_and_a_way_to_each_law(folder: Path) -> None:
    contents = folder / "en" / addresses.older_contents("en-1997")
    text = contents.read_text(encoding="utf-8")
    laws = [path.name for path in contents.parent.glob("*.html") if path != contents]
    assert [name for name in laws if f'href="{name}"' not in text] == []
    law = (contents.parent / "27.html").read_text(encoding="utf-8")
    assert all(f'href="{href}"' in law for href in ("index.html", "26.html", "28.html"))
    for page in ("index.html", "about.html"):
        assert addresses.older_contents("en-1997") in (folder / "en" / page).read_text("utf-8")
