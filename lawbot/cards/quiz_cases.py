"""Load the cases of the quiz from data/quiz, and word them in a language."""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, TypeAdapter

from lawbot import strict_yaml
from lawbot.charts.model import Cite, Id
from lawbot.errors import YamlError
from lawbot.language import SOURCE, catalogues

CATALOGUES = "locale"
"""The folder of translations beside the cases."""
_TEXT_FIELDS = ("story", "question", "right", "wrong", "why")
_MAX_BLANKS = 2
"""Most columns between parts of a hand that are blank in all its lines."""
QuizTopic = Literal["auction", "play", "claims", "scoring", "conduct"]
"""Topic of a case: the name of its file."""
Difficulty = Literal["easy", "middling", "hard"]
"""Knowledge of the Laws that a case takes."""
Ruling = Annotated[str, StringConstraints(min_length=1, max_length=120, strip_whitespace=True)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=340, strip_whitespace=True)]


def _narrow(hand: object) -> tuple[str, ...]:
    """Return the lines of a hand, without a left margin and with blanks at most two wide.

    A phone shows few columns."""
    lines = str(hand or "").rstrip().splitlines()
    width = max(map(len, lines), default=0)
    padded = [line.ljust(width) for line in lines]
    columns = []
    # begun at the limit, so that the left margin goes altogether
    blanks = _MAX_BLANKS
    for column in zip(*padded, strict=True):
        is_blank = set(column) == {" "}
        blanks = blanks + 1 if is_blank else 0
        if blanks <= _MAX_BLANKS:
            columns.append(column)
    lines = ["".join(signs).rstrip() for signs in zip(*columns, strict=True)]
    # a hand of blanks alone has lines all the same
    return tuple(lines or [""] * len(padded))


class QuizCase(BaseModel):
    """A case: what happened, four rulings of which one is right, and why.

    If a chart leads to the whole ruling, the case has it, and the facts that do."""

    model_config = ConfigDict(extra="forbid", frozen=True)
    id: Id
    topic: QuizTopic
    level: Difficulty
    story: Text
    hand: Annotated[
        tuple[Annotated[str, StringConstraints(max_length=26)], ...], BeforeValidator(_narrow)
    ] = ()
    question: Annotated[str, StringConstraints(min_length=1, max_length=90, strip_whitespace=True)]
    right: Ruling
    wrong: tuple[Ruling, Ruling, Ruling]
    why: Text
    cites: Annotated[tuple[Cite, ...], Field(min_length=1)]
    chart: Id | None = None
    facts: dict[Id, Id] = {}

    @property
    def key(self) -> str:
        """A short name for addresses: sorted by it, cases come in no order."""
        return hashlib.blake2b(self.id.encode(), digest_size=4).hexdigest()

    @property
    def to_translate(self) -> list[str]:
        """The texts that people read of it, but for bare figures."""
        texts = (self.story, self.question, self.right, *self.wrong, self.why)
        return [text for text in texts if re.search(r"[a-z]{2}", text)]

    def worded(self, translated: Mapping[str, str]) -> Self:
        """Return a copy with every text that is translated."""
        fields = {}
        for name in _TEXT_FIELDS:
            text = getattr(self, name)
            if isinstance(text, tuple):
                fields[name] = tuple(translated.get(choice, choice) for choice in text)
            else:
                fields[name] = translated.get(text, text)
        return self.model_copy(update=fields)


_CASES = TypeAdapter(tuple[QuizCase, ...])


def _cases_in(path: Path, entries: Any) -> tuple[QuizCase, ...]:
    """Return the cases of a file, all of its topic. Raises ValidationError."""
    for entry in entries or ():
        # anything else is a fault that the model reports
        if isinstance(entry, dict):
            entry["topic"] = path.stem
    return _CASES.validate_python(entries or ())


class Cases(dict[str, QuizCase]):
    """Every case by its key, sorted by it."""

    def __init__(self, cases: Mapping[str, QuizCase], locale: Path | None = None) -> None:
        super().__init__(sorted(cases.items()))
        self.known = cache(
            lambda language: catalogues.translations(locale / f"{language}.po") if locale else {}
        )
        """The translations into a language: English text -> translation."""

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read the files of the folder. Raises YamlError with the faults of all of them."""
        cases: list[QuizCase] = []
        for file_cases in strict_yaml.read_all(sorted(folder.glob("*.yaml")), _cases_in).values():
            cases += file_cases
        ids = Counter(case.id for case in cases)
        repeated = sorted(case_id for case_id, count in ids.items() if count > 1)
        if repeated:
            raise YamlError(f"the id {case_id} stands twice" for case_id in repeated)
        return cls({case.key: case for case in cases}, folder / CATALOGUES)

    def worded(self, key: str, language: str) -> QuizCase:
        """Return a case in a language, as far as it is translated. Raises KeyError."""
        return self[key] if language == SOURCE else self[key].worded(self.known(language))
