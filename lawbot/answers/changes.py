"""What changed from one code to the next: for each law a few lines in our own words, kept in
``data/changes/1997-to-2007.yaml`` and so on.

A file maps each law of its newer code to its lines, and lists under ``unchanged`` the laws in which
nothing of substance changed. In the lines a provision with a year before it ('2007 17D2') is of
that code; any other is of the newer code of the file. The lines are said in other languages by the
catalogues ``locale/vi.po`` and so on beside the files.
"""

import re
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
from lawbot.citation import LAST_LAW, Citation
from lawbot.errors import CitationError, YamlError
from lawbot.grouped import grouped
from lawbot.language import SOURCE
from lawbot.language.catalogues import translations
from lawbot.text.citing import law_words

LONGEST_LINE = 220
"""Characters of a line: what is read in one look on a phone."""
CATALOGUES = "locale"
_UNCHANGED = "unchanged"
_NAME = re.compile(r"(\d{4})-to-(\d{4})")

Law = Annotated[int, Field(ge=1, le=LAST_LAW)]


def _readable(line: str) -> str:
    """The line, if the provisions it names can be."""
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
    """A provision that a line names, and the year of the code it is of."""

    code: int
    citation: Citation


class ToldChange(NamedTuple):
    """What changed of a provision from one code to the next: their years, and the lines."""

    older: int
    newer: int
    lines: tuple[str, ...]


class CodeChanges(BaseModel):
    """The changes from one code to the next, law by law of the newer one; every law is accounted
    for once."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    older: int
    newer: int
    unchanged: tuple[Law, ...]
    laws: dict[Law, Annotated[tuple[Line, ...], Field(min_length=1, max_length=4)]]

    @model_validator(mode="after")
    def _every_law_once(self) -> Self:
        told = [*self.unchanged, *self.laws]
        faults = []
        if self.older >= self.newer:
            faults.append(f"{self.older} is not before {self.newer}")
        if missing := sorted(set(range(1, LAST_LAW + 1)) - set(told)):
            faults.append(f"not accounted for: {', '.join(map(str, missing))}")
        if twice := sorted({law for law in told if told.count(law) > 1}):
            faults.append(f"told twice: {', '.join(map(str, twice))}")
        if faults:
            raise ValueError("; ".join(faults))
        return self


class Changes:
    """The changes between the codes, one step of codes after the other."""

    def __init__(self, steps: list[CodeChanges], catalogues: Path | None = None) -> None:
        self.steps = sorted(steps, key=lambda step: step.older)
        self._said = lru_cache(
            lambda language: translations(catalogues / f"{language}.po") if catalogues else {}
        )

    @classmethod
    def load(cls, folder: Path) -> "Changes":
        """Reads every ``*.yaml`` of the folder. Raises YamlError naming everything that is wrong,
        in whichever file."""
        steps = list(strict_yaml.read_all(sorted(folder.glob("*.yaml")), _step).values())
        for before, after in pairwise(steps):
            if after.older < before.newer:
                raise YamlError(
                    [
                        f"{after.older}-to-{after.newer}.yaml begins before {before.older}-to-{before.newer}.yaml ends."
                    ]
                )
        return cls(steps, folder / CATALOGUES)

    @property
    def lines(self) -> dict[str, list[str]]:
        """Every line, and the laws that it stands under: '2007-to-2017: 27'."""
        laws = ((step, law, lines) for step in self.steps for law, lines in step.laws.items())
        return grouped(
            (line, f"{step.older}-to-{step.newer}: {law}")
            for step, law, lines in laws
            for line in lines
        )

    def in_law(self, step: CodeChanges, law: int, language: str = SOURCE) -> list[str]:
        """What changed in a law of the newer code of a step, in the language where it is translated
        to it."""
        said = self._said(language)
        return [said.get(line, line) for line in step.laws.get(law, ())]

    def told(
        self, asked: Cited, way: Mapping[int, Sequence[Citation]], language: str = SOURCE
    ) -> Iterator[ToldChange]:
        """What one who knows the oldest code of a way must unlearn by its newest, step by step: the
        lines that name the provision where it stood or stands, what holds it or what is in it;
        for a whole law also the others of its number. Nothing where no files join the codes.

        ``way`` is where the provision that was asked for, and all in it, stands in each code; a
        line is in the language where it is translated to it. In all but the last step every
        provision gets its year.
        """
        codes = sorted(way)
        steps = [step for step in self.steps if codes[0] <= step.older and step.newer <= codes[-1]]
        if (
            not steps
            or steps[0].older != codes[0]
            or steps[-1].newer != codes[-1]
            or any(a.newer != b.older for a, b in pairwise(steps))
        ):
            return
        said, law = self._said(language), Citation(asked.citation.law)
        for step in steps:
            held = (
                (code, citation)
                for code in (step.older, step.newer)
                for citation in way.get(code, ())
            )
            own = grouped(((code, citation.law), citation) for code, citation in held)
            whole = asked.citation == law and (
                step.newer >= asked.code or law in way.get(step.newer, ())
            )
            laws = {number for _code, number in own}
            told = ((at, line) for at, lines in step.laws.items() for line in lines)
            named = [
                line
                for at, line in told
                if (whole and at == law.law) or _names(line, step, own, law, within=at in laws)
            ]
            if lines := list(dict.fromkeys(named)) or self._instead(step, way):
                worded = (said.get(line, line) for line in lines)
                years = (
                    line if step.newer == codes[-1] else dated(line, step.newer) for line in worded
                )
                yield ToldChange(step.older, step.newer, tuple(years))

    @staticmethod
    def _instead(step: CodeChanges, way: Mapping[int, Sequence[Citation]]) -> list[str]:
        """The lines of the law in which a provision stood that the step did away with, unless one
        names it."""
        gone = [] if way.get(step.newer) else way.get(step.older, ())
        return [
            line
            for law in dict.fromkeys(citation.law for citation in gone)
            for line in step.laws.get(law, ())
        ]


def _names(
    line: str,
    step: CodeChanges,
    own: Mapping[tuple[int, int], list[Citation]],
    asked: Citation,
    *,
    within: bool,
) -> bool:
    """Whether a line names one of some provisions (by code and law) or, unless that is another
    whole law than was asked for, something in it; a line ``within`` their laws also what holds
    one. Of other laws, a line is about what the older code had."""
    return any(
        (within or code == step.older)
        and (
            (within and there.contains(here))
            or (here.contains(there) and (here.parent is not None or here == asked))
        )
        for code, there in cited(line, step.newer)
        for here in own.get((code, there.law), ())
    )


@cache
def cited(line: str, code: int) -> tuple[Cited, ...]:
    """The provisions a line of a file names, in its order; those without a year are of ``code``.
    Raises CitationError for one that cannot be."""
    return tuple(
        Cited(int(match["year"] or code), Citation.parse(match["body"] or match["law"]))
        for match in _cited().finditer(line)
    )


def dated(line: str, code: int) -> str:
    """The line with ``code`` before each provision that has no year yet."""
    return _cited().sub(lambda match: match[0] if match["year"] else f"{code} {match[0]}", line)


@cache
def _cited() -> re.Pattern[str]:
    """A provision that a line names, with its year where it has one."""
    law = f"(?i:{'|'.join(map(re.escape, law_words()))})"
    body = r"\d{1,2}[A-H]\d{0,2}(?:\([a-z\d]+\))*"
    return re.compile(
        rf"(?<!\w)(?:(?P<year>\d{{4}}) )?(?:(?:{law} )?(?P<body>{body})|{law} (?P<law>\d{{1,2}}))(?![\w%])"
    )


def _step(path: Path, laws: Any) -> CodeChanges:
    """The changes one file tells. Raises YamlError, ValidationError."""
    codes = _NAME.fullmatch(path.stem)
    if not codes:
        raise YamlError([f"{path.name}: the name must say the codes, as 2007-to-2017.yaml does."])
    if not isinstance(laws, dict):
        raise YamlError([f"{path.name}: laws and their lines were expected."])
    return CodeChanges(
        older=int(codes[1]), newer=int(codes[2]), unchanged=laws.pop(_UNCHANGED, ()), laws=laws
    )
