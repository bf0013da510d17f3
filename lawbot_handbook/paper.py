"""Charts on paper: the signs of their boxes, and the size of their letters."""

from bisect import bisect_left

from lawbot.charts.model import Chart
from lawbot.charts.seats import seated

# Measured over all charts in Chromium.
_CHARS_ON_A_PAGE = (1650, 2100, 2450, 2900, 4000, 4800)
"""Characters that a printed page holds in each size of letters, the largest size first."""
_UNUSED_SPACE = 1.1
"""Factor for the space that two pages lose, since boxes are not broken."""


def signs_of(chart: Chart) -> dict[str, str]:
    """Return the signs of a chart's boxes: numbers for its questions, letters for its rulings."""
    numbers = {fact: str(number) for number, fact in enumerate(chart.questions, 1)}
    return numbers | {ruling: chr(code) for code, ruling in enumerate(chart.rulings, ord("A"))}


def size_of(chart: Chart, language: str) -> int:
    """Return the size of letters for a chart, 0 the largest.

    It is the largest size that keeps the chart on one page, else on two.
    """
    texts = [question.ask for question in chart.questions.values()]
    for answer in chart.answers:
        texts += (answer.label, answer.detail or "")
    for ruling in chart.rulings.values():
        texts += (ruling.headline, *ruling.say)
        for option in ruling.options:
            texts += (option.to, option.choice, option.result)
    length = len(seated("".join(texts), language=language))
    # The smallest letters are for charts on two pages only.
    fits_a_page = length <= _CHARS_ON_A_PAGE[-2]
    chars = length if fits_a_page else length / 2 * _UNUSED_SPACE
    size = bisect_left(_CHARS_ON_A_PAGE, chars)
    return min(size, len(_CHARS_ON_A_PAGE) - 1)
