"""Scores, IMPs and boards as cards: Laws 77, 78B and 2."""

from collections.abc import Iterator
from dataclasses import replace

from lawbot.answers.addresses import LawPlace, ResultsPlace, Screen
from lawbot.answers.laws import those_in
from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, CardKind, Grid, Menu, Paragraph, Tone
from lawbot.citation import Citation
from lawbot.errors import N_
from lawbot.lawbook import Lawbook
from lawbot.scoring import BOARDS, Board, Contract, board, imps, is_vulnerable, score, total
from lawbot.text.results import ScoreQuestion, read_contract, read_question, side_named

_BOOK, _TRICKS = 6, 13
VULNERABLE = {"none": N_("neither side"), "ns": N_("North-South"), "ew": N_("East-West"), "both": N_("both sides")}

SEATS = {"N": N_("North"), "E": N_("East"), "S": N_("South"), "W": N_("West")}


def asked_card(lawbook: Lawbook, asked: ScoreQuestion, reader: Reader) -> Card:
    """The card for a question that was read from words. Raises ScoreError."""
    if asked.kind == "board":
        return board_card(lawbook, asked.number, reader)
    if asked.kind == "imps":
        return imps_card(lawbook, asked.number, reader)
    return _score_card(lawbook, asked.contract, asked.vulnerable, reader)


def score_card(lawbook: Lawbook, contract: str, vulnerable: str, result: str, reader: Reader) -> Card:
    """The score of a contract with its steps, or the IMPs where a difference in points stands in its place. What is chosen for the
    vulnerability goes before what the contract's text says. Raises ScoreError."""
    asked = read_question(f"imps {contract}" if contract.lstrip("+-").isdecimal() else contract)
    if asked and asked.kind == "imps":
        return imps_card(lawbook, asked.number, reader)
    parsed, said = read_contract(contract, result)
    return _score_card(lawbook, parsed, side_named(vulnerable) or said, reader)


def _score_card(lawbook: Lawbook, parsed: Contract | None, vulnerable: str, reader: Reader) -> Card:
    _ = reader.translate
    doomed = is_vulnerable(vulnerable, parsed.declarer if parsed else "N")
    lines = score(parsed, doomed)
    points = total(lines)
    passed = _("Passed out")
    said = _("vulnerable") if doomed else _("not vulnerable")
    return Card(
        CardKind.SCORE,
        f"{parsed or passed} · {points:+d}" if points else f"{parsed or passed} · 0",
        parts=(
            Paragraph(_("{points} for declarer’s side, {state}").format(points=f"{points:+d}" if points else "0", state=said), Tone.LEAD),
            Grid(tuple((", ".join(filter(None, (_(line.what), line.counted))), f"{line.points:+d}") for line in lines)),
        ),
        source=_("Computed from the tables of Law 77"),
        address=_score_address(lawbook, parsed, doomed),
        rows=(tuple(_changes(lawbook, parsed, doomed, reader)) if parsed else (),),
        menus=_law_menu(lawbook, reader, Citation(77)),
    )


def imps_card(lawbook: Lawbook, difference: int, reader: Reader) -> Card:
    """The IMPs for a difference in points."""
    _ = reader.translate
    return Card(
        CardKind.SCORE,
        (_("{difference} points · {imps} IMP") if abs(imps(difference)) == 1 else _("{difference} points · {imps} IMPs")).format(
            difference=f"{difference:+d}" if difference else "0", imps=imps(difference)
        ),
        source=_("Computed from the scale of Law 78B"),
        address=_asked_again(lawbook, f"imps {difference}"),
        menus=_law_menu(lawbook, reader, Citation(78, "B")),
    )


def board_card(lawbook: Lawbook, number: int, reader: Reader) -> Card:
    """Dealer and vulnerability of a board. Raises ScoreError."""
    _ = reader.translate
    found = board(number)
    return Card(
        CardKind.SCORE,
        _("Board {number}").format(number=number),
        parts=(Paragraph(told_of(found, reader), Tone.LEAD),),
        source=_("Computed from Law 2"),
        address=_asked_again(lawbook, f"board {number}"),
        rows=((Action(_("The sixteen boards"), str(Screen.BOARDS)),),),
        menus=_law_menu(lawbook, reader, Citation(2)),
    )


def told_of(found: Board, reader: Reader) -> str:
    """'North deals; vulnerable: neither side'."""
    _ = reader.translate
    return _("{dealer} deals; vulnerable: {sides}").format(dealer=_(SEATS[found.dealer]), sides=_(VULNERABLE[found.vulnerable]))


def boards_card(lawbook: Lawbook, reader: Reader) -> Card:
    """Dealer and vulnerability of the boards 1 to 16, as they come again and again."""
    _ = reader.translate
    every = [board(number) for number in range(1, BOARDS + 1)]
    rows = tuple((str(each.number), _(SEATS[each.dealer]), _(VULNERABLE[each.vulnerable])) for each in every)
    return Card(
        CardKind.SCORE,
        _("The sixteen boards"),
        parts=(Grid((("", _("dealer"), _("vulnerable")), *rows)), Paragraph(_("Board 17 is the same as board 1, and so on."), Tone.QUIET)),
        source=_("Computed from Law 2"),
        address=str(Screen.BOARDS),
        menus=_law_menu(lawbook, reader, Citation(2)),
    )


def _changes(lawbook: Lawbook, contract: Contract, doomed: bool, reader: Reader) -> Iterator[Action]:
    """The same contract with one thing else: the vulnerability, the double, a trick more or less."""
    _ = reader.translate
    yield Action(_("not vulnerable") if doomed else _("vulnerable"), _score_address(lawbook, contract, not doomed))
    for times, name in enumerate((N_("undoubled"), N_("doubled"), N_("redoubled"))):
        if times != contract.doubled:
            yield Action(_(name), _score_address(lawbook, replace(contract, doubled=times), doomed))
    for result in (contract.result - 1, contract.result + 1):
        if 0 <= _BOOK + contract.level + result <= _TRICKS:
            other = replace(contract, result=result)
            yield Action(str(other).rsplit(" ", 1)[1], _score_address(lawbook, other, doomed))


def _score_address(lawbook: Lawbook, contract: Contract | None, doomed: bool) -> str:
    return _asked_again(lawbook, f"score {contract} {'vul' if doomed else 'nv'}" if contract else "score pass")


def _asked_again(lawbook: Lawbook, words: str) -> str:
    """The address of what the words ask of the tables, whoever asked it in which words."""
    return str(ResultsPlace(lawbook.in_force, words))


def _law_menu(lawbook: Lawbook, reader: Reader, citation: Citation) -> tuple[Menu, ...]:
    _ = reader.translate
    laws = those_in(lawbook, (citation,), lawbook.ruled_in(reader.language))
    return (Menu(_("The law"), tuple(Action(str(citation), str(LawPlace(citation, law.edition))) for law in laws)),)
