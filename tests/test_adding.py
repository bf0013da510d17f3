"""A law book taken in as clubs have it: typeset at test time from the documents, where those lie
beside the checkout."""

from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.adding import add, replaced
from lawbot.book.catalogue import Catalogue
from lawbot.book.shelf import Shelf, Source
from lawbot.config import ROOT, Settings
from lawbot.errors import LawbotError
from lawbot.importing import read_all
from lawbot.law.edition import Edition, Level
from lawbot.making import make_lawbook
from lawbot_importers.references import with_references
from tests.support import lawbooks, typeset
from tests.support.lawbooks import DOCUMENTS
from tests.support.typeset import Setting

ACBL = "acbl-2008-and-1997-auction-en.txt"
VIETNAMESE = "laws-2007-vi.txt"

real = pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="no law documents beside the checkout")
chromium = pytest.mark.skipif(
    not typeset.can_print(),
    reason=f"Chromium, which prints the PDF, or {typeset.FONT} is not installed",
)


@pytest.fixture
def place(small: Settings, tmp_path: Path) -> Settings:
    """Settings with one folder for documents, empty."""
    folder = tmp_path / "documents"
    folder.mkdir()
    return replace(small, documents=(folder,))


@pytest.fixture(scope="module")
def shelf() -> Shelf:
    return read_all((DOCUMENTS,), Catalogue.load(ROOT / "data" / "editions.toml"))


def count_provisions(readings: list[Edition]) -> dict[str, tuple[int, int]]:
    return {edition.id: (len(edition.provisions), len(edition.unresolved)) for edition in readings}


@pytest.mark.slow
@real
def test_a_saved_page_of_the_2017_laws_gives_every_provision(
    place: Settings, shelf: Shelf, tmp_path: Path
) -> None:
    laws = shelf.edition("en-2017")
    assert laws is not None
    saved = tmp_path / "laws.html"
    saved.write_text(typeset.laws_2017(laws), encoding="utf-8")
    added = add(place, saved)
    (reading,) = added.readings
    assert [provision.citation for provision in reading] == [
        provision.citation for provision in laws
    ]
    assert not reading.unresolved
    assert added.document == place.documents[0] / "laws.md"


@real
def test_a_saved_page_of_another_layout_is_recognised(place: Settings, tmp_path: Path) -> None:
    saved = tmp_path / "page.htm"
    saved.write_text(
        typeset.lines((DOCUMENTS / ACBL).read_text(encoding="utf-8")), encoding="utf-8"
    )
    assert count_provisions(add(place, saved).readings) == {
        "en-2008-acbl": (188, 2),
        "en-1997-acbl": (132, 0),
    }


LAST = 40
"""The last whole law of a book of which a part is enough: terms, footnotes, the deepest items."""
SETTINGS = {
    "one column, justified, terms in bold": Setting(
        terms_run_in=True, contents_and_index=True, justified=True
    ),
    "two columns": Setting(columns=2, heads_in_two_lines=True),
    "all at once": Setting(columns=2, terms_run_in=True, contents_and_index=True, justified=True),
}
WHOLE = SETTINGS["all at once"]
"""The setting of which the whole book is read: a printed book takes ten seconds a hundred pages."""


def part_of(edition: Edition) -> Edition:
    """Return an edition that has of later laws only the heads, and the topics that it still leads to.

    A document without a head of each law is refused.
    """
    provisions = [
        provision
        for provision in edition
        if provision.level is Level.LAW or (provision.citation.law or 0) <= LAST
    ]
    citations = {provision.citation for provision in provisions}
    topics = [topic for topic in edition.topics if citations.issuperset(topic.citations)]
    return with_references(Edition(edition.id, provisions, topics=topics))


@real
@chromium
@pytest.mark.slow
@pytest.mark.parametrize("setting", SETTINGS.values(), ids=SETTINGS)
def test_a_pdf_of_the_2017_laws_gives_every_provision(
    place: Settings, shelf: Shelf, tmp_path: Path, setting: Setting
) -> None:
    whole = shelf.edition("en-2017")
    assert whole is not None
    laws = whole if setting is WHOLE else part_of(whole)
    (reading,) = add(
        place, typeset.printed(typeset.book_2017(laws, setting), tmp_path / "laws.pdf")
    ).readings
    assert [provision.citation for provision in reading] == [
        provision.citation for provision in laws
    ]
    comparisons = list(zip(laws, reading, strict=True))
    assert [
        str(was.citation)
        for was, now in comparisons
        if (was.title, was.footnotes, was.rows) != (now.title, now.footnotes, now.rows)
    ] == []
    reworded = [
        str(was.citation) for was, now in comparisons if was.text.split() != now.text.split()
    ]
    assert reworded == (["Definitions: Contestant", "1A"] if setting is WHOLE else [])
    assert len(reading.unresolved) == len(laws.unresolved)
    if setting.contents_and_index:
        topics = {topic.path: topic.citations for topic in reading.topics}
        assert sum(topics.get(topic.path) == topic.citations for topic in laws.topics) > 0.8 * len(
            laws.topics
        )


@real
@chromium
@pytest.mark.slow
@pytest.mark.xfail(
    raises=LawbotError,
    reason="with some machines' fonts the Vietnamese PDF's headings are read as Markdown headings (docs/installing.md)",
)
def test_a_pdf_gives_the_provisions_and_the_better_text_is_kept(
    place: Settings, tmp_path: Path
) -> None:
    text = (DOCUMENTS / VIETNAMESE).read_text(encoding="utf-8")
    pdf = typeset.printed(typeset.lines(text), tmp_path / "laws.pdf")
    counts = count_provisions(add(place, pdf).readings)
    assert counts["vi-2007"][0] > 0.99 * 859
    better = add(place, DOCUMENTS / VIETNAMESE)
    assert count_provisions(better.readings)["vi-2007"][0] == 859
    assert [path.name for path in better.aside] == ["laws.md.old"]
    assert sorted(path.name for path in place.documents[0].iterdir()) == sorted(
        [VIETNAMESE, "laws.md.old"]
    )


@pytest.mark.slow
@real
def test_a_document_that_is_read_worse_is_refused(place: Settings, tmp_path: Path) -> None:
    add(place, DOCUMENTS / ACBL)
    worse = tmp_path / "worse.txt"
    lines = (DOCUMENTS / ACBL).read_text(encoding="utf-8").splitlines()
    worse.write_text(
        "\n".join(line for line in lines if not line.lstrip().startswith("(d)")), encoding="utf-8"
    )
    with pytest.raises(LawbotError, match="read better"):
        add(place, worse)
    assert [path.name for path in place.documents[0].iterdir()] == [ACBL]


@pytest.mark.slow
@real
def test_a_document_that_is_read_no_worse_takes_the_place_of_the_one_before(
    place: Settings, tmp_path: Path
) -> None:
    add(place, DOCUMENTS / ACBL)
    again = tmp_path / "again.txt"
    again.write_text((DOCUMENTS / ACBL).read_text(encoding="utf-8") + "\n", encoding="utf-8")
    assert [path.name for path in add(place, again).aside] == [f"{ACBL}.old"]
    assert read_all(place.documents, Catalogue.load(place.data / "editions.toml")).problems == []


def test_a_document_that_holds_another_edition_too_is_not_set_aside(place: Settings) -> None:
    combined = Source("both.txt", "")
    before = Shelf([(Edition("en-2017"), combined), (Edition("en-1997"), combined)])
    with pytest.raises(LawbotError, match=r"both\.txt stays: it also holds en-1997"):
        replaced(place, before, [Edition("en-2017")])


@pytest.mark.slow
@real
def test_an_added_document_is_in_the_next_lawbook(place: Settings, tmp_path: Path) -> None:
    chosen = replace(lawbooks.brief(tmp_path), documents=place.documents)
    add(chosen, DOCUMENTS / ACBL)
    lawbook, _built = make_lawbook(chosen)
    assert lawbook.edition("en-2008-acbl") is not None


def test_a_document_that_is_no_law_book_is_refused_and_leaves_nothing(
    place: Settings, tmp_path: Path
) -> None:
    (tmp_path / "tea.html").write_text(typeset.page(["<h1>On tea</h1>"]), encoding="utf-8")
    with pytest.raises(LawbotError, match=r"Nothing was read: tea\.html: not a law document"):
        add(place, tmp_path / "tea.html")
    assert list(place.documents[0].iterdir()) == []


def test_without_a_folder_it_says_how_to_name_one(place: Settings, tmp_path: Path) -> None:
    with pytest.raises(LawbotError, match="LAWBOT_DOCUMENTS"):
        add(replace(place, documents=()), tmp_path / "laws.pdf")
