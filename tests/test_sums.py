"""Directors' sums: against published scales, another formula, and words in every language."""

from decimal import ROUND_HALF_EVEN, Decimal, getcontext
from fractions import Fraction

import pytest

from lawbot.app import Answers
from lawbot.cards.card import Card, Grid, Paragraph
from lawbot.errors import ScoreError
from lawbot.language.reader import Reader
from lawbot.law.scoring import imps
from lawbot.law.sums import Fault, Weighted, artificial, matchpoints, victory_points, weighted
from lawbot.message.sums import Award, Margin, Mixture, read_sum

PUBLISHED = {
    5: (0, 1, 3, 5, 7, 10, 13, 16, 20, 25, 31),
    6: (0, 1, 3, 5, 8, 11, 14, 18, 22, 27, 33),
    7: (0, 1, 3, 6, 9, 12, 15, 19, 24, 29, 36),
    8: (0, 1, 4, 7, 10, 13, 17, 21, 26, 31, 39),
    9: (0, 1, 4, 7, 10, 13, 17, 22, 27, 33, 41),
    10: (0, 1, 4, 7, 10, 14, 18, 23, 28, 35, 43),
    11: (0, 2, 5, 8, 11, 15, 19, 24, 30, 37, 45),
    12: (0, 2, 5, 8, 12, 16, 20, 25, 31, 38, 47),
    13: (0, 2, 5, 8, 12, 16, 21, 26, 32, 40, 49),
    14: (0, 2, 5, 9, 13, 17, 22, 27, 34, 41, 51),
    15: (0, 2, 5, 9, 13, 17, 22, 28, 35, 43, 53),
    16: (0, 2, 5, 9, 13, 18, 23, 29, 36, 44, 54),
    20: (0, 2, 6, 10, 15, 20, 26, 32, 40, 49, 61),
    24: (0, 2, 6, 11, 16, 22, 28, 35, 44, 54, 66),
    28: (0, 2, 7, 12, 18, 24, 30, 38, 47, 58, 72),
    32: (0, 3, 8, 13, 19, 25, 33, 41, 51, 62, 77),
    40: (0, 3, 8, 14, 21, 28, 36, 46, 56, 69, 86),
    48: (0, 3, 9, 16, 23, 31, 40, 50, 62, 76, 94),
    56: (0, 3, 10, 17, 25, 33, 43, 54, 67, 82, 101),
    64: (0, 4, 11, 18, 26, 36, 46, 58, 71, 88, 108),
}
"""The least margin for 10, 11 ... 20 victory points, by boards, as the English Bridge Union's White
Book prints the discrete scale of the World Bridge Federation."""
PRINTED = {(20, 1): "10.28", (20, 2): "10.55"}
"""Entries of the continuous scale as the Dutch club Star prints them, by boards and margin."""
WHOLE_WINS = {6: 37, 32: 85}
"""The margin of 20 victory points, as the Slovak federation counts the rows of its tables."""


def test_the_discrete_scale_is_the_published_one_at_every_margin() -> None:
    for boards, starts in PUBLISHED.items():
        for margin in range(starts[-1] + 20):
            expected = 9 + sum(margin >= start for start in starts)
            assert victory_points(margin, boards).discrete == expected, (boards, margin)


def test_the_continuous_scale_is_the_published_one() -> None:
    for (boards, margin), points in PRINTED.items():
        assert victory_points(margin, boards).continuous == Fraction(points)
    for boards, margin in WHOLE_WINS.items():
        assert victory_points(margin, boards).continuous == 20
        assert victory_points(margin - 1, boards).continuous < 20


@pytest.mark.parametrize("boards", range(5, 65))
def test_the_continuous_scale_is_the_least_that_never_grows_steeper_over_the_curve(
    boards: int,
) -> None:
    scale = [100 * victory_points(margin, boards).continuous for margin in range(125)]
    rounded = [hundredths_by_fibonacci(margin, boards) for margin in range(125)]
    assert (scale[0], scale[-1]) == (1000, 2000)
    for margin in range(1, 124):
        bend = scale[margin - 1] + scale[margin + 1] - 2 * scale[margin]
        raised = scale[margin] - rounded[margin]
        assert bend <= 0
        assert 0 <= raised <= 5
        # what was raised could not be lower
        assert not raised or bend + 2 > 0


def hundredths_by_fibonacci(margin: int, boards: int) -> int:
    """Return a point of the curve in hundredths, rounded, in decimals and from its far end."""
    getcontext().prec = 40
    before, number = 1, 1
    for _ in range(100):
        before, number = number, before + number
    section = Decimal(before) / Decimal(number)
    level = 10 + 10 / (1 - section**3)
    share = Decimal(margin) / (15 * Decimal(boards).sqrt())
    points = level - (level - 10) * (3 * share * section.ln()).exp()
    return int(min(100 * points, Decimal(2000)).to_integral_value(ROUND_HALF_EVEN))


@pytest.mark.parametrize("boards", [0, 4, 65, 10**9])
def test_a_match_of_unchecked_length_is_refused(boards: int) -> None:
    with pytest.raises(ScoreError):
        victory_points(10, boards)


def test_weighted_scores_are_those_of_a_hundred_boards() -> None:
    """Each chance is played out: of 100 (or 60) boards as many end so."""
    for chances, points, boards in (
        ((60, 40), (620, 170), 100),
        ((40, 20), (420, -50), 60),
        ((30, 20, 10), (1430, -100, 0), 60),
    ):
        played = [
            score for chance, score in zip(chances, points, strict=True) for _ in range(chance)
        ]
        results = [
            Weighted(Fraction(chance, boards), Fraction(score))
            for chance, score in zip(chances, points, strict=True)
        ]
        assert weighted(results) == Fraction(sum(played), boards)


@pytest.mark.parametrize("chances", [(50, 40), (60, 60), ()])
def test_chances_that_are_not_the_whole_are_refused(chances: tuple[int, ...]) -> None:
    with pytest.raises(ScoreError):
        weighted([Weighted(Fraction(chance, 100), Fraction(620)) for chance in chances])


def test_the_matchpoints_of_a_board_are_shared_out() -> None:
    scores = [650, 620, 620, 170, -50, -50, -50]
    points = []
    for index, score in enumerate(scores):
        points.append(matchpoints(score, scores[:index] + scores[index + 1 :]))
    # two matchpoints for each pair of scores that is compared
    assert sum(points) == len(scores) * (len(scores) - 1)
    assert points == [12, 9, 9, 6, 2, 2, 2]


@pytest.mark.parametrize(
    ("fault", "session", "percent"),
    [
        (Fault.NONE, None, 60),
        (Fault.PARTLY, None, 50),
        (Fault.DIRECT, None, 40),
        (Fault.NONE, 65, 65),
        (Fault.NONE, 55, 60),
        (Fault.DIRECT, 35, 35),
        (Fault.DIRECT, 45, 40),
        (Fault.PARTLY, 65, 50),
    ],
)
def test_an_artificial_score_is_by_fault_or_by_a_session_further_from_average(
    fault: Fault, session: int | None, percent: int
) -> None:
    part = None if session is None else Fraction(session, 100)
    assert artificial(fault, part).part == Fraction(percent, 100)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("60% of 620 and 40% of 170", "60% 620, 40% 170"),
        ("620 60%, 170 40%", "60% 620, 40% 170"),
        ("50% 620, 37.5% 170, 12,5% -50", "50% 620, 37.5% 170, 12.5% -50"),
        ("2/3 4S=, 1/3 4S-1 by N nonvul", "2/3 4S by N =, 1/3 4S by N -1 nonvul"),
        ("vul: 1/2 4S+1 1/2 pass", "50% 4S +1, 50% pass vul"),
        ("4S= 60%, 4S-1 40% by N vul against 620", "60% 4S by N =, 40% 4S by N -1 vul against 620"),
        ("620 vs datum 430", "620 against 430"),
        ("620 so với datum 430", "620 against 430"),
        ("620 เทียบดาตัม 430", "620 against 430"),
        ("620 among 650 620 170 -50", "620 against 650 620 170 -50"),
        ("60 phần trăm của 620 và 40 phần trăm của 170", "60% 620, 40% 170"),
        ("60% 620 và 40% 170 so với bàn kia 650", "60% 620, 40% 170 against 650"),
        ("60% ของ 620 และ 40% ของ 170 เทียบกับ 650", "60% 620, 40% 170 against 650"),
        ("23 IMPs over 24 boards in VPs", "vp 23 24 boards"),
        ("vp 23 24 boards", "vp 23 24 boards"),
        ("23 imp 24 ván", "vp 23 24 boards"),
        ("23 อิมพ์ 24 บอร์ด", "vp 23 24 boards"),
        ("ave+ of top 14", "average plus top 14"),
        ("average minus, session 37.5%", "average minus session 37.5%"),
        ("average plus 12 top", "average plus top 12"),
        ("a third 4S=, two thirds 4S-1, not vul", "1/3 4S =, 2/3 4S -1 nonvul"),
        ("3/4 of 420 and a quarter of -50", "75% 420, 25% -50"),
        ("một phần ba 620 và hai phần ba 170", "1/3 620, 2/3 170"),
        ("ครึ่งหนึ่ง 620 ครึ่งหนึ่ง 170", "50% 620, 50% 170"),
        ("60/40 620 170 against 200", "60% 620, 40% 170 against 200"),
        ("60-40 4H= 4H-1 by N vul", "60% 4H by N =, 40% 4H by N -1 vul"),
        ("170 against 620 x3 170 x2", "170 against 620 620 620 170 170"),
        ("40-17 over 8 boards", "vp 23 8 boards"),
        ("vp 40-17 8 boards", "vp 23 8 boards"),
        ("trung bình cộng top 14", "average plus top 14"),
        ("เฉลี่ยบวก ท็อป 14", "average plus top 14"),
    ],
)
def test_a_sum_is_read_in_any_words_and_written_as_it_is_read(text: str, canonical: str) -> None:
    question = read_sum(text)
    assert isinstance(question, Mixture | Margin | Award)
    assert str(question) == canonical
    assert read_sum(canonical) == question


@pytest.mark.parametrize(
    "text",
    [
        "60% of the field made 4S",
        "west played 60% hearts and 40% spades",
        "4S vul against not, 10 tricks",
        "we are red vs white",
        "12 imps on board 7",
        "we lost 20 imps on 3 boards",
        "average plus",
        "averages for a cancelled board",
        "law 60 against 70",
        "imps 620 against 170",
        "what is 12 against 55",
        "60% of 615 and 40% of 170",
        "half of board 7",
        "play 16-20 boards",
        "the 4-3 fit in hearts broke 60-40",
        "620 x3",
        "100% 620",
        # cut short it would be the sum of another field
        "620 against" + " 170" * 40,
        "",
    ],
)
def test_a_text_that_only_sounds_like_a_sum_is_none(text: str) -> None:
    assert read_sum(text) is None


def lines(card: Card) -> str:
    """Return the words of a card."""
    words = [card.title]
    for part in card.parts:
        if isinstance(part, Grid):
            words += [" = ".join(row) for row in part.rows]
        if isinstance(part, Paragraph):
            words.append(part.text)
    return "\n".join(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("60% of 620 and 40% of 170", ("+440 points", "60% · +620 = +372", "Do not convert")),
        ("2/3 4S=, 1/3 4S-1 by N nonvul", ("+263.33 points", "North-South")),
        # declarer sits East-West, so North-South lose what is made
        ("1/2 4S=, 1/2 4S-1 by E vul", ("-260 points",)),
        # 620 against 170 is 10 IMPs, -100 against 170 is -7
        ("60% 620, 40% -100 against 170", ("+3.2 IMPs", "The other side: -3.2")),
        # 620 beats two scores and equals one, 170 beats one and equals one
        ("60% 620, 40% 170 against 650 620 170 -100", ("4.2 of 8 matchpoints · 52.5%", "3.8")),
        ("vp 23 24 boards", ("winners, discrete scale = 15",)),
        ("average plus top 14", ("Average plus · 60%", "8.4 of 14", "+3")),
        ("average minus session 35%", ("Average minus · 35%",)),
        ("60% 620, 30% 170", ("90%",)),
        ("3 boards vp 12", ("5 to 64 boards",)),
        ("1/2 4S= by N, 1/2 4S-1 by E, ns vul", ("points",)),
        ("1/3 4S= by N, 1/3 4S-1 by E, 1/3 3NT=", ("declarer",)),
        # the other contract may have been the other side's
        ("60% 4S= by N, 40% 5DX-2", ("declarer",)),
        ("60% 4S= by N, 40% 5DX-2 by E", ("+372 points",)),
    ],
)
def test_a_sum_is_worked_out_on_its_card(
    answers: Answers, text: str, words: tuple[str, ...]
) -> None:
    for card in (answers.ask(text, Reader()), answers.score(text, "", "", Reader())):
        for word in words:
            assert word in lines(card)
        if card.found:
            assert lines(answers.open(card.address, Reader())) == lines(card)


def test_a_percentage_of_the_session_is_not_given_in_imps(answers: Answers) -> None:
    assert "IMPs" in lines(answers.ask("average minus top 14", Reader()))
    assert "IMPs" not in lines(answers.ask("average minus session 35%", Reader()))


def test_imps_are_weighted_after_they_are_compared(answers: Answers) -> None:
    card = answers.ask("1/2 620, 1/2 -100 against 170", Reader())
    expected = Fraction(imps(620 - 170) + imps(-100 - 170), 2)
    assert card.title == f"{float(expected):+g} IMPs"
    # half of the points, compared at once, would be worth another number
    assert expected != imps((620 - 100) // 2 - 170)


@pytest.mark.parametrize("text", ["60% 620", "vp 23", "60% 625, 40% 170", "620 against"])
def test_half_a_sum_is_shown_whole_ones(answers: Answers, text: str) -> None:
    card = answers.score(text, "", "", Reader())
    assert not card.found
    assert "60% 620, 40% 170" in str(card.parts)


def test_the_vulnerability_chosen_beside_a_sum_counts(answers: Answers) -> None:
    text = "1/2 4S=, 1/2 4S-1"
    assert answers.score(text, "yes", "", Reader()).title == "+260 points"
    assert answers.score(text, "no", "", Reader()).title == "+185 points"


def test_the_ruling_of_an_adjusted_score_leads_to_the_sums_and_back(answers: Answers) -> None:
    walked = answers.ask("chart:adjusted-score", Reader())
    for label in ("An infraction", "Yes, at least", "No, or only", "Two or more"):
        actions = [action for row in walked.rows for action in row]
        (address,) = [action.address for action in actions if action.label.startswith(label)]
        walked = answers.open(address, Reader())
    (address,) = [
        action.address
        for menu in walked.menus
        for action in menu.actions
        if action.label == "Work out the score"
    ]
    sums = answers.open(address, Reader())
    assert sums.title == "Work out a score"
    assert sums.rows[0][0].address == walked.address
