"""The use cases, each by its card: what is said, what can be tapped, and that every address leads
somewhere."""

import itertools
from dataclasses import replace

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import Address, LawPlace
from lawbot.answers.kinds import CHARTS, EVERYTHING, LAWS, TERMS, Kind
from lawbot.cards import (
    ADDRESS_LIMIT,
    Action,
    Card,
    CardKind,
    Grid,
    Heading,
    Listing,
    Paragraph,
    Passage,
    Tone,
)
from lawbot.citation import Citation
from lawbot.config import Settings
from lawbot.situations.seats import seated
from lawbot.situations.state import View, with_facts
from lawbot.situations.walk import paths


def actions(card: Card) -> list[Action]:
    """Everything a card offers to tap."""
    return [
        *itertools.chain.from_iterable(card.rows),
        *itertools.chain.from_iterable(menu.actions for menu in card.menus),
    ]


def text_of(card: Card) -> str:
    """All that a card says."""
    said = [card.title, *card.breadcrumb, card.source]
    for part in card.parts:
        match part:
            case Paragraph(text) | Heading(text):
                said.append(text)
            case Passage(label, text, title):
                said += [label, title, text]
            case Listing(items):
                said += items
            case Grid(rows):
                said += itertools.chain.from_iterable(rows)
    return "\n".join(said)


def cited(action: Action) -> str:
    """The provision that an action opens."""
    place = Address.parse(action.address).place
    assert isinstance(place, LawPlace)
    return str(place.citation)


def labelled(card: Card, label: str) -> Action:
    """The action of that label."""
    return next(action for action in actions(card) if action.label.startswith(label))


def test_a_citation_becomes_the_card_of_its_provision(answers: Answers, player: Reader) -> None:
    card = answers.ask("law 27 b 1 a", player, LAWS)
    assert card.kind is CardKind.LAW
    assert card.title.startswith("Law 27B1(a)")
    assert any("27B" in step for step in card.breadcrumb)
    assert "plain words" in card.source
    assert "lowest" in text_of(card)


def test_a_section_is_shown_with_all_it_holds(answers: Answers, player: Reader) -> None:
    said = text_of(answers.ask("64B", player, LAWS))
    for paragraph in range(1, 9):
        assert f"\n{paragraph}\n" in f"\n{said}\n"


LEADS = {"plain-2017": "Note: ", "plain-2017-vi": "Lưu ý: ", "plain-2017-th": "หมายเหตุ: "}
"""What a note of our own words begins with, by the edition."""


@pytest.mark.parametrize("edition", LEADS)
def test_the_table_of_the_introduction_stands_on_its_card(answers: Answers, edition: str) -> None:
    introduction = answers.lawbook.provision(Citation(), edition)
    card = answers.open(
        str(LawPlace(introduction.citation, edition)),
        Reader(language=answers.lawbook.edition(edition).language),
    )
    (grid,) = (part for part in card.parts if isinstance(part, Grid))
    (band,) = grid.bands()
    assert (len(band.head), len(band.rows)) == (2, 8)
    assert [list(row) for row in (band.head, *band.rows)] == introduction.rows


@pytest.mark.parametrize("edition", LEADS)
def test_a_note_of_ours_says_that_it_is_one(answers: Answers, edition: str) -> None:
    noted = [entry for entry in answers.lawbook.provisions(edition) if entry.note]
    assert len(noted) >= 29
    for entry in noted:
        card = answers.open(
            str(LawPlace(entry.citation, edition)),
            Reader(language=answers.lawbook.edition(edition).language),
        )
        notes = [
            part.text
            for part in card.parts
            if isinstance(part, Paragraph) and part.tone is Tone.NOTE
        ]
        assert entry.note in notes
        assert all(note.startswith(LEADS[edition]) for note in notes)


def test_every_card_of_a_law_offers_ways_on_that_lead_somewhere(
    answers: Answers, player: Reader
) -> None:
    for citation in (
        "1",
        "12C1(e)(i)",
        "27B1",
        "45",
        "71B",
        "93",
        "Definitions: Trick",
        "Introduction",
        "2",
        "53A fn 17",
        "78B",
    ):
        card = answers.ask(citation, player, LAWS)
        assert card.found, citation
        for action in actions(card):
            assert len(action.address) <= ADDRESS_LIMIT
            assert answers.open(action.address, player).found, action


@pytest.mark.parametrize(
    ("citation", "arrows"),
    [
        ("27B1(a)", ["▲ 27B1", "27B1(b) ▶"]),
        ("27B1(b)", ["◀ 27B1(a)", "▲ 27B1", "27B2 ▶"]),
        ("27B", ["◀ 27A", "▲ 27", "27C ▶"]),
        ("16", ["◀ 15", "▲ Contents", "17 ▶"]),
        ("93", ["◀ 92", "▲ Contents"]),
        ("Definitions: LHO", ["◀ Lead", "Matchpoint ▶"]),
    ],
)
def test_arrows_lead_to_what_stands_beside_and_never_into_a_law(
    answers: Answers, player: Reader, citation: str, arrows: list[str]
) -> None:
    row = answers.ask(citation, player, LAWS).rows[0]
    assert [action.label for action in row] == arrows
    assert all(answers.open(action.address, player).found for action in row)


def test_a_long_text_is_told_how_much_of_it_was_searched_for(
    answers: Answers, player: Reader
) -> None:
    said = "we looked at a trick again after all had turned their cards, and then nobody knew what to do. "
    assert "600 characters" in text_of(answers.ask(said * 8, player))
    assert "600 characters" not in text_of(answers.ask(said, player))


def test_a_head_that_the_index_lacks_gets_what_the_words_find_and_why(
    answers: Answers, player: Reader
) -> None:
    card = answers.index("revoke", player)
    assert card.found
    assert "no printed index here" in text_of(card)


def test_one_imp_is_one(answers: Answers, player: Reader) -> None:
    assert [answers.score(str(points), "", "", player).title for points in (20, -30, 50)] == [
        "+20 points · 1 IMP",
        "-30 points · -1 IMP",
        "+50 points · 2 IMPs",
    ]


def test_an_abbreviation_stands_in_capitals_and_a_short_word_as_it_was_typed(
    answers: Answers, player: Reader
) -> None:
    assert "TD: Tournament Director" in text_of(answers.ask("td", player, TERMS))
    assert "VOID" not in text_of(answers.ask("void", player, TERMS))


def test_the_defined_terms_of_a_provision_are_listed(answers: Answers, player: Reader) -> None:
    (menu,) = answers.ask("50B", player, LAWS).menus
    terms = [action for action in menu.actions if action.detail.startswith("a term it uses")]
    assert "Definitions: Honour" in [cited(action) for action in terms]
    assert not {"Definitions: Trick", "Definitions: Lead"} & {action.label for action in terms}


def test_an_unknown_citation_offers_the_nearest(answers: Answers, player: Reader) -> None:
    card = answers.ask("64D", player, LAWS)
    assert not card.found
    assert "64A to 64C" in text_of(card)
    assert [action.label.split(" ")[0] for action in card.menus[0].actions] == [
        "64",
        "64A",
        "64B",
        "64C",
    ]


@pytest.mark.parametrize(("text", "says"), [("94", "1 to 93"), ("27B1(z)", "27B1(a) to 27B1(b)")])
def test_what_does_not_exist_is_said_plainly(
    answers: Answers, player: Reader, text: str, says: str
) -> None:
    assert says in text_of(answers.ask(text, player, LAWS))


def test_a_range_lists_what_is_in_it(answers: Answers, player: Reader) -> None:
    card = answers.ask("Laws 62 to 64", player, LAWS)
    assert card.title == "“Laws 62 to 64”"
    assert [cited(action) for action in card.menus[0].actions] == ["62", "63", "64"]


def test_several_citations_in_a_message_are_all_offered(answers: Answers, player: Reader) -> None:
    card = answers.ask("director said 27B1(a) but I thought Law 16C and 64A", player)
    assert [cited(action) for action in card.menus[0].actions] == ["27B1(a)", "16C", "64A"]


def test_words_are_answered_by_the_best_provision_in_full_and_the_others_in_one_menu(
    answers: Answers, player: Reader
) -> None:
    card = answers.ask("can i ask partner if hes out of hearts", player)
    assert card.title == "“can i ask partner if hes out of hearts”"
    name, *body = card.parts
    assert isinstance(name, Paragraph)
    best = answers.lawbook.provision(Citation.parse(name.text.split(" ")[0]), "plain-2017")
    assert str(best.citation).startswith("61B")
    assert [part.text for part in body if isinstance(part, Passage) and part.text] == [
        inner.text for inner in best.walk() if inner.text
    ]
    assert labelled(card, f"Law {best.citation}").address.startswith("law/plain-2017/61B")
    (menu,) = card.menus
    assert len({cited(action) for action in menu.actions if action.address.startswith("law/")}) > 3


def test_the_words_asked_for_are_set_off_in_any_of_their_forms(
    answers: Answers, player: Reader
) -> None:
    card = answers.ask("can defenders ask whether declarer revoked", player)
    marked = {
        word.casefold()
        for part in card.parts
        if isinstance(part, Passage | Paragraph)
        for word in part.marked
    }
    assert marked & {"revoke", "revoked"}
    assert not marked & {"the", "can"}


@pytest.mark.parametrize(
    "words", ["can dummy ask but not look", "may a player who is out of the room call but not bid"]
)
def test_small_words_are_not_set_off(answers: Answers, player: Reader, words: str) -> None:
    marked = {
        word
        for part in answers.ask(words, player).parts
        if isinstance(part, Passage | Paragraph)
        for word in part.marked
    }
    assert {word.casefold() for word in marked} & {"ask", "look", "call", "bid"}
    assert not {word.casefold() for word in marked} & {"but", "out"}


def test_an_incident_in_doubt_offers_charts_as_buttons_and_the_laws_under_them(
    answers: Answers, director: Reader
) -> None:
    card = answers.ask("my partner put a card face up by accident during the play", director)
    charts, laws = card.rows
    assert [action.address.split("/")[0] for action in (*charts, *laws)] == ["sit"] * 3 + [
        "law"
    ] * 3
    said = [part.text for part in card.parts if isinstance(part, Paragraph)]
    assert said[0] == "Which of these happened?"
    listed = [part.items for part in card.parts if isinstance(part, Listing)]
    assert [len(lines) for lines in listed] == [3, 3]
    assert listed[0] == tuple(action.detail for action in charts)


def test_a_question_about_the_laws_is_answered_by_the_provision(
    answers: Answers, director: Reader
) -> None:
    card = answers.ask("can i ask partner if hes out of hearts", director)
    assert [action.address.split("/")[0] for row in card.rows for action in row] == ["sit", "law"]
    assert any(isinstance(part, Passage) for part in card.parts)


def test_what_is_not_about_bridge_is_told_so(answers: Answers, player: Reader) -> None:
    assert answers.ask("weather tomorrow in paris", player).title == "Nothing found"


def test_a_question_is_asked_once_more_by_its_address(answers: Answers, director: Reader) -> None:
    for text in (
        "can i ask partner if hes out of hearts",
        "Laws 62 to 64",
        "4S vul -1",
        "board 7",
        "imps 450",
    ):
        card = answers.ask(text, director)
        assert answers.open(card.address, director) == card, text


def test_a_score_is_changed_with_a_tap(answers: Answers, player: Reader) -> None:
    card = answers.score("4SX by N", "yes", "-2", player)
    assert "−500" in card.title.replace("-", "−")
    assert "-300" in answers.open(labelled(card, "not vulnerable").address, player).title
    assert "-200" in answers.open(labelled(card, "undoubled").address, player).title
    assert "-800" in answers.open(labelled(card, "-3").address, player).title
    assert not any(
        action.label == "+1" for action in actions(answers.score("7NT", "", "=", player))
    )


def test_a_description_offers_its_flow_chart(answers: Answers, player: Reader) -> None:
    card = answers.ask(
        "someone made an insufficient bid, one heart over one spade, what now", player
    )
    assert any(action.address.startswith("sit/insufficient-bid/") for action in actions(card))


def test_terms_and_abbreviations_are_defined(answers: Answers, player: Reader) -> None:
    assert answers.ask("lho", player, TERMS).title == "LHO"
    assert answers.ask("Honours", player, TERMS).title == "Honour"
    assert answers.ask("contestant", player, TERMS).kind is CardKind.DEFINITION


@pytest.mark.parametrize(
    ("short", "full"),
    [("BIT", "break in tempo"), ("UI", "unauthorized information"), ("lho", "left-hand opponent")],
)
def test_an_abbreviation_is_spelt_out(
    answers: Answers, player: Reader, short: str, full: str
) -> None:
    assert full in text_of(answers.ask(short, player, TERMS)).casefold()


@pytest.mark.parametrize(
    ("short", "named"),
    [
        ("UI", "16B1"),
        ("AI", "16A1"),
        ("MI", "Definitions: Misinformation"),
        ("BIT", "16B1"),
        ("LA", "16B1(b)"),
        ("IB", "27"),
        ("LHO", "Definitions: LHO"),
    ],
)
def test_an_abbreviation_answers_as_its_term_or_law(
    full_answers: Answers, player: Reader, short: str, named: str
) -> None:
    for text in (short, short.lower(), f"define {short}", f"What is {short}?"):
        for only in (TERMS, EVERYTHING):
            card = full_answers.ask(text, player, only)
            assert card.address == f"law/en-2017/{named}", (text, only)
            assert short == "LHO" or f"{short}: ".casefold() in text_of(card).casefold()


def test_a_short_word_is_not_like_whatever_it_stands_in(
    full_answers: Answers, player: Reader
) -> None:
    for word, holding in (("NT", "Contestant"), ("PP", "Opponent"), ("duck", "Follow Suit")):
        assert holding not in text_of(full_answers.ask(word, player, TERMS))


def test_what_is_no_term_is_told_with_what_is_near(answers: Answers, player: Reader) -> None:
    assert text_of(answers.ask("define tempo", player)) == text_of(
        answers.ask("tempo", player, TERMS)
    )


def test_a_command_typed_without_its_slash_answers_as_with_it(
    full_answers: Answers, player: Reader
) -> None:
    for number in ("27B1", "75", "72B1 (1997)", "25B2(b)(2)"):
        for command in ("compare", "Compare", "so sánh", "เปรียบเทียบ"):
            assert (
                full_answers.ask(f"{command} {number}", player).address
                == full_answers.compare(number, player).address
                != ""
            )
    assert (
        full_answers.ask("compare insufficient bid", player).address
        == full_answers.compare("27", player).address
    )
    assert full_answers.ask("index penalty", player) == full_answers.index("penalty", player)
    assert "no Law 94" in text_of(full_answers.ask("compare 94", player))


@pytest.mark.parametrize(
    "text",
    ["compare the scores of both tables", "index card found on the floor", "compare", "index"],
)
def test_words_of_a_story_are_no_command(full_answers: Answers, player: Reader, text: str) -> None:
    assert full_answers.understanding.understand(text, player).kind is Kind.WORDS


@pytest.mark.parametrize(
    ("text", "law"),
    [
        ("law sixteen", "en-2017/16"),
        ("Law Seventy-Two C", "en-2017/72C"),
        ("what does law twenty say?", "en-2017/20"),
        ("law nine", "en-2017/9"),
        ("điều mười sáu", "plain-2017-vi/16"),
        ("dieu hai muoi lam", "plain-2017-vi/25"),
        ("luật tám mươi mốt", "plain-2017-vi/81"),
        ("กฎข้อสิบหก", "plain-2017-th/16"),
        ("กฎข้อยี่สิบเอ็ด", "plain-2017-th/21"),
    ],
)
def test_a_law_is_known_by_its_number_in_words(
    full_answers: Answers, player: Reader, text: str, law: str
) -> None:
    assert full_answers.ask(text, player).address == f"law/{law}"
    assert (
        str(full_answers.outcomes.in_edition(text, law.split("/")[0]).hits[0].citation)
        == law.split("/")[1]
    )


def test_a_number_word_is_not_read_as_another(full_answers: Answers, player: Reader) -> None:
    for text in ("sixteen cards in one hand", "law sixteen and seventy"):
        assert "Read as" not in text_of(full_answers.ask(text, player))


@pytest.mark.parametrize(
    "text", ["the law one should know", "điều một người chơi phải làm", "กฎข้อห้าม"]
)
def test_a_small_number_within_a_sentence_names_no_law(
    full_answers: Answers, player: Reader, text: str
) -> None:
    assert full_answers.understanding.understand(text, player).kind is Kind.WORDS


@pytest.mark.parametrize("language", ["vi", "th"])
def test_a_citation_is_answered_in_the_readers_language_however_it_is_typed(
    full_answers: Answers, language: str
) -> None:
    edition = full_answers.lawbook.newest_in(language)
    cited = [
        citation
        for citation in full_answers.lawbook.citations(edition)
        if citation.law and not citation.footnote and not citation.table
    ]
    assert len(cited) > 800
    for citation in cited:
        for typed in (
            str(citation).lower(),
            str(citation).replace("(", "").replace(")", "").lower(),
            f"law {citation}".lower(),
        ):
            read = full_answers.understanding.understand(typed, Reader(language))
            assert (read.edition, read.citations) == (edition, (citation,)), typed
            assert full_answers.understanding.edition_for(Reader(language), typed) == edition


@pytest.mark.parametrize("who", ["LHO", "lho", "RHO", "an opponent", "East"])
def test_a_lead_out_of_turn_leads_to_what_becomes_of_it(
    full_answers: Answers, player: Reader, who: str
) -> None:
    lead = full_answers.outcomes.of(f"{who} led out of turn", player).lead
    assert (lead.charts[0], str(lead.citations[0])) == ("defender-lead-out-of-turn", "56")


def test_hostile_words_are_bounded(answers: Answers, player: Reader) -> None:
    for words in ("@everyone " * 300, "```" * 500, "<@123>" * 200):
        assert len(text_of(answers.ask(words, player))) < 6000


@pytest.mark.parametrize(
    "address",
    [
        "",
        "law",
        "law/",
        "law/en-1066/27",
        "law/plain-2017/94",
        "law/plain-2017/x",
        "contents/x/1",
        "contents/plain-2017/zz",
        "sit/x",
        "sit/insufficient-bid/0/0/---",
        "sits/nothing",
        "index/zz",
        "nonsense/1",
        "/" * 40,
    ],
)
def test_an_address_that_leads_nowhere_says_so(
    answers: Answers, player: Reader, address: str
) -> None:
    card = answers.open(address, player)
    assert card.title
    assert card.parts


def test_a_player_is_told_first_that_only_the_director_rules(
    answers: Answers, player: Reader, director: Reader
) -> None:
    assert "9B1" in text_of(answers.ask("insufficient-bid", player, CHARTS))
    assert "9B1" not in text_of(answers.ask("insufficient-bid", director, CHARTS))


def test_from_the_first_question_to_the_ruling_and_back(answers: Answers, director: Reader) -> None:
    card = answers.ask("insufficient-bid", director, CHARTS)
    for _tap in range(9):
        if card.kind is CardKind.RULING:
            break
        card = answers.open(card.rows[0][0].address, director)
    said = text_of(card)
    assert "Say this" in said
    for tab in ("Steps", "Why", "Laws"):
        opened = answers.open(labelled(card, tab).address, director)
        assert opened.title == card.title
        assert text_of(opened) != said
        assert answers.open(labelled(opened, "Say").address, director) == card
    assert "→" in text_of(answers.open(labelled(card, "Why").address, director))
    review = answers.open(labelled(card, "Change an answer").address, director)
    answered = [answers.open(action.address, director) for action in review.menus[0].actions]
    assert {earlier.kind for earlier in answered} == {CardKind.QUESTION}
    assert all(any("✓" in action.label for action in actions(earlier)) for earlier in answered)
    assert answers.open(labelled(card, "Start again").address, director).kind is CardKind.QUESTION


def test_a_seat_named_once_is_used_everywhere(answers: Answers, director: Reader) -> None:
    card = answers.ask("insufficient-bid", director, CHARTS)
    seats = answers.open(labelled(card, "Name the seat").address, director)
    card = answers.open(labelled(seats, "North").address, director)
    for _tap in range(9):
        if card.kind is CardKind.RULING:
            break
        card = answers.open(card.rows[0][0].address, director)
    said = text_of(card) + text_of(answers.open(labelled(card, "Steps").address, director))
    assert "the offender" not in said.casefold().replace("offender: north", "")
    assert "East (LHO)" in said or "South (partner)" in said or "North (offender)" in said


def test_why_opens_in_place_says_how_to_find_out_and_leads_back(
    answers: Answers, director: Reader
) -> None:
    card = answers.ask("insufficient-bid", director, CHARTS)
    opened = answers.open(labelled(card, "Why do you ask?").address, director)
    question = answers.situations["insufficient-bid"].questions["unintended"]
    for line in (question.why, question.unsure):
        assert seated(line) in text_of(opened)
    assert [a.label for a in opened.rows[0]] == [a.label for a in card.rows[0]]
    assert answers.open(labelled(opened, "Back").address, director) == card
    assert [[action.label for action in row] for row in card.rows[1:]] == [
        ["Back", "Why do you ask?"]
    ]
    assert [menu.prompt for menu in card.menus] == ["More"]


def test_the_first_screen_offers_the_frequent_calls_and_every_phase(
    answers: Answers, director: Reader
) -> None:
    card = answers.ask("", director, CHARTS)
    assert card.menus[0].actions[0].label == "Insufficient bid"
    for action in card.menus[1].actions:
        assert answers.open(action.address, director).menus[0].actions


def test_every_chart_is_on_the_screen_of_its_phase(answers: Answers, director: Reader) -> None:
    reached = set()
    for phase in answers.ask("", director, CHARTS).menus[1].actions:
        reached |= {
            action.address.split("/")[1]
            for action in answers.open(phase.address, director).menus[0].actions
        }
    assert reached == set(answers.situations)


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("revo", ["61A", "61", "64"]),
        ("revoke", ["61A", "61", "64"]),
        ("pen", ["50"]),
        ("claim", ["68", "68A"]),
        ("compar", ["23", "23A"]),
    ],
)
def test_suggestions_begin_with_what_governs(
    answers: Answers, player: Reader, typed: str, first: list[str]
) -> None:
    """The definition and its law, then laws so headed, those most referred to before the others."""
    assert [action.address for action in answers.suggest(typed, player, "any")][
        : len(first)
    ] == first


def test_a_title_that_says_what_is_meant_is_not_said_again(
    full_answers: Answers, player: Reader
) -> None:
    card = full_answers.ask("psych", player, TERMS)
    assert "psychic" in card.title
    assert not any(
        isinstance(part, Paragraph) and part.text.startswith("psych:") for part in card.parts
    )


def test_laws_of_one_heading_stand_on_one_line(answers: Answers, director: Reader) -> None:
    ways = paths(answers.situations, "changed-call")
    state = next(
        with_facts(answers.situations, "changed-call", dict(way.answers))
        for way in ways
        if "25A1" in way.ruled.ruling.cites
    )
    card = answers.open(f"sit/{replace(state, view=View.LAWS)}", director)
    (listing,) = [part for part in card.parts if isinstance(part, Listing)]
    headings = [line.partition(" · ")[2] for line in listing.items]
    assert len(headings) == len(set(headings))
    assert [
        number for line in listing.items for number in line.partition(" · ")[0].split(", ")
    ] != []
    assert any(line.startswith("25A4, 25A5, 25A1") for line in listing.items)


def test_what_people_look_up_is_offered_beside_the_terms_of_the_laws(
    answers: Answers, player: Reader
) -> None:
    offered = {action.label: action.address for action in answers.suggest("re", player, "term")}
    assert {"Redouble", "Revoke"} <= offered.keys()
    assert answers.ask(offered["Revoke"], player, TERMS).address.endswith("61A")
    assert "Revoke" in [action.label for action in answers.suggest("revo", player, "term")]


def test_suggestions_follow_what_is_typed(answers: Answers, player: Reader) -> None:
    assert [a.address for a in answers.suggest("27b1", player, "law")][:2] == ["27B1", "27B1(a)"]
    assert answers.suggest("insuff", player, "law")[0].address.startswith("27")
    assert answers.suggest("lh", player, "term")[0].address == "LHO"
    assert answers.suggest("low bid", player, "situation")[0].address == "insufficient-bid"
    mixed = [a.address for a in answers.suggest("comparable", player, "any")]
    assert mixed[0] == "23"
    assert "chart:comparable-call" in mixed
    assert answers.ask("chart:comparable-call", player, LAWS).kind is CardKind.QUESTION
    for kind in ("law", "term", "situation"):
        assert all(0 < len(a.label) <= 100 for a in answers.suggest("", player, kind))


def test_scores(answers: Answers, player: Reader) -> None:
    assert "+990" in answers.score("4SX by N", "both", "+1", player).title
    assert "13 IMPs" in answers.score("780", "", "", player).title
    assert "West" in text_of(answers.board(4, player))
    assert not answers.score("9Z", "both", "", player).found


def test_with_the_documents_the_official_text_leads_and_plain_words_are_a_tap_away(
    full_answers: Answers, player: Reader
) -> None:
    card = full_answers.ask("27B1(a)", player, LAWS)
    assert card.address == "law/en-2017/27B1(a)"
    plain = full_answers.open(labelled(card, "In plain words").address, player)
    assert plain.address == "law/plain-2017/27B1(a)"
    assert full_answers.open(labelled(plain, "Official text").address, player).title == card.title


def test_words_in_another_script_are_answered_from_an_edition_in_it(
    full_answers: Answers, player: Reader
) -> None:
    assert "law/plain-2017-th/" in str(actions(full_answers.ask("ลงไพ่ผิดชุด", player)))
    assert "law/plain-2017-vi/" in str(actions(full_answers.ask("đánh sai lượt", player)))


def test_a_subparagraph_begins_with_what_it_goes_on_from(
    full_answers: Answers, player: Reader
) -> None:
    book = full_answers.lawbook
    for citation in ("64A1", "12C1(e)(i)"):
        grey = [
            part.text
            for part in full_answers.ask(citation, player, LAWS).parts
            if isinstance(part, Paragraph) and part.tone is Tone.QUIET
        ]
        entry = book.provision(Citation.parse(citation), "en-2017")
        assert next(above.opening for above in reversed(entry.path) if above.opening) in grey
    assert not [
        p
        for p in full_answers.ask("27A1", player, LAWS).parts
        if isinstance(p, Paragraph) and p.tone is Tone.QUIET
    ]


def test_the_index_of_2017_is_offered_by_its_heads(full_answers: Answers, player: Reader) -> None:
    card = full_answers.index("revoke", player)
    assert any(action.address.startswith("law/en-2017/6") for action in actions(card))
    assert "REVOKE ›" not in text_of(card)
    asked = [full_answers.ask(words, player) for words in ("revoke", "claim", "penalty card")]
    heads = [
        action for card in asked for action in actions(card) if action.address.startswith("index/")
    ]
    assert [head.label for head in heads] == [
        "Index: Revoke",
        "Index: Claim",
        "Index: Penalty Card",
    ]
    assert all(full_answers.open(head.address, player).breadcrumb == ("Index",) for head in heads)


@pytest.mark.parametrize("typed", ["620", "+620", "imps for 620", "620 imps"])
def test_a_difference_is_scored_in_imps(answers: Answers, player: Reader, typed: str) -> None:
    assert "12 IMPs" in answers.score(typed, "", "", player).title


LED = "declarer led from the wrong hand and LHO followed"


def test_a_sentence_opens_its_chart_where_it_leaves_off(answers: Answers, director: Reader) -> None:
    card = answers.ask("declarer led from the wrong hand", director)
    assert card.kind is CardKind.QUESTION
    assert card.title == "Declarer leads from the wrong hand"
    (understood,) = (line for line in text_of(card).splitlines() if line.startswith("Understood: "))
    assert (
        understood
        == "Understood: The other hand of declarer’s side (trick one to twelve). Questions left: 2 at most."
    )
    (changes,) = (menu.actions for menu in card.menus if menu.prompt == "More")
    assert changes[0].detail.startswith("“declarer led from the wrong hand” Which hand")
    (others,) = (menu for menu in card.menus if menu.prompt == "Not this? Others that fit")
    assert {action.address[:4] for action in others.actions} == {"sit/", "law/"}


def test_a_sentence_that_tells_what_decides_leads_to_the_ruling_and_what_was_taken_stands_above_it(
    answers: Answers, director: Reader
) -> None:
    asked = answers.ask(LED, director)
    assert "Assuming: no defender told them to. Right?" in text_of(asked)
    card = answers.open(labelled(asked, "Yes").address, director)
    assert card.kind is CardKind.RULING
    assert [
        part.text for part in card.parts if isinstance(part, Paragraph) and part.tone is Tone.QUIET
    ] == [
        "Understood: The other hand of declarer’s side (trick one to twelve); no defender told them to; The next defender played, or either defender accepted.",
    ]


def test_what_was_understood_is_changed_with_a_tap(answers: Answers, director: Reader) -> None:
    card = answers.ask(LED, director)
    asked = answers.open(labelled(card, "Change: The other hand").address, director)
    assert "Which hand should have led?" in text_of(asked)
    changed = answers.open(labelled(asked, "A defender").address, director)
    assert "The other hand of declarer" not in text_of(changed)
    asked = answers.open(labelled(card, "Change: The next defender").address, director)
    assert text_of(asked).count("Understood: ") == 1


def test_every_door_for_charts_hears_the_sentence(answers: Answers, director: Reader) -> None:
    assert answers.ask(LED, director, CHARTS).title == answers.ask(LED, director).title


def test_a_chart_begins_with_what_the_words_told(answers: Answers, director: Reader) -> None:
    card = answers.ask("partner hesitated and then I doubled, they called the director", director)
    assert "Understood: Partner's tempo, remark, gesture or question" in text_of(card)
    assert "Is the play over?" in text_of(card)


def test_a_chart_asks_what_the_words_doubt(answers: Answers, director: Reader) -> None:
    card = answers.ask("opponents claim I revoked, I deny it", director)
    assert "What went wrong with the card" in text_of(card)
    assert "Taken as usual" not in text_of(card)
    after = answers.open(labelled(card, "Did not follow suit, although able").address, director)
    assert "What have" in text_of(after)


def test_a_player_is_told_to_call_the_director_first(answers: Answers, player: Reader) -> None:
    assert "call the director first" in text_of(answers.ask(LED, player))


def test_a_pure_question_opens_no_chart(answers: Answers, player: Reader) -> None:
    assert "Understood" not in text_of(
        answers.ask("can I accept a lead from the wrong hand", player)
    )


def test_the_charts_of_a_text_say_what_they_were_told(answers: Answers) -> None:
    first = answers.outcomes.of(LED, Reader()).charts[0]
    assert (first.id, first.next, first.ruled) == (
        "declarer-lead-wrong-hand",
        "told_to_lead",
        False,
    )
    assert first.given == {"wrong_lead_turn": "other_hand", "reaction_hand": "accepted"}
    assert first.said["reaction_hand"] == "LHO followed"


@pytest.mark.parametrize("language", ["en", "vi", "xx"])
@pytest.mark.parametrize(
    "text", ["64", "2h", "27B1(a)", "72b1", "12C1e(ii)", "7NT", "0", "94A", "12A20", "1997", "2.3"]
)
def test_what_is_written_as_a_citation_is_read_in_one_step_as_in_all_of_them(
    answers: Answers, text: str, language: str
) -> None:
    quick, read = (
        answers.understanding.understand(said, Reader(language), LAWS)
        for said in (text, f"{text}!")
    )
    assert (quick.kind, quick.citations, quick.edition, str(quick.fault).rstrip("!")) == (
        read.kind, read.citations, read.edition, str(read.fault).rstrip("!"),
    )  # fmt: skip
    assert answers.understanding.understand("64", Reader(language), CHARTS).kind is not Kind.CITED


def test_warming_leaves_no_line_in_the_log(
    small: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lawbot.answers.answers.SLOW", 0.0)
    Answers.open_all(small).warm()
    assert caplog.text == ""
