"""Scores against the tables of Law 77 and 78B, read from the law, for every contract there is."""

import itertools

import pytest

from lawbot.book import Lawbook
from lawbot.errors import ScoreError
from lawbot.law.citation import Citation
from lawbot.law.scoring import Contract, board, imps, is_vulnerable, score, total
from lawbot.message.scores import parse_contract, read_question


def tables(lawbook: Lawbook) -> dict[str, list[str]]:
    """Return the rows of our Law 77 table by their first cell."""
    entry = lawbook.provision(Citation(77, table=True), "plain-2017")
    return {row[0]: row[1:] for row in entry.rows}


def by_the_table(contract: Contract, vulnerable: bool, rows: dict[str, list[str]]) -> int:
    """Return the score of a contract computed from the rows of the law and nothing else."""
    state = ("Undoubled", "Doubled", "Redoubled")[contract.doubled]
    if contract.result < 0:
        word, column = state.lower(), int(vulnerable)
        down = -contract.result
        points = int(rows[f"First, {word}"][column]) + (down - 1) * int(
            rows[f"Each further, {word}"][column]
        )
        return -points - max(0, down - 3) * int(
            rows[f"Extra for the fourth and each later one, {word}"][column]
        )
    place = "CDHS".find(contract.denomination)
    values = [int(value) for value in rows[state]]
    trick_score = (
        contract.level * values[place]
        if place >= 0
        else values[4] + (contract.level - 1) * values[5]
    )
    points = trick_score
    game = trick_score >= 100
    points += (
        int(rows["Game, vulnerable" if vulnerable else "Game, not vulnerable"][0])
        if game
        else int(rows["Any partscore"][0])
    )
    if contract.level >= 6:
        points += int(
            rows["Small slam (12 tricks)" if contract.level == 6 else "Grand slam (13 tricks)"][
                int(vulnerable)
            ]
        )
    if contract.doubled:
        insult = next(row for name, row in rows.items() if "insult" in name)
        points += (
            int(insult[0]) if contract.doubled == 1 else int(rows["Any redoubled contract"][0])
        )
    over = rows["Vulnerable" if vulnerable else "Not vulnerable"]
    undoubled = [int(value) for value in rows["Undoubled"]]
    trick_value = (
        (undoubled[place] if place >= 0 else undoubled[5])
        if not contract.doubled
        else int(over[contract.doubled])
    )
    return points + contract.result * trick_value


def test_every_contract_and_result_scores_as_the_table_says(plain_lawbook: Lawbook) -> None:
    rows = tables(plain_lawbook)
    for level, denomination, doubled, vulnerable in itertools.product(
        range(1, 8), "CDHSN", range(3), (False, True)
    ):
        for result in range(-(level + 6), 8 - level):
            contract = Contract(level, denomination, doubled, result)
            assert total(score(contract, vulnerable)) == by_the_table(contract, vulnerable, rows), (
                f"{contract} {vulnerable}"
            )


def test_every_step_of_the_imp_scale_converts(plain_lawbook: Lawbook) -> None:
    entry = plain_lawbook.provision(Citation(78, "B", table=True), "plain-2017")
    for span, won in (row for row in entry.rows if row[-1].isdigit()):
        ends = span.replace("–", "-").replace("+", "").replace(" or more", "").split("-")
        for end in ends:
            assert imps(int(end)) == int(won)
            assert imps(-int(end)) == -int(won)


def test_every_board_of_law_2_has_its_dealer_and_vulnerability(plain_lawbook: Lawbook) -> None:
    sides = {"neither side": "none", "North-South": "ns", "East-West": "ew", "both sides": "both"}
    entry = plain_lawbook.provision(Citation(2, table=True), "plain-2017")
    for number, dealer, vulnerable in entry.rows[1:]:
        for repeat in (0, 16, 64):
            conditions = board(int(number) + repeat)
            assert (conditions.dealer, conditions.vulnerable) == (dealer[0], sides[vulnerable])


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("4SX by N +1", "4SX by N +1"),
        ("3nt=", "3NT ="),
        ("6♥xx-2", "6HXX -2"),
        ("2 spades doubled by east", "2SX by E ="),
        ("1c made", "1C ="),
        ("3 NT by West -1", "3NT by W -1"),
        ("1NT redoubled 8 tricks", "1NTXX +1"),
        ("4S 9 tricks", "4S -1"),
        ("two hearts with an overtrick", "2H +1"),
    ],
)
def test_every_way_to_write_a_contract_is_read(text: str, canonical: str) -> None:
    assert str(parse_contract(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        "what is 1NT redoubled plus one vulnerable worth",
        "score 1NT redoubled vulnerable 8 tricks",
        "one notrump redoubled vulnerable with an overtrick",
        "how many points for 1NTXX making 2 vul",
        "score of 1NTXX S +1 vul ns",
    ],
)
def test_a_sentence_that_asks_for_a_score_is_read(text: str) -> None:
    question = read_question(text)
    assert question is not None and question.contract is not None
    # by Law 77: tricks 160, game 500, insult 100, overtricks 400
    assert (
        total(
            score(question.contract, is_vulnerable(question.vulnerable, question.contract.declarer))
        )
        == 1160
    )


@pytest.mark.parametrize(
    ("text", "contract", "vulnerable"),
    [
        ("we got 5 diamonds doubled home, red", "5DX =", "yes"),
        ("2SXX-1 green", "2SXX -1", "no"),
        ("5♦️ just made", "5D =", ""),
        ("vul against not, three down in four spades by west", None, ""),
        ("nonvul three off in four spades by west", "4S by W -3", "no"),
        ("9 tricks in 4H", "4H -1", ""),
        ("3NTW+2", "3NT by W +2", ""),
        ("3nt dư 1 ko vul", "3NT +1", "no"),
        ("bon co thung hai trong vung", "4H -2", "yes"),
        ("4 bích bị contra vừa đủ được mấy điểm", "4SX =", ""),
        ("3nt เกิน 1 ไม่มีเกม", "3NT +1", "no"),
        ("สี่โพดำตก 2 มีเกมครับ", "4S -2", "yes"),
    ],
)
def test_a_result_is_read_in_any_words_and_order(
    text: str, contract: str | None, vulnerable: str
) -> None:
    question = read_question(text)
    assert (question and str(question.contract), question.vulnerable if question else "") == (
        contract,
        vulnerable,
    )


@pytest.mark.parametrize(
    ("text", "kind", "number"),
    [
        ("is EW red on bd 14", "board", 14),
        ("who deals 23", "board", 23),
        ("dealer and vulnerability of board twenty-one", "board", 21),
        ("ván 7 ai chia ai vùng", "board", 7),
        ("hộp số 12", "board", 12),
        ("กระดานที่ 7 ใครแจก", "board", 7),
        ("how many imps for 11 hundred", "imps", 1100),
        ("what is 1,430 in imps", "imps", 1430),
        ("imps for six twenty", "imps", 620),
        ("sáu trăm hai mươi được mấy imp", "imps", 620),
        ("หกร้อยยี่สิบกี่อิมพ์", "imps", 620),
    ],
)
def test_boards_and_imps_are_asked_for_in_any_words(text: str, kind: str, number: int) -> None:
    question = read_question(text)
    assert question is not None
    assert (question.kind, question.number) == (kind, number)


@pytest.mark.parametrize(
    "text",
    [
        "12 imps",
        "1H - 1S - 1H",
        "1NT X XX",
        "board 3 was fouled",
        "dealer bid 2 hearts",
        "1 down or two",
        "what is it worth",
        "what is a 2H opening worth",
        "is my hand worth 3NT",
        "5 card suit 4 tricks",
    ],
)
def test_a_text_that_only_sounds_like_a_score_is_none(text: str) -> None:
    assert read_question(text) is None


@pytest.mark.parametrize(
    "text", ["", "8S", "4Z", "4S+5", "1C-8", "hello", "4S" * 50, "4S +", "0NT"]
)
def test_a_wrong_contract_says_how_to_write_one(text: str) -> None:
    with pytest.raises(ScoreError):
        parse_contract(text)


def test_a_passed_out_board_scores_nothing() -> None:
    assert parse_contract("pass") is None
    assert total(score(None, vulnerable=True)) == 0


def test_one_side_vulnerable_needs_the_declarer() -> None:
    with pytest.raises(ScoreError):
        is_vulnerable("ns", "")
    assert is_vulnerable("NS", "S")
    assert not is_vulnerable("ns", "W")
    assert is_vulnerable("both", "")


def test_boards_below_one_are_refused() -> None:
    with pytest.raises(ScoreError):
        board(0)
