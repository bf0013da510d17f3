"""Measures the concordance against the sample: ``python -m tests.concordance_report [LAWBOOK]``. Prints agreement by relation, and the misses.

A row agrees when its relation is ours and its provision of 2017 (and of 2007) is among the counterparts that we name.
"""

import csv
import sys
import tempfile
from collections import Counter
from pathlib import Path

from lawbot.answers.comparing import Comparison, compare
from lawbot.citation import Citation
from lawbot.config import ROOT
from lawbot.errors import LawbotError
from lawbot.lawbook import Lawbook
from tests.support import lawbooks

SAMPLE = ROOT.parent / "shared" / "evaluation" / "concordance.csv"
OLD, MIDDLE, NEW = "en-1997", "vi-2007", "en-2017"


def citation(written: str) -> Citation:
    """The sample names footnotes by their law: '75 footnote example 2'."""
    if "footnote" in written:
        return Citation.parse("75D2 fn 29")
    return Citation.parse(written)


def compared(lawbook: Lawbook, written: str, first: str, second: str) -> Comparison | None:
    try:
        return compare(lawbook, citation(written), first, second)
    except LawbotError:
        return None


def named(found: Comparison | None, written: str) -> bool:
    """Whether the counterparts include what the sample says: '' for none."""
    targets = [str(entry.citation) for entry in found.targets] if found else []
    return written in targets if written else not targets


def agrees(lawbook: Lawbook, row: dict[str, str]) -> tuple[bool, str]:
    """Whether a row of the sample agrees, and what we say instead."""
    old, middle, new = row["ref_1997"], row["ref_2007"], row["ref_2017"]
    if old:
        whole, half = compared(lawbook, old, OLD, NEW), compared(lawbook, old, OLD, MIDDLE)
        right = named(whole, new) and (not middle or named(half, middle))
        relation = whole.relation if whole else "?"
        shown = [str(entry.citation) for entry in whole.targets] if whole else []
    else:
        whole = compared(lawbook, new, NEW, OLD)
        half = compared(lawbook, middle, MIDDLE, NEW) if middle else None
        right = named(whole, "") and (not middle or named(half, new))
        relation = whole.relation if whole else "?"
        shown = [str(entry.citation) for entry in (whole.targets if whole else ())]
    return right and relation == row["relation"], f"{relation} {' '.join(shown) or '-'}"


def report(lawbook: Lawbook, sample: Path = SAMPLE) -> tuple[Counter[str], Counter[str], list[str]]:
    """Rows and agreeing rows by relation, and a line for each miss."""
    rows, right, misses = Counter[str](), Counter[str](), []
    with sample.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            rows[row["relation"]] += 1
            agreed, ours = agrees(lawbook, row)
            right[row["relation"]] += agreed
            if not agreed:
                misses.append(
                    f"{row['ref_1997'] or '-':24} {row['ref_2007'] or '-':10} {row['ref_2017'] or '-':12} {row['relation']:9} ours: {ours}"
                )
    return rows, right, misses


def main() -> None:
    if len(sys.argv) > 1:
        lawbook = Lawbook.open(Path(sys.argv[1]))
    else:
        lawbook = lawbooks.opened(lawbooks.settings(Path(tempfile.mkdtemp()), documents=True)).lawbook
    rows, right, misses = report(lawbook)
    for relation in rows:
        print(f"{relation:10} {right[relation]:3} of {rows[relation]:3}")
    print(f"{'all':10} {sum(right.values()):3} of {sum(rows.values()):3} ({100 * sum(right.values()) / sum(rows.values()):.1f} in 100)")
    print("\n".join(misses))


if __name__ == "__main__":
    main()
