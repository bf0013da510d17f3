"""The concordance: each provision of each edition has a row, both ways; a new code is matched by
its text, and by what was decided by hand."""

import itertools
from itertools import combinations
from pathlib import Path

import pytest

from bench.concordance_report import ARGUED, SAMPLE, report
from lawbot.app import Answers
from lawbot.book import Lawbook
from lawbot.book.concordance import Relation
from lawbot.cards.address import Address, ComparePlace
from lawbot.cards.card import Card, CardKind, Heading, Listing, Paragraph, Passage, Redline
from lawbot.cards.comparison_card import compare
from lawbot.cards.wordings import whole
from lawbot.decide.kinds import LAWS
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.law.differences import ChangeKind, is_same, marked, redline
from lawbot.law.edition import Edition, Provision
from lawbot.message.message import Message
from lawbot.search.dates import dated_citation
from tests.support import lawbooks
from tests.support.times import FORMS
from tools.concordance.concord import concord
from tools.concordance.forced import Forced, ForcedError, read_forced
from tools.concordance.writer import DECIDED

KNOWN = {
    "en-2017": {"code": 2017, "language": "en"},
    "en-2027": {"code": 2027, "language": "en"},
    "xx-2027": {"code": 2027, "language": "xx"},
}
OLD = {
    "1": "At table.",
    "5": "A player who drops a saucer picks it up himself and begs the pardon of the whole table at once.",
    "1A": "The cups stay where they are until the last guest of the evening has finished his tea and left.",
    "1B": "Sugar is passed to the left, and nobody takes more than two lumps before his neighbour has been served.",
    "2": "A guest who arrives late sits down quietly and waits for the next pot to be brought from the kitchen.",
    "3": "Whistling is not allowed in the garden while the hostess is reading her letters aloud to the company.",
    "4": "The cat is let in. It sleeps in the green chair by the window and must not be moved by any guest. The dog stays in the yard all night.",
}
NEW = {
    "1": "At table.",
    "5": "A player who drops a saucer picks it up himself and begs the pardon of the whole table at once.",
    "1A": "The cups stay where they are until the hostess says that the last guest of the evening has finished his tea.",
    "2": "Umbrellas are left in the hall, with the name of the owner on a label that everybody can read easily.",
    "3": "A guest who arrives late sits down quietly and waits for the next pot to be brought from the kitchen.",
    "3A": "Sugar is passed to the left, and nobody takes more than two lumps before his neighbour has been served.",
    "4A": "The cat is let in. It sleeps in the green chair by the window and must not be moved by any guest.",
    "4B": "The dog stays in the yard all night, whatever the weather.",
}


def edition(name: str, texts: dict[str, str]) -> Edition:
    citations = [Citation.parse(citation_text) for citation_text in texts]
    return Edition(
        name, [Provision(c, None, text) for c, text in zip(citations, texts.values(), strict=True)]
    )


def relations(forced: list[Forced] | None = None) -> dict[tuple[str | None, str | None], Relation]:
    table = concord([edition("en-2017", OLD), edition("en-2027", NEW)], KNOWN, forced or [])
    return {(row.source, row.target): row.relation for row in table.rows if not row.aside}


def test_a_new_code_is_matched_by_its_text() -> None:
    relation_by_pair = relations()
    assert relation_by_pair["5", "5"] is Relation.SAME
    assert relation_by_pair["1A", "1A"] is Relation.REWORDED
    assert relation_by_pair["1B", "3A"] is Relation.MOVED
    assert relation_by_pair["2", "3"] is Relation.MOVED
    assert relation_by_pair["3", None] is Relation.DELETED
    assert relation_by_pair[None, "2"] is Relation.NEW


def test_a_divided_provision_is_marked_split() -> None:
    relation_by_pair = relations()
    assert relation_by_pair["4", "4A"] is relation_by_pair["4", "4B"] is Relation.SPLIT


def test_a_forced_match_wins_and_keeps_its_reason() -> None:
    decided = Forced(2017, 2027, ("3",), ("2",), "noise and wet things are one subject")
    table = concord([edition("en-2017", OLD), edition("en-2027", NEW)], KNOWN, [decided])
    row = next(row for row in table.rows if row.source == "3")
    assert (row.target, row.reason) == ("2", "noise and wet things are one subject")


def test_matches_read_side_by_side_win_over_the_words(tmp_path: Path) -> None:
    (tmp_path / "2017-2027.toml").write_text('same = ["1A"]\nreworded = ["5"]\n')
    assert relations()["1A", "1A"] is Relation.REWORDED
    relation_by_pair = relations(read_forced(tmp_path))
    assert (relation_by_pair["1A", "1A"], relation_by_pair["5", "5"]) == (
        Relation.SAME,
        Relation.REWORDED,
    )
    assert relation_by_pair["1B", "3A"] is Relation.MOVED


def test_a_forced_match_needs_a_reason(tmp_path: Path) -> None:
    (tmp_path / "2017-2027.toml").write_text('[[match]]\nfrom = "3"\nto = "2"\n')
    with pytest.raises(ForcedError, match="reason"):
        read_forced(tmp_path)


def test_every_provision_of_every_edition_has_a_row_both_ways(full_lawbook: Lawbook) -> None:
    codes = sorted({shelved.code for shelved in full_lawbook.editions.values()})
    for older, newer in combinations(codes, 2):
        rows = full_lawbook.concordance(older, newer)
        sources, targets = {row[0] for row in rows}, {row[1] for row in rows}
        for shelved in full_lawbook.editions.values():
            names = lawbooks.concordance_names(full_lawbook, shelved.id)
            assert all(
                full_lawbook.counterparts(c, shelved.id, shelved.id).found
                for c in full_lawbook.citations(shelved.id)
            )
            if shelved.code == older:
                assert not names - sources, (shelved.id, newer)
            if shelved.code == newer:
                assert not names - targets, (shelved.id, older)


def test_no_provision_of_2017_is_unexplained(full_lawbook: Lawbook) -> None:
    for citation in full_lawbook.citations("en-2017"):
        for code, other_edition in ((2007, "vi-2007"), (1997, "en-1997")):
            counterparts = full_lawbook.counterparts(citation, "en-2017", other_edition)
            assert counterparts.relation is not None, (citation, code)
            assert counterparts.found or counterparts.relation == "new", (citation, code)


def test_forced_matches_name_what_there_is(full_lawbook: Lawbook) -> None:
    for match in read_forced(DECIDED):
        names = {
            year: {
                name
                for shelved in full_lawbook.editions.values()
                if shelved.code == year
                for name in lawbooks.concordance_names(full_lawbook, shelved.id)
            }
            for year in (match.older, match.newer)
        }
        assert set(match.sources) <= names[match.older], match
        assert set(match.targets) <= names[match.newer], match


def test_the_sample_agrees(full_lawbook: Lawbook) -> None:
    if not SAMPLE.is_file():
        pytest.skip("the sample is not here")
    rows, right, misses = report(full_lawbook)
    assert sum(right.values()) >= FLOOR * sum(rows.values()), "\n".join(misses)


CODES = {1997: "1997-01", 2007: "2008-01", 2017: "2017-03"}
FLOOR = 0.92
"""Measured 0.927; the aim is 0.95, which is reached with the rows that the report argues."""


def test_with_the_rows_that_are_argued_the_aim_is_reached(full_lawbook: Lawbook) -> None:
    if not SAMPLE.is_file():
        pytest.skip("the sample is not here")
    rows, right, misses = report(full_lawbook)
    argued = [
        miss
        for miss in misses
        if miss.endswith(")") and any(f"({why})" in miss for why in ARGUED.values())
    ]
    assert len(argued) == len(ARGUED), "a row that is argued agrees by now"
    assert sum(right.values()) + len(argued) >= 0.95 * sum(rows.values())


def test_a_law_that_moved_twice(full_lawbook: Lawbook) -> None:
    comparison = compare(full_lawbook, Citation.parse("72B1"), "en-1997", "en-2017")
    assert [str(step.citation) for step in comparison.trace] == ["72B1", "23", "72C"]
    assert comparison.relation == "moved"


@pytest.mark.parametrize(
    ("citation", "first", "second"), [("72B1", "en-1997", "en-2017"), ("72C", "en-2017", "en-1997")]
)
def test_removed_words_stand_in_the_older_code_and_added_words_in_the_newer(
    full_lawbook: Lawbook, citation: str, first: str, second: str
) -> None:
    comparison = compare(full_lawbook, Citation.parse(citation), first, second)
    assert comparison.source is not None
    assert comparison.changes is not None
    old, new = ("\n\n".join(texts) for texts in zip(*comparison.texts, strict=True))
    assert whole(comparison.source) in (old if first < second else new)
    for kind, in_it, not_in_it in ((ChangeKind.REMOVED, old, new), (ChangeKind.ADDED, new, old)):
        longest = max(
            (change.text.strip() for change in comparison.changes if change.kind is kind), key=len
        )
        assert longest in in_it
        assert longest not in not_in_it


def test_two_languages_stand_side_by_side(full_lawbook: Lawbook) -> None:
    comparison = compare(full_lawbook, Citation.parse("16C"), "vi-2007", "en-2017")
    assert [str(entry.citation) for entry in comparison.targets] == ["16D"]
    assert comparison.redline is None


def test_an_edition_that_covers_some_laws_says_so(full_answers: Answers, player: Reader) -> None:
    card = full_answers.compare("77", player, "en-2008-acbl", "en-2017")
    assert card.found
    assert any("17 to 40" in part.text for part in card.parts if hasattr(part, "text"))


@pytest.mark.parametrize(
    ("citation", "first", "second", "targets"),
    [
        ("53B", "vi-2007", "en-2017", ["53C"]),
        ("75C", "vi-2007", "en-2017", ["75C"]),
        ("90B8", "vi-2007", "en-2017", ["90B8"]),
        ("7B1", "en-1997", "vi-2007", ["7B2"]),
        ("22B", "en-1997", "en-2017", ["22A"]),
        ("81C1", "en-1997", "en-2017", ["80B2(g)(i)"]),
        ("84E", "en-1997", "en-2017", ["84D"]),
        ("93C", "en-1997", "vi-2007", ["93C1"]),
    ],
)
def test_counterparts_found_by_a_second_reader_are_given(
    full_lawbook: Lawbook, citation: str, first: str, second: str, targets: list[str]
) -> None:
    comparison = compare(full_lawbook, Citation.parse(citation), first, second)
    assert [str(entry.citation) for entry in comparison.targets] == targets


@pytest.mark.parametrize(
    "citation", ["11A", "42B2", "43A2(c)", "61B3", "65B3", "66D", "79C2", "90A"]
)
def test_a_change_in_substance_does_not_say_the_same(full_lawbook: Lawbook, citation: str) -> None:
    assert (
        compare(full_lawbook, Citation.parse(citation), "vi-2007", "en-2017").relation == "reworded"
    )


def test_law_23_of_2007_offers_no_comparable_call(full_answers: Answers, player: Reader) -> None:
    card = full_answers.open("law/vi-2007/23", player)
    labels = [action.label for row in card.rows for action in row]
    assert not any("comparable" in label.lower() for label in labels)


@pytest.mark.parametrize(
    ("text", "citation", "code"),
    [
        ("72B1 (1997)", "72B1", 1997),
        ("law 25B2 in the old book", "25B2", 2007),
        ("1997 law 23", "23", 1997),
        ("27B1(b) 2007", "27B1(b)", 2007),
        ("Law 40B2(c) of the 2008 laws", "40B2(c)", 2007),
        ("old law 27", "27", 2007),
        ("law 27 2017", "27", 2017),
        ("what did law 25B2 say in the code of 2007", "25B2", 2007),
        ("Điều 25B2 luật cũ", "25B2", 2007),
        ("Điều 23 năm 2007", "23", 2007),
        ("กฎข้อ 25B2 กฎเก่า", "25B2", 2007),
        ("กฎข้อ 23 ปี 1997", "23", 1997),
        ("25B2(b)(1) in 1997", "25B2(b)(1)", 1997),
    ],
)
def test_old_citations_are_understood(text: str, citation: str, code: int) -> None:
    dated = dated_citation(Message(text), CODES)
    assert dated is not None
    assert dated[:3] == (Citation.parse(citation), (code,), False)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("64A in 2009", 2007),
        ("64A on 3 May 1999", 1997),
        ("law 64A, May 3rd, 1999", 1997),
        ("64A 1999-05-03", 1997),
        ("64A on 3/5/1999", 1997),
        ("64A in May 2007", 1997),
        ("64A 2018", 2017),
        ("64A in February 2017", 2007),
        ("64A on 1 March 2017", 2017),
        ("64A in 1990", 0),
        ("Điều 64A ngày 3 tháng 5 năm 1999", 1997),
        ("กฎข้อ 64A วันที่ 3 พฤษภาคม 2552", 2007),
        ("64A before 2017", 2007),
        ("64A until 2017", 2007),
        ("64A pre-2017", 2007),
        ("64A before the 2017 laws", 2007),
        ("64A before March 2017", 2007),
        ("64A prior to 2008", 1997),
        ("64A before 1997", 0),
        ("64A in the nineties", 1997),
        ("64A in the 90s", 1997),
        ("64A in the 2000s", 1997),
        ("64A in '09", 2007),
        ("64A in the eighties", 0),
        ("64A in 2030", 2017),
        ("Điều 64A trước 2017", 2007),
        ("dieu 64A truoc nam 2017", 2007),
        ("Điều 64A những năm 90", 1997),
        ("กฎข้อ 64A ก่อน 2017", 2007),
        ("กฎข้อ 64A ก่อนปี 2560", 2007),
        ("กฎข้อ 64A ทศวรรษ 1990", 1997),
    ],
)
def test_a_date_names_the_code_in_force_then(text: str, code: int) -> None:
    dated = dated_citation(Message(text), CODES)
    assert dated is not None
    assert dated[:3] == (Citation.parse("64A"), (code,), True)


@pytest.mark.parametrize(
    "text",
    [
        "27B1 1997 2017",
        "27B1 from 1997 to 2017",
        "27B1 2017 vs 1997",
        "27B1 between 1997 and 2017",
        "27B1 1997-2017",
    ],
)
def test_two_codes_are_named_for_a_comparison(text: str) -> None:
    dated = dated_citation(Message(text), CODES)
    assert dated is not None
    assert dated[:3] == (Citation.parse("27B1"), (1997, 2017), False)


@pytest.mark.parametrize(
    "text", ["27B1", "an old man revoked", "in 1997 partner bid 2H", "", "1997", "old book"]
)
def test_other_texts_are_no_old_citations(text: str) -> None:
    assert dated_citation(Message(text), CODES) is None


@pytest.mark.parametrize(
    ("text", "language", "edition"),
    [
        ("กฎข้อ 50 ฉบับเก่า", "th", "th-1997"),
        ("law 50 in the old book", "en", "en-1997"),
        ("law 27 in the old book", "en", "en-2008-acbl"),
        ("điều 50 luật cũ", "vi", "vi-2007"),
        ("law 50 2007", "en", "vi-2007"),
    ],
)
def test_the_old_book_is_one_in_the_language_of_the_reader(
    full_answers: Answers, text: str, language: str, edition: str
) -> None:
    assert full_answers.outcomes.of(text, Reader(language)).reading.edition == edition


@pytest.mark.parametrize(
    ("text", "language", "edition", "notice"),
    [
        ("27B1 before 2017", "en", "en-2008-acbl", "In force then: the Laws of 2007."),
        ("23 until 2017", "en", "en-2008-acbl", "In force then: the Laws of 2007."),
        ("64A on 3 May 1999", "en", "en-1997", "In force then: the Laws of 1997."),
        ("law 27 in the nineties", "en", "en-1997", "The oldest Laws here are those of 1997."),
        ("27B1 in 2030", "en", "en-2017", "The newest Laws here are those of 2017."),
        ("điều 27 trước 2017", "vi", "vi-2007", "Luật có hiệu lực khi đó: bộ luật 2007."),
        ("กฎข้อ 27 ก่อน 2017", "th", "en-2008-acbl", "กฎกติกาที่ใช้ในเวลานั้น: ฉบับปี 2007"),
        ("กฎข้อ 27 ยุค 90", "th", "th-1997", "ฉบับเก่าที่สุดที่มีที่นี่คือฉบับปี 1997"),
    ],
)
def test_a_time_shows_the_edition_of_that_time_and_says_why(
    full_answers: Answers, text: str, language: str, edition: str, notice: str
) -> None:
    card = full_answers.ask(text, Reader(language))
    assert card.address.startswith(f"law/{edition}/")
    assert isinstance(card.parts[0], Paragraph)
    assert card.parts[0].text == notice


@pytest.mark.parametrize("language", FORMS)
def test_the_bot_answers_every_form_from_the_code_of_its_time(
    full_answers: Answers, language: str
) -> None:
    answered: dict[str, int] = {}
    for text, code in FORMS[language].items():
        dated = dated_citation(Message(text), CODES)
        if dated and dated.is_old_book:
            # any older code that is here in the reader's language may be meant
            answered[text] = code
            continue
        reading = full_answers.outcomes.of(text, Reader(language)).reading
        # nothing is shown of a code before the oldest
        unknown = reading.fault is not None
        answered[text] = 0 if unknown else full_answers.lawbook.edition(reading.edition).code
    assert answered == FORMS[language]


@pytest.mark.parametrize(
    ("text", "language", "notice"),
    [
        ("revoke penalty before 2017", "en", "This is from the Laws of 2017."),
        ("insufficient bid in the old laws", "en", "This is from the Laws of 2017."),
        ("Law 27 and Law 31 in 1997", "en", "This is from the Laws of 2017."),
        ("insufficient bid in 2027", "en", "The newest Laws here are those of 2017."),
        ("claim trước 2017", "vi", "bộ luật 2017"),
        ("claim ก่อน 2017", "th", "ฉบับปี 2017"),
    ],
)
def test_words_with_a_time_are_not_answered_from_another_code_without_a_word(
    everything: Answers, text: str, language: str, notice: str
) -> None:
    first = everything.ask(text, Reader(language)).parts[0]
    assert isinstance(first, Paragraph)
    assert notice in first.text


@pytest.mark.parametrize(
    "text", ["revoke penalty", "revoke penalty in the 2017 laws", "27B1", "law 27 2017"]
)
def test_words_without_another_time_say_nothing_of_codes(everything: Answers, text: str) -> None:
    first = everything.ask(text, Reader()).parts[0]
    assert not isinstance(first, Paragraph) or "Laws of" not in first.text


@pytest.mark.parametrize(("citation", "edition"), [("16A", "vi-2007"), ("62D1", "vi-2007")])
def test_a_text_in_another_language_says_why(
    full_answers: Answers, citation: str, edition: str
) -> None:
    notice = "Of the Laws of 2007, this provision is here only in another language: Vietnamese."
    card = full_answers.open(f"law/{edition}/{citation}", Reader())
    assert any(isinstance(part, Paragraph) and part.text == notice for part in card.parts)
    for address, reader in (
        (f"law/{edition}/{citation}", Reader("vi")),
        ("law/th-1997/50", Reader()),
        ("law/vi-2007/27B1", Reader()),
    ):
        card = full_answers.open(address, reader)
        assert not any(
            isinstance(part, Paragraph) and "only in another language" in part.text
            for part in card.parts
        )


def test_every_door_reads_an_old_citation_in_its_code(
    full_answers: Answers, player: Reader
) -> None:
    where = "compare/en-1997/en-2017/72B1"
    assert (
        full_answers.ask("72B1 (1997)", player).address
        == full_answers.ask("72B1 (1997)", player, LAWS).address
        == where
    )
    assert (
        full_answers.compare("72B1 (1997)", player).address
        == full_answers.address_for("72B1 (1997)", player)
        == where
    )
    assert full_answers.entry_of("72B1 (1997)", player).edition == "en-1997"
    outcome = full_answers.outcomes.of("72B1 (1997)", player)
    assert (outcome.reading.edition, [str(citation) for citation in outcome.named]) == (
        "en-1997",
        ["72B1"],
    )
    assert [
        str(hit.citation) for hit in full_answers.outcomes.in_edition("72B1 (1997)", "en-2017").hits
    ] == ["72C"]
    assert full_answers.outcomes.in_edition("11B (1997)", "en-2017").hits == ()


def test_a_number_missing_from_an_old_code_is_not_looked_up_in_another(
    full_answers: Answers, player: Reader
) -> None:
    card = full_answers.ask("61C 2007", player)
    assert not card.found
    assert "61A to 61B" in str(card.parts)
    assert full_answers.outcomes.of("61C 2007", player).fault is not None


def test_a_number_no_longer_used_leads_to_its_new_place(
    full_answers: Answers, player: Reader
) -> None:
    card = full_answers.ask("16A3", player)
    assert not card.found
    assert [action.address for action in card.menus[0].actions] == ["compare/vi-2007/en-2017/16A3"]
    assert "gone in 2017" in str(card.parts)


def test_the_card_of_an_older_code_says_what_changed_and_leads_on(
    full_answers: Answers, player: Reader
) -> None:
    card = full_answers.open("law/en-1997/12C3", player)
    superseded, changed = card.parts[:2]
    assert isinstance(superseded, Paragraph) and "superseded" in superseded.text
    assert isinstance(changed, Paragraph) and changed.text.startswith(
        "Changed from 1997 to 2017: 2007 12C1(c)"
    )
    assert "law/en-2017/12C1(c)" in str(card.rows)
    assert "11B is gone" in str(full_answers.open("law/en-1997/11B", player).parts[:2])
    assert "Changed from" not in str(full_answers.open("law/en-1997/33", player))


def own_number(card: Card, citation: Citation) -> bool:
    """Return whether a comparison is of the provision of 2017 that has this number: it is read
    there, and the card opens it."""
    place = Address.parse(card.address).place
    menus = {action.address.split("<")[0] for menu in card.menus for action in menu.actions}
    return (
        isinstance(place, ComparePlace)
        and (place.first, place.citation) == ("en-2017", citation)
        and f"law/en-2017/{citation}" in menus
    )


def test_a_bare_number_is_one_of_the_code_in_force(full_answers: Answers, player: Reader) -> None:
    citations = [citation for citation in full_answers.lawbook.citations("en-2017") if citation.law]
    assert len(citations) > 800
    assert [
        str(citation)
        for citation in citations
        if not own_number(full_answers.compare(str(citation), player), citation)
    ] == []


def test_the_button_on_a_card_of_2017_compares_that_provision(
    full_answers: Answers, player: Reader
) -> None:
    tried = 0
    for citation in full_answers.lawbook.citations("en-2017"):
        card = full_answers.open(f"law/en-2017/{citation}", player)
        for action in itertools.chain.from_iterable(card.rows):
            if action.address.startswith("compare/"):
                tried += 1
                assert own_number(full_answers.open(action.address, player), citation), citation
    assert tried > 500


def test_a_comparison_shows_the_wording_before(full_answers: Answers, player: Reader) -> None:
    place = full_answers.compare("64A1", player).address
    assert place == "compare/en-2017/en-1997/64A1"
    assert place in [
        action.address.split("<")[0]
        for row in full_answers.open("law/en-2017/64A1", player).rows
        for action in row
    ]


@pytest.mark.parametrize(
    ("text", "first", "second", "address"),
    [
        # a number that no newer code has
        ("25B2(b)(2)", "", "", "compare/en-1997/en-2017/25B2(b)(2)"),
        ("23", "", "en-1997", "compare/en-2017/en-1997/23"),
        ("23", "vi-2007", "", "compare/vi-2007/plain-2017-vi/23"),
        ("23 (2007)", "", "", "compare/en-2008-acbl/en-2017/23"),
    ],
)
def test_an_old_number_is_meant_where_its_code_is_named(
    full_answers: Answers, player: Reader, text: str, first: str, second: str, address: str
) -> None:
    assert full_answers.compare(text, player, first, second).address == address


def test_a_reader_of_an_old_edition_asks_for_the_number_in_force_too(
    full_answers: Answers, player: Reader
) -> None:
    assert (
        full_answers.compare("23", Reader(edition="en-1997")).address
        == "compare/en-2017/en-1997/23"
    )
    assert full_answers.compare("23", Reader("vi")).address == "compare/plain-2017-vi/vi-2007/23"


def test_nothing_in_force_is_called_gone(full_answers: Answers, player: Reader) -> None:
    """Every provision of 2017 under its own number: what a comparison says of it, and its card."""
    gone = ("It was dropped: the newer code has no equivalent.", "gone in 2017")
    citations = full_answers.lawbook.citations("en-2017")
    assert len(citations) > 850
    wrong = [
        str(citation)
        for citation in citations
        for card in (
            full_answers.compare(str(citation), player),
            full_answers.open(f"law/en-2017/{citation}", player),
        )
        if not card.found
        or any(part.text.endswith(gone) for part in card.parts if isinstance(part, Paragraph))
    ]
    assert wrong == []


def test_changes_of_a_provision_name_that_provision_alone(
    full_answers: Answers, player: Reader
) -> None:
    card_lines = lines(full_answers.compare("17D (1997)", player))
    assert any("2007 17D2" in line for line in card_lines)
    assert not any("15C" in line for line in card_lines), "the 15 of another code"
    assert not any("27C" in line for line in lines(full_answers.compare("27B1", player)))
    assert any("27C" in line for line in lines(full_answers.compare("27", player)))
    assert any("75D2 is new" in line for line in lines(full_answers.compare("75 (1997)", player)))


def test_a_removed_provision_names_its_replacement(full_answers: Answers, player: Reader) -> None:
    """Of every provision of 1997 that is gone a line says what there is now; those of its law where
    none names it."""
    lawbook = full_answers.lawbook
    gone = [
        c
        for c in lawbook.citations("en-1997")
        if c.law and lawbook.counterparts(c, "en-1997", "en-2017").relation == "deleted"
    ]
    assert len(gone) > 14
    assert [str(c) for c in gone if not lines(full_answers.compare(f"{c} (1997)", player))] == []


def lines(card: Card) -> list[str]:
    """Return the lines of what changed, with their years."""
    return [line for part in card.parts if isinstance(part, Listing) for line in part.items]


def test_a_comparison_says_from_which_year_to_which(full_answers: Answers, player: Reader) -> None:
    card = full_answers.compare("27B1", player, "en-2017", "en-1997")
    headings = [part.text for part in card.parts if isinstance(part, Heading)]
    assert headings[:2] == ["Changed from 1997 to 2007", "Changed from 2007 to 2017"]
    assert full_answers.compare("72B1 (1997)", player).title.startswith("Law 72B1 (1997)")
    assert full_answers.compare("72C", player).title.startswith("Law 72C:")


@pytest.mark.parametrize(
    ("first", "second"),
    [("en-1997", "en-2017"), ("en-2008-acbl", "en-2017"), ("en-2017", "en-1997")],
)
def test_every_text_of_a_comparison_is_whole_and_stands_once(
    full_lawbook: Lawbook, first: str, second: str
) -> None:
    """Each provision's own words once, with what took its place; a parent is set against parents."""
    for citation in full_lawbook.citations(first):
        comparison = compare(full_lawbook, citation, first, second)
        assert comparison.source is not None
        for side, edition in enumerate(
            sorted((first, second), key=lambda edition_id: full_lawbook.edition(edition_id).code)
        ):
            paragraphs = [
                line
                for pair in comparison.texts
                for line in pair[side].split("\n\n")
                if len(line) > 60 and not line.startswith("fn ")
            ]
            assert len(set(paragraphs)) == len(paragraphs), f"{citation}: twice"
            if edition == first:
                paragraph_text = " ".join(paragraphs)
                missing = [
                    inner.citation
                    for inner in comparison.source.walk()
                    if len(inner.opening) > 60
                    and inner.opening not in " ".join(pair[side] for pair in comparison.texts)
                ]
                assert missing == [], paragraph_text


def test_a_redline_keeps_brackets_in_pairs(full_lawbook: Lawbook) -> None:
    for citation in full_lawbook.citations("en-1997"):
        comparison = compare(full_lawbook, citation, "en-1997", "en-2017")
        if all(text.count("(") == text.count(")") for pair in comparison.texts for text in pair):
            kept_text = "".join(
                change.text for change in comparison.changes or [] if change.kind is ChangeKind.KEPT
            )
            assert kept_text.count("(") == kept_text.count(")"), citation


def test_long_changes_stand_side_by_side(full_answers: Answers, player: Reader) -> None:
    card = full_answers.open("wording/en-1997/en-2017/25A", player)
    assert not any(isinstance(part, Redline) for part in card.parts)
    old, new = (part.text for part in card.parts if isinstance(part, Passage))
    assert "inadvertent" in old and "slip of the tongue" in new
    assert any(
        isinstance(part, Redline)
        for part in full_answers.open("wording/en-1997/en-2017/31B", player).parts
    )


def test_a_footnote_can_be_named(full_answers: Answers, player: Reader) -> None:
    for citation in ("31B footnote", "31B fn 11", "31B fn", "footnote 11"):
        comparison = compare(full_answers.lawbook, Citation.parse(citation), "en-1997", "en-2017")
        assert (
            str(comparison.source and comparison.source.citation),
            [str(target.citation) for target in comparison.targets],
        ) == ("31B fn 11", ["31C"])
    assert "40B2(d)" in str(full_answers.compare("40E2 footnote", player).menus)
    assert full_answers.ask("64A1 footnote", player).address == "law/en-2017/64A1 fn 19"
    assert "92A fn 32 in 1997" in str(full_answers.ask("92A footnote", player).menus)


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("27B1 in 2009", "law/en-2008-acbl/27B1"),
        ("64A on 3 May 1999", "law/en-1997/64A"),
        ("law 25 in 2005", "law/en-1997/25"),
        ("64A in 2019", "law/en-2017/64A"),
        ("differences 27B1 1997 2017", "compare/en-2017/en-1997/27B1"),
        ("what changed in 72C from 2007 to 2017", "compare/en-2017/en-2008-acbl/72C"),
        ("compare 16A3", "compare/vi-2007/en-2017/16A3"),
    ],
)
def test_a_date_and_two_codes_are_read_at_the_door_of_messages(
    full_answers: Answers, player: Reader, text: str, address: str
) -> None:
    assert full_answers.ask(text, player).address == address


def test_an_edition_that_is_not_here_is_said_to_be_missing(
    full_answers: Answers, answers: Answers, player: Reader
) -> None:
    assert "oldest that are known are those of 1997" in str(
        full_answers.ask("27B1 in 1990", player).parts
    )
    card = answers.ask("72B1 (1997)", player)
    assert "No document of the Laws of 1997" in str(card.parts)
    assert "law/plain-2017/72C" in str(card.rows)


@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_without_documents_our_own_words_tell_what_changed(answers: Answers, language: str) -> None:
    reader = Reader(language)
    for citation in answers.lawbook.citations("plain-2017")[:: 1 if language == "en" else 9]:
        place = f"law/{answers.lawbook.newest_in(language)}/{citation}"
        if citation.law:
            card = answers.open(place, reader)
            comparison_addresses = [
                action.address
                for row in card.rows
                for action in row
                if action.address.startswith("compare/")
            ]
            for card in (
                answers.compare(str(citation), reader),
                *(answers.open(address, reader) for address in comparison_addresses[:1]),
            ):
                assert card.kind is CardKind.COMPARISON
                assert not any(isinstance(part, Redline | Passage) for part in card.parts), (
                    "an edition against itself"
                )
                assert (
                    not comparison_addresses
                    or lines(card)
                    or reader.translate("It says the same.") not in str(card.parts)
                )
    assert lines(answers.compare("27B1", reader))


def test_a_redline_gives_back_both_wordings() -> None:
    changes = redline("The cup stays on the table.", "The cup stays under the big table.")
    assert (
        "".join(c.text for c in changes if c.kind is not ChangeKind.ADDED)
        == "The cup stays on the table."
    )
    assert (
        "".join(c.text for c in changes if c.kind is not ChangeKind.REMOVED)
        == "The cup stays under the big table."
    )
    assert marked(changes) == "The cup stays ~~on the~~ **+under the big+** table."


def test_small_words_change_nothing_but_duties_do() -> None:
    old = "When a guest spills his tea on the cloth the host brings a clean one from the upper drawer."
    assert is_same(
        old,
        "When a guest spills his tea on a cloth, the host brings a clean one from the upper drawer.",
    )
    assert not is_same(
        old,
        "When a guest spills his tea on the cloth the host may bring a clean one from the upper drawer.",
    )


@pytest.mark.parametrize(
    ("number", "words"),
    [
        ("25B1", "2007 25B2: if LHO"),
        ("26A", "26A: no lead restrictions"),
        ("71A", "71.1: only a trick"),
        ("71C", "71.2: a conceded trick"),
        ("57A", "57D is new"),
        ("64B2", "64C2 is new"),
        ("64B7", "64C2 is new"),
    ],
)
def test_what_changed_at_a_holder_stands_at_the_number_it_concerns(
    full_answers: Answers, player: Reader, number: str, words: str
) -> None:
    card = full_answers.compare(number, player, "en-1997", "en-2017")
    lines = [line for part in card.parts for line in getattr(part, "items", ())]
    assert any(line.startswith(words) for line in lines)


def test_a_note_printed_below_three_provisions_is_struck_once(
    full_answers: Answers, player: Reader
) -> None:
    card = full_answers.compare("93B", player, "en-1997", "en-2017")
    changes = [change for part in card.parts for change in getattr(part, "changes", ())]
    assert sum(change.text.count("Zonal") for change in changes) == 1
