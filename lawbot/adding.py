"""Take in a law book: turn it to text, read it as an edition, and put it among the documents.

It never takes the place of a better reading.
"""

import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from lawbot.book.catalogue import Catalogue
from lawbot.book.shelf import Shelf
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.importing import Books, read_all
from lawbot.law.edition import Edition
from lawbot.whole_file import replacing
from lawbot_importers.conversion import unknown_because
from lawbot_importers.papers import Progress, texts


def described(edition: Edition) -> str:
    """Return what was read of an edition, in words."""
    gaps = f"{len(edition.unresolved)} references that lead nowhere"
    return f"{edition.id}, {len(edition.provisions)} provisions, {gaps}"


class Added(NamedTuple):
    """The document that was written, its editions, and the documents set aside for it."""

    document: Path
    readings: list[Edition]
    aside: list[Path]


def add(
    settings: Settings, file: Path, report_progress: Progress = lambda _page, _pages: None
) -> Added:
    """Put a law book into the first folder of documents, in the form of which most is read.

    The lawbook is not built here. ``report_progress`` is told which page is read.

    A document whose editions all are in the new one is set aside (NAME.old). Raises LawbotError
    when nothing can be read of the file, an edition is there in a better reading, or a document
    would be set aside that holds another edition too; PaperError; OSError.
    """
    if not settings.documents:
        raise LawbotError("There is no folder for documents: name one in LAWBOT_DOCUMENTS.")
    target = settings.documents[0]
    forms = texts(file, report_progress)
    name = f"{file.stem}{'.txt' if file.suffix.lower() == '.txt' else '.md'}"
    # what is no law book is told before the other documents are read
    reasons = [unknown_because(text.encode()) for text in forms]
    if all(reasons):
        raise LawbotError(f"Nothing was read: {file.name}: {reasons[0]}")
    catalogue = Catalogue.load(settings.data / "editions.toml")
    books = Books(settings.books)
    before = read_all(settings.documents, catalogue, books)
    with tempfile.TemporaryDirectory() as place:
        document = Path(place) / name
        folders = (document.parent, *settings.documents)
        text, readings = _best(
            file.name, document, forms, partial(read_all, folders, catalogue, books)
        )
        old = replaced(settings, before, readings)
        aside = {path: path.with_name(f"{path.name}.old") for path in old}
        new = target / document.name
        if new.exists() and new not in aside:
            raise LawbotError(
                f"{new} is there already, and is another document: rename {file.name}."
            )
        with replacing(new) as part:
            part.write_text(text, encoding="utf-8")
            # first, for one of them may have the name of the new one
            for path, old_path in aside.items():
                path.replace(old_path)
    return Added(new, readings, list(aside.values()))


def _best(
    name: str, document: Path, forms: Sequence[str], read_shelf: Callable[[], Shelf]
) -> tuple[str, list[Edition]]:
    """Return the form of which most is read, and its editions.

    Raises LawbotError, with the file's own name, if no form is of a known layout.
    """
    readings_by_form: list[tuple[str, list[Edition]]] = []
    problems: list[str] = []
    for text in forms:
        document.write_text(text, encoding="utf-8")
        shelf = read_shelf()
        readings = [edition for edition, source in shelf.editions if source.name == document.name]
        readings_by_form.append((text, readings))
        problems += (line for line in shelf.problems if line.startswith(document.name))
    best = max(readings_by_form, key=lambda form: _quality(form[1]))
    if not best[1]:
        reason = "".join(problems[:1]).removeprefix(document.name)
        raise LawbotError(f"Nothing was read: {name}{reason}")
    return best


def _quality(readings: Sequence[Edition]) -> tuple[int, int]:
    """Return a key by which the reading of more provisions is best, then of sounder references."""
    provisions = sum(len(edition.provisions) for edition in readings)
    return provisions, -sum(len(edition.unresolved) for edition in readings)


def replaced(settings: Settings, before: Shelf, readings: Sequence[Edition]) -> list[Path]:
    """Return the documents in whose place the readings come. Raises LawbotError as ``add`` does."""
    new = {edition.id: edition for edition in readings}
    names: dict[str, None] = {}
    for edition, source in before.editions:
        if edition.id not in new:
            continue
        new_edition = new[edition.id]
        has_fewer = len(new_edition.provisions) < len(edition.provisions)
        if has_fewer or len(new_edition.unresolved) > len(edition.unresolved):
            readings_compared = f"{described(edition)}; the new one: {described(new_edition)}"
            raise LawbotError(f"{source.name} stays: it is read better ({readings_compared}).")
        names[source.name] = None
    for edition, source in before.editions:
        if source.name in names and edition.id not in new:
            raise LawbotError(
                f"{source.name} stays: it also holds {edition.id}, which the new document does not."
            )
    paths = (folder / name for name in names for folder in settings.documents)
    return list(filter(Path.is_file, paths))
