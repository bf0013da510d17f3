"""Tests of the use cases by their cards: texts, buttons, and addresses that lead somewhere."""

import itertools
from dataclasses import replace

import pytest

from lawbot.app import Answers
from lawbot.cards.address import Address, LawPlace
from lawbot.cards.card import (
    ADDRESS_LIMIT,
    Action,
    Card,
    CardKind,
    Grid,
    Heading,
    Listing,
    Paragraph,
    Passage,
    Redline,
    Style,
    Tone,
)
from lawbot.charts.seats import seated
from lawbot.charts.state import View, with_facts
from lawbot.charts.walk import paths
from lawbot.config import Settings
from lawbot.decide.kinds import CHARTS, EVERYTHING, LAWS, TERMS, Kind
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation


def actions(card: Card) -> list[Action]:
    """Return every button and menu line of a card."""
    rows = [*card.rows, *(menu.actions for menu in card.menus)]
    return list(itertools.chain.from_iterable(rows))


def tap(answers: Answers, card: Card, label: str, reader: Reader) -> Card:
    """Return the card that the action of that label opens."""
    return answers.open(labelled(card, label).address, reader)


def ruling_of(answers: Answers, card: Card, reader: Reader) -> Card:
    """Return the ruling that the first answers lead to, after at most nine taps."""
    for _tap in range(9):
        if card.kind is CardKind.RULING:
            break
        card = answers.open(card.rows[0][0].address, reader)
    return card


def toned_texts(card: Card, tone: Tone) -> list[str]:
    """Return the paragraphs of a card in a tone."""
    paragraphs = (part for part in card.parts if isinstance(part, Paragraph))
    return [paragraph.text for paragraph in paragraphs if paragraph.tone is tone]


def marked_words(card: Card) -> set[str]:
    """Return the words that are marked on a card, in small letters."""
    parts = (part for part in card.parts if isinstance(part, Passage | Paragraph))
    marks = itertools.chain.from_iterable(part.marked for part in parts)
    return {word.casefold() for word in marks}


def text_of(card: Card) -> str:
    """Return every text of a card, a line for each part."""
    lines = [card.title, *card.breadcrumb, card.source]
    for part in card.parts:
        match part:
            case Paragraph(text) | Heading(text):
                lines.append(text)
            case Passage(label, text, title):
                lines += [label, title, text]
            case Listing(items):
                lines += items
            case Grid(rows):
                lines += itertools.chain.from_iterable(rows)
    return "\n".join(lines)


def cited(action: Action) -> str:
    """Return the citation of the provision that an action opens."""
    place = Address.parse(action.address).place
    assert isinstance(place, LawPlace)
    return str(place.citation)


def labelled(card: Card, label: str) -> Action:
    """Return the first action whose label begins with the text."""
    return next(action for action in actions(card) if action.label.startswith(label))


def test_a_citation_opens_the_card_of_its_provision(answers: Answers, player: Reader) -> None:
    card = answers.ask("law 27 b 1 a", player, LAWS)
    assert card.kind is CardKind.LAW
    assert card.title.startswith("Law 27B1(a)")
    assert any("27B" in step for step in card.breadcrumb)
    assert "plain words" in card.source
    assert "lowest" in text_of(card)


def test_a_section_is_shown_with_all_its_paragraphs(answers: Answers, player: Reader) -> None:
    text = text_of(answers.ask("64B", player, LAWS))
    for paragraph in range(1, 9):
        assert f"\n{paragraph}\n" in f"\n{text}\n"


LEADS = {"plain-2017": "Note: ", "plain-2017-vi": "Lưu ý: ", "plain-2017-th": "หมายเหตุ: "}
"""The first word of a note in our own words, by edition."""


@pytest.mark.parametrize("edition", LEADS)
def test_the_card_of_the_introduction_shows_its_table(answers: Answers, edition: str) -> None:
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
def test_a_note_of_ours_is_marked_as_a_note(answers: Answers, edition: str) -> None:
    noted = [entry for entry in answers.lawbook.provisions(edition) if entry.note]
    assert len(noted) >= 29
    for entry in noted:
        card = answers.open(
            str(LawPlace(entry.citation, edition)),
            Reader(language=answers.lawbook.edition(edition).language),
        )
        notes = toned_texts(card, Tone.NOTE)
        assert entry.note in notes
        assert all(note.startswith(LEADS[edition]) for note in notes)


def test_every_action_on_the_card_of_a_law_leads_somewhere(
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
def test_arrows_lead_to_the_neighbours_and_never_into_a_law(
    answers: Answers, player: Reader, citation: str, arrows: list[str]
) -> None:
    row = answers.ask(citation, player, LAWS).rows[0]
    assert [action.label for action in row] == arrows
    assert all(answers.open(action.address, player).found for action in row)


def test_the_card_of_a_long_text_says_how_much_was_searched_for(
    answers: Answers, player: Reader
) -> None:
    sentence = "we looked at a trick again after all had turned their cards, and then nobody knew what to do. "
    assert "600 characters" in text_of(answers.ask(sentence * 8, player))
    assert "600 characters" not in text_of(answers.ask(sentence, player))


def test_a_head_without_a_printed_index_is_searched_for_and_says_so(
    answers: Answers, player: Reader
) -> None:
    card = answers.index("revoke", player)
    assert card.found
    assert "no printed index here" in text_of(card)


def test_one_imp_is_written_in_the_singular(answers: Answers, player: Reader) -> None:
    assert [answers.score(str(points), "", "", player).title for points in (20, -30, 50)] == [
        "+20 points · 1 IMP",
        "-30 points · -1 IMP",
        "+50 points · 2 IMPs",
    ]


def test_an_abbreviation_is_written_in_capitals_and_a_short_word_is_not(
    answers: Answers, player: Reader
) -> None:
    assert "TD: Tournament Director" in text_of(answers.ask("td", player, TERMS))
    assert "VOID" not in text_of(answers.ask("void", player, TERMS))


def test_the_defined_terms_of_a_provision_are_listed(answers: Answers, player: Reader) -> None:
    (menu,) = answers.ask("50B", player, LAWS).menus
    terms = [action for action in menu.actions if action.detail.startswith("a term it uses")]
    assert "Definitions: Honour" in [cited(action) for action in terms]
    assert not {"Definitions: Trick", "Definitions: Lead"} & {action.label for action in terms}


def test_an_unknown_citation_offers_the_nearest_provisions(
    answers: Answers, player: Reader
) -> None:
    card = answers.ask("64D", player, LAWS)
    assert not card.found
    assert "64A to 64C" in text_of(card)
    offered = [action.label.split(" ")[0] for action in card.rows[0]]
    assert offered == ["64", "64A", "64B", "64C"]


@pytest.mark.parametrize(("text", "says"), [("94", "1 to 93"), ("27B1(z)", "27B1(a) to 27B1(b)")])
def test_a_citation_that_does_not_exist_names_those_that_do(
    answers: Answers, player: Reader, text: str, says: str
) -> None:
    assert says in text_of(answers.ask(text, player, LAWS))


def test_a_range_lists_its_laws(answers: Answers, player: Reader) -> None:
    card = answers.ask("Laws 62 to 64", player, LAWS)
    assert card.title == "“Laws 62 to 64”"
    assert [cited(action) for action in card.menus[0].actions] == ["62", "63", "64"]


def test_several_citations_in_a_message_are_all_offered(answers: Answers, player: Reader) -> None:
    card = answers.ask("director said 27B1(a) but I thought Law 16C and 64A", player)
    assert [cited(action) for action in card.menus[0].actions] == ["27B1(a)", "16C", "64A"]


def test_words_show_the_best_provision_in_full_and_the_others_in_one_menu(
    answers: Answers, player: Reader
) -> None:
    card = answers.ask("can i ask partner if hes out of hearts", player)
    assert card.title == "“can i ask partner if hes out of hearts”"
    name, *body = card.parts
    assert isinstance(name, Paragraph)
    best = answers.lawbook.provision(Citation.parse(name.text.split(" ")[0]), "plain-2017")
    assert str(best.citation).startswith("61B")
    passages = [part.text for part in body if isinstance(part, Passage) and part.text]
    assert passages == [inner.text for inner in best.walk() if inner.text]
    assert labelled(card, f"Law {best.citation}").address.startswith("law/plain-2017/61B")
    (menu,) = card.menus
    laws = (action for action in menu.actions if action.address.startswith("law/"))
    assert len({cited(action) for action in laws}) > 3


def test_the_words_searched_for_are_marked_in_every_form(answers: Answers, player: Reader) -> None:
    card = answers.ask("can defenders ask whether declarer revoked", player)
    marked = marked_words(card)
    assert marked & {"revoke", "revoked"}
    assert not marked & {"the", "can"}


@pytest.mark.parametrize(
    "words", ["can dummy ask but not look", "may a player who is out of the room call but not bid"]
)
def test_small_words_are_not_marked(answers: Answers, player: Reader, words: str) -> None:
    marked = marked_words(answers.ask(words, player))
    assert marked & {"ask", "look", "call", "bid"}
    assert not marked & {"but", "out"}


IN_DOUBT = "my partner put a card face up by accident during the play"


def test_an_incident_in_doubt_offers_charts_with_the_law_under_them(
    answers: Answers, director: Reader
) -> None:
    card = answers.ask(IN_DOUBT, director)
    charts, laws = card.rows
    assert [action.address.split("/")[0] for action in charts] == ["sit"] * 3
    assert all(action.style is Style.MAIN for action in charts)
    # the question stands right above the events
    paragraphs = [part.text for part in card.parts if isinstance(part, Paragraph)]
    assert paragraphs[-1] == "Which of these happened?"
    # each event is told once, on its button
    summaries = {chart.summary for chart in answers.situations.values()}
    assert summaries.issuperset(action.label for action in charts)
    assert not any(action.detail for action in charts)
    # each law stands once: the first under its name, the others in the menu
    (opening,) = laws
    law = answers.open(opening.address, director)
    name = card.below[0]
    assert opening.label == "The law"
    assert isinstance(name, Heading)
    assert name.text.startswith(law.title.partition(" · ")[0])
    assert opening.address not in [action.address for action in card.menus[0].actions]
    assert any(isinstance(part, Passage) and part.text for part in card.below)


def test_a_question_about_the_laws_is_answered_by_the_provision(
    answers: Answers, director: Reader
) -> None:
    card = answers.ask("can i ask partner if hes out of hearts", director)
    buttons = itertools.chain.from_iterable(card.rows)
    assert [action.address.split("/")[0] for action in buttons] == ["sit", "law"]
    assert any(isinstance(part, Passage) for part in card.parts)


def test_a_text_not_about_bridge_finds_nothing(answers: Answers, player: Reader) -> None:
    assert answers.ask("weather tomorrow in paris", player).title == "Nothing found"


def test_the_address_of_a_card_opens_the_same_card(answers: Answers, director: Reader) -> None:
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
    assert "-300" in tap(answers, card, "not vulnerable", player).title
    assert "-200" in tap(answers, card, "undoubled", player).title
    assert "-800" in tap(answers, card, "-3", player).title
    # a grand slam cannot make an overtrick
    grand_slam = answers.score("7NT", "", "=", player)
    assert not any(action.label == "+1" for action in actions(grand_slam))


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
    ("short", "citation"),
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
    full_answers: Answers, player: Reader, short: str, citation: str
) -> None:
    for text in (short, short.lower(), f"define {short}", f"What is {short}?"):
        for door in (TERMS, EVERYTHING):
            card = full_answers.ask(text, player, door)
            assert card.address == f"law/en-2017/{citation}", (text, door)
            assert short == "LHO" or f"{short}: ".casefold() in text_of(card).casefold()


def test_a_short_word_does_not_find_a_term_that_contains_it(
    full_answers: Answers, player: Reader
) -> None:
    for word, term in (("NT", "Contestant"), ("PP", "Opponent"), ("duck", "Follow Suit")):
        assert term not in text_of(full_answers.ask(word, player, TERMS))


def test_define_answers_as_the_door_for_terms(answers: Answers, player: Reader) -> None:
    by_words = answers.ask("define tempo", player)
    assert text_of(by_words) == text_of(answers.ask("tempo", player, TERMS))


def test_a_command_without_its_slash_answers_as_with_it(
    full_answers: Answers, player: Reader
) -> None:
    for number in ("27B1", "75", "72B1 (1997)", "25B2(b)(2)"):
        for command in ("compare", "Compare", "so sánh", "เปรียบเทียบ"):
            comparison = full_answers.compare(number, player).address
            assert full_answers.ask(f"{command} {number}", player).address == comparison != ""
    comparison = full_answers.compare("27", player).address
    assert full_answers.ask("compare insufficient bid", player).address == comparison
    assert full_answers.ask("index penalty", player) == full_answers.index("penalty", player)
    assert "no Law 94" in text_of(full_answers.ask("compare 94", player))


@pytest.mark.parametrize(
    "text",
    ["compare the scores of both tables", "index card found on the floor", "compare", "index"],
)
def test_a_sentence_that_begins_like_a_command_is_none(
    full_answers: Answers, player: Reader, text: str
) -> None:
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
def test_a_law_is_found_by_its_number_in_words(
    full_answers: Answers, player: Reader, text: str, law: str
) -> None:
    assert full_answers.ask(text, player).address == f"law/{law}"
    edition, number = law.split("/")
    hits = full_answers.outcomes.in_edition(text, edition).hits
    assert str(hits[0].citation) == number


def test_a_number_word_is_not_repaired(full_answers: Answers, player: Reader) -> None:
    for text in ("sixteen cards in one hand", "law sixteen and seventy"):
        assert "Read as" not in text_of(full_answers.ask(text, player))


@pytest.mark.parametrize(
    "text", ["the law one should know", "điều một người chơi phải làm", "กฎข้อห้าม"]
)
def test_a_number_word_that_counts_names_no_law(
    full_answers: Answers, player: Reader, text: str
) -> None:
    assert full_answers.understanding.understand(text, player).kind is Kind.WORDS


@pytest.mark.parametrize("language", ["vi", "th"])
def test_a_citation_is_answered_in_the_readers_language_however_it_is_typed(
    full_answers: Answers, language: str
) -> None:
    edition = full_answers.lawbook.newest_in(language)
    citations = [
        citation
        for citation in full_answers.lawbook.citations(edition)
        if citation.law and not citation.footnote and not citation.table
    ]
    # the whole code, or the loop proves little
    assert len(citations) > 800
    for citation in citations:
        text = str(citation).lower()
        for typed in (text, text.replace("(", "").replace(")", ""), f"law {text}"):
            reading = full_answers.understanding.understand(typed, Reader(language))
            assert (reading.edition, reading.citations) == (edition, (citation,)), typed
            assert full_answers.understanding.edition_for(Reader(language), typed) == edition


@pytest.mark.parametrize("who", ["LHO", "lho", "RHO", "an opponent", "East"])
def test_a_lead_out_of_turn_opens_its_chart_and_law(
    full_answers: Answers, player: Reader, who: str
) -> None:
    lead = full_answers.outcomes.of(f"{who} led out of turn", player).lead
    assert (lead.charts[0], str(lead.citations[0])) == ("defender-lead-out-of-turn", "56")


def test_the_card_of_a_hostile_text_is_bounded(answers: Answers, player: Reader) -> None:
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
def test_an_address_that_leads_nowhere_has_a_card(
    answers: Answers, player: Reader, address: str
) -> None:
    card = answers.open(address, player)
    assert card.title
    assert card.parts


def test_a_player_is_told_first_that_only_the_director_rules(
    answers: Answers, player: Reader, director: Reader
) -> None:
    assert "9B1" in text_of(answers.ask("", player, CHARTS))
    assert "9B1" in text_of(answers.ask(LED, player))
    assert "9B1" not in text_of(answers.ask(LED, director))


def test_buttons_lead_from_the_first_question_to_the_ruling_and_back(
    answers: Answers, director: Reader
) -> None:
    card = ruling_of(answers, answers.ask("insufficient-bid", director, CHARTS), director)
    text = text_of(card)
    assert "Say this" in text
    for tab in ("Steps", "Why", "Laws"):
        opened = tap(answers, card, tab, director)
        assert opened.title == card.title
        assert text_of(opened) != text
        assert tap(answers, opened, "Say", director) == card
    assert "→" in text_of(tap(answers, card, "Why", director))
    review = tap(answers, card, "Change an answer", director)
    questions = [answers.open(action.address, director) for action in review.menus[0].actions]
    assert questions
    for question in questions:
        assert question.kind is CardKind.QUESTION
        assert any("✓" in action.label for action in actions(question))
    assert tap(answers, card, "Start again", director).kind is CardKind.QUESTION


def test_a_named_seat_is_used_on_every_card(answers: Answers, director: Reader) -> None:
    card = answers.ask("insufficient-bid", director, CHARTS)
    seats = tap(answers, card, "Name the seat", director)
    card = ruling_of(answers, tap(answers, seats, "North", director), director)
    text = text_of(card) + text_of(tap(answers, card, "Steps", director))
    assert "the offender" not in text.casefold().replace("offender: north", "")
    assert "East (LHO)" in text or "South (partner)" in text or "North (offender)" in text


def test_why_explains_the_question_and_leads_back(answers: Answers, director: Reader) -> None:
    card = answers.ask("insufficient-bid", director, CHARTS)
    opened = tap(answers, card, "Why", director)
    question = answers.situations["insufficient-bid"].questions["unintended"]
    for line in (question.why, question.unsure):
        assert seated(line) in text_of(opened)
    labels = [action.label for action in card.rows[0]]
    assert [action.label for action in opened.rows[0]] == labels
    # pressed, it stands there no more
    assert [action.label for action in opened.rows[1]] == ["Back"]
    assert tap(answers, opened, "Back", director) == card


def test_a_question_is_a_question_and_its_answers(answers: Answers, director: Reader) -> None:
    """Each answer stands once, and nothing leads back to what was never asked."""
    card = answers.ask("insufficient-bid", director, CHARTS)
    question = answers.situations["insufficient-bid"].questions["unintended"]
    question_line = Paragraph(seated(question.ask), Tone.LEAD)
    assert [part for part in card.parts if part == question_line] == [question_line]
    assert not any(isinstance(part, Listing) for part in card.parts)
    answers_shown = [(action.label, action.detail) for action in card.rows[0]]
    *offered, denial = answers_shown
    assert offered == [
        (seated(answer.label), seated(answer.detail or "")) for answer in question.answers
    ]
    # the card assumes what is usual, and one of its answers denies that
    assert denial == ("Not as assumed", "")
    assert [action.label for row in card.rows[1:] for action in row] == ["Why"]
    assert [menu.prompt for menu in card.menus] == ["More"]
    after = answers.open(card.rows[0][1].address, director)
    assert [action.label for action in after.rows[1]] == ["Back", "Why"]
    assert not after.breadcrumb


def test_a_rare_answer_stands_behind_something_else(answers: Answers, director: Reader) -> None:
    card = answers.ask("chart:revoke", director)
    while "since the revoke trick" not in text_of(card):
        card = answers.open(card.rows[0][0].address, director)
    labels = [action.label for action in card.rows[0]]
    assert labels[0] == "They played to the next trick"
    assert labels[-2:] == ["Something else", "Not as assumed"]
    rare = tap(answers, card, "Something else", director)
    question = answers.situations["revoke"].questions["established"]
    assert [action.label for action in rare.rows[0]] == [
        answer.label for answer in question.answers if answer.rare
    ]
    assert tap(answers, rare, "Back", director).parts == card.parts


def test_the_first_screen_offers_the_frequent_calls_and_every_phase(
    answers: Answers, director: Reader
) -> None:
    card = answers.ask("", director, CHARTS)
    assert card.menus[0].actions[0].label == "Insufficient bid"
    for action in card.menus[1].actions:
        assert answers.open(action.address, director).menus[0].actions


def test_every_chart_is_on_the_screen_of_a_phase(answers: Answers, director: Reader) -> None:
    charts = set()
    for phase in answers.ask("", director, CHARTS).menus[1].actions:
        menu = answers.open(phase.address, director).menus[0]
        charts |= {action.address.split("/")[1] for action in menu.actions}
    assert charts == {chart.id for chart in answers.situations.entrances}


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
def test_suggestions_begin_with_the_governing_provision(
    answers: Answers, player: Reader, typed: str, first: list[str]
) -> None:
    """Test the order: the definition and its law, then headed laws by references to them."""
    addresses = [action.address for action in answers.suggest(typed, player, "any")]
    assert addresses[: len(first)] == first


def test_an_abbreviation_spelt_out_in_the_title_is_not_repeated(
    full_answers: Answers, player: Reader
) -> None:
    card = full_answers.ask("psych", player, TERMS)
    assert "psychic" in card.title
    assert not any(
        isinstance(part, Paragraph) and part.text.startswith("psych:") for part in card.parts
    )


def test_laws_of_one_heading_are_listed_on_one_line(answers: Answers, director: Reader) -> None:
    rulings = paths(answers.situations, "changed-call")
    state = next(
        with_facts(answers.situations, "changed-call", dict(path.answers))
        for path in rulings
        if "25A1" in path.ruled.ruling.cites
    )
    card = answers.open(f"sit/{replace(state, view=View.LAWS)}", director)
    (listing,) = [part for part in card.parts if isinstance(part, Listing)]
    headings = [line.partition(" · ")[2] for line in listing.items]
    assert len(headings) == len(set(headings))
    assert listing.items
    assert any(line.startswith("25A4, 25A5 · ") for line in listing.items)


def test_common_words_are_suggested_with_the_terms_of_the_laws(
    answers: Answers, player: Reader
) -> None:
    offered = {action.label: action.address for action in answers.suggest("re", player, "term")}
    assert {"Redouble", "Revoke"} <= offered.keys()
    assert answers.ask(offered["Revoke"], player, TERMS).address.endswith("61A")
    assert "Revoke" in [action.label for action in answers.suggest("revo", player, "term")]


def test_suggestions_match_the_typed_text(answers: Answers, player: Reader) -> None:
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


def test_scores_are_calculated(answers: Answers, player: Reader) -> None:
    assert "+990" in answers.score("4SX by N", "both", "+1", player).title
    assert "13 IMPs" in answers.score("780", "", "", player).title
    assert "West" in text_of(answers.board(4, player))
    assert not answers.score("9Z", "both", "", player).found


def test_with_the_documents_the_official_text_leads_and_plain_words_are_a_tap_away(
    full_answers: Answers, player: Reader
) -> None:
    card = full_answers.ask("27B1(a)", player, LAWS)
    assert card.address == "law/en-2017/27B1(a)"
    plain = tap(full_answers, card, "In plain words", player)
    assert plain.address == "law/plain-2017/27B1(a)"
    assert tap(full_answers, plain, "Official text", player).title == card.title


def test_words_of_another_language_are_answered_from_its_edition(
    full_answers: Answers, player: Reader
) -> None:
    assert "law/plain-2017-th/" in str(actions(full_answers.ask("ลงไพ่ผิดชุด", player)))
    assert "law/plain-2017-vi/" in str(actions(full_answers.ask("đánh sai lượt", player)))


def test_a_subparagraph_begins_with_the_opening_of_its_parent(
    full_answers: Answers, player: Reader
) -> None:
    book = full_answers.lawbook
    for citation in ("64A1", "12C1(e)(i)"):
        quiet = toned_texts(full_answers.ask(citation, player, LAWS), Tone.QUIET)
        entry = book.provision(Citation.parse(citation), "en-2017")
        openings = [above.opening for above in entry.path if above.opening]
        assert openings[-1] in quiet
    assert not toned_texts(full_answers.ask("27A1", player, LAWS), Tone.QUIET)


def test_the_index_of_2017_is_offered_by_its_heads(full_answers: Answers, player: Reader) -> None:
    card = full_answers.index("revoke", player)
    assert any(action.address.startswith("law/en-2017/6") for action in actions(card))
    assert "REVOKE ›" not in text_of(card)


@pytest.mark.parametrize("words", ["revoke", "claim", "penalty card", "64A"])
def test_no_button_leads_to_the_printed_index(
    full_answers: Answers, player: Reader, words: str
) -> None:
    offered = actions(full_answers.ask(words, player))
    assert not any(action.address.startswith("index/") for action in offered)


def test_a_law_has_one_way_to_all_other_codes(full_answers: Answers, player: Reader) -> None:
    card = full_answers.ask("27", player, LAWS)
    newest = f"law/{full_answers.understanding.edition_for(player)}/"
    laws = [action for action in actions(card) if action.address.startswith("law/")]
    plain = [action for action in laws if action.label == "In plain words"]
    older = [action for action in laws if not action.address.startswith(newest)]
    assert older == plain
    (codes,) = (action for action in actions(card) if action.label == "Other codes")
    opened = actions(full_answers.open(codes.address, player))
    editions = {action.address.split("/")[1] for action in opened if "law/" in action.address}
    assert {"en-1997", "vi-2007", "en-2008-acbl", "th-1997"} <= editions


def test_a_comparison_says_what_changed_and_shows_the_words_behind_a_button(
    full_answers: Answers, player: Reader
) -> None:
    card = full_answers.compare("27B1", player)
    assert "Changed from 2007 to 2017" in text_of(card)
    assert not any(isinstance(part, Redline | Passage) for part in card.parts)
    wording = tap(full_answers, card, "Word by word", player)
    assert any(isinstance(part, Redline | Passage) for part in wording.parts)
    assert "Changed from 2007 to 2017" not in text_of(wording)
    assert tap(full_answers, wording, "What changed", player) == card


@pytest.mark.parametrize("text", ["foo", "Foooo", "sqweeze pley"])
def test_a_word_that_the_laws_do_not_define_has_the_three_nearest(
    answers: Answers, player: Reader, text: str
) -> None:
    card = answers.ask(text, player, TERMS)
    assert "The Laws do not define" in text_of(card)
    assert len(card.rows[0]) == 3
    assert all(answers.open(action.address, player).found for action in card.rows[0])


@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_every_miss_offers_the_three_nearest(answers: Answers, language: str) -> None:
    reader = Reader(language)
    misses = (
        answers.ask("zzqq blorp", reader),
        answers.compare("xyz", reader),
        answers.compare("revoak", reader),
        answers.ask("64Q", reader),
    )
    for card in misses:
        assert not card.found
        assert 3 <= len(card.rows[0]) <= 5, card.title
        assert all(answers.open(action.address, reader).found for action in card.rows[0])
    assert any("27B1" in part for part in text_of(misses[1]).split())


@pytest.mark.parametrize("typed", ["620", "+620", "imps for 620", "620 imps"])
def test_a_difference_is_scored_in_imps(answers: Answers, player: Reader, typed: str) -> None:
    assert "12 IMPs" in answers.score(typed, "", "", player).title


LED = "declarer led from the wrong hand and LHO followed"


def test_a_sentence_opens_its_chart_at_the_first_unknown_fact(
    answers: Answers, director: Reader
) -> None:
    card = answers.ask("declarer led from the wrong hand", director)
    assert card.kind is CardKind.QUESTION
    assert card.title == "Declarer leads from the wrong hand"
    (line,) = (line for line in text_of(card).splitlines() if line.startswith("I heard: "))
    wrong_hand = "declarer’s other hand should have led, before trick thirteen"
    assert line == f"I heard: {wrong_hand}."
    ask = "Which hand should have led?"
    assert ask in text_of(tap(answers, card, f"Change: {ask}", director))
    (alternatives,) = (menu for menu in card.menus if menu.prompt == "Not so? Not this? More")
    assert {action.address[:4] for action in alternatives.actions} == {"sit/", "law/", "sits"}


def test_a_sentence_with_all_facts_leads_to_the_ruling_that_lists_them(
    answers: Answers, director: Reader
) -> None:
    card = answers.ask(LED, director)
    assert card.kind is CardKind.RULING
    statements = (
        "declarer’s other hand should have led, before trick thirteen",
        "and the next defender played, or a defender accepted the lead",
    )
    assert toned_texts(card, Tone.QUIET) == [f"I heard: {', '.join(statements)}."]
    assumed = "no defender told declarer to lead from there"
    assert toned_texts(card, Tone.LEAD) == [f"Assumed: {assumed}."]
    question = tap(answers, card, f"Not so: {assumed}", director)
    assert "Did a defender tell declarer" in text_of(question)


def test_a_heard_fact_is_changed_with_a_tap(answers: Answers, director: Reader) -> None:
    card = answers.ask(LED, director)
    question = tap(answers, card, "Change: Which hand", director)
    assert "Which hand should have led?" in text_of(question)
    changed = tap(answers, question, "A defender", director)
    assert "declarer’s other hand should have led" not in text_of(changed)
    question = tap(answers, card, "Change: What came first", director)
    assert text_of(question).count("I heard: ") == 1


def test_every_door_for_charts_opens_the_same_chart(answers: Answers, director: Reader) -> None:
    assert answers.ask(LED, director, CHARTS).title == answers.ask(LED, director).title


def test_a_chart_begins_with_the_facts_of_the_text(answers: Answers, director: Reader) -> None:
    card = answers.ask("partner hesitated and then I doubled, they called the director", director)
    source = "the information came from partner’s tempo, remark, gesture or question"
    assert f"I heard: {source}" in text_of(card)
    assert "Is the play over?" in text_of(card)


def test_a_chart_asks_for_a_fact_that_the_text_doubts(answers: Answers, director: Reader) -> None:
    card = answers.ask("opponents claim I revoked, I deny it", director)
    assert "What went wrong with the card" in text_of(card)
    assert "Assumed" not in text_of(card)
    after = tap(answers, card, "Did not follow suit, although able", director)
    assert "What have" in text_of(after)


def test_a_pure_question_opens_no_chart(answers: Answers, player: Reader) -> None:
    card = answers.ask("can I accept a lead from the wrong hand", player)
    assert "I heard" not in text_of(card)


def test_the_chart_of_a_text_has_its_facts_and_their_words(answers: Answers) -> None:
    first = answers.outcomes.of(LED, Reader()).charts[0]
    assert (first.id, first.next, first.ruled) == (
        "declarer-lead-wrong-hand",
        "accepted",
        True,
    )
    assert first.given == {"wrong_lead_turn": "other_hand", "reaction_hand": "accepted"}
    assert first.said["reaction_hand"] == "LHO followed"


@pytest.mark.parametrize("language", ["en", "vi", "xx"])
@pytest.mark.parametrize(
    "text", ["64", "2h", "27B1(a)", "72b1", "12C1e(ii)", "7NT", "0", "94A", "12A20", "1997", "2.3"]
)
def test_the_quick_reading_of_a_citation_agrees_with_the_full_reading(
    answers: Answers, text: str, language: str
) -> None:
    quick, full = (
        answers.understanding.understand(typed, Reader(language), LAWS)
        for typed in (text, f"{text}!")
    )
    assert (quick.kind, quick.citations, quick.edition, str(quick.fault).rstrip("!")) == (
        full.kind, full.citations, full.edition, str(full.fault).rstrip("!"),
    )  # fmt: skip
    # the quick reading asks the door, too: in the door for charts a number is no law
    assert answers.understanding.understand("64", Reader(language), CHARTS).kind is not Kind.CITED


def test_warming_leaves_no_line_in_the_log(
    small: Settings, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    # every answer counts as slow, and a slow one is logged
    monkeypatch.setattr("lawbot.app.SLOW", 0.0)
    Answers.open_all(small).warm()
    assert caplog.text == ""


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("West opened 8H and North doubled", Kind.WORDS),
        ("declarer led the 9C from the wrong hand", Kind.WORDS),
        ("I had a penalty card, the 8D, and discarded the 10S instead", Kind.WORDS),
        ("what does 9C say", Kind.CITED),
        ("law 10C please, we led the wrong card", Kind.CITED),
    ],
)
def test_a_card_of_a_story_is_no_citation(answers: Answers, text: str, kind: Kind) -> None:
    assert answers.understanding.understand(text, Reader()).kind is kind
