"""The words of a ruling: its choices as far as a screen holds them, and all of it as plain text to be copied."""

import re
from collections.abc import Callable
from datetime import date
from functools import partial
from math import ceil

from lawbot.answers.reader import Reader
from lawbot.cards import Paragraph
from lawbot.situations.model import Ruling
from lawbot.situations.seats import seated
from lawbot.situations.state import State
from lawbot.situations.walk import Ruled

_SCREEN, _LINE = 16, 29
"""Lines that headline, words to say and choices may take together so that the card fits a phone's screen, and the characters of such a line.
``tests/discord/test_one_screen.py`` renders every ruling and holds this."""
_SENTENCE = re.compile(r"(?<=[.;]) ")
Tell = Callable[[str], str]
"""Fills the players' seats, or what they are called without, into a text of a chart."""


def teller(state: State, reader: Reader) -> Tell:
    """Tells a chart's texts with the seat that the state names, in the reader's language."""
    return partial(seated, seat=state.seat, language=reader.language)


def choices(ruling: Ruling, tell: Tell, sentences: int | None = None) -> tuple[str, ...]:
    """The choices to offer, a line each: to whom, what, and what follows, whole or in its first ``sentences``."""
    lines = []
    for option in ruling.options:
        follows = " ".join(_SENTENCE.split(tell(option.result))[:sentences])
        lines.append(f"{tell(option.to)}: {tell(option.choice)}" + (f" → {follows}" if follows else ""))
    return tuple(lines)


def fitting(ruling: Ruling, tell: Tell, above: tuple[Paragraph, ...]) -> tuple[str, ...]:
    """The choices as far as they fit on the first screen beside the words to say and those ``above``: whole, else with the first sentence of what follows,
    else alone, else none. What is not there stands behind a button."""
    said = [*(paragraph.text for paragraph in above), *(tell(line) for line in (ruling.headline, *ruling.say))]
    forms = (choices(ruling, tell, sentences) for sentences in (None, 1, 0))
    return next((form for form in forms if sum(ceil(len(line) / _LINE) for line in (*said, *form)) <= _SCREEN), ())


def as_text(ruled: Ruled, tell: Tell, code: int, reader: Reader, day: date) -> str:
    """The ruling for a message, a scoring program or an appeals form: what was asked and answered, what was ruled and said, the laws
    of the code, and the day. No signs of markup, and nobody is named."""
    from babel.dates import format_date  # nothing else of a ruling needs it

    _ = reader.translate
    facts = {step.fact: f"{tell(step.question.ask)} – {tell(step.answer.label)}" for step in ruled.trail}
    cited = ", ".join(dict.fromkeys(ruled.ruling.cites))
    return "\n\n".join(
        (
            f"{ruled.chart.title}\n{format_date(day, 'long', locale=reader.language)}",
            "\n".join((_("Facts:"), *(f"{number}. {fact}" for number, fact in enumerate(facts.values(), 1)))),
            "\n".join((_("Ruling:"), *map(tell, (ruled.ruling.headline, *ruled.ruling.say)))),
            _("Laws of Duplicate Bridge {code}: {laws}").format(code=code, laws=cited),
        )
    )
