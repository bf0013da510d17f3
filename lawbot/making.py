"""Make the lawbook from everything there is: documents, restatement, lexicons, charts."""

import gc
import sys
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from lawbot.book import Lawbook
from lawbot.book.build import Built, build
from lawbot.book.catalogue import Catalogue
from lawbot.book.concordance import Tables
from lawbot.book.current import data_hash, sources_hash
from lawbot.book.shelf import Shelf
from lawbot.charts.load import Situations
from lawbot.config import Settings
from lawbot.errors import LawbookError, LawbotError, LostDocumentError
from lawbot.importing import Books, read_all
from lawbot.search.index_writer import IndexTexts


def make_lawbook(settings: Settings, drop: Collection[str] = ()) -> tuple[Shelf, Built]:
    """Read all documents and write the lawbook to the state folder.

    Raises LostDocumentError if an edition of the lawbook that is there would be missing, unless it
    is named in ``drop``; LawbotError if nothing can be written. Other documents that cannot be
    read, and those that became shorter, are lines of the shelf.
    """
    facts = {"data": data_hash(settings), "sources": sources_hash(settings)}
    with _without_garbage_collection():
        catalogue = Catalogue.load(settings.data / "editions.toml")
        books = Books(settings.books)
        shelf = read_all(settings.documents, catalogue, books)
        books.prune()
        before: Lawbook | None = None
        with suppress(LawbookError):
            before = Lawbook.open(settings.lawbook)
        if before is not None:
            _check_nothing_is_lost(before, shelf, drop)
            shelf.shorter += _shorter_documents(before, shelf)
        situations = Situations.load(settings.data)
        tables = Tables.load(settings.data / "concordance")
        texts = IndexTexts.of(catalogue, tables, situations)
        facts["problems"] = "\n".join(shelf.problems)
        built = build(shelf, catalogue, tables, settings.lawbook, texts.write_index, facts)
    return shelf, built


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Keep Python's garbage collector off during a build.

    Looking for circles in millions of small objects takes a tenth of its time.
    """
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _shorter_documents(before: Lawbook, shelf: Shelf) -> Iterator[str]:
    """Yield a line for each document of which less was read than the lawbook has.

    The file may be cut off at its end.
    """
    for edition, source in shelf.editions:
        old = before.editions.get(edition.id)
        if old is None or old.plain:
            continue
        old_provisions = sum(before.counts(edition.id).values())
        for unit, count, old_count in (
            ("provisions", len(edition.provisions), old_provisions),
            ("topics of the index", len(edition.topics), len(before.topics(edition.id))),
        ):
            # a document that was cut off still reads well as far as it goes
            if count < old_count:
                reading = f"{count} {unit} of {edition.id} were read, and {old_count} before"
                yield f"{source.name}: {reading}. Is the document whole?"


def _check_nothing_is_lost(before: Lawbook, shelf: Shelf, drop: Collection[str]) -> None:
    remaining = [edition for edition in before.editions.values() if edition.id not in drop]
    lost = [edition for edition in remaining if shelf.edition(edition.id) is None]
    if not lost:
        return
    names = "; ".join(f"{edition.id}, read from {edition.source}" for edition in lost)
    why = "".join(f"\n  {problem}" for problem in shelf.problems)
    raise LostDocumentError(
        f"The lawbook has editions that cannot be read any more ({names}),"
        f" so it stays as it was.{why}\n"
        "Put the document back, or leave the edition out:"
        f" python -m lawbot build --drop {lost[0].id}"
    )


def main(arguments: list[str]) -> int:
    """Make the lawbook of a state folder, a data folder and folders of documents.

    A bot that answers meanwhile runs this as a process of its own. Returns the exit status.
    """
    state, data, *documents = map(Path, arguments)
    try:
        shelf, _built = make_lawbook(Settings(state=state, data=data, documents=tuple(documents)))
    except LawbotError as error:
        print(error, file=sys.stderr)
        return 1
    for problem in shelf.problems:
        print(problem, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
