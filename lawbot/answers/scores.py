"""Scores, IMPs and boards as cards: Laws 77, 78B and 2."""

from collections.abc import Iterator
from dataclasses import replace

from lawbot.answers.addresses import LawPlace, ResultsPlace, Screen
from lawbot.answers.laws import those_in
from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, CardKind, Grid, Menu, Paragraph, Part, Tone
from lawbot.citation import Citation
from lawbot.errors import N_
from lawbot.language import Translate
from lawbot.lawbook import Lawbook
from lawbot.scoring import BOARDS, Contract, board, imps, is_vulnerable, score, total
from lawbot.situations.seats import NAMES
from lawbot.text.results import ScoreQuestion, read_contract, read_question, side_named

_BOOK, _TRICKS = 6, 13
_VULNERABLE = {
    "none": N_("neither side"),
    "ns": N_("North-South"),
    "ew": N_("East-West"),
    "both": N_("both sides"),
}
_COMPUTED = {
    Citation(2): N_("Computed from Law 2"),
    Citation(77): N_("Computed from the tables of Law 77"),
    Citation(78, "B"): N_("Computed from the scale of Law 78B"),
}


def asked_card(lawbook: Lawbook, asked: ScoreQuestion, reader: Reader) -> Card:
    """The card for a question that was read from words. Raises ScoreError."""
    match asked.kind:
        case "board":
            return _board_card(lawbook, asked.number, reader)
        case "imps":
            return _imps_card(lawbook, asked.number, reader)
    return _score_card(lawbook, asked.contract, asked.vulnerable, reader)


def score_card(
    lawbook: Lawbook, contract: str, vulnerable: str, result: str, reader: Reader
) -> Card:
    """The score of a contract with its steps, or the IMPs where a difference in points stands in
    its place. What is chosen for the vulnerability goes before what the contract's text says.
    Raises ScoreError."""
    asked = read_question(f"imps {contract}" if contract.lstrip("+-").isdecimal() else contract)
    if asked and asked.kind == "imps":
        return asked_card(lawbook, asked, reader)
    parsed, said = read_contract(contract, result)
    return _score_card(lawbook, parsed, side_named(vulnerable) or said, reader)


def _score_card(
    lawbook: Lawbook, contract: Contract | None, vulnerable: str, reader: Reader
) -> Card:
    _ = reader.translate
    doomed = is_vulnerable(vulnerable, contract.declarer if contract else "N")
    lines = score(contract, doomed)
    points, passed = _signed(total(lines)), _("Passed out")
    state = _("vulnerable") if doomed else _("not vulnerable")
    steps = tuple(
        (", ".join(filter(None, (_(line.what), line.counted))), f"{line.points:+d}")
        for line in lines
    )
    return _card(
        lawbook,
        Citation(77),
        _score_address(lawbook, contract, doomed),
        f"{contract or passed} · {points}",
        reader,
        Paragraph(
            _("{points} for declarer’s side, {state}").format(points=points, state=state), Tone.LEAD
        ),
        Grid(steps),
        row=tuple(_changes(lawbook, contract, doomed, reader)) if contract else (),
    )


def _imps_card(lawbook: Lawbook, difference: int, reader: Reader) -> Card:
    """The IMPs for a difference in points."""
    _ = reader.translate
    won = imps(difference)
    title = (
        _("{difference} points · {imps} IMP")
        if abs(won) == 1
        else _("{difference} points · {imps} IMPs")
    )
    address = _asked_again(lawbook, f"imps {difference}")
    return _card(
        lawbook,
        Citation(78, "B"),
        address,
        title.format(difference=_signed(difference), imps=won),
        reader,
    )


def _board_card(lawbook: Lawbook, number: int, reader: Reader) -> Card:
    """Dealer and vulnerability of a board. Raises ScoreError."""
    _ = reader.translate
    asked = board(number)
    said = _("{dealer} deals; vulnerable: {sides}").format(
        dealer=_(NAMES[asked.dealer]), sides=_(_VULNERABLE[asked.vulnerable])
    )
    title, every = (
        _("Board {number}").format(number=number),
        Action(_("The sixteen boards"), str(Screen.BOARDS)),
    )
    address = _asked_again(lawbook, f"board {number}")
    return _card(
        lawbook, Citation(2), address, title, reader, Paragraph(said, Tone.LEAD), row=(every,)
    )


def boards_card(lawbook: Lawbook, reader: Reader) -> Card:
    """Dealer and vulnerability of the boards 1 to 16, as they come again and again."""
    _ = reader.translate
    table = Grid((("", _("dealer"), _("vulnerable")), *board_rows(_)))
    again = Paragraph(_("Board 17 is the same as board 1, and so on."), Tone.QUIET)
    return _card(
        lawbook, Citation(2), str(Screen.BOARDS), _("The sixteen boards"), reader, table, again
    )


def board_rows(translate: Translate) -> Iterator[tuple[str, ...]]:
    """Number, dealer and vulnerability of each board."""
    for each in map(board, range(1, BOARDS + 1)):
        yield (
            str(each.number),
            translate(NAMES[each.dealer]),
            translate(_VULNERABLE[each.vulnerable]),
        )


def _card(
    lawbook: Lawbook,
    law: Citation,
    address: str,
    title: str,
    reader: Reader,
    *parts: Part,
    row: tuple[Action, ...] = (),
) -> Card:
    """The card of what is computed from a law, with the way to it."""
    _ = reader.translate
    there = those_in(lawbook, (law,), lawbook.ruled_in(reader.language))
    menu = Menu(
        _("The law"), tuple(Action(str(law), str(LawPlace(law, entry.edition))) for entry in there)
    )
    return Card(
        CardKind.SCORE,
        title,
        parts,
        source=_(_COMPUTED[law]),
        address=address,
        rows=(row,),
        menus=(menu,),
    )


def _changes(
    lawbook: Lawbook, contract: Contract, doomed: bool, reader: Reader
) -> Iterator[Action]:
    """The same contract with one thing else: the vulnerability, the double, a trick more or less."""
    _ = reader.translate
    yield Action(
        _("not vulnerable") if doomed else _("vulnerable"),
        _score_address(lawbook, contract, not doomed),
    )
    for times, name in enumerate((N_("undoubled"), N_("doubled"), N_("redoubled"))):
        if times != contract.doubled:
            yield Action(_(name), _score_address(lawbook, replace(contract, doubled=times), doomed))
    for result in (contract.result - 1, contract.result + 1):
        if 0 <= _BOOK + contract.level + result <= _TRICKS:
            other = replace(contract, result=result)
            yield Action(str(other).rsplit(" ", 1)[1], _score_address(lawbook, other, doomed))


def _score_address(lawbook: Lawbook, contract: Contract | None, doomed: bool) -> str:
    return _asked_again(
        lawbook, f"score {contract} {'vul' if doomed else 'nv'}" if contract else "score pass"
    )


def _asked_again(lawbook: Lawbook, words: str) -> str:
    """The address of what the words ask of the tables, whoever asked it in which words."""
    return str(ResultsPlace(lawbook.in_force, words))


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"
