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
    Fault.NONE: (N_("Average plus"), N_("For a contestant in no way at fault.")),
    Fault.PARTLY: (N_("Average"), N_("For a contestant only partly at fault.")),
    Fault.DIRECT: (N_("Average minus"), N_("For a contestant directly at fault.")),
}
"""The name of an artificial score and who gets it."""
_EXAMPLES = {
    "60% 620, 40% 170": N_("results with their chances"),
    "2/3 4S=, 1/3 4S-1 by N vul against 620": N_(
        "with “against” a score: in IMPs, beside another table or a datum"
    ),
    "60% 620, 40% 170 against 650 620 170 -100": N_(
        "with “against” the board’s other scores: in matchpoints"
    ),
    "vp 23 24 boards": N_("a margin in IMPs and the boards: in victory points"),
    "average plus top 14": N_(
        "average plus, average and average minus, with the top or the session’s percentage"
    ),
}
"""What can be typed, and the sum that it is."""


def sum_card(lawbook: Lawbook, question: Sum, reader: Reader) -> Card:
    """Return the card for a sum that was read from words. Raises ScoreError."""
    match question:
        case Margin():
            return _margin_card(lawbook, question, reader)
        case Award():
            return _award_card(lawbook, question, reader)
    return _mixture_card(lawbook, question, reader)


def sums_card(lawbook: Lawbook, reader: Reader) -> Card:
    """Return what sums there are, with an example of each."""
    _ = reader.translate
    lines = [f"{example}: {_(kind)}" for example, kind in _EXAMPLES.items()]
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
    perspective = [Paragraph(line, Tone.LEAD) for line in _perspective(mixture, reader, by_side)]
    remarks = [Paragraph(line, Tone.QUIET) for line in _remarks(mixture, whole, reader)]
    return computed_card(
        lawbook,
        _laws(mixture),
        _address(lawbook, mixture),
        _title(mixture, whole, reader),
        reader,
        *perspective,
        Grid(tuple(rows)),
        *remarks,
    )


def _laws(mixture: Mixture) -> list[Citation]:
    """Return the laws by which results are weighted and compared."""
    laws = []
    if len(mixture.results) > 1:
        laws.append(_WEIGHTED)
    if mixture.field:
        laws.append(_MATCHPOINTS if mixture.is_matchpointed else _IMPS)
    return laws


def _is_by_side(mixture: Mixture) -> bool:
    """Return whether the scores are those of North-South: a declarer is named.

    Raises ScoreError if one contract has a declarer and another none."""
    seats = [contract.declarer for contract in mixture.contracts]
    if any(seats) and not all(seats):
        raise ScoreError(N_("Name the declarer of every contract, or of none."))
    return any(seats)


def _points(outcome: Contract | int | None, vulnerable: str, *, by_side: bool) -> int:
    """Return the points of a result for declarer's side, or for North-South. Raises ScoreError."""
    if isinstance(outcome, int):
        return outcome
    if outcome is None:
        return 0
    at_risk = is_vulnerable(vulnerable, outcome.declarer)
    points = total(score(outcome, at_risk))
    return -points if by_side and outcome.declarer in "EW" else points


def _compared(points: int, mixture: Mixture) -> int:
    """Return points as matchpoints or IMPs if there are scores to compare with."""
    if mixture.is_matchpointed:
        return matchpoints(points, mixture.field)
    if mixture.field:
        return imps(points - mixture.field[0])
    return points


def _named(result: Result, points: int, reader: Reader) -> str:
    """Return the name of a row: the chance, the contract, its points."""
    _ = reader.translate
    names = []
    percent = 100 * result.chance
    if percent.denominator != 1:
        names.append(str(result.chance))
    elif result.chance != 1:
        names.append(f"{percent}%")
    if result.outcome is None:
        names.append(_("Passed out"))
    elif isinstance(result.outcome, Contract):
        names.append(str(result.outcome))
    names.append(_signed(Fraction(points)))
    return " · ".join(names)


def _perspective(mixture: Mixture, reader: Reader, by_side: bool) -> Iterator[str]:
    """Yield whose scores they are, and that nobody is vulnerable if nothing says so."""
    _ = reader.translate
    # points alone are those of whoever asks
    if not mixture.contracts:
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
    other_side = _signed(-whole)
    if mixture.is_matchpointed:
        other_side = _number(2 * len(mixture.field) - whole)
    yield _("The other side: {score}").format(score=other_side)
    if len(mixture.results) == 1:
        return
    if mixture.field:
        yield _("Each result is compared by itself, then weighted.")
    else:
        # points mixed first and converted afterwards would give another score
        yield _(
            "Do not convert this mixture: for IMPs or matchpoints add “against” and the scores "
            "to compare with."
        )


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
        _address(lawbook, margin),
        title.format(imps=margin.imps, boards=margin.boards),
        reader,
        Grid(rows),
        Paragraph(scales, Tone.QUIET),
    )


def _award_card(lawbook: Lawbook, award: Award, reader: Reader) -> Card:
    """Return the card of an artificial score (Law 12C2)."""
    _ = reader.translate
    scored = artificial(award.fault, award.session)
    percent = f"{_number(100 * scored.part)}%"
    rows = [(_("matchpoints"), percent)]
    if award.top:
        of_top = _("{score} of {top}")
        score_of_top = _number(award.top * scored.part)
        rows.append(("", of_top.format(score=score_of_top, top=award.top)))
    # what the session's percentage is in IMPs the law leaves open
    if award.session is None:
        rows.append(("IMPs", _signed(Fraction(scored.imps))))
    name, reason = _AWARDS[award.fault]
    parts: list[Part] = [Paragraph(_(reason), Tone.LEAD), Grid(tuple(rows))]
    if award.session is not None:
        rule = _(
            "The percentage on the session’s other boards counts if above 60% for average plus, "
            "or below 40% for average minus (Law 12C2(c))."
        )
        parts.append(Paragraph(rule, Tone.QUIET))
    return computed_card(
        lawbook,
        [_ARTIFICIAL],
        _address(lawbook, award),
        f"{_(name)} · {percent}",
        reader,
        *parts,
    )


def _address(lawbook: Lawbook, question: Sum) -> str:
    return str(ResultsPlace(lawbook.in_force, str(question)))


def _number(value: Fraction) -> str:
    """Return a number with at most two decimals, a half rounded away from zero."""
    hundredths = math.floor(abs(value) * 100 + Fraction(1, 2))
    sign = "-" if value < 0 and hundredths else ""
    whole, part = divmod(hundredths, 100)
    return f"{sign}{whole}.{part:02d}".rstrip("0").rstrip(".")


def _signed(value: Fraction) -> str:
    return f"+{_number(value)}" if value > 0 else _number(value)
