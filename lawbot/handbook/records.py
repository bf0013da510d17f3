"""What the search in the pages looks through: provisions with what people call them, definitions, flow charts."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from lawbot.answers.laws import cased
from lawbot.citation import Citation
from lawbot.handbook import addresses
from lawbot.handbook.linking import Linker
from lawbot.lawbook import EditionInfo, Entry, Lawbook
from lawbot.reading.catalogue import Catalogue
from lawbot.search.lexicon import Lexicon
from lawbot.situations.model import Chart
from lawbot.situations.seats import seated


def lexicons(data: Path) -> list[Lexicon]:
    """Every lexicon of a data folder. Raises CatalogueError, LexiconError."""
    known = Catalogue.load(data / "editions.toml").lexicons()
    return [Lexicon.load(data / "lexicon" / name, of[0].language, tuple(each.id for each in of)) for name, of in known.items()]


def records(
    lawbook: Lawbook, edition: EditionInfo, charts: Iterable[Chart], language: str, spoken: Iterable[Lexicon]
) -> list[dict[str, Any]]:
    """A record a provision that has a text, and a record a chart: its name, its title, what people say, its text, and where it stands."""
    phrases = dict(_phrases(lawbook, edition, spoken))
    found = [
        _provision(lawbook, entry, phrases.get(entry.citation, [])) for entry in lawbook.provisions(edition.id) if entry.text or entry.title
    ]
    return found + [_chart(chart, language, spoken) for chart in charts]


def _phrases(lawbook: Lawbook, edition: EditionInfo, spoken: Iterable[Lexicon]) -> Iterator[tuple[Citation, list[str]]]:
    """The phrases of every provision of the edition, those of lexicons of other codes by the concordance."""
    found: dict[Citation, list[str]] = {}
    for lexicon in spoken:
        of = next((known for known in lexicon.editions if known in lawbook.editions), None)
        for citation, phrase in lexicon.phrases if of else ():
            for here in lawbook.counterparts(citation, of or "", edition.id).citations:
                found.setdefault(here, []).append(phrase)
    yield from found.items()


def _provision(lawbook: Lawbook, entry: Entry, said: list[str]) -> dict[str, Any]:
    term = entry.citation.term
    name = (entry.title or term) if term else str(entry.citation)
    title = "" if term else cased(entry.heading)
    return {
        "name": name,
        "title": title,
        "said": " · ".join(said),
        "text": " ".join([entry.text, *(cell for row in entry.grid for cell in row)]),
        "at": Linker(lawbook, entry.edition, "").href(entry.citation),
    }


def _chart(chart: Chart, language: str, spoken: Iterable[Lexicon]) -> dict[str, Any]:
    said = [*chart.aliases, *(phrase for lexicon in spoken for phrase in lexicon.charts.get(chart.id, ()))]
    asked = " ".join(seated(question.ask, language=language) for question in chart.questions.values())
    text = f"{chart.summary}. {asked}"
    return {"name": chart.title, "title": "", "said": " · ".join(said), "text": text, "at": addresses.chart(chart.id)}
