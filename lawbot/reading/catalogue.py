"""editions.toml: every edition that is known, in the order in which they are offered."""

import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

from pydantic import BaseModel, ConfigDict, ValidationError

from lawbot.errors import LawbotError
from lawbot.grouped import grouped


class KnownEdition(BaseModel):
    """What editions.toml says of an edition."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    id: str
    code: int
    """The year of the code."""
    language: str
    title: str
    short: str
    publisher: str
    in_force_since: str | None = None
    notice: str
    """What is printed under each answer from it."""
    lexicon: str | None = None
    """The folder of data/lexicon whose phrases name provisions of this edition."""
    folder: str | None = None
    """The folder beside editions.toml that holds it, where it is Markdown."""
    plain: bool = False
    """Whether it is in our own plain words rather than an official text."""

    def row(self) -> dict[str, Any]:
        """What the lawbook's table of editions holds of it."""
        return self.model_dump(exclude={"lexicon", "folder"})


class Catalogue(NamedTuple):
    """The known editions by their ids, and the data folder that theirs are in."""

    editions: dict[str, KnownEdition]
    data: Path

    @classmethod
    def load(cls, path: Path) -> "Catalogue":
        """Reads editions.toml. Raises LawbotError."""
        try:
            entries = tomllib.loads(path.read_text(encoding="utf-8")).get("edition", [])
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise LawbotError(f"{path.name}: {error}") from error
        editions, faults = [], []
        for entry in entries:
            try:
                editions.append(KnownEdition.model_validate(entry))
            except ValidationError as error:
                faults += [f"{path.name}: {entry.get('id')}: {fault['loc'][0]}: {fault['msg']}" for fault in error.errors()]
        faults += [f"{path.name}: {name} stands twice" for name, times in Counter(known.id for known in editions).items() if times > 1]
        if faults:
            raise LawbotError("{faults}", faults="\n".join(faults))
        return cls({known.id: known for known in editions}, path.parent)

    def codes(self) -> dict[int, str]:
        """The codes and the month from which each was in force: January of its year where no edition says."""
        since = {known.code: known.in_force_since for known in reversed(self.editions.values()) if known.in_force_since}
        return {code: since.get(code, f"{code}-01") for code in sorted({known.code for known in self.editions.values()})}

    def lexicons(self) -> dict[str, list[KnownEdition]]:
        """The lexicons, each with the editions whose provisions its phrases name."""
        return grouped((known.lexicon, known) for known in self.editions.values() if known.lexicon)
