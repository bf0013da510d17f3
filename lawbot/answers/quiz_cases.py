"""The cases of the quiz: data/quiz, a file a topic, with their translations beside them; loaded,
worded in a language."""

import hashlib
import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, TypeAdapter

from lawbot import strict_yaml
from lawbot.errors import YamlError
from lawbot.language import SOURCE, catalogues
from lawbot.situations.model import Cite, Id

CATALOGUES = "locale"
"""The folder of translations beside the cases."""
_SPOKEN = ("story", "question", "right", "wrong", "why")
QuizTopic = Literal["auction", "play", "claims", "scoring", "conduct"]
"""What a case is about: the name of its file."""
Difficulty = Literal["easy", "middling", "hard"]
"""How much of the Laws one has to know for it."""
Ruling = Annotated[str, StringConstraints(min_length=1, max_length=120, strip_whitespace=True)]
Text = Annotated[str, StringConstraints(min_length=1, max_length=340, strip_whitespace=True)]


def _narrow(hand: object) -> tuple[str, ...]:
    """The lines of a hand with what is blank in all of them at most two wide: a phone shows few
    columns."""
    lines = str(hand or "").rstrip().splitlines()
    width = max(map(len, lines), default=0)
    blank = [all(line[place : place + 1] in ("", " ") for line in lines) for place in range(width)]
    kept = [place for place in range(width) if not all(blank[max(place - 2, 0) : place + 1])]
    return tuple("".join(line[place : place + 1] for place in kept).rstrip() for line in lines)


class QuizCase(BaseModel):
    """A case: what happened, four rulings of which one is right, why, and the chart with the facts
    that lead to the whole ruling, where there is one."""

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
        """What people read of it, but for bare figures."""
        return [
            text
            for text in (self.story, self.question, self.right, *self.wrong, self.why)
            if re.search(r"[a-z]{2}", text)
        ]

    def worded(self, known: Mapping[str, str]) -> Self:
        """The same with every text that is translated."""
        said = {name: getattr(self, name) for name in _SPOKEN}
        turned = {
            n: tuple(known.get(t, t) for t in text)
            if isinstance(text, tuple)
            else known.get(text, text)
            for n, text in said.items()
        }
        return self.model_copy(update=turned)


_CASES = TypeAdapter(tuple[QuizCase, ...])


def _of_file(path: Path, said: Any) -> tuple[QuizCase, ...]:
    """The cases of a file, all of its topic. Raises ValidationError."""
    return _CASES.validate_python(
        [{**case, "topic": path.stem} if isinstance(case, dict) else case for case in said or ()]
    )


class Cases(dict[str, QuizCase]):
    """Every case by its key, sorted by it."""

    def __init__(self, cases: Mapping[str, QuizCase], locale: Path | None = None) -> None:
        super().__init__(sorted(cases.items()))
        self.known = cache(
            lambda language: catalogues.translations(locale / f"{language}.po") if locale else {}
        )
        """What is translated into a language: English text -> translation."""

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Reads the files of the folder. Raises YamlError with the faults of all of them."""
        cases = [
            case
            for each in strict_yaml.read_all(sorted(folder.glob("*.yaml")), _of_file).values()
            for case in each
        ]
        ids = Counter(case.id for case in cases)
        if twice := sorted(each for each, times in ids.items() if times > 1):
            raise YamlError(f"the id {each} stands twice" for each in twice)
        return cls({case.key: case for case in cases}, folder / CATALOGUES)

    def worded(self, key: str, language: str) -> QuizCase:
        """A case in a language, as far as it is translated. Raises KeyError."""
        return self[key] if language == SOURCE else self[key].worded(self.known(language))
