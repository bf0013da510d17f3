"""Draw scores, IMPs and boards as cards: Laws 77, 78B and 2."""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace

from lawbot.book import Lawbook
from lawbot.cards.address import LawPlace, ResultsPlace, Screen
from lawbot.cards.card import Action, Actions, Card, CardKind, Grid, Menu, Paragraph, Part, Tone
from lawbot.cards.law_card import those_in
from lawbot.charts.seats import NAMES
from lawbot.errors import N_, ScoreError
from lawbot.language import Translate
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.law.scoring import BOARDS, Contract, board, imps, is_vulnerable, score, total
from lawbot.message.scores import (
    ScoreQuestion,
    names_double,
    read_contract,
    read_question,
    side_named,
)

_BOOK, _TRICKS = 6, 13
_PARTS_OF_BID = {"level", "denomination"}
_BETWEEN = frozenset("and but it was were is make if in then with".split())
"""Words between the changes of a score, which change nothing."""
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
"""Sources of the cards that rest on one law alone."""


def asked_card(lawbook: Lawbook, question: ScoreQuestion, reader: Reader) -> Card:
    """Return the card for a question that was read from words. Raises ScoreError."""
    match question.kind:
        case "board":
            return _board_card(lawbook, question.number, reader)
        case "imps":
            return _imps_card(lawbook, question.number, reader)
    return _score_card(lawbook, question.contract, question.vulnerable, reader)


def score_card(
    lawbook: Lawbook, contract: str, vulnerable: str, result: str, reader: Reader
) -> Card:
    """Return the score of a contract with its steps, or IMPs for a difference in points.

    A choice of the vulnerability goes before what the contract's text says. Raises ScoreError."""
    is_difference = contract.lstrip("+-").isdecimal()
    question = read_question(f"imps {contract}" if is_difference else contract)
    if question and question.kind == "imps":
        return asked_card(lawbook, question, reader)
    parsed, vulnerable_in_text = read_contract(contract, result)
    return _score_card(lawbook, parsed, side_named(vulnerable) or vulnerable_in_text, reader)


def _score_card(lawbook: Lawbook, contract: Contract | None, sides: str, reader: Reader) -> Card:
    _ = reader.translate
    # a board that is passed out scores nothing, whoever is vulnerable
    vulnerable = is_vulnerable(sides, contract.declarer if contract else "N")
    lines = score(contract, vulnerable)
    points, passed = _signed(total(lines)), _("Passed out")
    state = _("vulnerable") if vulnerable else _("not vulnerable")
    summary = _("{points} for declarer’s side, {state}").format(points=points, state=state)
    steps = []
    for line in lines:
        label = f"{_(line.name)}, {line.product}" if line.product else _(line.name)
        steps.append((label, f"{line.points:+d}"))
    return computed_card(
        lawbook,
        (Citation(77),),
        _score_address(lawbook, contract, vulnerable),
        f"{contract or passed} · {points}",
        reader,
        Paragraph(summary, Tone.LEAD),
        Grid(tuple(steps)),
        row=tuple(_changes(lawbook, contract, vulnerable, reader)) if contract else (),
    )


def _imps_card(lawbook: Lawbook, difference: int, reader: Reader) -> Card:
    """Return the IMPs for a difference in points."""
    _ = reader.translate
    won = imps(difference)
    title = _("{difference} points · {imps} IMPs")
    if abs(won) == 1:
        title = _("{difference} points · {imps} IMP")
    title = title.format(difference=_signed(difference), imps=won)
    address = _address_of(lawbook, f"imps {difference}")
    return computed_card(lawbook, (Citation(78, "B"),), address, title, reader)


def _board_card(lawbook: Lawbook, number: int, reader: Reader) -> Card:
    """Return dealer and vulnerability of a board. Raises ScoreError."""
    _ = reader.translate
    position = board(number)
    dealer, sides = _(NAMES[position.dealer]), _(_VULNERABLE[position.vulnerable])
    line = _("{dealer} deals; vulnerable: {sides}").format(dealer=dealer, sides=sides)
    title = _("Board {number}").format(number=number)
    all_boards = Action(_("The sixteen boards"), str(Screen.BOARDS))
    address = _address_of(lawbook, f"board {number}")
    lead = Paragraph(line, Tone.LEAD)
    return computed_card(lawbook, (Citation(2),), address, title, reader, lead, row=(all_boards,))


def boards_card(lawbook: Lawbook, reader: Reader) -> Card:
    """Return dealer and vulnerability of the boards 1 to 16, which come again and again."""
    _ = reader.translate
    table = Grid((("", _("dealer"), _("vulnerable")), *board_rows(_)))
    note = Paragraph(_("Board 17 is the same as board 1, and so on."), Tone.QUIET)
    title = _("The sixteen boards")
    return computed_card(lawbook, (Citation(2),), str(Screen.BOARDS), title, reader, table, note)


def board_rows(translate: Translate) -> Iterator[tuple[str, ...]]:
    """Yield number, dealer and vulnerability of each board."""
    for number in range(1, BOARDS + 1):
        position = board(number)
        dealer, sides = NAMES[position.dealer], _VULNERABLE[position.vulnerable]
        yield str(position.number), translate(dealer), translate(sides)


def computed_card(
    lawbook: Lawbook,
    laws: Sequence[Citation],
    address: str,
    title: str,
    reader: Reader,
    *parts: Part,
    row: Actions = (),
) -> Card:
    """Return the card of what is computed from some laws, with an action that opens each."""
    _ = reader.translate
    entries = those_in(lawbook, laws, lawbook.ruled_in(reader.language))
    actions = [
        Action(str(entry.citation), str(LawPlace(entry.citation, entry.edition)))
        for entry in entries
    ]
    source = _COMPUTED.get(laws[0]) if len(laws) == 1 else None
    sentence = _(source) if source else _("Computed by Law {laws}")
    return Card(
        CardKind.SCORE,
        title,
        parts,
        source=sentence.format(laws=", ".join(map(str, laws))),
        address=address,
        rows=(row,),
        menus=(Menu(_("The law"), tuple(actions)),),
    )


def _changes(
    lawbook: Lawbook, contract: Contract, vulnerable: bool, reader: Reader
) -> Iterator[Action]:
    """Yield the same contract with one change: vulnerability, a double, a trick more or less."""
    _ = reader.translate
    label = _("not vulnerable") if vulnerable else _("vulnerable")
    yield Action(label, _score_address(lawbook, contract, not vulnerable))
    for times, name in enumerate((N_("undoubled"), N_("doubled"), N_("redoubled"))):
        if times != contract.doubled:
            changed = replace(contract, doubled=times)
            yield Action(_(name), _score_address(lawbook, changed, vulnerable))
    for result in (contract.result - 1, contract.result + 1):
        if 0 <= _BOOK + contract.level + result <= _TRICKS:
            changed = replace(contract, result=result)
            # a contract is written with its result last
            label = str(changed).rsplit(" ", 1)[1]
            yield Action(label, _score_address(lawbook, changed, vulnerable))


def _score_address(lawbook: Lawbook, contract: Contract | None, vulnerable: bool) -> str:
    if contract is None:
        return _address_of(lawbook, "score pass")
    return _address_of(lawbook, f"score {contract} {'vul' if vulnerable else 'nv'}")


def _address_of(lawbook: Lawbook, words: str) -> str:
    """Return the address of a question to the tables, in words that are always the same."""
    return str(ResultsPlace(lawbook.in_force, words))


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def changed_question(words: str, change: str) -> str:
    """Return a question to the tables with changes of it; empty if a word is no change.

    >>> changed_question("score 4SX -2 vul", "nv")
    'score 4SX -2 nv'
    >>> changed_question("score 4S -1 nv", "-2 doubled and vul")
    'score 4SX -2 vul'
    """
    whole = _changed_part(words, change)
    if whole:
        return whole
    changed, is_changed = words, False
    # each of several changes is a run of words, the longest that is one
    known_words = _BETWEEN | set(words.split())
    rest = [word for word in re.split(r"[\s,]+", change) if word not in known_words]
    while rest:
        for end in range(len(rest), 0, -1):
            next_question = _changed_part(changed, " ".join(rest[:end]))
            if next_question:
                break
        else:
            return ""
        changed, rest, is_changed = next_question, rest[end:], True
    return changed if is_changed else ""


def _changed_part(words: str, change: str) -> str:
    """Return a question to the tables with one part of it changed; empty if none is."""
    question = _question(words)
    if question is None:
        return ""
    contract = question.contract
    if question.kind != "score" or contract is None:
        changed = f"{question.kind} {change}"
        return changed if _question(changed) else ""
    result = f"{contract.result:+d}" if contract.result else "="
    vulnerable = {"yes": "vul", "no": "nv"}.get(question.vulnerable, question.vulnerable)
    doubled = ("", "X", "XX")[contract.doubled]
    bid = f"{contract.level}{contract.denomination}"
    seat = f"by {contract.declarer}" if contract.declarer else ""
    # each puts the change in the place of one part, and counts if it changes that part alone
    variants = {
        "vulnerable": (bid + doubled, seat, result, change),
        "result": (bid + doubled, seat, change, vulnerable),
        "doubled": (bid, change, seat, result, vulnerable),
        "declarer": (bid + doubled, change, result, vulnerable),
        "bid": (change + doubled, seat, result, vulnerable),
        "denomination": (f"{contract.level} {change} {doubled}", seat, result, vulnerable),
    }
    for part, pieces in variants.items():
        changed = " ".join(filter(None, ("score", *pieces)))
        variant = _question(changed)
        if variant is None or (part == "vulnerable" and not variant.vulnerable):
            continue
        # unknown words are passed over, and would take the double off
        if part == "doubled" and not names_double(change):
            continue
        differing = _differing(question, variant)
        if differing == {part} or (part == "bid" and differing and differing <= _PARTS_OF_BID):
            return changed
    return ""


def _differing(first: ScoreQuestion, second: ScoreQuestion) -> set[str]:
    """Return the parts in which two questions for the score of a contract differ."""
    contract, changed_contract = first.contract, second.contract
    # a board passed out has no part to change
    if contract is None or changed_contract is None:
        return set()
    pairs = {
        "vulnerable": (first.vulnerable, second.vulnerable),
        "result": (contract.result, changed_contract.result),
        "doubled": (contract.doubled, changed_contract.doubled),
        "declarer": (contract.declarer, changed_contract.declarer),
        "denomination": (contract.denomination, changed_contract.denomination),
        "level": (contract.level, changed_contract.level),
    }
    return {part for part, (before, after) in pairs.items() if before != after}


def _question(words: str) -> ScoreQuestion | None:
    with suppress(ScoreError):
        return read_question(words)
    return None
