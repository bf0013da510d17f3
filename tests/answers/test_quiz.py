"""The quiz: every case is a fair question that the proof holds, its answer leads to the law and the
ruling, and each question leads to another."""

from functools import partial
from pathlib import Path

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import Address, QuizPlace
from lawbot.answers.quiz import LEVELS, TOPICS
from lawbot.answers.quiz_cases import Cases
from lawbot.cards import Card, CardKind, Listing, Paragraph
from lawbot.config import ROOT
from lawbot.errors import LawbotError
from lawbot.faces.discord.components import fits
from lawbot.lawbook import Lawbook
from tools.chart_prose import said_of
from tools.quiz_proof import case_faults

OWN = Path(__file__).parents[1] / "support" / "quiz"
"""A few cases to be spoilt."""


def every_question(answers: Answers, only: str = "") -> dict[str, QuizPlace]:
    """All questions of a topic and a level, by following 'Another question' until the first one
    comes again."""
    place = answers.quizzing.drawn(only)
    found: dict[str, QuizPlace] = {}
    while place.key not in found:
        found[place.key] = place
        card = answers.open(str(place), Reader())
        place = Address.parse(card.rows[-1][-1].address).place  # type: ignore[assignment]
    return found


def told(card: Card) -> str:
    return "\n".join(part.text for part in card.parts if isinstance(part, Paragraph))


def test_the_length_of_an_answer_does_not_give_it_away() -> None:
    cases = Cases.load(ROOT / "data" / "quiz").values()
    longest = [case for case in cases if len(case.right) > max(map(len, case.wrong))]
    by_chance = sum(1 / (1 + len(case.wrong)) for case in cases)
    assert len(longest) <= by_chance


def test_the_cases_are_proved(answers: Answers, plain_lawbook: Lawbook) -> None:
    cases = Cases.load(ROOT / "data" / "quiz")
    assert {case.topic for case in cases.values()} == set(TOPICS)
    assert list(case_faults(cases, answers.situations, partial(said_of, plain_lawbook))) == []


@pytest.mark.parametrize(
    ("file", "stands", "instead", "fault"),
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
def test_what_the_model_forbids_is_named(
    tmp_path: Path, file: str, stands: str, instead: str, fault: str
) -> None:
    with pytest.raises(LawbotError) as caught:
        Cases.load(spoilt(tmp_path, file, stands, instead))
    assert fault in str(caught.value)


@pytest.mark.parametrize(
    ("file", "stands", "instead", "fault"),
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
def test_the_proof_names_what_is_wrong(
    tmp_path: Path,
    answers: Answers,
    plain_lawbook: Lawbook,
    file: str,
    stands: str,
    instead: str,
    fault: str,
) -> None:
    found = list(
        case_faults(
            Cases.load(spoilt(tmp_path, file, stands, instead)),
            answers.situations,
            partial(said_of, plain_lawbook),
        )
    )
    assert any(line.endswith(fault) for line in found), found


def spoilt(folder: Path, file: str, stands: str, instead: str) -> Path:
    """Our own cases with something else in the place of what stands there."""
    for path in OWN.glob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        assert path.stem != file or stands in text
        (folder / path.name).write_text(
            text.replace(stands, instead) if path.stem == file else text, encoding="utf-8"
        )
    return folder


def test_what_is_blank_in_all_lines_of_a_hand_is_narrowed() -> None:
    (hand,) = (case.hand for case in Cases.load(OWN).values() if case.id == "finesse-given-up")
    assert (
        hand == ("         ♣ A Q 2", "♣ 8 6 3             ♣ K 7 5", "         ♣ J 10 9 4")
        or max(map(len, hand)) <= 26
    )
    assert len({line.index("♣") for line in (hand[0], hand[2])}) == 1


def test_another_question_leads_to_every_case(answers: Answers) -> None:
    assert set(every_question(answers)) == set(answers.quizzing.cases)


@pytest.mark.parametrize("topic", list(TOPICS))
@pytest.mark.parametrize("level", ["", *LEVELS])
def test_a_topic_and_a_level_keep_to_their_own_cases(
    answers: Answers, topic: str, level: str
) -> None:
    cases = answers.quizzing.cases
    wanted = {
        key for key, case in cases.items() if case.topic == topic and level in ("", case.level)
    }
    assert set(every_question(answers, f"{topic} {level}")) == (wanted or set(cases))


def test_the_menu_leads_to_another_topic_and_keeps_the_level(answers: Answers) -> None:
    card = answers.quiz("play easy", Reader())
    assert card.title == "Quiz · Play · Easy"
    scoring = next(action for action in card.menus[0].actions if action.label == "Scoring")
    assert answers.open(scoring.address, Reader()).title == "Quiz · Scoring · Easy"


def test_the_right_ruling_stands_in_every_place_and_always_in_the_same(answers: Answers) -> None:
    quiz = answers.quizzing
    places = [quiz.question(key).right for key in quiz.cases]
    assert all(places.count(number) > len(places) / 4 / 3 for number in range(1, 5))
    assert places == [quiz.question(key, "vi").right for key in quiz.cases]


def test_an_answer_tells_right_from_wrong_says_why_and_opens_the_law(answers: Answers) -> None:
    for key, place in every_question(answers).items():
        question = answers.quizzing.question(key)
        asked = answers.open(str(place), Reader())
        listing = next(part for part in asked.parts if isinstance(part, Listing))
        assert listing.items[question.right - 1] == question.case.right
        assert question.case.why not in told(asked)
        for number, action in enumerate(asked.rows[0], 1):
            answered = answers.open(action.address, Reader())
            assert answered.title == (
                "Right" if number == question.right else f"No, it is {question.right}"
            )
            assert f"✓ {question.right}. {question.case.right}" in told(answered)
            assert question.case.why in told(answered)
        law = answers.open(answered.rows[0][-2].address, Reader())
        assert law.kind in (CardKind.LAW, CardKind.DEFINITION)
        assert law.rows[0][0].label == "Back to the quiz"


def test_the_whole_ruling_is_reached_and_leads_back(answers: Answers) -> None:
    for key, place in every_question(answers).items():
        if answers.quizzing.cases[key].chart:
            answered = answers.open(str(QuizPlace(place.key, "conduct-middling", 1)), Reader())
            assert answered.rows[0][0].label == "The whole ruling"
            ruling = answers.open(answered.rows[0][0].address, Reader())
            assert ruling.kind is CardKind.RULING
            assert ruling.rows[0][0].label == "Back to the quiz", answers.quizzing.cases[key].id


def test_every_address_of_the_quiz_is_carried_by_a_button(answers: Answers) -> None:
    for key in answers.quizzing.cases:
        for choice in (0, 4):
            card = answers.open(str(QuizPlace(key, "conduct-middling", choice)), Reader())
            actions = [
                *(action for row in card.rows for action in row),
                *(action for menu in card.menus for action in menu.actions),
            ]
            assert all(fits(action.address) for action in actions), key


@pytest.mark.parametrize("address", ["quiz/00000000/0/", "quiz/0a1b2c3d/3/before the auction"])
def test_a_question_of_an_older_version_leads_to_another(answers: Answers, address: str) -> None:
    card = answers.open(address, Reader())
    assert not card.found
    assert "not in the quiz any more" in told(card)
    assert answers.open(card.rows[0][0].address, Reader()).title.startswith("Quiz · ")


@pytest.mark.parametrize("address", ["quiz/x", "quiz/00000000/x/", "quiz/00000000/10/", "quiz//"])
def test_what_is_no_question_says_so(answers: Answers, address: str) -> None:
    assert not answers.open(address, Reader()).found


@pytest.mark.parametrize("text", ["quiz", "Quiz me!", "câu đố", "ควิซ"])
def test_the_word_alone_asks_for_a_question(answers: Answers, text: str) -> None:
    assert answers.ask(text, Reader()).title.startswith("Quiz · ")


@pytest.mark.parametrize("language", ["vi", "th"])
def test_a_question_speaks_the_readers_language(answers: Answers, language: str) -> None:
    for key, case in answers.quizzing.cases.items():
        card = answers.open(str(QuizPlace(key, choice=1)), Reader(language))
        assert case.story not in told(card), case.id


def test_a_bot_without_cases_says_that_there_is_no_question(answers: Answers) -> None:
    without = Answers(answers.lawbook, answers.situations, vectors=False)
    assert not without.quiz("", Reader()).found
