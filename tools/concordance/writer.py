"""Concordance of the documents that can be read, and its tables in data/concordance."""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from lawbot.book.catalogue import Catalogue
from lawbot.book.concordance import COLUMNS, NAME_COLUMNS
from lawbot.config import Settings
from lawbot.importing import read_all
from tools.concordance.concord import Concordance, concord
from tools.concordance.forced import read_forced

DECIDED = Path(__file__).parent / "decided"


def computed(settings: Settings, decided: Path = DECIDED) -> Concordance:
    """Return the concordance of the editions that can be read.

    ``decided`` is the folder of decided matches. Raises ForcedError, LawbotError.
    """
    catalogue = Catalogue.load(settings.data / "editions.toml")
    shelf = read_all(settings.documents, catalogue)
    # In the order of the catalogue, so that the tables do not depend on names of files.
    order = list(catalogue.editions)
    editions = sorted(
        (edition for edition, _ in shelf.editions if not catalogue.editions[edition.id].twin_of),
        key=lambda edition: order.index(edition.id),
    )
    edition_rows = {name: info.row() for name, info in catalogue.editions.items()}
    return concord(editions, edition_rows, read_forced(decided))


def write(concordance: Concordance, data: Path) -> Iterator[str]:
    """Write the tables into ``data/concordance``; yield a line for each.

    A table that exists is replaced only if every edition of its codes was read: a part of a code
    would spoil it.
    """
    catalogue = Catalogue.load(data / "editions.toml").editions
    unread = {
        info.code: name
        for name, info in catalogue.items()
        if name not in concordance.names and not info.twin_of
    }
    folder = data / "concordance"
    tables: dict[Path, tuple[set[int], list[str], list[tuple[str, ...]]]] = {}
    for row in concordance.rows:
        path = folder / f"{row.older}-{row.newer}.csv"
        cells = (
            row.source or "",
            row.target or "",
            str(row.relation),
            "aside" if row.aside else "",
            row.reason,
        )
        tables.setdefault(path, ({row.older, row.newer}, COLUMNS, []))[2].append(cells)
    for edition, names in concordance.names.items():
        # A provision without a row is called in its code what it is called in the edition.
        name_rows: list[tuple[str, ...]] = [pair for pair in names.items() if pair[0] != pair[1]]
        if name_rows:
            path = folder / "names" / f"{edition}.csv"
            tables[path] = ({catalogue[edition].code}, NAME_COLUMNS, name_rows)
    for path, (codes, columns, rows) in tables.items():
        missing = [unread[code] for code in codes if code in unread]
        if missing and path.is_file():
            yield f"{path.name}: left as it is, for {missing[0]} was not read"
            continue
        _write(path, columns, rows)
        yield f"{path.name}: {len(rows)} rows"


def _write(path: Path, columns: list[str], rows: Iterable[tuple[str, ...]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([columns, *rows])
