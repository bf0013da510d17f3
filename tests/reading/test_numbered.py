"""Any book of the numbered Laws: a book about tea with all numbers of a code, in two layouts."""

from collections.abc import Callable

import pytest

from lawbot.config import ROOT
from lawbot.data_files import plain_files
from lawbot.errors import ReadingError
from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level
from lawbot_importers.conversion import convert
from lawbot_importers.document import Document
from lawbot_importers.layouts import numbered, plain_2017
from lawbot_importers.layouts.numbered import ligatures
from lawbot_importers.layouts.numbered.alignment import align
from lawbot_importers.layouts.numbered.inventory import CODES, inventory
from tests.support import numbered_book
from tests.support.numbered_book import NOTE, WORLD_2017, heading, words

LAYOUTS = {"a provision a line": numbered_book.markdown, "run on": numbered_book.run_on}
in_layouts = pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS)
Layout = Callable[..., str]


def read(text: str) -> Edition:
    (edition,) = convert(text.encode(), lambda _edition: None).editions
    return edition


@in_layouts
def test_every_provision_stands_under_its_number(layout: Layout) -> None:
    edition = read(layout(inventory(2017)))
    provisions = {provision.citation: provision for provision in edition}
    expected = [citation for law in inventory(2017).laws.values() for citation in law]
    assert edition.id == "en-2017-acbl"
    assert [citation for citation in expected if citation not in provisions] == []
    assert [
        str(citation)
        for citation in expected
        if citation.section and provisions[citation].text != words(citation)
    ] == []
    assert {
        provisions[citation].title == heading(citation)
        for citation in expected
        if Level.of(citation) is Level.SECTION
    } == {True}
    assert provisions[Citation(27)].title == "TEA NUMBER 27"


@in_layouts
def test_tables_footnotes_definitions_and_closing_words_find_their_places(layout: Layout) -> None:
    edition = read(layout(inventory(2017)))
    provisions = {str(provision.citation): provision for provision in edition}
    assert provisions["7A fn 1"].text == NOTE
    assert provisions["7A"].footnotes == [1]
    assert {"2 table", "77 table"} <= set(provisions)
    assert provisions["2 table"].rows == [["Pots", "300", "500"], ["Cups", "400", "600"]]
    assert provisions["71"].closing == "This is all of it."
    assert {"Definitions: Pot", "Definitions: Cup"} <= set(provisions)


def test_torn_words_are_whole_again_and_on_record() -> None:
    edition = read(numbered_book.run_on(inventory(2017)))
    mends = [mend.what for mend in edition.mends if mend.done]
    assert "“o ender” read as “offender”" in mends
    assert "“di erent” read as “different”" in mends


@pytest.mark.parametrize(
    ("torn", "whole"),
    [
        ("the o ender pays", "the offender pays"),
        ("E ective at once", "Effective at once"),
        ("a su cient bid", "a sufficient bid"),
        ("no in ection of voice", "no inflection of voice"),
        # two words fit, or none
        ("go o er there", "go offer there"),
        ("a tea pot", "a tea pot"),
        ("the end of it", "the end of it"),
    ],
)
def test_a_hole_is_filled_if_one_word_fits(torn: str, whole: str) -> None:
    assert ligatures.mend(torn, 1)[0] == whole


@pytest.mark.parametrize("code", CODES)
def test_the_code_is_told_by_its_numbers(code: int) -> None:
    ids = {2017: "en-2017", 2007: "en-2007", 1997: "en-1997"}
    title = "Laws of Duplicate Bridge\nWorld Bridge Federation\n"
    assert read(numbered_book.markdown(inventory(code), title)).id == ids[code]


def test_the_inventory_of_2017_has_all_numbers_of_the_plain_words() -> None:
    numbers = [
        provision.citation
        for provision in plain_2017.read(plain_files(ROOT / "data", "en"))
        if provision.citation.law and not provision.citation.footnote
    ]
    code = inventory(2017)
    assert len(code) == 828
    assert {citation for citation in numbers if not citation.table} == {
        citation for law in code.laws.values() for citation in law
    }
    assert {citation for citation in numbers if citation.table} == code.tables


def test_a_number_named_in_a_sentence_is_no_label() -> None:
    text = "A. Pot See A. and (a) in 1. of it. 1. warm it (see (a)), or\n(a) cool it. B. Cup"
    spans = align(text, [Citation.parse(name) for name in ("9A", "9A1", "9A1(a)", "9B")], {})
    starts = [text.index("A. Pot"), text.index("1. warm"), text.index("(a) cool"), len(text) - 6]
    assert [span.label for span in spans.values()] == starts


def test_lost_numbers_are_reported_and_too_many_refused() -> None:
    text = numbered_book.markdown(inventory(2017), WORLD_2017)
    one_lost = text.replace(f"- 2. {words(Citation.parse('27A2'))}", words(Citation.parse("27A2")))
    edition = read(one_lost)
    assert any("the number of 27A2 was not found" in mend.what for mend in edition.mends)
    with pytest.raises(ReadingError, match=r"Not found: .*less|below 98%"):
        read(text.replace("- 2. ", "- "))


def test_a_book_of_nobody_is_refused() -> None:
    text = numbered_book.markdown(inventory(2017), "Laws of Duplicate Bridge\n")
    with pytest.raises(ReadingError, match="nothing says who published it"):
        read(text)


def test_a_refusal_says_what_was_recognised() -> None:
    text = "Laws of Duplicate Bridge 2017\nWorld Bridge Federation\n\nLAW 1 - TEA\n\nA. Pot\n"
    document = Document(text.encode())
    assert not numbered.recognises(document)
    report = numbered.report(document)
    assert "title Laws of Duplicate Bridge 2017" in report
    assert "publisher World Bridge Federation" in report
    assert "1 of the headings" in report
