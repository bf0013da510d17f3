"""The page of corrections and its feed."""

import csv
from dataclasses import replace
from pathlib import Path
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest

from lawbot.app import Answers
from lawbot.charts.load import Situations
from lawbot.config import ROOT
from lawbot.language import LANGUAGES
from lawbot_handbook import addresses
from lawbot_handbook.book import Book, Plan
from tests.handbook.conftest import PLAN
from tests.support import handbooks
from tests.support.handbooks import Leaf
from tests.support.two_books import MEND, OLD, SLIP

_ATOM = {"atom": "http://www.w3.org/2005/Atom"}


def _corrections(answers: Answers, language: str, plan: Plan, folder: Path) -> Leaf:
    """Write the page and the feed alone into a folder; return the page."""
    book = Book(answers, language, plan)
    for page in book.pages():
        if page.path in (addresses.CORRECTIONS, addresses.FEED):
            (folder / page.path).write_text(book.html(page), encoding="utf-8")
    return handbooks.leaves(folder)[folder / addresses.CORRECTIONS]


def _feed(folder: Path) -> ElementTree.Element:
    return ElementTree.parse(folder / addresses.FEED).getroot()


def _text(element: ElementTree.Element, name: str) -> str:
    text = element.findtext(f"atom:{name}", namespaces=_ATOM)
    assert text, name
    return text


def _links(element: ElementTree.Element) -> list[str]:
    return [link.attrib["href"] for link in element.findall("atom:link", _ATOM)]


def test_a_mend_stands_with_its_line_and_reason(two_codes_answers: Answers, tmp_path: Path) -> None:
    page = _corrections(two_codes_answers, "en", replace(PLAN, editions=True), tmp_path)
    assert OLD in page.anchors
    assert f"27A, line {MEND.line}: {MEND.what} ({MEND.why})" in page.text
    assert SLIP.what not in page.text
    assert addresses.older_law(OLD, 27) in page.links
    entry = _feed(tmp_path).find("atom:entry", _ATOM)
    assert entry is not None and _text(entry, "id").endswith(f"#{OLD}")
    assert MEND.what in _text(entry, "content")


def test_without_older_codes_no_mend_stands_there(
    two_codes_answers: Answers, tmp_path: Path
) -> None:
    page = _corrections(two_codes_answers, "en", PLAN, tmp_path)
    assert OLD not in page.anchors and MEND.what not in page.text


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_texts_stand_under_the_day_of_their_reading(
    situations: Situations, handbook: Path, language: str
) -> None:
    page = (handbook / language / addresses.CORRECTIONS).read_text(encoding="utf-8")
    parts = {part.partition('"')[0]: part for part in page.split('<section id="')[1:]}
    assert list(parts) == sorted(parts, reverse=True)
    count = 0
    for kind in ("laws", "charts"):
        with (ROOT / "data" / "ledger" / f"{kind}.csv").open(encoding="utf-8") as file:
            for row in csv.DictReader(file):
                chart = row["place"].partition("/")[0]
                is_term = row["place"].startswith(("Definitions", "Introduction"))
                name = f"/{chart}.html" if kind == "charts" else f">{row['place']}</a>"
                if not is_term and (kind == "laws" or chart in situations):
                    assert name in parts[row[f"{language} read"]], row["place"]
                    count += 1
    assert count > 1000


@pytest.mark.parametrize(
    ("language", "term"), [("en", "Alert"), ("vi", "Tín hiệu (Alert)"), ("th", "การแจ้งเตือน")]
)
def test_terms_are_named_in_the_language(handbook: Path, language: str, term: str) -> None:
    page = (handbook / language / addresses.CORRECTIONS).read_text(encoding="utf-8")
    assert f'<a href="definitions.html#alert">{term}' in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_feed_has_the_entries_of_the_page(handbook: Path, language: str) -> None:
    page = handbooks.leaves(handbook)[handbook / language / addresses.CORRECTIONS]
    entries = _feed(handbook / language).findall("atom:entry", _ATOM)
    keys = [anchor for anchor in page.anchors if anchor[:1].isdigit()]
    ids = [_text(entry, "id") for entry in entries]
    assert [urlsplit(name).fragment for name in ids] == keys
    assert len(keys) == len(set(keys)) > 2
    page_address = f"{PLAN.site}{language}/{addresses.CORRECTIONS}"
    page_text = " ".join(page.text.split())
    for entry, key in zip(entries, keys, strict=True):
        assert _links(entry) == [f"{page_address}#{key}"]
        assert _text(entry, "updated") == f"{key}T00:00:00Z"
        assert " ".join(_text(entry, "title").split()) in page_text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_feed_has_what_atom_asks_for(handbook: Path, language: str) -> None:
    feed = _feed(handbook / language)
    entries = feed.findall("atom:entry", _ATOM)
    assert feed.tag == f"{{{_ATOM['atom']}}}feed"
    for element in (feed, *entries):
        assert _text(element, "id").startswith(PLAN.site) and _text(element, "title")
    author = feed.find("atom:author", _ATOM)
    assert author is not None and _text(author, "name")
    assert _text(feed, "updated") == max(_text(entry, "updated") for entry in entries)
    assert _links(feed) == [
        f"{PLAN.site}{language}/{path}" for path in (addresses.CORRECTIONS, addresses.FEED)
    ]
    for entry in entries:
        content = ElementTree.fromstring(f"<div>{_text(entry, 'content')}</div>")
        targets = [link.attrib["href"].partition("#")[0] for link in content.iter("a")]
        assert targets
        for target in set(targets):
            assert (handbook / language / target).is_file(), target


def test_without_an_address_the_feed_still_has_ids_and_links(
    two_codes_answers: Answers, tmp_path: Path
) -> None:
    plan = replace(PLAN, address="", publisher="Tea & <Cards>")
    _corrections(two_codes_answers, "en", plan, tmp_path)
    feed = _feed(tmp_path)
    for element in (feed, *feed.findall("atom:entry", _ATOM)):
        assert urlsplit(_text(element, "id")).scheme == "tag"
        for link in _links(element):
            assert (tmp_path / link.partition("#")[0]).is_file()
    assert feed.findtext("atom:author/atom:name", namespaces=_ATOM) == plan.publisher


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_leads_to_the_corrections(handbook: Path, language: str) -> None:
    folder = handbook / language
    for path, page in handbooks.leaves(folder).items():
        linked = {(path.parent / link).resolve() for link in page.links}
        for name in (addresses.CORRECTIONS, addresses.FEED):
            assert (folder / name).resolve() in linked, path
        head = path.read_text(encoding="utf-8").partition("</head>")[0]
        assert 'type="application/atom+xml"' in head, path
    about = (folder / addresses.ABOUT).read_text(encoding="utf-8").partition("<footer>")[0]
    assert f'href="{addresses.CORRECTIONS}"' in about
