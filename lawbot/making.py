"""Makes the lawbook from everything there is: documents, restatement, lexicons, charts."""

import hashlib
from collections.abc import Collection

from lawbot.concordance import read_forced
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.lawbook import Lawbook, LawbookError
from lawbot.lawbook.build import BuildError, Built, build
from lawbot.reading.shelf import Shelf, read_all
from lawbot.search.indexing import Indexer
from lawbot.situations.charts import Situations

_DATA = ("situations", "lexicon", "languages", "restatement", "concordance", "editions.toml")
"""What a lawbook is made of besides documents."""


class LostDocumentError(BuildError):
    """A document that the lawbook was made of cannot be read any more; the lawbook stays as it was."""


def make_lawbook(settings: Settings, drop: Collection[str] = ()) -> tuple[Shelf, Built]:
    """Reads all documents and writes the lawbook to the state folder.

    Raises LostDocumentError when an edition of the lawbook that is there would be missing, unless it is named in ``drop``;
    LawbotError when nothing can be written. Other documents that cannot be read become problem lines of the shelf.
    """
    catalogue = settings.data / "editions.toml"
    shelf = read_all(settings.documents, catalogue)
    _check_nothing_is_lost(settings, shelf, drop)
    situations = Situations.load(settings.data / "situations")
    facts = {"data": data_hash(settings), "problems": "\n".join(shelf.problems)}
    forced = read_forced(settings.data / "concordance")
    built = build(shelf, catalogue, settings.lawbook, Indexer.load(settings.data, situations), facts, forced)
    return shelf, built


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


def _check_nothing_is_lost(settings: Settings, shelf: Shelf, drop: Collection[str]) -> None:
    try:
        before = Lawbook.open(settings.lawbook).editions if settings.lawbook.is_file() else {}
    except LawbotError:
        return
    lost = [known for known in before.values() if shelf.edition(known.id) is None and known.id not in drop]
    if not lost:
        return
    names = "; ".join(f"{known.id}, read from {known.source}" for known in lost)
    why = "".join(f"\n  {problem}" for problem in shelf.problems)
    raise LostDocumentError(
        f"The lawbook has editions that cannot be read any more ({names}), so it stays as it was.{why}\n"
        f"Put the document back, or leave the edition out: python -m lawbot build --drop {lost[0].id}"
    )
