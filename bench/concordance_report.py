"""Measure the concordance against the sample: ``python -m bench.concordance_report [LAWBOOK]``.
Prints agreement by relation, and the misses.

A row agrees when its relation is ours and its provision of 2017 (and of 2007) is among the
counterparts that we name. Where the texts, read side by side, speak for us and not for the sample,
ARGUED says why.
"""

import csv
import sys
import tempfile
from collections import Counter
from pathlib import Path

from lawbot.book import Lawbook
from lawbot.cards.comparison_card import Comparison, compare
from lawbot.config import ROOT
from lawbot.errors import LawbotError
from lawbot.law.citation import Citation
from tests.support import lawbooks

SAMPLE = ROOT.parent / "shared" / "evaluation" / "concordance.csv"
OLD, MIDDLE, NEW = "en-1997", "vi-2007", "en-2017"
ARGUED = {
    ("40E2", "20G2", "20G3"): "another row calls the same provision moved",
    (
        "86A",
        "12C2(b)",
        "12C2(b)",
    ): "2007 said it twice, 2017 says it in Law 12 alone: since 1997 it has moved",
    ("71C", "71", "71B"): "in 2007 it is 71.2, which is all of it and nothing else",
    (
        "75D2",
        "20F5(b)",
        "20F5(b)",
    ): "it left its law in several pieces, which is moved, as the row of 17E has it",
    (
        "45C2",
        "45C2",
        "45C2",
    ): "two items were made of one sentence, which is split, as the row of 46B1 has it",
    ("17E", "22B2", "17D2"): "from 1997 to 2017 it is divided within Law 17",
    (
        "",
        "79B2",
        "79B3",
    ): "1997 79B already spoke of a score that need not be raised once the round is over",
}
"""Rows of the sample (1997, 2007, 2017) that we do not follow, and why."""


def citation(text: str) -> Citation:
    """Return the citation of a text of the sample."""
    # it names footnotes by their law: '75 footnote example 2'
    return Citation.parse("75D2 fn 29" if "footnote" in text else text)


def compared(lawbook: Lawbook, text: str, first: str, second: str) -> Comparison | None:
    """Return the comparison of a cited provision, or None if there is none."""
    try:
        return compare(lawbook, citation(text), first, second)
    except LawbotError:
        return None


def is_counterpart(comparison: Comparison | None, text: str) -> bool:
    """Return whether the counterparts include the sample's; '' is none."""
    targets = target_names(comparison)
    return text in targets if text else not targets


def target_names(comparison: Comparison | None) -> list[str]:
    """Return the names of the counterparts; none without a comparison."""
    return [str(entry.citation) for entry in comparison.targets] if comparison else []


def agrees(lawbook: Lawbook, row: dict[str, str]) -> tuple[bool, str]:
    """Return whether a row of the sample agrees, and what we say instead."""
    old, middle, new = row["ref_1997"], row["ref_2007"], row["ref_2017"]
    # a row without a provision of 1997 is of one that is new since
    if old:
        whole, half = compared(lawbook, old, OLD, NEW), compared(lawbook, old, OLD, MIDDLE)
        right = is_counterpart(whole, new) and (not middle or is_counterpart(half, middle))
    else:
        whole = compared(lawbook, new, NEW, OLD)
        half = compared(lawbook, middle, MIDDLE, NEW) if middle else None
        right = is_counterpart(whole, "") and (not middle or is_counterpart(half, new))
    relation = whole.relation if whole else "?"
    ours = " ".join(target_names(whole)) or "-"
    return right and relation == row["relation"], f"{relation} {ours}"


def report(lawbook: Lawbook, sample: Path = SAMPLE) -> tuple[Counter[str], Counter[str], list[str]]:
    """Return rows and agreeing rows by relation, and a line for each miss."""
    rows, right, misses = Counter[str](), Counter[str](), []
    with sample.open(encoding="utf-8") as lines:
        for row in csv.DictReader(lines):
            rows[row["relation"]] += 1
            agreed, ours = agrees(lawbook, row)
            right[row["relation"]] += agreed
            if not agreed:
                named_in = (row["ref_1997"], row["ref_2007"], row["ref_2017"])
                old, middle, new = (name or "-" for name in named_in)
                argument = f" ({ARGUED[named_in]})" if named_in in ARGUED else ""
                line = f"{old:24} {middle:10} {new:12} {row['relation']:9} ours: {ours}"
                misses.append(line + argument)
    return rows, right, misses


def main() -> None:
    """Print the agreement with the sample, and each miss."""
    if len(sys.argv) > 1:
        lawbook = Lawbook.open(Path(sys.argv[1]))
    else:
        lawbook = lawbooks.open_answers(
            lawbooks.settings(Path(tempfile.mkdtemp()), documents=True)
        ).lawbook
    rows, right, misses = report(lawbook)
    for relation in rows:
        print(f"{relation:10} {right[relation]:3} of {rows[relation]:3}")
    agreeing, whole = right.total(), rows.total()
    share = 100 * agreeing / whole
    print(f"{'all':10} {agreeing:3} of {whole:3} ({share:.1f} in 100)")
    print("\n".join(misses))


if __name__ == "__main__":
    main()
