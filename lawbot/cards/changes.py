"""Load what changed from one code to the next, law by law.

The lines are in our own words, kept in ``data/changes/1997-to-2007.yaml`` and so on. A file maps
each law of its newer code to its lines, and lists under ``unchanged`` the laws in which nothing of
substance changed. In the lines a provision with a year before it ('2007 17D2') is of that code; any
other is of the newer code of the file. The catalogues ``locale/vi.po`` and so on beside the files
translate the lines.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    StringConstraints,
    model_validator,
)

from lawbot import strict_yaml
from lawbot.errors import CitationError, YamlError
from lawbot.language import SOURCE
from lawbot.language.catalogues import translations
from lawbot.law.citation import LAST_LAW, Citation
from lawbot.message.citations import law_words

LONGEST_LINE = 220
"""Most characters of a line: what is read in one look on a phone."""
CATALOGUES = "locale"
_UNCHANGED = "unchanged"
_NAME = re.compile(r"(\d{4})-to-(\d{4})")

Law = Annotated[int, Field(ge=1, le=LAST_LAW)]


def _readable(line: str) -> str:
    """Return the line. Raises ValueError if a provision that it names cannot be."""
    try:
        cited(line, 0)
    except CitationError as error:
        raise ValueError(str(error)) from error
    return line


Line = Annotated[
    str,
    StringConstraints(min_length=1, max_length=LONGEST_LINE, strip_whitespace=True),
    AfterValidator(_readable),
]


class Cited(NamedTuple):
    """A provision that a line names, and the year of its code."""

    code: int
    citation: Citation


class ToldChange(NamedTuple):
    """The changes of a provision from one code to the next: their years, and the lines."""

    older: int
    newer: int
    lines: tuple[str, ...]


class CodeChanges(BaseModel):
    """The changes from one code to the next; every law of the newer stands once."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    older: int
    newer: int
    unchanged: tuple[Law, ...]
    laws: dict[Law, Annotated[tuple[Line, ...], Field(min_length=1, max_length=4)]]

    @model_validator(mode="after")
    def _check_every_law_once(self) -> Self:
        numbers = Counter([*self.unchanged, *self.laws])
        missing = [law for law in range(1, LAST_LAW + 1) if law not in numbers]
        repeated = sorted(law for law, count in numbers.items() if count > 1)
        faults = []
        if self.older >= self.newer:
            faults.append(f"{self.older} is not before {self.newer}")
        if missing:
            faults.append(f"not accounted for: {', '.join(map(str, missing))}")
        if repeated:
            faults.append(f"told twice: {', '.join(map(str, repeated))}")
        if faults:
            raise ValueError("; ".join(faults))
        return self


class Changes:
    """The changes between the codes, one step from a code to the next after the other."""

    def __init__(self, steps: list[CodeChanges], catalogues: Path | None = None) -> None:
        self.steps = sorted(steps, key=lambda step: step.older)
        self._translations = lru_cache(
            lambda language: translations(catalogues / f"{language}.po") if catalogues else {}
        )

    @classmethod
    def load(cls, folder: Path) -> "Changes":
        """Read every ``*.yaml`` of the folder.

        Raises YamlError naming everything that is wrong, in whichever file."""
        steps = list(strict_yaml.read_all(sorted(folder.glob("*.yaml")), _step).values())
        for before, after in pairwise(steps):
            if after.older < before.newer:
                later, earlier = (
                    f"{after.older}-to-{after.newer}",
                    f"{before.older}-to-{before.newer}",
                )
                raise YamlError([f"{later}.yaml begins before {earlier}.yaml ends."])
        return cls(steps, folder / CATALOGUES)

    @property
    def lines(self) -> dict[str, list[str]]:
        """Every line, and the laws that it stands under: '2007-to-2017: 27'."""
        laws: dict[str, list[str]] = {}
        for step in self.steps:
            for law, lines in step.laws.items():
                for line in lines:
                    laws.setdefault(line, []).append(f"{step.older}-to-{step.newer}: {law}")
        return laws

    def in_law(self, step: CodeChanges, law: int, language: str = SOURCE) -> list[str]:
        """Return what changed in a law of the newer code of a step, translated if it is."""
        translated = self._translations(language)
        return [translated.get(line, line) for line in step.laws.get(law, ())]

    def told(
        self,
        provision: Cited,
        history: Mapping[int, Sequence[Citation]],
        language: str = SOURCE,
    ) -> Iterator[ToldChange]:
        """Yield step by step the changes from the oldest code of a history to the newest.

        ``history`` is where the provision, and all in it, stands in each code. The lines name it,
        what holds it or what is in it; for a whole law also the others of its number. Each is
        translated if it can be; in all but the last step every provision gets its year. Yields
        nothing if no files join the codes.
        """
        codes = sorted(history)
        translated = self._translations(language)
        for step in self._steps_between(codes[0], codes[-1]):
            lines = _lines_on(provision, history, step) or _lines_on_gone(history, step)
            texts = [translated.get(line, line) for line in lines]
            # in a step to a code that is itself old, a bare number would be read as of today
            if step.newer != codes[-1]:
                texts = [dated(text, step.newer) for text in texts]
            if texts:
                yield ToldChange(step.older, step.newer, tuple(texts))

    def _steps_between(self, oldest: int, newest: int) -> list[CodeChanges]:
        """Return the steps that lead from one code to another; none if one is missing."""
        code, steps = oldest, []
        # they are in order, so each that begins where the last one ends goes on from it
        for step in self.steps:
            if step.older == code and step.newer <= newest:
                steps.append(step)
                code = step.newer
        return steps if code == newest else []


def _lines_on(
    provision: Cited, history: Mapping[int, Sequence[Citation]], step: CodeChanges
) -> list[str]:
    """Return the lines of a step about a provision, each once."""
    places: dict[tuple[int, int], list[Citation]] = {}
    for code in (step.older, step.newer):
        for place in history.get(code, ()):
            places.setdefault((code, place.law), []).append(place)
    laws = {law for _code, law in places}
    law = Citation(provision.citation.law)
    # in a code before the one asked of, the number may be another law's
    has_number = step.newer >= provision.code or law in history.get(step.newer, ())
    is_whole_law = provision.citation == law and has_number
    lines: dict[str, None] = {}
    for number, law_lines in step.laws.items():
        for line in law_lines:
            is_of_law = is_whole_law and number == law.law
            if is_of_law or _names(line, step, places, law, within=number in laws):
                lines[line] = None
    return list(lines)


def _lines_on_gone(history: Mapping[int, Sequence[Citation]], step: CodeChanges) -> list[str]:
    """Return the lines of the law in which a provision stood that the step did away with."""
    if history.get(step.newer):
        return []
    lines: list[str] = []
    for law in dict.fromkeys(citation.law for citation in history.get(step.older, ())):
        lines += step.laws.get(law, ())
    return lines


def _names(
    line: str,
    step: CodeChanges,
    places: Mapping[tuple[int, int], list[Citation]],
    asked_law: Citation,
    *,
    within: bool,
) -> bool:
    """Return if a line names one of the provisions (by code and law), or something in it.

    A whole law counts for what is in it only if it was asked for. A line ``within`` their laws
    counts too if it names what holds one. Of other laws, a line is about what the older code had.
    """
    for code, citation in cited(line, step.newer):
        if not within and code != step.older:
            continue
        for place in places.get((code, citation.law), ()):
            if within and citation.contains(place):
                return True
            is_asked = place.parent is not None or place == asked_law
            if is_asked and place.contains(citation):
                return True
    return False


@cache
def cited(line: str, code: int) -> tuple[Cited, ...]:
    """Return the provisions a line of a file names, in its order.

    Those without a year are of ``code``. Raises CitationError for one that cannot be."""
    citations = []
    for match in _citation_pattern().finditer(line):
        citation = Citation.parse(match["body"] or match["law"])
        citations.append(Cited(int(match["year"] or code), citation))
    return tuple(citations)


def dated(line: str, code: int) -> str:
    """Return the line with ``code`` before each provision that has no year yet."""

    def with_year(match: re.Match[str]) -> str:
        return match[0] if match["year"] else f"{code} {match[0]}"

    return _citation_pattern().sub(with_year, line)


@cache
def _citation_pattern() -> re.Pattern[str]:
    """Return the pattern of a provision that a line names, with its year if it has one."""
    word = f"(?i:{'|'.join(map(re.escape, law_words()))})"
    body = r"\d{1,2}[A-H]\d{0,2}(?:\([a-z\d]+\))*"
    year = r"(?:(?P<year>\d{4}) )?"
    name = rf"(?:(?:{word} )?(?P<body>{body})|{word} (?P<law>\d{{1,2}}))"
    # no other number is one of a law: not '50%', nor the end of a word
    return re.compile(rf"(?<!\w){year}{name}(?![\w%])")


def _step(path: Path, laws: Any) -> CodeChanges:
    """Return the changes in one file. Raises YamlError, ValidationError."""
    codes = _NAME.fullmatch(path.stem)
    if not codes:
        raise YamlError([f"{path.name}: the name must say the codes, as 2007-to-2017.yaml does."])
    if not isinstance(laws, dict):
        raise YamlError([f"{path.name}: laws and their lines were expected."])
    older, newer = map(int, codes.groups())
    unchanged = laws.pop(_UNCHANGED, ())
    return CodeChanges(older=older, newer=newer, unchanged=unchanged, laws=laws)
