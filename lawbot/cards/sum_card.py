"""Draw the sums of directors as cards: Laws 12C, 78A, 78B and 78D."""

import math
from collections.abc import Iterator
from fractions import Fraction

from lawbot.book import Lawbook
from lawbot.cards.address import ResultsPlace, Screen
from lawbot.cards.card import Card, Grid, Listing, Paragraph, Part, Tone
from lawbot.cards.score_card import computed_card
from lawbot.errors import N_, ScoreError
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.law.scoring import Contract, imps, is_vulnerable, score, total
from lawbot.law.sums import (
    WHOLE_MATCH,
    Fault,
    Weighted,
    artificial,
    matchpoints,
    victory_points,
    weighted,
)
from lawbot.message.sums import Award, Margin, Mixture, Result, Sum

_WEIGHTED = Citation.parse("12C1(c)")
_ARTIFICIAL = Citation(12, "C", 2)
_MATCHPOINTS, _IMPS, _VICTORY = Citation(78, "A"), Citation(78, "B"), Citation(78, "D")
_AWARDS = {
    Fault.NONE: N_("Average plus"),
    Fault.PARTLY: N_("Average"),
    Fault.DIRECT: N_("Average minus"),
}
_FAULTS = {
    Fault.NONE: N_("For a contestant in no way at fault."),
    Fault.PARTLY: N_("For a contestant only partly at fault."),
    Fault.DIRECT: N_("For a contestant directly at fault."),
}
_EXAMPLES = (
    "60% 620, 40% 170",
    "2/3 4S=, 1/3 4S-1 by N vul against 620",
    "60% 620, 40% 170 against 650 620 170 -100",
    "vp 23 24 boards",
    "average plus top 14",
)


def sum_card(lawbook: Lawbook, question: Sum, reader: Reader) -> Card:
    """Return the card for a sum that was read from words. Raises ScoreError."""
    match question:
        case Margin():
            return _margin_card(lawbook, question, reader)
        case Award():
            return _award_card(lawbook, question, reader)
    return _mixture_card(lawbook, question, reader)


def sums_card(lawbook: Lawbook, reader: Reader) -> Card:
    """Return what sums there are, each with an example to tap."""
    _ = reader.translate
    kinds = (
        _("results with their chances"),
        _("with “against” a score: in IMPs, beside another table or a datum"),
        _("with “against” the scores of the board: in matchpoints"),
        _("a margin in IMPs and the boards: in victory points"),
        _("average plus, average and average minus, with the top or the session’s percentage"),
    )
    lines = [f"{example}: {kind}" for example, kind in zip(_EXAMPLES, kinds, strict=True)]
    how = Paragraph(_("Type it after /score, or write it to the bot:"), Tone.LEAD)
    return computed_card(
        lawbook,
        (_WEIGHTED, _ARTIFICIAL, _MATCHPOINTS, _IMPS, _VICTORY),
        str(Screen.SUMS),
        _("Work out a score"),
        reader,
        how,
        Listing(tuple(lines)),
    )


def _mixture_card(lawbook: Lawbook, mixture: Mixture, reader: Reader) -> Card:
    """Return the card of weighted results, compared with other scores if there are any."""
    _ = reader.translate
    by_side = _is_by_side(mixture)
    rows, values = [], []
    for result in mixture.results:
        points = _points(result.outcome, mixture.vulnerable, by_side=by_side)
        value = Fraction(_compared(points, mixture))
        values.append(Weighted(result.chance, value))
        # what is compared is weighted afterwards
        share = value if mixture.field else result.chance * value
        rows.append((_named(result, points, reader), _signed(share)))
    whole = weighted(values)
    laws = [_WEIGHTED] if len(values) > 1 else []
    if mixture.field:
        laws.append(_MATCHPOINTS if mixture.is_matchpointed else _IMPS)
    parts = [Paragraph(line, Tone.LEAD) for line in _perspective(mixture, reader, by_side=by_side)]
    remarks = [Paragraph(line, Tone.QUIET) for line in _remarks(mixture, whole, reader)]
    address = _address(lawbook, str(mixture))
    title = _title(mixture, whole, reader)
    return computed_card(lawbook, laws, address, title, reader, *parts, Grid(tuple(rows)), *remarks)


def _is_by_side(mixture: Mixture) -> bool:
    """Return whether the scores are those of North-South: a declarer is named.

    Raises ScoreError if one contract has a declarer and another none."""
    outcomes = [result.outcome for result in mixture.results]
    seats = [outcome.declarer for outcome in outcomes if isinstance(outcome, Contract)]
    if any(seats) and not all(seats):
        raise ScoreError(N_("Name the declarer of every contract, or of none."))
    return any(seats)


def _points(outcome: Contract | int | None, vulnerable: str, *, by_side: bool) -> int:
    """Return the points of a result for declarer's side, or for North-South. Raises ScoreError."""
    if isinstance(outcome, int):
        return outcome
    if outcome is None:
        return 0
    points = total(score(outcome, is_vulnerable(vulnerable, outcome.declarer)))
    return -points if by_side and outcome.declarer in "EW" else points


def _compared(points: int, mixture: Mixture) -> int:
    """Return points as matchpoints or IMPs if there are scores to compare with."""
    if mixture.is_matchpointed:
        return matchpoints(points, mixture.field)
    return imps(points - mixture.field[0]) if mixture.field else points


def _named(result: Result, points: int, reader: Reader) -> str:
    """Return the name of a row: the chance, the contract, its points."""
    _ = reader.translate
    names = []
    if result.chance != 1:
        percent = 100 * result.chance
        names.append(f"{percent}%" if percent.denominator == 1 else str(result.chance))
    if not isinstance(result.outcome, int):
        names.append(_("Passed out") if result.outcome is None else str(result.outcome))
    return " · ".join((*names, f"{points:+d}" if points else "0"))


def _perspective(mixture: Mixture, reader: Reader, *, by_side: bool) -> Iterator[str]:
    """Yield whose scores they are, and that nobody is vulnerable if nothing says so."""
    _ = reader.translate
    if not any(isinstance(result.outcome, Contract) for result in mixture.results):
        return
    if by_side:
        yield _("All scores are those of North-South.")
    else:
        yield _("All scores are those of declarer’s side.")
    if not mixture.vulnerable:
        yield _("Taken as not vulnerable.")


def _remarks(mixture: Mixture, whole: Fraction, reader: Reader) -> Iterator[str]:
    """Yield the score of the other side, and how the results were put together."""
    _ = reader.translate
    if mixture.is_matchpointed:
        other_side = 2 * len(mixture.field) - whole
        yield _("The other side: {score}").format(score=_number(other_side))
    else:
        yield _("The other side: {score}").format(score=_signed(-whole))
    if len(mixture.results) > 1:
        if mixture.field:
            yield _("Each result is compared by itself, then weighted.")
        else:
            yield _("For IMPs add “against” and the score of the other table.")


def _title(mixture: Mixture, whole: Fraction, reader: Reader) -> str:
    _ = reader.translate
    if mixture.is_matchpointed:
        top = 2 * len(mixture.field)
        title = _("{score} of {top} matchpoints · {percent}%")
        percent = _number(100 * whole / top)
        return title.format(score=_number(whole), top=top, percent=percent)
    if mixture.field:
        return _("{score} IMPs").format(score=_signed(whole))
    return _("{score} points").format(score=_signed(whole))


def _margin_card(lawbook: Lawbook, margin: Margin, reader: Reader) -> Card:
    """Return the victory points for a margin by both scales. Raises ScoreError."""
    _ = reader.translate
    points = victory_points(margin.imps, margin.boards)
    rows = (
        (_("winners, continuous scale"), f"{float(points.continuous):.2f}"),
        (_("losers"), f"{float(WHOLE_MATCH - points.continuous):.2f}"),
        (_("winners, discrete scale"), str(points.discrete)),
        (_("losers"), str(WHOLE_MATCH - points.discrete)),
    )
    scales = _("The scales are the World Bridge Federation’s of 2013; your event may have others.")
    title = _("{imps} IMPs over {boards} boards in victory points")
    return computed_card(
        lawbook,
        [_VICTORY],
        _address(lawbook, str(margin)),
        title.format(imps=margin.imps, boards=margin.boards),
        reader,
        Grid(rows),
        Paragraph(scales, Tone.QUIET),
    )


def _award_card(lawbook: Lawbook, award: Award, reader: Reader) -> Card:
    """Return the card of an artificial score (Law 12C2)."""
    _ = reader.translate
    scored = artificial(award.fault, award.session)
    percent = _number(100 * scored.part)
    rows = [(_("matchpoints"), f"{percent}%")]
    if award.top:
        matchpointed = _("{score} of {top}")
        score_of_top = _number(award.top * scored.part)
        rows.append(("", matchpointed.format(score=score_of_top, top=award.top)))
    rows.append(("IMPs", _signed(Fraction(scored.imps))))
    parts: list[Part] = [Paragraph(_(_FAULTS[award.fault]), Tone.LEAD), Grid(tuple(rows))]
    if award.session is not None:
        rule = _("The session’s percentage counts if it is further from average (Law 12C2(c)).")
        parts.append(Paragraph(rule, Tone.QUIET))
    title = f"{_(_AWARDS[award.fault])} · {percent}%"
    return computed_card(
        lawbook, [_ARTIFICIAL], _address(lawbook, str(award)), title, reader, *parts
    )


def _address(lawbook: Lawbook, words: str) -> str:
    return str(ResultsPlace(lawbook.in_force, words))


def _number(value: Fraction) -> str:
    """Return a number with at most two decimals, a half rounded away from zero."""
    hundredths = math.floor(abs(value) * 100 + Fraction(1, 2))
    sign = "-" if value < 0 and hundredths else ""
    whole, part = divmod(hundredths, 100)
    return f"{sign}{whole}.{part:02d}".rstrip("0").rstrip(".")


def _signed(value: Fraction) -> str:
    return f"+{_number(value)}" if value > 0 else _number(value)
