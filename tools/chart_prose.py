"""Proof of the prose of charts: citations, quantities and turns agree with data and Laws."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from lawbot.book import Lawbook
from lawbot.charts.model import Chart, Question, Ruling
from lawbot.errors import CitationError
from lawbot.law.citation import Citation

Says = Callable[[Citation], str | None]
"""Function to all the text of a provision, in the Laws' words and in ours, with its parents and
parts; None if the Laws do not have it."""

_CITATION = re.compile(
    r"(?<![\w.])(?:Laws?\s)?(\d{1,2}[A-Z](?:\d{1,2})?(?:\([a-z]{1,4}\))*)(?!\w)"
    r"|\bLaws?\s(\d{1,2})(?![\w%])"
)
_NUMBER_WORDS = tuple(
    "zero one two three four five six seven eight nine ten eleven twelve thirteen".split()
)
_NUMBER = r"(?:\d+(?:\.\d+)?|" + "|".join(_NUMBER_WORDS[1:]) + ")"
_QUANTITY = re.compile(
    rf"(?<![\w.])(?P<number>{_NUMBER})(?:[\s-](?:more|full|whole|further|of the|or more))?[\s-]?"
    rf"(?P<unit>%|per cent|percent|minutes?|hours?|days?|IMPs?|tricks?|cards?|boards?|suits?|rounds?|VPs?)(?![a-z])",
    re.IGNORECASE,
)
_TO_ACT = re.compile(
    r"\{(?P<role>lho|rho|partner|offender)\}(?:’s turn| (?:now |then |next )?"
    r"(?:calls? next|plays? next|calls? now|leads? next|is to call|is to play|to call)"
    r"|,? it is your turn)",
    re.IGNORECASE,
)


def said_of(lawbook: Lawbook, citation: Citation) -> str | None:
    """Return all the text of a provision of the code that rulings cite.

    It has the official and the plain words: own text, notes, parts and parents. Returns None if
    that code has no such provision.
    """
    if lawbook.find(citation, lawbook.ruled_by) is None:
        return None
    code = lawbook.edition(lawbook.ruled_by)
    lines: list[str] = []
    for edition in lawbook.editions.values():
        entry = lawbook.find(citation, edition.id)
        # wordings of other languages and codes may say something else
        if entry is None or (edition.code, edition.language) != (code.code, code.language):
            continue
        for relative in (*entry.walk(), *entry.path):
            lines += (relative.text, relative.note)
            lines += (note.text for note in relative.footnotes)
        lines += map(" ".join, entry.grid)
    return "\n".join(lines)


def citations_in(text: str) -> Iterator[str]:
    """Yield the provisions that a text of a chart names: '27B1(a)', '18' for 'Law 18'."""
    for match in _CITATION.finditer(text):
        cite = match.group(1) or match.group(2)
        # "2D" alone is a bid.
        if re.fullmatch(r"[1-7][CDHSN]", cite) and not match.group().startswith("Law"):
            continue
        yield cite


def citation_faults(chart: Chart, says: Says) -> Iterator[str]:
    """Yield citations that the Laws do not have, or that a ruling names and does not list."""
    for name, text in texts(chart):
        for cite in citations_in(text):
            citation = _parsed(cite)
            if citation is None or says(citation) is None:
                yield f"{name} speaks of {cite}, which the Laws do not have"
    for name, ruling in chart.rulings.items():
        listed = [citation for citation in map(_parsed, ruling.whole.cites) if citation]
        cites = (cite for line in ruling_lines(ruling) for cite in citations_in(line))
        for cite in dict.fromkeys(cites):
            citation = _parsed(cite)
            if citation and not any(map(citation.contains, listed)):
                yield f"{name} speaks of {cite}, which is not among its cites"


def number_faults(chart: Chart, says: Says, allowed: Mapping[str, str]) -> Iterator[str]:
    """Yield numbers, periods and percentages of a ruling that no provision it cites has.

    ``allowed`` maps 'chart/ruling: quantity' to the reason why it may stand there all the same.
    """
    for name, ruling in chart.rulings.items():
        law_quantities: set[tuple[str, str]] = set()
        for citation in filter(None, map(_parsed, ruling.whole.cites)):
            law_quantities.update(_loose_quantities(says(citation) or ""))
        in_ruling = (quantity for line in ruling_lines(ruling) for quantity in quantities(line))
        for number, unit in dict.fromkeys(in_ruling):
            is_allowed = f"{chart.id}/{name}: {number} {unit}" in allowed
            if (number, unit) not in law_quantities and not is_allowed:
                yield f"{name} says {number} {unit}, which stands in none of the provisions it cites"


def turn_faults(name: str, ruling: Ruling, acted: Iterable[str]) -> Iterator[str]:
    """Yield lines that send a player to act next who, by the answers, has acted already."""
    acted_roles = set(acted)
    for line in (*ruling.say, *ruling.steps):
        for match in _TO_ACT.finditer(line):
            if match["role"].casefold() in acted_roles:
                yield (
                    f"{name} sends {match['role']} to act, who by the answers"
                    f" {sorted(acted_roles)} has acted already: “{line[:60]}”"
                )


def quantities(text: str) -> Iterator[tuple[str, str]]:
    """Yield the quantities a text names: ('2', 'trick'), ('60', '%')."""
    for match in _QUANTITY.finditer(text):
        unit = match["unit"].casefold()
        unit = "%" if unit in ("per cent", "percent") else unit.removesuffix("s")
        number = match["number"].casefold()
        if number in _NUMBER_WORDS:
            number = str(_NUMBER_WORDS.index(number))
        # A single card, board or suit is no quantity.
        if number != "1" or unit not in ("card", "board", "suit"):
            yield number, unit


def texts(chart: Chart) -> Iterator[tuple[str, str]]:
    """Yield every text of a chart with the name of its question, ruling or reading."""
    for name, question in chart.questions.items():
        yield from ((name, text) for text in question_lines(question))
    for name, ruling in chart.rulings.items():
        yield from ((name, text) for text in ruling_lines(ruling))
    for number, reading in enumerate(chart.readings, 1):
        yield f"reading {number}", reading.says
        yield f"reading {number}", reading.why


def question_lines(question: Question) -> Iterator[str]:
    """Yield every text of a question."""
    yield from (question.ask, question.say or "", question.why, question.unsure)
    for answer in question.answers:
        yield from (answer.label, answer.detail or "")


def ruling_lines(ruling: Ruling) -> Iterator[str]:
    """Yield every text of a ruling, but not its citations."""
    whole = ruling.whole
    yield ruling.headline
    yield from (*whole.steps, *whole.say, *whole.later)
    for option in ruling.options:
        yield from (option.to, option.choice, option.result)


def _loose_quantities(law: str) -> Iterator[tuple[str, str]]:
    """Yield the quantities of a provision, with every number for every unit of a sentence."""
    # The Laws say 'one or two tricks': a number may stand at a distance from its unit.
    yield from quantities(law)
    for sentence in re.split(r"[.;:\n]", law):
        lowered = sentence.casefold()
        numbers = set(re.findall(r"\d+", lowered))
        for number, word in enumerate(_NUMBER_WORDS):
            if number and re.search(rf"\b{word}\b", lowered):
                numbers.add(str(number))
        units = set(
            re.findall(r"%|per cent|minute|hour|day|imp|trick|card|board|suit|round|vp", lowered)
        )
        for unit in units:
            usual_unit = "%" if unit == "per cent" else unit
            yield from ((number, usual_unit) for number in numbers)


def _parsed(cite: str) -> Citation | None:
    try:
        return Citation.parse(cite)
    except CitationError:
        return None
