"""The concordance of what can be read, and its tables in data/concordance."""

import csv
from collections.abc import Iterable, Iterator
from pathlib import Path

from lawbot.concordance.tables import COLUMNS, NAME_COLUMNS
from lawbot.config import Settings
from lawbot.reading.catalogue import Catalogue
from lawbot.reading.shelf import read_all
from tools.concordance.concord import Concordance, concord
from tools.concordance.forced import read_forced

DECIDED = Path(__file__).parent / "decided"


def computed(settings: Settings, decided: Path = DECIDED) -> Concordance:
    """The concordance of the editions that can be read, with the decided matches of a folder.
    Raises ForcedError, LawbotError."""
    catalogue = Catalogue.load(settings.data / "editions.toml")
    places = {name: place for place, name in enumerate(catalogue.editions)}
    shelf = read_all(settings.documents, settings.data / "editions.toml")
    editions = sorted(
        (edition for edition, _ in shelf.editions), key=lambda edition: places[edition.id]
    )
    return concord(
        editions,
        {name: about.row() for name, about in catalogue.editions.items()},
        read_forced(decided),
    )


def write(made: Concordance, data: Path) -> Iterator[str]:
    """Writes the tables into ``data/concordance``; yields a line for each, what was done with it.

    A table that is there is written anew only where every edition of its codes was read: a part of
    a code would spoil it.
    """
    known = Catalogue.load(data / "editions.toml").editions
    lost = {about.code: name for name, about in known.items() if name not in made.names}
    folder = data / "concordance"
    tables: dict[Path, tuple[set[int], list[str], list[tuple[str, ...]]]] = {}
    for row in made.rows:
        path = folder / f"{row.older}-{row.newer}.csv"
        cells = (
            row.source or "",
            row.target or "",
            str(row.relation),
            "aside" if row.aside else "",
            row.reason,
        )
        tables.setdefault(path, ({row.older, row.newer}, COLUMNS, []))[2].append(cells)
    for edition, names in made.names.items():
        differing: list[tuple[str, ...]] = [
            (citation, name) for citation, name in names.items() if citation != name
        ]
        if differing:
            tables[folder / "names" / f"{edition}.csv"] = (
                {known[edition].code},
                NAME_COLUMNS,
                differing,
            )
    for path, (codes, columns, rows) in tables.items():
        missing = [lost[code] for code in codes if code in lost]
        if missing and path.is_file():
            yield f"{path.name}: left as it is, for {missing[0]} was not read"
            continue
        _write(path, columns, rows)
        yield f"{path.name}: {len(rows)} rows"


def _write(path: Path, columns: list[str], rows: Iterable[tuple[str, ...]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([columns, *rows])
