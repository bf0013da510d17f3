"""Report which points each case of edition-changes.jsonl shows, and on which card first: ``python
-m bench.edition_changes_report``.

A case names provisions of three codes. The cards are those a director opens for them: /compare from
1997 to 2017, from 1997 to 2007 and from 2007 to 2017, the law cards of 2017, and /compare of the
whole laws. ``tests/concordance/edition_changes.yaml`` holds, for each point of each case in its
order, the words by which a reader finds it; it is shown on the first card that has them all, or by
several together.
"""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from lawbot import strict_yaml
from lawbot.app import Answers
from lawbot.cards.card import Card, Grid, Listing, Passage, Redline
from lawbot.config import ROOT
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation
from lawbot.search.codes import edition_of
from tests.support import json_lines, lawbooks

CASES = ROOT.parent / "shared" / "evaluation" / "edition-changes.jsonl"
READ = ROOT / "tests" / "concordance" / "edition_changes.yaml"


class Point(NamedTuple):
    """A point of a case, and the card that shows it first ('' for none)."""

    case: str
    text: str
    card: str


def cards(answers: Answers, case: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the name and the words of each card of a case, in the order a director opens them."""
    reader = Reader()
    old, middle, new = (_provisions(case[f"law_{code}"]) for code in (1997, 2007, 2017))
    oldest, acbl, newest = "en-1997", "en-2008-acbl", "en-2017"
    for provision in old:
        yield f"compare {provision} 1997 to 2017", compared(answers, provision, oldest, newest)
    for provision in old:
        # the English document of 2007 has some laws only
        parsed = Citation.parse(provision)
        has_counterpart = answers.lawbook.counterparts(parsed, oldest, acbl).citations
        edition = acbl if has_counterpart else "vi-2007"
        yield f"compare {provision} 1997 to 2007", compared(answers, provision, oldest, edition)
    for provision in middle:
        edition = edition_of(answers.lawbook, Citation.parse(provision), 2007)
        yield f"compare {provision} 2007 to 2017", compared(answers, provision, edition, newest)
    for provision in new:
        yield f"law {provision}", words(answers.open(f"law/{newest}/{provision}", reader))
    for law in dict.fromkeys(str(Citation.parse(provision).law) for provision in [*old, *new]):
        yield f"compare {law} 1997 to 2017", compared(answers, law, oldest, newest)


def compared(answers: Answers, provision: str, older: str, newer: str) -> str:
    """Return the words of a comparison: of its notes, then of both wordings one tap away."""
    card = answers.compare(provision, Reader(), older, newer)
    # its wordings stand behind its buttons
    further = [answers.open(action.address, Reader()) for row in card.rows for action in row]
    return " ".join(map(words, (card, *further)))


def _provisions(text: str | None) -> list[str]:
    """Return the provisions of a case: '40E2 footnote' is the first footnote of 40E2."""
    citations = text.split(";") if text else ()
    return [citation.strip().replace("footnote", "fn 12") for citation in citations]


def words(card: Card) -> str:
    """Return everything a card says, in one line, with straight quotes."""
    texts = [card.title, *card.breadcrumb]
    for part in card.parts:
        match part:
            case Listing():
                texts += part.items
            case Grid():
                texts += [cell for row in part.rows for cell in row]
            case Redline():
                texts.append("".join(change.text for change in part.changes))
            case Passage():
                texts += [part.label, part.title, part.text]
            case _:
                texts.append(part.text)
    return " ".join(" ".join(texts).split()).replace("\u2019", "'").casefold()


def report(answers: Answers) -> list[Point]:
    """Return every point of every case, and the card that shows it."""
    sought_words = strict_yaml.load(READ.read_text(encoding="utf-8"), READ.name)
    points = []
    for case in json_lines.read(CASES):
        opened = list(cards(answers, case))
        for text, sought in zip(case["expected"], sought_words[case["id"]], strict=True):
            # the words of cards are in small letters
            card = _cards_with(opened, [word.casefold() for word in sought])
            points.append(Point(case["id"], text, card))
    return points


def _cards_with(opened: list[tuple[str, str]], sought: list[str]) -> str:
    """Return the first card with all the words, else those that have them together, or nothing."""
    for name, card_words in opened:
        if all(word in card_words for word in sought):
            return name
    several: dict[str, None] = {}
    for word in sought:
        holders = [name for name, card_words in opened if word in card_words]
        if not holders:
            return ""
        several[holders[0]] = None
    return " + ".join(several)


def main() -> None:
    """Print each point and the card that shows it first."""
    settings = lawbooks.settings(Path(tempfile.mkdtemp()), documents=True)
    answers = lawbooks.open_answers(settings)
    points = report(answers)
    for point in points:
        print(f"{point.case}  {point.card or 'NOT SHOWN':60.60} {point.text}")
    print(f"{sum(bool(point.card) for point in points)} of {len(points)} points shown")


if __name__ == "__main__":
    main()
