"""Scores, IMPs and boards as cards: Laws 77, 78B and 2."""

from lawbot.answers.addresses import LawPlace
from lawbot.answers.reader import Reader
from lawbot.cards import Action, Card, CardKind, Grid, Menu, Paragraph, Tone
from lawbot.citation import Citation
from lawbot.errors import N_
from lawbot.lawbook import Lawbook
from lawbot.scoring import Contract, ScoreQuestion, board, imps, is_vulnerable, read_contract, score, total

_VULNERABLE = {"none": N_("neither side"), "ns": N_("North-South"), "ew": N_("East-West"), "both": N_("both sides")}


def asked_card(lawbook: Lawbook, asked: ScoreQuestion, reader: Reader) -> Card:
    """The card for a question that was read from words. Raises ScoreError."""
    if asked.kind == "board":
        return board_card(lawbook, asked.number, reader)
    if asked.kind == "imps":
        return imps_card(lawbook, asked.number, reader)
    return _score_card(lawbook, asked.contract, asked.vulnerable, reader)


def score_card(lawbook: Lawbook, contract: str, vulnerable: str, result: str, reader: Reader) -> Card:
    """The score of a contract with its steps; what is chosen for the vulnerability goes before what the contract's text says. Raises ScoreError."""
    parsed, said = read_contract(contract, result)
    return _score_card(lawbook, parsed, vulnerable or said, reader)


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
            Grid((("", _("points")), *((", ".join(filter(None, (_(line.what), line.counted))), f"{line.points:+d}") for line in lines))),
        ),
        source=_("Computed from the tables of Law 77"),
        menus=_law_menu(lawbook, reader, Citation(77)),
    )


def imps_card(lawbook: Lawbook, difference: int, reader: Reader) -> Card:
    """The IMPs for a difference in points."""
    _ = reader.translate
    return Card(
        CardKind.SCORE,
        _("{difference} points · {imps} IMPs").format(difference=f"{difference:+d}" if difference else "0", imps=imps(difference)),
        source=_("Computed from the scale of Law 78B"),
        menus=_law_menu(lawbook, reader, Citation(78, "B")),
    )


def board_card(lawbook: Lawbook, number: int, reader: Reader) -> Card:
    """Dealer and vulnerability of a board. Raises ScoreError."""
    _ = reader.translate
    found = board(number)
    dealer = {"N": _("North"), "E": _("East"), "S": _("South"), "W": _("West")}[found.dealer]
    return Card(
        CardKind.SCORE,
        _("Board {number}").format(number=number),
        parts=(
            Paragraph(_("{dealer} deals; vulnerable: {sides}").format(dealer=dealer, sides=_(_VULNERABLE[found.vulnerable])), Tone.LEAD),
        ),
        source=_("Computed from Law 2"),
        menus=_law_menu(lawbook, reader, Citation(2)),
    )


def _law_menu(lawbook: Lawbook, reader: Reader, citation: Citation) -> tuple[Menu, ...]:
    _ = reader.translate
    edition = lawbook.in_force
    if lawbook.find(citation, edition) is None:
        return ()
    return (Menu(_("The law"), (Action(str(citation), str(LawPlace(citation, edition))),)),)
