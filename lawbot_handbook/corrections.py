"""Read from the ledger on which days our texts were checked: each when new and after a change."""

import csv
from pathlib import Path


def days_of(ledger: Path, language: str) -> dict[str, dict[str, str]]:
    """Return the texts that were checked last on each day: provisions and charts, each with its kind.

    The kinds are ``laws`` and ``charts``. Raises OSError.
    """
    days: dict[str, dict[str, str]] = {}
    for kind in ("charts", "laws"):
        with (ledger / f"{kind}.csv").open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                chart_or_provision = row["place"].partition("/")[0]
                days.setdefault(row[f"{language} read"], {})[chart_or_provision] = kind
    return days
