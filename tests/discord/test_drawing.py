"""Cards as messages: escaped, paged at paragraph ends, within every limit, nothing cut."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lawbot.app import Answers
from lawbot.cards.card import (
    Action,
    Card,
    CardKind,
    Grid,
    Heading,
    Listing,
    Menu,
    Paragraph,
    Passage,
    Tone,
)
from lawbot.decide.kinds import CHARTS
from lawbot.faces.discord.render.card import COMFORT, ROOMY, draw, paged
from lawbot.faces.discord.render.components import Press, custom_id, read_press
from lawbot.faces.discord.render.markdown import PHONE_COLUMNS, columns, escape, split_text
from lawbot.language.reader import Reader
from tests.support.payloads import ROW, payload_faults, texts, walk

READER = Reader()


def payload_of(card: Card, page: int = 0, share: bool = True) -> dict[str, object]:
    return {
        "components": draw(card, READER, page, share=share).to_components(),
        "flags": 1 << 15,
        "allowed_mentions": {"parse": []},
    }


def test_a_card_reads_from_title_to_source() -> None:
    card = Card(
        CardKind.LAW,
        "Law 99A · A *test*",
        (
            Passage("", "Opening."),
            Passage("1", "First.", "Head"),
            Passage("(a)", "Inner.", depth=1),
            Heading("Footnotes"),
            Passage("4", "A note."),
        ),
        ("Chapter", "99 Law"),
        "Edition of a test",
        "law/x/99A",
    )
    container = payload_of(card)["components"][0]  # type: ignore[index]
    paragraphs = [part["content"] for part in container["components"] if part["type"] == 10]
    assert paragraphs == [
        "### Law 99A · A \\*test\\*\n-# Chapter › 99 Law",
        "Opening.\n\n**1 · Head**\nFirst.\n- **(a)** Inner.\n\n**Footnotes**\n-# **4** A note.",
        "-# Edition of a test",
    ]


@pytest.mark.parametrize(
    ("tone", "expected"),
    [
        (Tone.PLAIN, "one two"),
        (Tone.LEAD, "**one __two__**"),
        (Tone.SAY, "> one **two**"),
        (Tone.QUIET, "-# one two"),
        (Tone.NOTE, "-# ℹ️ One two"),
        (Tone.WARNING, "⚠️ one two"),
    ],
)
def test_each_tone_has_a_sign_beside_its_colour(tone: Tone, expected: str) -> None:
    marked = ("two",) if tone in (Tone.LEAD, Tone.SAY) else ()
    assert paged(Card(CardKind.NOTICE, "t", (Paragraph("one two", tone, marked),))) == [expected]


def test_a_narrow_table_stands_in_columns_and_a_wide_one_in_lines() -> None:
    narrow = Grid((("Board", "Dealer"), ("1", "North"), ("Second lot",), ("17", "North")))
    (page,) = paged(Card(CardKind.SCORE, "t", (narrow,)))
    assert page.startswith("```\nBoard  Dealer\n")
    assert all(columns(line) <= PHONE_COLUMNS for line in page.splitlines())
    wide = Grid(
        (
            ("Contract made", "Not vulnerable", "Vulnerable"),
            ("3 no trump", "400 points for it", "600 points for it"),
        )
    )
    (page,) = paged(Card(CardKind.SCORE, "t", (wide,)))
    assert (
        page
        == "*Contract made*\n- **3 no trump** · Not vulnerable: 400 points for it · Vulnerable: 600 points for it"
    )


def test_a_table_of_tables_takes_the_head_below_each_heading() -> None:
    grid = Grid(
        (
            ("Tricks below the contract, doubled",),
            ("Undertrick", "Not vulnerable", "Vulnerable"),
            ("First", "100", "200"),
            ("Slams",),
            ("Small", "500", "750"),
        )
    )
    (page,) = paged(Card(CardKind.LAW, "t", (grid,)))
    assert page.splitlines() == [
        "**Tricks below the contract, doubled**",
        "*Undertrick*",
        "- **First** · Not vulnerable: 100 · Vulnerable: 200",
        "",
        "**Slams**",
        "- **Small** · Not vulnerable: 500 · Vulnerable: 750",
    ]


def test_a_table_without_a_head_has_none() -> None:
    (page,) = paged(
        Card(CardKind.SCORE, "t", (Grid((("", ""), ("tricks", "120"), ("game", "500"))),))
    )
    assert page == "```\ntricks  120\ngame    500\n```"


def test_a_long_table_is_paged_by_rows_with_its_head_on_each_page() -> None:
    grid = Grid((("Number", "Name"), *((str(n), f"name of {n}") for n in range(400))))
    pages = paged(Card(CardKind.SCORE, "t", (grid,), address="a/b"))
    assert len(pages) > 2
    assert all(page.startswith("```\nNumber") and page.endswith("```") for page in pages)
    assert all(f"name of {n}\n" in "".join(pages) for n in range(400))


def test_a_heading_is_never_left_at_the_foot_of_a_page() -> None:
    parts = [
        part
        for n in range(12)
        for part in (Heading(f"Head {n}"), Paragraph(f"{n} " + "word " * 150))
    ]
    pages = paged(Card(CardKind.LAW, "t", tuple(parts), address="a/b"))
    assert len(pages) > 3
    assert not any(page.rstrip().splitlines()[-1].startswith("**Head") for page in pages)


@pytest.mark.parametrize("word", ["sentence. ", "word ", "unbroken", "ไทยไม่มีวรรค", "\n* _x_ "])
def test_one_paragraph_beyond_the_budget_is_split_and_nothing_is_lost(word: str) -> None:
    text = word * (9000 // len(word))
    pages = paged(Card(CardKind.LAW, "t", (Passage("(a)", text, depth=2),), address="a/b"))
    assert all(len(page) <= ROOMY for page in pages)
    letters = "".join(char for char in "".join(pages) if char.isalnum())
    assert letters == "a" + "".join(char for char in text if char.isalnum())


def test_pages_are_turned_and_their_number_is_shown() -> None:
    card = Card(
        CardKind.LAW, "t", tuple(Paragraph("words " * 200) for _ in range(5)), address="law/x/1"
    )
    count = len(paged(card))
    first, last = payload_of(card), payload_of(card, 999)
    assert f"1 / {count}" in texts(first)
    assert f"{count} / {count}" in texts(last)
    buttons = {part["label"]: part for part in walk(first["components"]) if part["type"] == 2}  # type: ignore[arg-type]
    assert buttons["◂"]["disabled"]
    assert buttons["▸"]["custom_id"] == "lb:law/x/1#1"


def test_many_actions_are_laid_in_rows_and_menus_within_the_limits() -> None:
    rows = (tuple(Action("A label " * 20, f"law/x/{n}") for n in range(7)),)
    menus = (
        Menu(
            "Choose " * 40,
            tuple(Action("An option " * 20, f"law/y/{n}", "detail " * 30) for n in range(60)),
        ),
    )
    payload = payload_of(Card(CardKind.RESULTS, "t", rows=rows, menus=menus, address="a"))
    assert payload_faults(payload) == []
    assert sum(part["type"] == 3 for part in walk(payload["components"])) == 3  # type: ignore[arg-type]


def test_two_buttons_to_one_place_differ_in_what_they_carry() -> None:
    card = Card(
        CardKind.LAW,
        "t",
        rows=((Action("a", "law/x/1"), Action("b", "law/x/1")),),
        address="law/x/1",
    )
    assert payload_faults(payload_of(card)) == []


@given(
    st.text(st.characters(codec="utf-8", exclude_characters="\n"), min_size=1, max_size=80),
    st.integers(0, 99),
    st.sampled_from(":!"),
    st.integers(0, 9),
)
def test_the_address_in_a_button_is_read_back(
    address: str, page: int, verb: str, twin: int
) -> None:
    assert read_press({"custom_id": custom_id(address, page, verb, twin)}) == Press(
        verb, address, page
    )


_texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), max_size=3000)
_parts = st.one_of(
    st.builds(
        Paragraph,
        _texts,
        st.sampled_from(Tone),
        st.lists(_texts.map(lambda t: t[:20]), max_size=2).map(tuple),
    ),
    st.builds(Heading, _texts.map(lambda t: t[:100])),
    st.builds(
        Passage,
        st.sampled_from(["", "A", "1", "(a)"]),
        _texts,
        st.sampled_from(["", "Head"]),
        st.integers(0, 4),
    ),
    st.builds(Listing, st.lists(_texts, max_size=5).map(tuple), st.booleans()),
    st.builds(
        Grid,
        st.lists(
            st.lists(_texts.map(lambda t: t[:60]), min_size=1, max_size=4).map(tuple),
            min_size=1,
            max_size=30,
        ).map(tuple),
    ),
)


@given(st.lists(_parts, max_size=8))
def test_any_card_at_all_is_within_the_limits_on_every_page(parts: list[object]) -> None:
    card = Card(CardKind.LAW, "title", tuple(parts), ("a", "b"), "source", "law/x/1")  # type: ignore[arg-type]
    for page in range(len(paged(card))):
        assert payload_faults(payload_of(card, page)) == []


@given(_texts, st.integers(60, 500))
def test_a_split_text_has_every_word_in_order(text: str, limit: int) -> None:
    stretches = split_text(text, limit)
    assert all(0 < len(stretch) <= limit for stretch in stretches)
    assert "".join("".join(stretches).split()) == "".join(text.split())


def test_escaping_leaves_nothing_for_discord_to_read_as_its_own() -> None:
    assert escape("*a* _b_ ~c~ |d| `e`") == "\\*a\\* \\_b\\_ \\~c\\~ \\|d\\| \\`e\\`"
    assert escape("# a\n- b\n> c\n1. d\n-# e") == "\\# a\n\\- b\n\\> c\n1\\. d\n\\-# e"
    assert escape("<@1> <#2> </law:3>") == "\\<@1> \\<#2> \\</law:3>"
    assert "@everyone" not in escape("@everyone @here")
    assert (
        escape("[a](http://b) [c]d](http://e)") == "\\[a](http:/\u200b/b) \\[c]d](http:/\u200b/e)"
    )
    assert (
        escape("see HTTPS://evil.example, <steam://x>")
        == "see HTTPS:/\u200b/evil.example, \\<steam:/\u200b/x>"
    )
    assert escape("a\u202eb\u2066c\u200f\u061cd\x00\x1b[0m") == "abcd\\[0m"
    assert escape("กฎ\u200b และ 👩\u200d⚖️\n\tđiều") == "กฎ\u200b และ 👩\u200d⚖️\n\tđiều"
    assert COMFORT < ROOMY


def test_a_menu_that_is_all_of_a_card_stands_above_sharing(answers: Answers) -> None:
    rows = [
        part
        for part in walk(
            draw(answers.ask("", Reader(), CHARTS), Reader(), share=True).to_components()
        )
        if part["type"] == ROW
    ]
    assert "options" in rows[0]["components"][0]
    assert rows[-1]["components"][-1]["label"] == "Share"
