"""The quiz: every golden case is a fair question, the answer is the chart's own, and each question leads to another."""

import pytest

from lawbot.answers import Answers, Reader
from lawbot.answers.addresses import Address, ChartPlace, QuizPlace
from lawbot.answers.quiz import CHOICES
from lawbot.answers.rulings import PHASES
from lawbot.cards import Card, CardKind, Listing, Paragraph
from lawbot.faces.discord.components import fits
from lawbot.situations.seats import seated
from lawbot.situations.walk import Ruled, walk


def every_question(answers: Answers) -> dict[str, QuizPlace]:
    """All questions, by following 'Another question' until the first one comes again."""
    place = answers.quizzing.drawn()
    found: dict[str, QuizPlace] = {}
    while place.key not in found:
        found[place.key] = place
        card = answers.open(str(place), Reader())
        place = Address.parse(card.rows[-1][-1].address).place  # type: ignore[assignment]
    return found


def test_another_question_leads_to_every_golden_case_of_every_chart(answers: Answers) -> None:
    facts = {answers.quizzing.question(key).case.facts for key in every_question(answers)}
    assert facts == {case.facts for chart in answers.situations.values() for case in chart.cases}


def test_every_case_can_be_read_alone(answers: Answers) -> None:
    told = [case.facts for chart in answers.situations.values() for case in chart.cases]
    assert not [facts for facts in told if facts.casefold().startswith(("the same", "as before", "as above"))]


def test_each_question_has_one_right_ruling_among_four_and_it_is_the_one_the_chart_reaches(answers: Answers) -> None:
    for key in every_question(answers):
        question = answers.quizzing.question(key)
        reached = walk(answers.situations, question.chart.id, question.case.answers)
        assert isinstance(reached, Ruled)
        headlines = answers.quizzing.headlines(question, "en")
        assert len(set(headlines)) == CHOICES, question
        assert headlines[question.right - 1] == seated(reached.ruling.headline)
        kinds = {seated(r.headline): r.kind for chart in answers.situations.values() for r in chart.rulings.values()}
        wrong = [headline for headline in headlines if headline != seated(reached.ruling.headline)]
        assert all(kinds[headline] != reached.ruling.kind for headline in wrong), question


def test_the_right_ruling_stands_in_every_place(answers: Answers) -> None:
    places = [answers.quizzing.question(key).right for key in every_question(answers)]
    assert all(places.count(number) > len(places) / CHOICES / 2 for number in range(1, CHOICES + 1))


def listed(card: Card) -> list[str]:
    return [item for part in card.parts if isinstance(part, Listing) for item in part.items]


def test_an_answer_tells_right_from_wrong_gives_the_reasons_and_opens_the_ruling(answers: Answers) -> None:
    place = next(iter(every_question(answers).values()))
    question = answers.quizzing.question(place.key)
    right = answers.quizzing.headlines(question, "en")[question.right - 1]
    asked = answers.open(str(place), Reader())
    assert asked.parts[0] == Paragraph(seated(question.case.facts), asked.parts[0].tone)  # type: ignore[union-attr]
    assert not any("✓" in line for line in listed(asked))
    for number, action in enumerate(asked.rows[0], 1):
        told = answers.open(action.address, Reader())
        assert told.title == ("Right" if number == question.right else f"No, it is {question.right}")
        assert f"✓ {right}" in listed(told)
        assert any("→" in line for line in listed(told))
        ruling = answers.open(told.rows[0][0].address, Reader())
        assert ruling.kind is CardKind.RULING
        assert ruling.title == right
        assert ruling.rows[0][0].label == "Back to the quiz"


def test_every_question_opens_its_ruling(answers: Answers) -> None:
    for place in every_question(answers).values():
        question = answers.quizzing.question(place.key)
        told = answers.open(str(QuizPlace(place.key, place.phase, question.right)), Reader())
        ruling = answers.open(told.rows[0][0].address, Reader())
        assert (ruling.kind, ruling.title) == (CardKind.RULING, answers.quizzing.headlines(question, "en")[question.right - 1]), (
            question.case
        )


def test_every_address_of_the_quiz_is_carried_by_a_button(answers: Answers) -> None:
    for place in every_question(answers).values():
        told = answers.open(str(QuizPlace(place.key, "before the auction", 4)), Reader())
        actions = [*(action for row in told.rows for action in row), *told.menus[0].actions]
        assert all(fits(action.address) for action in actions), place
        assert isinstance(Address.parse(told.rows[0][0].address).place, ChartPlace)


@pytest.mark.parametrize("phase", list(PHASES))
def test_a_phase_keeps_to_its_own_cases(answers: Answers, phase: str) -> None:
    place = answers.quizzing.drawn(phase)
    for _ in range(30):
        assert answers.quizzing.question(place.key).chart.phase == phase
        place = Address.parse(answers.open(str(place), Reader()).rows[-1][-1].address).place  # type: ignore[assignment]


@pytest.mark.parametrize("address", ["quiz/00000000/0/", "quiz/x", "quiz/00000000/x/", "quiz/00000000/10/", "quiz//"])
def test_a_question_that_is_not_there_says_so(answers: Answers, address: str) -> None:
    assert not answers.open(address, Reader()).found


@pytest.mark.parametrize("text", ["quiz", "Quiz me!", "câu đố", "ควิซ"])
def test_the_word_alone_asks_for_a_question(answers: Answers, text: str) -> None:
    assert answers.ask(text, Reader()).title == "What is the ruling?"


def test_a_question_speaks_the_readers_language_around_the_case(answers: Answers) -> None:
    place = answers.quizzing.drawn()
    assert answers.open(str(place), Reader("vi")).title != answers.open(str(place), Reader()).title
