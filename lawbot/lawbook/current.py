"""Whether the lawbook is of what is here now."""

import hashlib

from lawbot.config import Settings
from lawbot.lawbook.lawbook import Lawbook, LawbookError

_DATA = ("situations", "lexicon", "languages", "restatement", "concordance", "editions.toml")
"""What a lawbook is made of besides documents."""


def is_current(settings: Settings) -> bool:
    """Whether there is a lawbook, of this version, made of the charts, the lexicon and the plain words that are here now."""
    try:
        return Lawbook.open(settings.lawbook).meta("data") == data_hash(settings)
    except LawbookError:
        return False


def data_hash(settings: Settings) -> str:
    """A hash of all our own data that goes into a lawbook."""
    digest = hashlib.sha256()
    for name in _DATA:
        place = settings.data / name
        for path in sorted(place.rglob("*")) if place.is_dir() else [place]:
            if path.is_file():
                digest.update(f"{path.relative_to(settings.data)}\n".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
