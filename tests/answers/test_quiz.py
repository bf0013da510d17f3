"""Tests of the quiz: fair and proved cases, answers that open the law, and the next question."""

from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.book import Lawbook
from lawbot.cards.address import Address, QuizPlace
from lawbot.cards.card import Card, CardKind, Listing, Paragraph
from lawbot.cards.quiz_card import LEVELS, RUN, TOPICS
from lawbot.cards.quiz_cases import Cases
from lawbot.config import ROOT
from lawbot.errors import LawbotError
from lawbot.faces.discord.render.components import fits
from lawbot.language.reader import Reader
from tests.answers.test_answers import actions
from tools.chart_prose import said_of
from tools.quiz_proof import case_faults

SAMPLES = Path(__file__).parents[1] / "support" / "quiz"
"""A few cases that the tests spoil."""


def every_question(answers: Answers, only: str = "") -> dict[str, QuizPlace]:
    """Return all questions of a topic and a level, by their keys.

    The button of another question is followed until the first question comes again.
    """
    place = answers.quizzing.drawn(only)
    questions: dict[str, QuizPlace] = {}
    while place.key not in questions:
        questions[place.key] = QuizPlace(place.key, place.only)
        card = answers.open(str(place), Reader())
        place = place_after(card)
    return questions


def place_after(card: Card) -> QuizPlace:
    """Return the question that the last button of a card asks."""
    place = Address.parse(card.rows[-1][-1].address).place
    assert isinstance(place, QuizPlace)
    return place


def paragraphs(card: Card) -> str:
    """Return the paragraphs of a card."""
    return "\n".join(part.text for part in card.parts if isinstance(part, Paragraph))


@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_the_length_of_an_answer_does_not_give_it_away(language: str) -> None:
    all_cases = Cases.load(ROOT / "data" / "quiz")
    cases = [all_cases.worded(key, language) for key in all_cases]
    longest = [case.id for case in cases if len(case.right) > max(map(len, case.wrong))]
    # as many as if the longest answer were drawn at random
    by_chance = sum(1 / (1 + len(case.wrong)) for case in cases)
    assert len(longest) <= by_chance, longest


def test_the_cases_are_proved(answers: Answers, plain_lawbook: Lawbook) -> None:
    cases = Cases.load(ROOT / "data" / "quiz")
    assert {case.topic for case in cases.values()} == set(TOPICS)
    assert list(case_faults(cases, answers.situations, partial(said_of, plain_lawbook))) == []


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        (
            "play",
            "id: finesse-given-up",
            "id: revoke-on-trick-twelve",
            "the id revoke-on-trick-twelve stands twice",
        ),
        (
            "play",
            "level: hard",
            "level: tough",
            "level: Input should be 'easy', 'middling' or 'hard'",
        ),
        (
            "play",
            "  level: hard",
            "  level: hard\n  hint: clubs",
            "hint: Extra inputs are not permitted",
        ),
        (
            "play",
            "♣ 8 6 3  ",
            "♣ 8 6 3 of clubs, and of hearts none ",
            "hand.1: String should have at most 26 characters",
        ),
        ("play", "    - Half of it, by a weighted adjusted score\n", "", "wrong.2: Field required"),
    ],
)
def test_a_case_that_breaks_the_model_is_refused_with_the_fault(
    tmp_path: Path, file: str, old: str, new: str, fault: str
) -> None:
    with pytest.raises(LawbotError) as caught:
        Cases.load(spoilt(tmp_path, file, old, new))
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("auction", 'cites: ["27A1"]', 'cites: ["27Q"]', "low-bid-passed-over: cites 27Q, which the Laws do not have"),
        ("auction", "Under Law 27A1", "Under Law 28A", "low-bid-passed-over: speaks of 28A, which is not among its cites"),
        ("auction", "Under Law 27A1 the", "The", "low-bid-passed-over: does not say why by a law that it cites"),
        ("auction", 'lho_called: "yes"', 'lho_called: "no"', "low-bid-passed-over: stops at the question accepts"),
        ("auction", "lho_called", "tea", "low-bid-passed-over: insufficient-bid never asks for tea"),
        ("auction", "chart: insufficient-bid", "chart: tea", "low-bid-passed-over: there is no chart tea"),
        ("play", "No, for the trick could have been lost by normal play", "Yes, for he asks at once, before the next board is begun", "two rulings are the same"),
        ("play", "x", "x", "finesse-given-up: not translated into vi: Does he get the trick?"),
    ],
)  # fmt: skip
def test_the_proof_reports_a_fault(
    tmp_path: Path,
    answers: Answers,
    plain_lawbook: Lawbook,
    file: str,
    old: str,
    new: str,
    fault: str,
) -> None:
    faults = list(
        case_faults(
            Cases.load(spoilt(tmp_path, file, old, new)),
            answers.situations,
            partial(said_of, plain_lawbook),
        )
    )
    assert any(line.endswith(fault) for line in faults), faults


def spoilt(folder: Path, file: str, old: str, new: str) -> Path:
    """Return a folder of the sample cases with a text of one file replaced."""
    for path in SAMPLES.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        assert path.stem != file or old in text
        (folder / path.name).write_text(
            text.replace(old, new) if path.stem == file else text, encoding="utf-8"
        )
    return folder


def test_blanks_in_all_lines_of_a_hand_are_narrowed() -> None:
    (hand,) = (case.hand for case in Cases.load(SAMPLES).values() if case.id == "finesse-given-up")
    assert (
        hand == ("         ♣ A Q 2", "♣ 8 6 3             ♣ K 7 5", "         ♣ J 10 9 4")
        or max(map(len, hand)) <= 26
    )
    assert len({line.index("♣") for line in (hand[0], hand[2])}) == 1


def test_the_button_of_another_question_leads_to_every_case(answers: Answers) -> None:
    assert set(every_question(answers)) == set(answers.quizzing.cases)


@pytest.mark.parametrize("topic", list(TOPICS))
@pytest.mark.parametrize("level", ["", *LEVELS])
def test_a_topic_and_a_level_keep_to_their_own_cases(
    answers: Answers, topic: str, level: str
) -> None:
    cases = answers.quizzing.cases
    keys = {key for key, case in cases.items() if case.topic == topic and level in ("", case.level)}
    # a level without cases of the topic draws from all cases
    assert set(every_question(answers, f"{topic} {level}")) == (keys or set(cases))


def test_the_menu_leads_to_another_topic_and_keeps_the_level(answers: Answers) -> None:
    card = answers.quiz("play easy", Reader())
    assert card.title == "Quiz · Play · Easy"
    scoring = next(action for action in card.menus[0].actions if action.label == "Scoring")
    assert answers.open(scoring.address, Reader()).title == "Quiz · Scoring · Easy"


def test_the_right_ruling_has_every_number_and_the_same_in_each_language(answers: Answers) -> None:
    quiz = answers.quizzing
    numbers = [quiz.question(key).right for key in quiz.cases]
    # each of the four numbers at least a third as often as by chance
    assert all(numbers.count(number) > len(numbers) / 4 / 3 for number in range(1, 5))
    assert numbers == [quiz.question(key, "vi").right for key in quiz.cases]


def test_an_answer_is_judged_explained_and_opens_the_law(answers: Answers) -> None:
    for key, place in every_question(answers).items():
        question = answers.quizzing.question(key)
        card = answers.open(str(place), Reader())
        listing = next(part for part in card.parts if isinstance(part, Listing))
        assert listing.items[question.right - 1] == question.case.right
        assert question.case.why not in paragraphs(card)
        for number, action in enumerate(card.rows[0], 1):
            answered = answers.open(action.address, Reader())
            if number == question.right:
                assert (answered.title, answered.kind) == ("Right", CardKind.RULING)
                assert "✗" not in paragraphs(answered)
            else:
                title = f"Not quite: {question.right} (you chose {number})"
                assert (answered.title, answered.kind) == (title, CardKind.MISTAKE)
                assert f"✗ {number}. {question.choices[number - 1]}" in paragraphs(answered)
            assert f"✓ {question.right}. {question.case.right}" in paragraphs(answered)
            assert question.case.why in paragraphs(answered)
        law = answers.open(answered.rows[0][-2].address, Reader())
        assert law.kind in (CardKind.LAW, CardKind.DEFINITION)
        assert law.rows[0][0].label == "Back to the quiz"


@pytest.mark.parametrize("only", ["", "play easy", "claims hard"])
def test_a_run_asks_nothing_twice_and_ends_with_its_score(answers: Answers, only: str) -> None:
    quiz = answers.quizzing
    length = min(RUN, len(quiz._keys_of(only)))
    place = quiz.drawn(only)
    keys = []
    for number in range(1, length + 1):
        keys.append(place.key)
        right = quiz.question(place.key).right
        # every third is answered wrongly, and what is skipped is not right
        choice = right % 4 + 1 if number % 3 == 0 else right
        answered = answers.open(str(replace(place, choice=choice)), Reader())
        score = f"Question {number} of {length}: {number - number // 3} right so far"
        assert (score in paragraphs(answered)) == (number < length)
        place = place_after(answered)
    assert len(set(keys)) == length
    assert answered.title.endswith(f" · {length - length // 3} of {length} right")
    assert answered.rows[-1][-1].label == "Play again"
    assert (place.position, place.points) == (0, 0)
    assert place.key not in keys or length < RUN


def test_a_skipped_question_is_asked_and_not_right(answers: Answers) -> None:
    place = place_after(answers.quiz("", Reader()))
    right = answers.quizzing.question(place.key).right
    answered = answers.open(str(replace(place, choice=right)), Reader())
    assert "Question 2 of 10: 1 right so far" in paragraphs(answered)
    again = answers.open(
        answers.open(answered.rows[0][-2].address, Reader()).rows[0][0].address, Reader()
    )
    assert again == answered


def test_the_whole_ruling_opens_and_leads_back(answers: Answers) -> None:
    for key, place in every_question(answers).items():
        if answers.quizzing.cases[key].chart:
            answered = answers.open(
                str(QuizPlace(place.key, "conduct-middling", 1, 9, 9)), Reader()
            )
            assert answered.rows[0][0].label == "The whole ruling"
            ruling = answers.open(answered.rows[0][0].address, Reader())
            assert ruling.kind is CardKind.RULING
            assert ruling.rows[0][0].label == "Back to the quiz", answers.quizzing.cases[key].id


def test_every_address_of_the_quiz_fits_a_button(answers: Answers) -> None:
    for key in answers.quizzing.cases:
        for choice in (0, 4):
            card = answers.open(str(QuizPlace(key, "conduct-middling", choice, 9, 9)), Reader())
            assert all(fits(action.address) for action in actions(card)), key


@pytest.mark.parametrize("address", ["quiz/00000000/0/", "quiz/0a1b2c3d/3/before the auction"])
def test_a_question_of_an_older_version_leads_to_another(answers: Answers, address: str) -> None:
    card = answers.open(address, Reader())
    assert not card.found
    assert "not in the quiz any more" in paragraphs(card)
    assert answers.open(card.rows[0][0].address, Reader()).title.startswith("Quiz · ")


@pytest.mark.parametrize(
    "address",
    [
        "quiz/x",
        "quiz/00000000/x/",
        "quiz/00000000/10/",
        "quiz//",
        "quiz/00000000/1//x1",
        "quiz/00000000/1//-1",
    ],
)
def test_an_address_of_no_question_is_not_found(answers: Answers, address: str) -> None:
    assert not answers.open(address, Reader()).found


@pytest.mark.parametrize("text", ["quiz", "Quiz me!", "câu đố", "ควิซ"])
def test_the_word_alone_asks_for_a_question(answers: Answers, text: str) -> None:
    assert answers.ask(text, Reader()).title.startswith("Quiz · ")


@pytest.mark.parametrize("language", ["vi", "th"])
def test_a_question_speaks_the_readers_language(answers: Answers, language: str) -> None:
    for key, case in answers.quizzing.cases.items():
        card = answers.open(str(QuizPlace(key, choice=1)), Reader(language))
        assert case.story not in paragraphs(card), case.id


def test_a_bot_without_cases_says_that_there_is_no_question(answers: Answers) -> None:
    without = Answers(answers.lawbook, answers.situations)
    assert not without.quiz("", Reader()).found
