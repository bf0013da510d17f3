"""The proof reads the prose: what the texts of a chart cite, count and promise must agree with its
data and with the Laws."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from lawbot.citation import Citation
from lawbot.errors import CitationError
from lawbot.lawbook import Lawbook
from lawbot.situations.model import Chart, Question, Ruling

Says = Callable[[Citation], str | None]
"""All that a provision says, in the Laws' words and in ours, with what stands above and inside it;
None where there is none."""

_CITED = re.compile(
    r"(?<![\w.])(?:Laws?\s)?(\d{1,2}[A-Z](?:\d{1,2})?(?:\([a-z]{1,4}\))*)(?!\w)|\bLaws?\s(\d{1,2})(?![\w%])"
)
_WORDS = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
)
_NUMBER = r"(?:\d+(?:\.\d+)?|" + "|".join(_WORDS[1:]) + ")"
_QUANTITY = re.compile(
    rf"(?<![\w.])(?P<number>{_NUMBER})(?:[\s-](?:more|full|whole|further|of the|or more))?[\s-]?"
    rf"(?P<unit>%|per cent|percent|minutes?|hours?|days?|IMPs?|tricks?|cards?|boards?|suits?|rounds?|VPs?)(?![a-z])",
    re.IGNORECASE,
)
_TO_ACT = re.compile(
    r"\{(?P<role>lho|rho|partner|offender)\}(?:’s turn| (?:now |then |next )?(?:calls? next|plays? next|calls? now|leads? next|is to call|is to play|to call)"
    r"|,? it is your turn)",
    re.IGNORECASE,
)


def said_of(lawbook: Lawbook, citation: Citation) -> str | None:
    """All that a provision of the code that rulings cite says, officially and in plain words: its
    own text and notes, what stands in it, and the text of those it stands in. None when that
    code has no such provision."""
    cited = lawbook.edition(lawbook.ruled_by)
    there = [
        known.id
        for known in lawbook.editions.values()
        if (known.code, known.language) == (cited.code, cited.language)
    ]
    found = [entry for edition in there if (entry := lawbook.find(citation, edition))]
    if not any(entry.edition == lawbook.ruled_by for entry in found):
        return None
    whole = [
        *found,
        *(inner for entry in found for inner in entry.walk()),
        *(step for entry in found for step in entry.path),
    ]
    texts = [
        text
        for entry in whole
        for text in (entry.text, entry.note, *(note.text for note in entry.footnotes))
    ]
    return "\n".join([*texts, *(" ".join(row) for entry in found for row in entry.grid)])


def citations_in(text: str) -> Iterator[str]:
    """The provisions that a text of a chart names, as they are written: '27B1(a)', '18' for 'Law
    18'. What is also a bid is none."""
    for match in _CITED.finditer(text):
        written = match.group(1) or match.group(2)
        if re.fullmatch(r"[1-7][CDHSN]", written) and not match.group().startswith("Law"):
            continue
        yield written


def citation_faults(chart: Chart, says: Says) -> Iterator[str]:
    """Citations in any text that the Laws do not have, and those in a ruling's text that its
    ``cites`` do not list."""
    for name, text in texts(chart):
        for written in citations_in(text):
            citation = _parsed(written)
            if citation is None or says(citation) is None:
                yield f"{name} speaks of {written}, which the Laws do not have"
    for name, ruling in chart.rulings.items():
        listed = [citation for cite in ruling.cites if (citation := _parsed(cite))]
        for written in dict.fromkeys(
            written for line in ruling_lines(ruling) for written in citations_in(line)
        ):
            named = _parsed(written)
            if named is not None and not any(named.contains(cited) for cited in listed):
                yield f"{name} speaks of {written}, which is not among its cites"


def number_faults(chart: Chart, says: Says, allowed: Mapping[str, str]) -> Iterator[str]:
    """Numbers, periods and percentages of a ruling that stand in none of the provisions it cites.

    ``allowed`` maps 'chart/ruling: quantity' to the reason why it may stand there all the same.
    """
    for name, ruling in chart.rulings.items():
        law = {
            quantity
            for cite in ruling.cites
            if (cited := _parsed(cite))
            for quantity in _loose_quantities(says(cited) or "")
        }
        for quantity in dict.fromkeys(
            found for line in ruling_lines(ruling) for found in quantities(line)
        ):
            number, unit = quantity
            if quantity not in law and f"{chart.id}/{name}: {number} {unit}" not in allowed:
                yield f"{name} says {number} {unit}, which stands in none of the provisions it cites"


def turn_faults(name: str, ruling: Ruling, acted: Iterable[str]) -> Iterator[str]:
    """Lines to say that send a player to call or play next who, by the answers on the way, has
    acted already."""
    gone = set(acted)
    for line in (*ruling.say, *ruling.steps):
        for match in _TO_ACT.finditer(line):
            if match["role"].casefold() in gone:
                yield f"{name} sends {match['role']} to act, who by the answers {sorted(gone)} has acted already: “{line[:60]}”"


def quantities(text: str) -> Iterator[tuple[str, str]]:
    """The quantities a text names: ('2', 'trick'), ('60', '%'). A single trick, card, board or suit
    is no quantity."""
    for match in _QUANTITY.finditer(text):
        unit = match["unit"].casefold()
        unit = "%" if unit in ("per cent", "percent") else unit.removesuffix("s")
        number = match["number"].casefold()
        number = str(_WORDS.index(number)) if number in _WORDS else number
        if number != "1" or unit not in ("card", "board", "suit"):
            yield number, unit


def texts(chart: Chart) -> Iterator[tuple[str, str]]:
    """Every text of a chart with the name of the question or ruling it stands in."""
    for name, question in chart.questions.items():
        yield from ((name, text) for text in question_lines(question))
    for name, ruling in chart.rulings.items():
        yield from ((name, text) for text in ruling_lines(ruling))
    for number, reading in enumerate(chart.readings, 1):
        yield from ((f"reading {number}", text) for text in (reading.says, reading.why))


def question_lines(question: Question) -> Iterator[str]:
    """Every text of a question."""
    yield from (question.ask, question.say or "", question.why, question.unsure)
    for answer in question.answers:
        yield from (answer.label, answer.detail or "")


def ruling_lines(ruling: Ruling) -> Iterator[str]:
    """Every text of a ruling, its citations apart."""
    yield ruling.headline
    yield from (*ruling.steps, *ruling.say, *ruling.later)
    for option in ruling.options:
        yield from (option.to, option.choice, option.result)


def _loose_quantities(law: str) -> Iterator[tuple[str, str]]:
    """The quantities of a provision; any number with any unit that both stand in one of its
    sentences counts, for the Laws say 'one or two tricks'."""
    yield from quantities(law)
    for sentence in re.split(r"[.;:\n]", law):
        lowered = sentence.casefold()
        numbers = {
            str(_WORDS.index(word)) for word in _WORDS[1:] if re.search(rf"\b{word}\b", lowered)
        } | set(re.findall(r"\d+", lowered))
        units = set(
            re.findall(r"%|per cent|minute|hour|day|imp|trick|card|board|suit|round|vp", lowered)
        )
        yield from (
            (number, "%" if unit == "per cent" else unit) for number in numbers for unit in units
        )


def _parsed(written: str) -> Citation | None:
    try:
        return Citation.parse(written)
    except CitationError:
        return None
