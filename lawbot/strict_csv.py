"""Read our CSV files (concordance, glossary, doubtful renderings), up to the first fault.

A fault is reported with its file and line.
"""

import csv
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from lawbot.errors import LawbotError


@contextmanager
def rows(path: Path, fits: Callable[[list[str]], bool]) -> Iterator[Iterator[dict[str, str]]]:
    """Give the rows of a file, each cell under its column, if its columns fit.

    A ValueError raised while they are read, also by the caller, becomes a LawbotError that names
    file and line.
    """
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.reader(file, strict=True)
        try:
            columns = next(reader, [])
            if not fits(columns):
                raise ValueError("the columns are not those of such a file")
            yield _under(columns, reader)
        except (ValueError, csv.Error) as error:
            raise LawbotError(
                "{file}, line {line}: {fault}",
                file=path.name,
                line=max(reader.line_num, 1),
                fault=error,
            ) from error


def _under(columns: list[str], reader: Iterable[list[str]]) -> Iterator[dict[str, str]]:
    for cells in reader:
        if len(cells) != len(columns):
            raise ValueError(f"{len(cells)} cells, not {len(columns)}")
        yield dict(zip(columns, cells, strict=True))
