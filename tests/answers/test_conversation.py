"""Tests of texts beside an open card: what they are read as, and what they open, in three languages."""

import itertools
import json
from dataclasses import replace
from typing import Any

import pytest

from lawbot.app import Answers
from lawbot.cards.address import Address, ChartPlace
from lawbot.cards.card import Action, Card, CardKind, Paragraph
from lawbot.cards.score_card import changed_question
from lawbot.charts.state import State, View, retold, stand, with_facts
from lawbot.charts.walk import Asked, Ruled, paths, walk
from lawbot.config import ROOT
from lawbot.decide.kinds import Kind
from lawbot.language.reader import Reader
from lawbot.talk.turn import ReadAs, Table, Turn


def offered(card: Card) -> list[Action]:
    """Return the buttons of a card."""
    return list(itertools.chain.from_iterable(card.rows))


def events(card: Card) -> list[Action]:
    """Return the charts that a card lets choose from."""
    if card.kind is not CardKind.RESULTS:
        return []
    return [action for action in offered(card) if action.address.startswith("sit/")]


def read(answers: Answers, card: Card, text: str, language: str = "en") -> Turn:
    """Return what a text is beside a card."""
    return answers.conversation.read(text, Table.of(card), Reader(language, director=True))


def chosen(answers: Answers, card: Card, text: str, language: str = "en") -> str:
    """Return the label of the button that the text chooses; empty if it chooses none."""
    turn = read(answers, card, text, language)
    if turn.read_as is ReadAs.UNCLEAR:
        return ""
    return next((action.label for action in offered(card) if action.address == turn.address), "")


def at(answers: Answers, chart: str, taps: str = "", language: str = "en") -> Card:
    """Return the question or the ruling of a chart after answers, each by its index."""
    state = replace(State.begin(answers.situations, chart), taps=taps)
    return answers.open(str(ChartPlace(state)), Reader(language, director=True))


@pytest.mark.parametrize(
    ("taps", "text", "label"),
    [
        ("", "yes", "Yes, in turn, and free to call"),
        ("", "No.", "No, out of turn"),
        ("", "no, out of turn", "No, out of turn"),
        ("", "OUT OF TURN", "No, out of turn"),
        ("", "3", "In turn, but required to pass, and no slip"),
        ("", "2.", "No, out of turn"),
        ("", "two", "No, out of turn"),
        ("", "in turn, no slip", "In turn, but required to pass, and no slip"),
        ("", "why?", "Why"),
        ("", "Not sure", "Why"),
        # before the first question nothing was asked
        ("", "back", ""),
        ("0", "back", "Back"),
        # two answers fit, and so none is chosen
        ("", "in turn", ""),
        ("", "4", ""),
        ("", "27", ""),
        ("", "27B1", ""),
        ("", "number 2, she never saw the one notrump", "No, out of turn"),
        ("", "the third one, I think", "In turn, but required to pass, and no slip"),
        ("", "take 2 back", ""),
        # a yes or a no counts whatever is told behind it
        ("", "nope it was wests go, you see", "No, out of turn"),
        ("0", "not a slip. she really wanted one heart", "No, they meant this bid"),
        ("", "help", ""),
        ("", "4S +1", ""),
        ("", "partner took ages and then passed", ""),
        ("01", "yes", "Yes, over the low bid itself"),
        ("011", "lho doesn't accept", "No, not accepted"),
        (
            "011",
            "I asked, and after a long look around the table LHO refused it",
            "No, not accepted",
        ),
        ("011", "LHO refused", "No, not accepted"),
        ("011", "lho accepts it", "Yes, accepts it now"),
        # one wrong letter is repaired, two are not
        ("011", "not acepted", "No, not accepted"),
        ("011", "not excepted", ""),
        ("0111", "a double", "A double or redouble"),
        ("0111", "double", "A double or redouble"),
    ],
)
def test_a_text_chooses_a_button(answers: Answers, taps: str, text: str, label: str) -> None:
    assert chosen(answers, at(answers, "insufficient-bid", taps), text) == label


@pytest.mark.parametrize(
    ("language", "text", "index"),
    [
        ("vi", "có", 0),
        ("vi", "khong", 1),
        ("vi", "Không!", 1),
        ("vi", "yes", 0),
        ("vi", "ba", 2),
        ("vi", "cái đầu tiên, đúng là lượt nó", 0),
        ("vi", "chắc là 2", 1),
        ("vi", "đúng lượt, không lỡ", 2),
        ("vi", "dung luot khong lo", 2),
        ("vi", "tại sao?", 3),
        ("vi", "không chắc", 3),
        ("th", "ใช่", 0),
        ("th", "ใช่ครับ", 0),
        ("th", "ไม่ใช่", 1),
        ("th", "ผิดรอบ", 1),
        ("th", "สาม", 2),
        ("th", "เอาอันแรกครับ ไม่มีอะไร", 0),
        ("th", "ตอบ 2", 1),
        ("th", "ทำไม", 3),
        ("th", "ไม่แน่ใจ", 3),
    ],
)
def test_a_text_in_another_language_chooses_a_button(
    answers: Answers, language: str, text: str, index: int
) -> None:
    card = at(answers, "insufficient-bid", language=language)
    assert chosen(answers, card, text, language) == offered(card)[index].label


@pytest.mark.parametrize(
    ("chart", "taps", "text", "label"),
    [
        (
            "insufficient-bid",
            "0",
            "finger trouble",
            "Yes, a slip; another call was meant all along",
        ),
        ("insufficient-bid", "", "no not her go", "No, out of turn"),
        ("insufficient-bid", "011", "lefty doesn't mind", "Yes, accepts it now"),
        ("insufficient-bid", "011", "she'll take it", "Yes, accepts it now"),
        ("fifth-card", "00", "the chap playing it", "Declarer’s or dummy’s"),
        ("fifth-card", "00", "the opening leader's", "A defender’s"),
        ("wrong-board", "1", "a howell", "Pairs or individual"),
        ("opening-lead-out-of-turn", "", "upside down", "No, it is face down"),
        ("opening-lead-out-of-turn", "", "everybody saw it", "Yes, it is face up"),
        ("concession", "0", "he objected at once", "Yes, at once"),
    ],
)
def test_club_words_choose_an_answer(
    answers: Answers, chart: str, taps: str, text: str, label: str
) -> None:
    assert chosen(answers, at(answers, chart, taps), text) == label


@pytest.mark.parametrize(
    ("opening", "text", "language"),
    [
        ("score 4SX = nv", "thanks", "en"),
        ("score 3NTX +2 vul", "ok thank you", "en"),
        ("score 4SX =", "cảm ơn bác nhé", "vi"),
        ("chart:insufficient-bid", "ขอบคุณครับ เดี๋ยวมาถามใหม่", "th"),
    ],
)
def test_thanks_change_nothing(answers: Answers, opening: str, text: str, language: str) -> None:
    reader = Reader(language)
    chart = opening.removeprefix("chart:")
    card = at(answers, chart, language=language) if chart != opening else answers.ask(chart, reader)
    turn = read(answers, card, text, language)
    assert turn.read_as is ReadAs.SMALL_TALK
    assert turn.address in ("", card.address)


def test_an_answer_that_may_be_meant_is_one_tap_away(answers: Answers) -> None:
    card = at(answers, "insufficient-bid", "0")
    turn = read(answers, card, "perhaps she wanted to, or thought of another sheet")
    assert turn.read_as is ReadAs.UNCLEAR
    assert len(turn.choices) > 2
    addresses = {action.address for action in offered(card)}
    assert turn.choices[0].address in addresses


@pytest.mark.parametrize(("language", "text"), [("vi", "quay lại"), ("th", "ย้อนกลับ")])
def test_back_in_another_language_leads_back(answers: Answers, language: str, text: str) -> None:
    card = at(answers, "insufficient-bid", "0", language)
    assert chosen(answers, card, text, language) == Reader(language).translate("Back")


def test_no_chooses_nothing_if_a_label_means_no_card(answers: Answers) -> None:
    card = at(answers, "missed-turn-three-passes", "00")
    assert [action.label.partition(" ")[0] for action in card.rows[0]] == ["No", "Yes,", "Yes,"]
    # "No card" is no answer no, and two answers begin with yes
    assert (chosen(answers, card, "no"), chosen(answers, card, "yes")) == ("", "")


def test_a_number_or_a_label_chooses_among_the_charts_offered(answers: Answers) -> None:
    vague = (
        "my opponent did something strange with a card",
        "they looked at the cards and bid again",
        "an odd thing with the cards",
    )
    cards = [answers.ask(text, Reader()) for text in vague]
    results = next(card for card in cards if len(events(card)) > 1)
    second = events(results)[1]
    assert (
        chosen(answers, results, "2")
        == chosen(answers, results, second.label.upper())
        == second.label
    )


def test_a_case_of_the_quiz_is_answered_by_its_number(answers: Answers) -> None:
    card = answers.quiz("", Reader())
    assert [chosen(answers, card, text) for text in ("3", "four", "5")] == ["3", "4", ""]
    answered = answers.open(card.rows[0][0].address, Reader())
    assert chosen(answers, answered, "1") == ""


def test_a_number_counts_the_answers_and_not_the_button_back(answers: Answers) -> None:
    law = answers.ask("27A", Reader())
    chart = next(action for action in offered(law) if action.address.startswith("sit/"))
    card = answers.open(chart.address, Reader())
    assert chosen(answers, card, "1") == card.rows[0][0].label
    assert chosen(answers, card, "back") == "Back"
    assert answers.open(read(answers, card, "back").address, Reader()).title == law.title


def test_a_reply_to_a_ruling_can_ask_why_or_go_back(answers: Answers) -> None:
    ruling = at(answers, "insufficient-bid", "001")
    assert [chosen(answers, ruling, text) for text in ("yes", "1", "why", "back")] == [
        "",
        "",
        "Why",
        "Back",
    ]


def test_a_number_does_not_count_the_parts_of_a_ruling(answers: Answers) -> None:
    ruling = at(answers, "opening-lead-out-of-turn", "103")
    steps = next(action for action in offered(ruling) if action.label == "Steps")
    card = answers.open(steps.address, Reader())
    assert [action.label for action in offered(card)[:2]] == ["Say", "Choices"]
    assert (chosen(answers, card, "1"), chosen(answers, card, "why")) == ("", "Why")


def test_a_law_and_the_help_take_no_reply(answers: Answers) -> None:
    for card in (answers.ask("27B1", Reader()), answers.help(Reader())):
        for text in ("1", "2", "yes", "why?"):
            assert chosen(answers, card, text) == "", text


@pytest.mark.parametrize(
    "text", ["yes", "No", "why?", "back", "not sure", "có", "khong", "tại sao", "ใช่", "ไม่", "ทำไม"]
)
def test_a_reply_without_a_question_is_told_so_and_shows_no_law(
    answers: Answers, text: str
) -> None:
    assert answers.understanding.understand(text, Reader()).kind is Kind.NOTHING
    card = answers.ask(text, Reader())
    assert not card.found
    assert "no question" in str(card.parts)


CONVERSATIONS = [
    json.loads(line)
    for line in (ROOT / "tests/conversations.jsonl").read_text(encoding="utf-8").splitlines()
]


@pytest.mark.parametrize("talk", CONVERSATIONS, ids=lambda talk: talk["turns"][0]["text"])
def test_a_conversation_is_read_as_meant(answers: Answers, talk: dict[str, Any]) -> None:
    reader, table = Reader(talk["language"], director=True), Table()
    for turn in talk["turns"]:
        text = turn["text"]
        reply = answers.reply(answers.conversation.read(text, table, reader), table, reader)
        table = reply.table
        assert reply.turn.read_as == turn["read_as"], text
        if "chart" in turn:
            (chart,) = answers.outcome_after(text, reply, reader).charts
            assert chart.id == turn["chart"], text
            assert turn.get("fact", {}).items() <= chart.given.items(), text
        if "address" in turn:
            # without the edition, which depends on the documents here
            place = reply.card.address.partition("<")[0]
            assert place.rpartition("/")[2] == turn["address"], text


CARD_WORDS = [
    ("insufficient-bid", "011", "en", "where's that in the book"),
    ("insufficient-bid", "011", "en", "what's the reason"),
    ("insufficient-bid", "011", "vi", "ghi ở điều nào"),
    ("insufficient-bid", "011", "vi", "lý do là gì"),
    ("insufficient-bid", "011", "th", "เขียนไว้ตรงไหน"),
    ("insufficient-bid", "011", "th", "เพราะเหตุใด"),
]


@pytest.mark.parametrize(("chart", "taps", "language", "text"), CARD_WORDS)
def test_anybodys_word_for_what_a_ruling_offers_opens_it(
    answers: Answers, chart: str, taps: str, language: str, text: str
) -> None:
    turn = read(answers, at(answers, chart, taps), text, language)
    assert turn.read_as is ReadAs.ACTION
    place = Address.parse(turn.address).place
    assert isinstance(place, ChartPlace)
    assert place.state.view in (View.WHY, View.LAWS)


SUPPOSED = [
    ("insufficient-bid", "010", "what if lho had not called?", "lho_called", "no"),
    ("insufficient-bid", "010", "if it was a slip?", "unintended", "yes"),
    ("insufficient-bid", "010", "and if it was out of turn?", "in_turn", "no"),
    ("bid-out-of-rotation", "0", "what if it was partner's turn?", "whose_turn", "partner"),
    ("wrong-board", "0", "what if they had already taken cards?", "board_begun", "yes"),
    ("defender-exposed-card", "0001", "suppose it was the four", "how_many", "one_low"),
    ("defender-exposed-card", "0001", "what if it was declarer?", "who_exposed", "declarer"),
    ("claim-disputed", "00", "and if he had mentioned it?", "trump_left", "mentioned"),
    ("opening-lead-out-of-turn", "1", "what if it was face up?", "lead_faced", "yes"),
    ("penalty-card", "00", "what if it was a minor one?", "penalty_kind", "minor"),
]


@pytest.mark.parametrize(("chart", "taps", "text", "fact", "answer"), SUPPOSED)
def test_a_what_if_is_the_walk_with_that_fact_changed(
    answers: Answers, chart: str, taps: str, text: str, fact: str, answer: str
) -> None:
    card = at(answers, chart, taps)
    turn = read(answers, card, text)
    assert turn.read_as is ReadAs.WHAT_IF
    place, origin = Address.parse(turn.address).place, Address.parse(turn.address).origin
    assert isinstance(place, ChartPlace)
    assert isinstance(origin, ChartPlace)
    before = stand(answers.situations, origin.state)
    after = stand(answers.situations, place.state)
    expected = walk(answers.situations, chart, {**before.answers, fact: answer})
    assert (after.reached.chart, after.answers[fact]) == (expected.chart, answer)
    assert type(after.reached) is type(expected)
    supposed = answers.open(turn.address, Reader(director=True))
    assert "Back to the case before" in [action.label for action in offered(supposed)]
    assert read(answers, supposed, "back").address == str(origin)


def test_a_what_if_says_in_one_clause_what_differs(answers: Answers) -> None:
    reader, table = Reader(director=True), Table()
    for text in ("East revoked at trick 4", "they played to the next trick"):
        table = answers.reply(answers.conversation.read(text, table, reader), table, reader).table
    turn = answers.conversation.read("what if dummy did it?", table, reader)
    line = answers.reply(turn, table, reader).card.parts[0]
    assert isinstance(line, Paragraph)
    assert line.text == "What if: the revoke was made with a card of dummy’s"


GENERAL = (
    "what happens if i bid out of turn when nobody has called",
    "what if someone revokes",
    "what if a player revokes at trick four",
    "what happens if a defender drops a card",
    "what happens if a player makes a lead out of turn",
    "what if an opponent claims and we disagree",
    "can a player ask about the bidding",
    "can dummy tell declarer not to lead from the wrong hand",
    "may i look at the last trick",
    "is it allowed to look at my partner's cards",
    "what happens if somebody looks at another hand",
    "how long may we think",
)


@pytest.mark.parametrize("text", GENERAL)
@pytest.mark.parametrize("opening", ["27B1", "score 4SX = vul", "fifth-card", "wrong-board 010"])
def test_what_is_asked_of_anybody_is_read_afresh(answers: Answers, opening: str, text: str) -> None:
    chart, _, taps = opening.partition(" ")
    is_chart = chart in answers.situations
    card = at(answers, chart, taps) if is_chart else answers.ask(opening, Reader())
    assert read(answers, card, text).read_as is ReadAs.NEW


@pytest.mark.parametrize(
    "text", ["what if someone revokes", "what if declarer claims", "what if blue"]
)
def test_words_of_no_score_leave_the_double_on(text: str) -> None:
    assert changed_question("score 4SX = vul", text.removeprefix("what if ")) == ""


def test_what_was_assumed_is_not_told_by_a_later_fact(answers: Answers) -> None:
    situations = answers.situations
    state = State.begin(situations, "revoke", {"was_revoke": "suit"}, {"revoke_sort": "player"})
    standing = stand(situations, state)
    facts = {"which_trick": "earlier", "established": "played"}
    later = stand(situations, retold(situations, standing, facts, ["revoke_sort"]))
    assert isinstance(later.reached, Asked)
    assert later.reached.fact == "revoke_sort"


def test_no_answer_stays_that_a_correction_contradicts(answers: Answers) -> None:
    situations = answers.situations
    for chart in situations:
        for path in itertools.islice(paths(situations, chart), 4):
            state = with_facts(situations, chart, path.answers)
            for step in path.ruled.trail:
                for answer in step.question.answers:
                    standing = stand(situations, state)
                    if not step.tapped or answer.id == step.answer.id:
                        continue
                    corrected = stand(
                        situations, retold(situations, standing, {step.fact: answer.id})
                    )
                    assert corrected.answers.get(step.fact) == answer.id
                    ahead = situations.facts_ahead(chart, corrected.answers)
                    assert corrected.answers.keys() <= ahead, (chart, step.fact, answer.id)
                    # what was told, and may still be asked, is not asked again
                    lost = ahead.intersection(standing.answers).difference(corrected.answers)
                    lost.difference_update(entry.fact for entry in corrected.reached.trail)
                    ending = corrected.reached
                    offers_it = isinstance(ending, Ruled) or ending.question.answer(
                        standing.answers.get(ending.fact, "")
                    )
                    assert not (lost and offers_it), (chart, step.fact, answer.id, lost)


@pytest.mark.parametrize(
    ("pieces", "ruling"),
    [
        (
            ("North opened 1S, East bid 1H", "not a slip", "LHO called over the low bid"),
            "accepted",
        ),
        (
            ("a defender dropped a card", "partner could see it", "it was the queen"),
            "major",
        ),
    ],
)
def test_a_story_in_pieces_reaches_its_ruling(
    answers: Answers, pieces: tuple[str, ...], ruling: str
) -> None:
    reader, table = Reader(director=True), Table()
    for text in pieces:
        table = answers.reply(answers.conversation.read(text, table, reader), table, reader).table
    place = Address.parse(table.address).place
    assert isinstance(place, ChartPlace)
    reached = stand(answers.situations, place.state).reached
    assert isinstance(reached, Ruled)
    assert reached.name == ruling


def test_a_denied_verb_is_no_answer_no(answers: Answers) -> None:
    card = at(answers, "insufficient-bid", "011", "vi")
    for text in ("không chấp nhận", "họ không chịu", "khong chap nhan"):
        turn = read(answers, card, text, "vi")
        assert turn.read_as is ReadAs.ANSWER, text
        assert turn.address == offered(card)[1].address, text
    assert read(answers, card, "đồng ý", "vi").address == offered(card)[0].address


def test_words_that_repeat_an_earlier_answer_do_not_answer_the_next_question(
    answers: Answers,
) -> None:
    card = at(answers, "bid-out-of-rotation", "1")
    turn = read(answers, card, "it was partner's turn")
    assert (turn.read_as, turn.address) == (ReadAs.FACT, card.address)


def test_what_contradicts_without_a_word_for_it_is_asked(answers: Answers) -> None:
    card = at(answers, "wrong-board", "10")
    turn = read(answers, card, "it is a teams match")
    assert turn.read_as is ReadAs.UNCLEAR
    assert [action.label[:9] for action in turn.choices] == ["Change to", "Something"]


def test_a_law_goes_on_to_plain_words_and_to_other_codes(full_answers: Answers) -> None:
    reader = Reader()
    table = Table("law/en-2017/27B1")
    opened = []
    for text in ("plain words", "next", "in 1997?"):
        reply = full_answers.reply(
            full_answers.conversation.read(text, table, reader), table, reader
        )
        assert reply.turn.read_as is ReadAs.ACTION
        table = reply.table
        opened.append(table.address)
    assert opened == ["law/plain-2017/27B1", "law/plain-2017/27B2", "law/en-1997/27B2"]
