"""A chart on paper: the signs of its boxes, and the size of its letters."""

from lawbot.situations.model import Chart
from lawbot.situations.seats import seated

_SIZES = (1650, 2100, 2450, 2900, 4000, 4800)
"""Characters of a chart that a printed page holds in each size of letters, the largest first;
measured over all charts in Chromium."""
_LOSS = 1.1
"""What two pages hold less than twice one, since boxes are not broken."""


def signs_of(chart: Chart) -> dict[str, str]:
    """The signs of a chart's boxes on paper: numbers for its questions, letters for its rulings."""
    letters = (chr(ord("A") + place) for place in range(len(chart.rulings)))
    return {fact: str(number) for number, fact in enumerate(chart.questions, 1)} | dict(
        zip(chart.rulings, letters, strict=True)
    )


def size_of(chart: Chart, language: str) -> int:
    """The size of letters in which a chart is printed, 0 the largest: the largest that keeps it on
    one page, else on two."""
    shown = [
        question.ask
        + "".join(f"{answer.label}{answer.detail or ''}" for answer in question.answers)
        for question in chart.questions.values()
    ]
    for ruling in chart.rulings.values():
        shown += [
            ruling.headline,
            *ruling.say,
            *(f"{option.to}{option.choice}{option.result}" for option in ruling.options),
        ]
    length = sum(len(seated(text, language=language)) for text in shown)
    on_a_page = length if length <= _SIZES[-2] else length / 2 * _LOSS
    return next((size for size, most in enumerate(_SIZES) if on_a_page <= most), len(_SIZES) - 1)
