"""The pages on disk: whole, permanent, in our own words alone."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.cards import handbook_links
from lawbot.charts.load import Situations
from lawbot.charts.model import CHART
from lawbot.charts.seats import seated
from lawbot.charts.state import with_facts
from lawbot.charts.translation import Worded
from lawbot.config import ROOT
from lawbot.errors import LawbotError
from lawbot.language import LANGUAGES, SOURCE, installed
from lawbot.law.citation import Citation
from lawbot_handbook import addresses
from lawbot_handbook.paper import signs_of
from lawbot_handbook.site import write
from tests.handbook.conftest import PLAN
from tests.support import handbooks
from tests.support.copied_runs import RUN, SYLLABLES, copied_runs, document_runs
from tests.support.lawbooks import DOCUMENTS

KEPT = Path(__file__).parent / "addresses.txt"
_PLAYER = re.compile(
    "|".join(
        re.escape(name)
        for language_data in installed().values()
        for name in language_data.players.values()
    ),
    re.IGNORECASE,
)
"""The charts' own tokens as they are spelt out on a page."""
PERMANENT = [
    line
    for line in KEPT.read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def test_every_link_leads_somewhere_in_the_folder(handbook: Path) -> None:
    assert handbooks.broken(handbook) == []


def test_a_broken_link_is_found(handbook: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        '<h1 id="here"></h1><a href="#here"></a><a href="#there"></a><a href="https://example.org/"></a><a href="no.html"></a>'
    )
    assert handbooks.broken(tmp_path) == [
        "page.html: #there",
        "page.html: https://example.org/",
        "page.html: no.html",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_address_once_given_stays(handbook: Path, language: str) -> None:
    page_addresses = set(handbooks.addresses(handbook, language))
    assert [address for address in PERMANENT if address not in page_addresses] == []


def test_every_address_is_kept(handbook: Path) -> None:
    """A new page or provision: add its address to the end of addresses.txt."""
    assert sorted(set(handbooks.addresses(handbook, "en")) - {*PERMANENT}) == []


def test_no_two_places_of_a_page_have_one_anchor(handbook: Path) -> None:
    for path, page in handbooks.leaves(handbook).items():
        assert len(set(page.anchors)) == len(page.anchors), path


@pytest.mark.parametrize(
    ("citation", "address"),
    [
        ("27B1(a)", "law/27.html#27B1a"),
        ("12C1(e)(ii)", "law/12.html#12C1eii"),
        ("27", "law/27.html"),
        ("53A fn 17", "law/53.html#53A-fn17"),
        ("78B table", "law/78.html#78B-table"),
        ("Definitions: Adjusted Score", "definitions.html#adjusted-score"),
        ("Introduction", "introduction.html"),
    ],
)
def test_the_address_of_a_provision_names_its_citation(citation: str, address: str) -> None:
    assert handbook_links.place_of(Citation.parse(citation)) == address


def test_the_address_of_a_ruling_holds_its_state(situations: Situations) -> None:
    state = with_facts(situations, "revoke", {})
    assert (
        handbook_links.standing(state)
        == f"chart/revoke.html#{situations.revision('revoke')}/00/---"
    )


def test_the_same_data_makes_the_same_pages(
    answers: Answers, handbook: Path, tmp_path: Path
) -> None:
    for name in write(answers, tmp_path, PLAN):
        assert (tmp_path / name).read_bytes() == (handbook / name).read_bytes(), name


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the law documents are not here")
def test_no_run_of_nine_words_of_a_law_document_stands_in_any_page(handbook: Path) -> None:
    documents = [path for path in DOCUMENTS.iterdir() if path.is_file()]
    copies = []
    for language in LANGUAGES:
        run = RUN if language == SOURCE else SYLLABLES
        runs_of_documents = document_runs(documents, run)
        for path, page in handbooks.leaves(handbook / language).items():
            lines = re.split(r"\n| · ", _PLAYER.sub("{player}", page.text))
            copies += [
                f"{path.name}: {copied}"
                for line in lines
                for copied in copied_runs(line, runs_of_documents, run)
            ]
    assert copies == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_show_the_texts_of_the_lawbook(
    answers: Answers, handbook: Path, language: str
) -> None:
    texts_by_page = {
        path: page.text for path, page in handbooks.leaves(handbook / language).items()
    }
    together = {path: " ".join(text.split()) for path, text in texts_by_page.items()}
    for entry in answers.lawbook.provisions(answers.lawbook.ours(language).id):
        page = handbook / language / handbook_links.place_of(entry.citation).partition("#")[0]
        for paragraph in (
            *entry.text.split("\n\n"),
            entry.note,
            *(cell for row in entry.rows for cell in row),
        ):
            assert " ".join(paragraph.split()) in together[page], entry.citation


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chart_s_page_says_what_the_chart_does(
    situations: Situations, handbook: Path, language: str
) -> None:
    """In the walk, whose texts are in a script of its own, and in the whole chart."""
    pages = handbooks.leaves(handbook / language)
    for chart in (situations if language == SOURCE else Worded(situations, language)).values():
        path = handbook / language / handbook_links.chart_page(chart.id)
        script_chart = json.loads(
            path.with_suffix(".js")
            .read_text(encoding="utf-8")
            .partition("] = ")[2]
            .removesuffix(";\n")
        )
        dumped = CHART.dump_python(chart, mode="json")
        assert (script_chart["title"], script_chart["questions"]) == (
            chart.title,
            dumped["questions"],
        )
        for name, ruling in dumped["rulings"].items():
            assert {**script_chart["rulings"][name], "kind": "", "then": []} == {
                **ruling,
                "kind": "",
                "then": [],
            }, (chart.id, name)
        whole = " ".join(pages[path].text.split())
        question_texts = [
            text
            for question in chart.questions.values()
            for text in (question.ask, *(answer.label for answer in question.answers))
        ]
        ruled = [
            text for ruling in chart.rulings.values() for text in (ruling.headline, *ruling.say)
        ]
        for text in (*question_texts, *ruled):
            assert " ".join(seated(text, language=language).split()) in whole, (chart.id, text)
        assert set(signs_of(chart).values()) <= {*pages[path].anchors}, chart.id


@pytest.mark.parametrize(
    ("language", "date"),
    [("en", "22 November 2026"), ("vi", "22 tháng 11 năm 2026"), ("th", "22 พฤศจิกายน ค.ศ. 2026")],
)
def test_dates_and_minus_signs_are_written_as_people_write_them(
    handbook: Path, language: str, date: str
) -> None:
    for path, page in handbooks.leaves(handbook / language).items():
        assert date.replace(" ", "\u00a0") in page.text, path
        assert re.findall(r"(?<![\w)])-\d+", page.text) == [], path
        assert re.findall(r"[A-Z][a-z]+ \d{1,2}, 20\d\d", page.text) == [], path
    assert "\N{MINUS SIGN}1100" in (handbook / language / addresses.SCORES).read_text(
        encoding="utf-8"
    )


def test_the_site_needs_nothing_but_its_folder() -> None:
    for path in (ROOT / "lawbot_handbook").rglob("*.*"):
        if path.suffix in (".html", ".css", ".js"):
            assert "://" not in path.read_text(encoding="utf-8").replace(
                "https://www.w3.org", ""
            ), path.name


@pytest.mark.parametrize(
    "address",
    ["javascript:alert(1)", "java\nscript:x", "data:text/html,x", "file:///x", "https:", "tea"],
)
def test_an_address_that_readers_must_not_follow_is_refused(address: str) -> None:
    for option in ("address", "report"):
        with pytest.raises(LawbotError, match=f"--{option}: "):
            replace(PLAN, **{option: address})


@pytest.mark.parametrize(
    ("report", "link"),
    [
        ("laws@club.example", "mailto:laws@club.example"),
        ("mailto:laws@club.example?subject=Laws", "mailto:laws@club.example?subject=Laws"),
        ("https://club.example/errors?of=laws", "https://club.example/errors?of=laws"),
        ("", ""),
    ],
)
def test_an_error_is_told_of_by_mail_or_on_the_web(report: str, link: str) -> None:
    assert replace(PLAN, report=report).report_link == link


def test_no_page_lets_itself_be_led_elsewhere(handbook: Path) -> None:
    for page in handbook.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "base-uri 'none'; form-action 'self' file:" in text, page


@pytest.mark.parametrize(
    ("language", "law"),
    [("en", "Law 73 (from January 2024)"), ("vi", "Điều 73"), ("th", "กฎข้อ 73")],
)
def test_an_amended_law_says_so_on_its_page_and_its_charts(
    handbook: Path, language: str, law: str
) -> None:
    for path in ("law/73.html", "chart/deceptive-manner.html", "about.html"):
        page = (handbook / language / path).read_text(encoding="utf-8")
        assert f"{law}" in page and "2024" in page, path
    assert (
        "2024"
        not in (handbook / language / "law/74.html")
        .read_text(encoding="utf-8")
        .split("<footer>")[0]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_field_is_sent_to_the_host(handbook: Path, language: str) -> None:
    for path in ("index.html", "search.html", "law/27.html"):
        page = (handbook / language / path).read_text(encoding="utf-8")
        assert 'type="search"' in page
        assert not re.search(r"<input[^>]* name=", page)
    about = (handbook / language / "about.html").read_text(encoding="utf-8")
    assert "Nothing that you type" not in about


def test_a_page_names_itself_its_twins_and_its_subject(handbook: Path) -> None:
    site = PLAN.site
    descriptions = set()
    for path in ("law/27.html", "law/64.html", "chart/revoke.html", "chart/claim.html"):
        page = (handbook / "vi" / path).read_text(encoding="utf-8")
        assert f'rel="canonical" href="{site}vi/{path}"' in page
        assert f'rel="alternate" hreflang="th" href="{site}th/{path}"' in page
        descriptions.update(re.findall(r'name="description" content="([^"]+)"', page))
    assert len(descriptions) == 4


def test_every_page_is_in_the_sitemap(handbook: Path) -> None:
    listed = (handbook / addresses.SITEMAP).read_text(encoding="utf-8").split()
    pages = {
        f"{PLAN.site}{path.relative_to(handbook)}"
        for path in handbook.rglob("*.html")
        if path.parent != handbook
    }
    assert pages == {address for address in listed if address.removeprefix(PLAN.site).count("/")}


def test_an_invitation_is_no_address_of_the_handbook(answers: Answers, tmp_path: Path) -> None:
    plan = replace(PLAN, address="https://discord.example/invite?id=1", languages=["en"])
    names = write(answers, tmp_path, plan)
    assert not {addresses.SITEMAP, addresses.MISSING} & set(names)
    assert "canonical" not in (tmp_path / "en" / "law" / "27.html").read_text(encoding="utf-8")
    entrance = (tmp_path / "index.html").read_text(encoding="utf-8")
    assert 'content="0; url=en/index.html"' in entrance
