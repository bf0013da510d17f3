"""The handbook in Debian's Chromium, opened from disk: every kind of page in every language, narrow
and wide, by keyboard and by tap."""

import re
from collections import defaultdict
from collections.abc import Iterator
from io import BytesIO
from itertools import cycle
from pathlib import Path
from typing import Literal

import pypdf
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from lawbot.cards import handbook_links
from lawbot.charts.load import Situations
from lawbot.charts.seats import seated
from lawbot.charts.state import with_facts
from lawbot.charts.translation import Worded
from lawbot.charts.walk import Ruled, walk
from lawbot.language import LANGUAGES, SOURCE
from lawbot_handbook.paper import signs_of
from tests.handbook.test_offline import Plain, serving
from tests.support.phone import CHROMIUM

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
KINDS = (
    "index.html", "law/27.html", "law/77.html", "introduction.html", "definitions.html", "charts.html", "chart/insufficient-bid.html", "scores.html",
    "changes.html", "corrections.html", "search.html", "about.html", "booklet.html",
)  # fmt: skip
WALKED = (
    "insufficient-bid", "call-out-of-rotation", "opening-lead-out-of-turn", "revoke", "claim", "penalty-card", "misinformation", "changed-call",
    "declarer-lead-wrong-hand", "wrong-number-of-cards",
)  # fmt: skip
LOOKS: tuple[tuple[int, Literal["light", "dark"]], ...] = ((1200, "dark"), (360, "light"))
_OPTIONS = {"resultTypes": ["violations"], "preload": False}
"""Styles are not fetched once more: from a disk they cannot be."""
_GRAVE = ("serious", "critical")
_TWO_CHARTS = (
    "document.querySelectorAll('.whole ~ .whole ~ .whole').forEach(chart => chart.remove())"
)
"""A booklet of fifty charts takes axe as long as all other pages together, and they are of one
template."""


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A page in which no script may fail, none of our own be refused, and nothing be asked of
    anybody else."""
    opened = browser.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on(
        "requestfailed",
        lambda request: (
            faults.append(request.url) if request.failure != "net::ERR_ABORTED" else None
        ),
    )
    opened.on(
        "request",
        lambda request: (
            faults.append(request.url)
            if request.url.startswith("http") and "localhost" not in request.url
            else None
        ),
    )
    opened.on(
        "console", lambda logged: faults.append(logged.text) if logged.type == "error" else None
    )
    yield opened
    opened.close()
    assert faults == []


def charts(situations: Situations, language: str) -> Situations:
    return situations if language == SOURCE else Worded(situations, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_page_fits_the_screen_and_axe_finds_nothing_serious(
    page: Page, handbook: Path, language: str
) -> None:
    """Axe sees each kind in each language once, dark and wide or light and narrow in turn: each
    kind both ways in some language."""
    for number, kind in enumerate(KINDS, LANGUAGES.index(language)):
        page.goto((handbook / language / kind).as_uri())
        assert page.title()
        for width, scheme in LOOKS if number % 2 else reversed(LOOKS):
            page.set_viewport_size({"width": width, "height": 800})
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, kind
        page.evaluate(_TWO_CHARTS)
        violations = Axe().run(page, options=_OPTIONS).response["violations"]
        assert [
            (violation["id"], violation["nodes"][0]["html"])
            for violation in violations
            if violation["impact"] in _GRAVE
        ] == [], kind


def test_a_law_is_read_out_in_its_order(page: Page, handbook: Path) -> None:
    """Compare the accessibility tree, which screen readers go by."""
    page.goto((handbook / "en" / "law" / "27.html").as_uri())
    tree = page.locator("body").aria_snapshot()
    landmarks = (
        '- link "To the text"',
        "- banner:",
        '- navigation "Handbook"',
        "- search:",
        '- navigation "Language"',
        "- main:",
        '- heading "Law 27',
        '- navigation "Contents"',
        '- heading "27A',
        '- heading "27B',
        '- navigation "Laws"',
        "- contentinfo:",
    )
    positions = [tree.find(landmark) for landmark in landmarks]
    assert -1 not in positions and positions == sorted(positions), tree


@pytest.mark.parametrize(
    ("chart_id", "language"), list(zip(WALKED, cycle(LANGUAGES), strict=False))
)
def test_a_chart_is_walked_to_its_ruling(
    page: Page, handbook: Path, situations: Situations, chart_id: str, language: str
) -> None:
    language_charts = charts(situations, language)
    case = (
        language_charts.source[chart_id].cases[0]
        if isinstance(language_charts, Worded)
        else language_charts[chart_id].cases[0]
    )
    ruled = walk(
        language_charts, chart_id, case.answers, assumed=language_charts.usual_answers(chart_id)
    )
    assert isinstance(ruled, Ruled)
    page.goto((handbook / language / handbook_links.chart_page(chart_id)).as_uri())
    for step in ruled.trail:
        if step.tapped:
            expect(page.locator("#walk h2")).to_have_text(
                seated(step.question.ask, language=language)
            )
            page.locator("#walk .answer").nth(step.answer_index).click()
    expect(page.locator("#walk h2")).to_have_text(seated(ruled.ruling.headline, language=language))
    walk_text = page.locator("#walk").inner_text()
    for text in (
        *ruled.ruling.say,
        *ruled.ruling.steps,
        *ruled.ruling.later,
        *(option.result for option in ruled.ruling.options),
    ):
        assert seated(text, language=language) in walk_text
    for cite in ruled.ruling.cites:
        assert page.locator("#walk a", has_text=cite).count()
    state = with_facts(situations, chart_id, case.answers)
    assert page.url.endswith(handbook_links.standing(state))


def test_the_buttons_why_not_sure_back_and_change_work(
    page: Page, handbook: Path, situations: Situations
) -> None:
    chart = situations["insufficient-bid"]
    page.goto((handbook / "en" / handbook_links.chart_page(chart.id)).as_uri())
    first = page.locator("#walk h2").inner_text()
    page.get_by_text("Why do you ask?").click()
    expect(page.get_by_text(seated(chart.questions[chart.start].why))).to_be_visible()
    page.locator("#walk .answer").first.click()
    expect(page.locator("#walk h2")).not_to_have_text(first)
    expect(page.locator("#walk h2")).to_be_focused()
    page.get_by_role("link", name="Back", exact=True).click()
    expect(page.locator("#walk h2")).to_have_text(first)
    expect(page.locator("#walk .answer").first).to_contain_text("✓")
    page.go_back()
    expect(page.locator("#walk h2")).not_to_have_text(first)
    page.get_by_role("link", name="Change", exact=True).last.click()
    expect(page.locator("#walk h2")).to_have_text(first)


def test_the_language_changes_in_the_middle_of_a_walk(
    page: Page, handbook: Path, situations: Situations
) -> None:
    page.goto((handbook / "en" / handbook_links.chart_page("revoke")).as_uri())
    page.locator("#walk .answer").first.click()
    page.locator("#walk .answer").first.click()
    page.get_by_role("link", name="East", exact=True).click()
    state = page.url.partition("#")[2]
    page.get_by_role("link", name="Tiếng Việt").click()
    assert page.url.endswith(f"vi/chart/revoke.html#{state}")
    expect(page.locator("#walk .seats [aria-current]")).to_have_text("Đông")
    steps = page.locator("#walk ol li").count()
    assert steps > 1
    page.get_by_role("link", name="ไทย").click()
    expect(page.locator("#walk ol li")).to_have_count(steps)


def test_a_chart_is_walked_by_keyboard_alone(page: Page, handbook: Path) -> None:
    page.goto((handbook / "en" / handbook_links.chart_page("claim")).as_uri())
    for _number in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") == "answer":
            break
    first = page.locator("#walk h2").inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("#walk h2")).not_to_have_text(first)


def test_a_link_to_an_older_chart_says_so_and_starts_again(page: Page, handbook: Path) -> None:
    page.goto((handbook / "en" / handbook_links.chart_page("revoke")).as_uri() + "#000000/01/---")
    expect(page.locator("#walk h2")).to_contain_text("improved")
    page.get_by_role("link", name="Start again").click()
    expect(page.locator("#walk .answer").first).to_be_visible()


@pytest.mark.parametrize(
    ("language", "query", "at"),
    [
        ("en", "27B1(a)", "law/27.html#27B1a"),
        ("en", "dummy looked at a hand", "law/43.html"),
        ("vi", "gia khong du", "chart/insufficient-bid.html"),
        ("th", "การตามไพ่ผิดชุด", "chart/revoke.html"),
    ],
)
def test_words_find_their_page(
    page: Page, handbook: Path, language: str, query: str, at: str
) -> None:
    page.goto((handbook / language / "index.html").as_uri())
    page.locator("#query").fill(query)
    page.keyboard.press("Enter")
    page.wait_for_url("**/search.html#*")
    page.locator("#results a").first.wait_for()
    links = page.locator("#results a").evaluate_all(
        "links => links.map(link => link.getAttribute('href'))"
    )
    assert [link for link in links if link.startswith(at)], links[:5]
    page.locator("#query").fill("qqqqq")
    expect(page.locator("#results li")).to_have_count(0)
    expect(page.locator("#told")).not_to_be_empty()


def test_a_typing_mistake_in_a_link_is_forgiven(page: Page, handbook: Path) -> None:
    page.goto((handbook / "en" / "search.html").as_uri() + "?q=insuficient bid")
    assert page.locator("#results a").first.get_attribute("href") == "chart/insufficient-bid.html"


@pytest.mark.parametrize("path", ["en/index.html", "en/law/27.html", "en/search.html"])
def test_typed_words_never_reach_the_host(browser: Browser, handbook: Path, path: str) -> None:
    with serving(handbook, Plain) as port:
        sent: list[str] = []
        page = browser.new_page()
        page.on("request", lambda request: sent.append(request.url.partition("#")[0]))
        page.goto(f"http://127.0.0.1:{port}/{path}")
        page.locator("#query").fill("secretive revoke")
        page.locator("#query").press("Enter")
        page.locator("#results a").first.wait_for()
        page.reload()
        page.locator("#results a").first.wait_for()
        expect(page.locator("#query")).to_have_value("secretive revoke")
        assert sent
        assert not any("secretive" in url for url in sent)
        page.close()


def test_back_and_forward_lead_through_searches(page: Page, handbook: Path) -> None:
    page.goto((handbook / "en" / "search.html").as_uri() + "?q=revoke")
    expect(page.locator("#query")).to_have_value("revoke")
    assert page.url.endswith("search.html#q=revoke")
    page.locator("#query").fill("claim")
    page.locator("#query").press("Enter")
    expect(page.locator("#query")).to_have_value("claim")
    page.go_back()
    expect(page.locator("#query")).to_have_value("revoke")
    page.go_forward()
    expect(page.locator("#query")).to_have_value("claim")
    # letters that come slowly make one entry together, not one each
    page.locator("#query").fill("")
    page.locator("#query").press_sequentially("lead", delay=300)
    page.go_back()
    expect(page.locator("#query")).to_have_value("claim")


def test_a_time_that_is_asked_for_is_answered_in_one_sentence(page: Page, handbook: Path) -> None:
    page.goto((handbook / "en" / "search.html").as_uri() + "#q=27B1 in 2009")
    page.locator("#results a").first.wait_for()
    expect(page.locator("#dated")).to_have_text(
        "In force then: the Laws of 2007. No document of the Laws of 2007 is here."
        " These results are from the Laws of 2017."
    )
    page.locator("#query").fill("27B1 in the next edition")
    expect(page.locator("#dated")).to_have_text("The newest Laws here are those of 2017.")
    page.locator("#query").fill("27B1")
    expect(page.locator("#dated")).to_be_empty()


def test_query_and_list_are_there_when_somebody_comes_back(page: Page, handbook: Path) -> None:
    page.goto((handbook / "en" / "search.html").as_uri())
    page.locator("#query").fill("partner hesitated")
    page.locator("#results a").first.wait_for()
    page.wait_for_url("**hesitated")
    page.locator("#results a").first.click()
    page.go_back()
    expect(page.locator("#query")).to_have_value("partner hesitated")
    expect(page.locator("#results a").first).to_be_visible()
    page.get_by_role("link", name="Tiếng Việt").click()
    expect(page.locator("#query")).to_have_value("partner hesitated")
    page.goto((handbook / "en" / "law" / "27.html").as_uri() + "#27B1a")
    page.get_by_role("link", name="Tiếng Việt").click()
    assert page.url.endswith("vi/law/27.html#27B1a")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ruling_prints_on_one_page_with_room_for_names(
    page: Page, handbook: Path, situations: Situations, language: str
) -> None:
    language_charts = charts(situations, language)
    answers_by_chart = {chart_id: situations[chart_id].cases[0].answers for chart_id in WALKED}
    rulings = {
        chart_id: ruled.ruling
        for chart_id, answers in answers_by_chart.items()
        if isinstance(ruled := walk(language_charts, chart_id, answers), Ruled)
    }
    assert len(rulings) == len(WALKED)
    for chart_id in sorted(rulings, key=lambda chart_id: len(repr(rulings[chart_id])))[-3:]:
        path, _sign, state = handbook_links.standing(
            with_facts(situations, chart_id, answers_by_chart[chart_id])
        ).partition("#")
        page.goto(f"{(handbook / language / path).as_uri()}#{state}")
        expect(page.locator("#walk h2")).to_have_text(
            seated(rulings[chart_id].headline, language=language)
        )
        printed = pypdf.PdfReader(BytesIO(page.pdf(prefer_css_page_size=True)))
        assert len(printed.pages) == 1, chart_id
        page.emulate_media(media="print")
        assert not page.locator(".whole").is_visible()
        assert page.locator("#sheet .line").count() == 7
        day = {
            "en": r"\d+ [A-Z][a-z]+ 20\d\d",
            "vi": r"\d+ tháng \d+ năm 20\d\d",
            "th": r"\d+ \S+ ค.ศ. 20\d\d",
        }[language]
        expect(page.locator("#today")).to_have_text(re.compile(day))
        assert page.locator("#walk").is_visible()
        page.emulate_media(media="null")


@pytest.mark.parametrize(
    "path", ["index.html", "card.html", "en/index.html", "en/search.html", "en/chart/revoke.html"]
)
def test_a_page_runs_and_loads_nothing_that_is_not_ours(
    browser: Browser, handbook: Path, path: str
) -> None:
    page = browser.new_page()
    page.goto((handbook / path).as_uri())
    refused = """() => new Promise((told) => {
        addEventListener("securitypolicyviolation", (event) => told(event.effectiveDirective));
        const script = document.createElement("script");
        script.textContent = "document.title = 'taken'";
        document.body.append(script);
        setTimeout(told, 5000, "nothing was refused");
    })"""
    assert page.evaluate(refused) == "script-src-elem"
    assert page.title() != "taken"
    page.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_fullest_charts_print_on_two_pages_at_most(
    page: Page, handbook: Path, situations: Situations, language: str
) -> None:
    """Print only the longest charts of each size of letters; test_printing.py counts all of the
    booklet."""
    sizes: dict[str, list[tuple[int, str]]] = defaultdict(list)
    for chart_id in situations:
        whole = (
            (handbook / language / handbook_links.chart_page(chart_id))
            .read_text(encoding="utf-8")
            .partition('class="whole ')[2]
        )
        sizes[whole.partition('"')[0]].append((len(whole), chart_id))
    assert len(sizes) > 3
    for chart_id in (
        chart_id
        for charts_by_length in sizes.values()
        for _length, chart_id in sorted(charts_by_length)[-2:]
    ):
        page.goto((handbook / language / handbook_links.chart_page(chart_id)).as_uri())
        assert len(pypdf.PdfReader(BytesIO(page.pdf(prefer_css_page_size=True))).pages) <= 2, (
            chart_id
        )
        page.emulate_media(media="print")
        assert page.locator(".whole").is_visible()
        assert all(
            page.locator(f"[id='{sign}']").is_visible()
            for sign in signs_of(situations[chart_id]).values()
        )
        page.emulate_media(media="null")


@pytest.mark.parametrize(
    "path",
    ["en/law/16.html", "th/chart/revoke.html", "vi/chart/claim.html", "en/search.html?q=revoke"],
)
def test_visible_parts_of_a_page_do_not_shift(page: Page, handbook: Path, path: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.add_init_script("""
        window.moved = 0;
        new PerformanceObserver((seen) => seen.getEntries().forEach((each) => window.moved += each.value)).observe({ type: "layout-shift", buffered: true });
    """)
    page.goto(f"{handbook.as_uri()}/{path}")
    page.wait_for_timeout(1000)
    assert page.evaluate("window.moved") < 0.05


def test_the_first_page_asks_for_little(browser: Browser, handbook: Path) -> None:
    page = browser.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto((handbook / "en" / "index.html").as_uri())
    files = [Path(url.removeprefix("file://")) for url in requests if url.startswith("file")]
    assert len(files) <= 4
    assert sum(file.stat().st_size for file in files) < 60_000
    requests.clear()
    page.goto((handbook / "en" / "search.html").as_uri() + "?q=revoke")
    page.locator("#results a").first.wait_for()
    assert len(requests) <= 12
    page.close()


def test_a_cited_provision_is_shown_under_the_mouse_and_at_the_focus(
    page: Page, handbook: Path
) -> None:
    page.goto((handbook / "en" / "law" / "27.html").as_uri())
    tooltip, links = page.get_by_role("tooltip"), page.locator("article a.cited, article a.term")
    expect(tooltip).to_be_hidden()
    links.first.hover()
    expect(tooltip).to_be_visible()
    expect(links.first).to_have_attribute("aria-describedby", "preview")
    tooltip.hover()
    page.wait_for_timeout(500)
    expect(tooltip).to_be_visible()
    page.mouse.move(1, 1)
    expect(tooltip).to_be_hidden()
    page.keyboard.press("Tab")
    for _number in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") == "term":
            break
    expect(tooltip).to_be_visible()
    violations = Axe().run(page, options=_OPTIONS).response["violations"]
    assert [violation["id"] for violation in violations if violation["impact"] in _GRAVE] == []
    page.keyboard.press("Escape")
    expect(tooltip).to_be_hidden()
    page.keyboard.press("Enter")
    page.wait_for_url("**/definitions.html#*")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tap_shows_a_cited_provision_and_the_next_one_opens_it(
    browser: Browser, handbook: Path, language: str
) -> None:
    page = browser.new_page(has_touch=True, viewport={"width": 360, "height": 740})
    page.goto((handbook / language / "law" / "27.html").as_uri())
    tooltip, address = page.get_by_role("tooltip"), page.url
    for link in page.locator("article a.cited, article a.term").all()[::3]:
        link.tap()
        expect(tooltip).to_be_visible()
        assert page.url == address
        box = tooltip.bounding_box()
        assert box and box["x"] >= 0 and box["x"] + box["width"] <= 360
        page.keyboard.press("Escape")
    link.tap()
    page.get_by_role("heading", level=1).tap()
    expect(tooltip).to_be_hidden()
    link.tap()
    tooltip.get_by_role("link").tap()
    page.wait_for_url(lambda url: url != address)
    page.go_back()
    link.tap()
    link.tap()
    page.wait_for_url(lambda url: url != address)
    page.close()


@pytest.mark.parametrize(
    ("language", "path", "query", "at"),
    [
        ("en", "law/27.html", "revoked and led", "chart/revoke.html"),
        ("vi", "chart/revoke.html", "gia khong du", "chart/insufficient-bid.html"),
        ("th", "definitions.html", "27B1", "law/27.html#27B1"),
    ],
)
def test_every_page_answers_as_one_types(
    page: Page, handbook: Path, language: str, path: str, query: str, at: str
) -> None:
    page.goto((handbook / language / path).as_uri())
    results = page.locator("#found")
    expect(results).to_be_hidden()
    page.locator("#query").press_sequentially(query)
    page.locator(f'#results a[href$="{at}"]').first.wait_for()
    expect(page.locator("#told")).to_contain_text(re.compile(r"\d"))
    if language == "en":
        assert page.locator("#results mark").count()
    violations = Axe().run(page, options=_OPTIONS).response["violations"]
    assert [fault["id"] for fault in violations if fault["impact"] in _GRAVE] == []
    page.keyboard.press("Escape")
    expect(results).to_be_hidden()
    page.locator("#query").fill(query)
    page.locator("#results a").first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_a_chart_stands_alone_in_a_frame_and_leads_to_others_that_do(
    page: Page, handbook: Path
) -> None:
    page.goto((handbook / "en" / "chart" / "revoke.html").as_uri() + "?embed")
    expect(page.locator("header")).to_be_hidden()
    expect(page.locator(".whole")).to_be_hidden()
    following = page.locator('#walk a[href*=".html#"]:not([href^="../"])')
    while not following.count():
        page.locator("#walk .answer").first.click()
    ruling = page.url
    following.first.click()
    page.wait_for_url(lambda url: "?embed#" in url and url != ruling)
    expect(page.locator("header")).to_be_hidden()


def test_a_printed_law_says_whose_it_is_when_made_and_where(page: Page, handbook: Path) -> None:
    page.goto((handbook / "en" / "law" / "27.html").as_uri())
    page.emulate_media(media="print")
    footer = page.locator("footer")
    expect(footer.get_by_text("Page made on 22\u00a0November\u00a02026")).to_be_visible()
    expect(footer.get_by_text("https://club.example/handbook/en/law/27.html")).to_be_visible()
    expect(footer.get_by_text("At the table, call the director")).to_be_hidden()


def test_the_whole_chart_is_closed_until_a_box_of_it_is_named(page: Page, handbook: Path) -> None:
    chart = (handbook / "en" / "chart" / "insufficient-bid.html").as_uri()
    page.goto(chart)
    expect(page.locator("#walk .answer").first).to_be_visible()
    expect(page.locator("[id='2']")).to_be_hidden()
    expect(page.locator("#walk h3")).to_have_count(0)
    page.goto(f"{chart}#2")
    expect(page.locator("[id='2']")).to_be_visible()
