"""How a language refers to laws, as data: one file in ``grammars`` for each language."""

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lawbot.reading.edition import Edition

_FOLDER = Path(__file__).with_name("grammars")
_OTHERWISE = "en"
"""The language of the Laws themselves, for an edition whose id names none that is known."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """The words of a language around the numbers of laws."""

    law: re.Pattern[str]
    """The word before a law's number."""
    join: re.Pattern[str]
    """What stands between the members of a list."""
    through: re.Pattern[str]
    """A joiner that means all between."""
    this_law: re.Pattern[str]
    points: re.Pattern[str]
    """Words before a letter or an item that make it a reference."""
    points_number: re.Pattern[str]
    """Words before a bare number that make it a reference, where ``ends_number`` follows it."""
    ends_number: re.Pattern[str]
    placed: re.Pattern[str]
    """Words after it that make it a reference: above, below."""
    counted: re.Pattern[str]
    """Words after a number in a list which show that it counts something."""
    bare_item: re.Pattern[str] | None = None
    """An item written without brackets."""
    turns_away: re.Pattern[str] | None = None
    """Words before an item that make it none, although they point."""
    article: re.Pattern[str] | None = None
    """A letter that is a word, and no section, where it begins a sentence."""

    @classmethod
    def of(cls, edition: Edition) -> "Grammar":
        """The grammar of the language with which the edition's id begins or ends."""
        parts = edition.id.split("-")
        return _load(next((part for part in (parts[0], parts[-1]) if (_FOLDER / f"{part}.toml").is_file()), _OTHERWISE))


@cache
def _load(language: str) -> Grammar:
    found = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return Grammar(**{name: re.compile(pattern) for name, pattern in found.items()})
