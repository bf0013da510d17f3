"""The ledger of what has been read: each text of law content with its digest, the provisions it was
checked against, and the day.

    python -m tools.ledger                          what is new or has changed since somebody read it; exit status 1 if anything is
    python -m tools.ledger show PLACE ...           the texts, to be read beside the law
    python -m tools.ledger mark PLACE ...           they have been read: by somebody who did not write them

A place is a node of a chart (``revoke/established``), a chart's head (``revoke``), a provision
(``64A1``) or a case of the quiz, and may be a pattern (``revoke/*``). A translation is read anew
also where only its English has changed.
"""

import csv
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Self

import typer

from lawbot.answers.quiz_cases import Cases
from lawbot.config import ROOT
from lawbot.language import LANGUAGES, SOURCE
from lawbot.reading.layouts import plain_2017
from lawbot.situations.charts import Situations
from lawbot.situations.model import Chart
from lawbot.situations.wording import texts
from tools import plain_words
from tools.chart_texts import pairs

DATA = ROOT / "data"
_HEARD = ("heard", "unless", "aliases", "cases", "reviewed", "laws", "frequent")
"""What a chart holds beside law: by which words it is found, and its proof."""


@dataclass
class Text:
    """One text of law content: the kind of it (a file of the ledger), its place there, the
    provisions it rests on, and what it says.

    ``said`` are the English lines, each with its translation where one is known, by language.
    """

    kind: str
    place: str
    against: tuple[str, ...]
    whole: str
    said: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def digest(self, language: str) -> str:
        """Eight hex digits over what is to be read in a language: in English with where each answer
        leads, elsewhere with the English."""
        read = (
            self.whole
            if language == SOURCE
            else json.dumps(self.said.get(language, []), ensure_ascii=False)
        )
        return hashlib.sha256(read.encode()).hexdigest()[:8]


@dataclass
class Ledger:
    """What has been read: (kind, place, language) -> (digest, day)."""

    read: dict[tuple[str, str, str], tuple[str, str]]

    @classmethod
    def load(cls, folder: Path) -> Self:
        """The ledger that a folder keeps, a table a kind."""
        read: dict[tuple[str, str, str], tuple[str, str]] = {}
        for path in sorted(folder.glob("*.csv")):
            with path.open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    read |= {
                        (path.stem, row["place"], each): (row[each], row[f"{each} read"])
                        for each in LANGUAGES
                        if row[each]
                    }
        return cls(read)

    def save(self, folder: Path, content: Iterable[Text]) -> None:
        """Writes the tables anew: a row a text that is there still."""
        rows: dict[str, list[list[str]]] = {}
        for text in content:
            marks = [
                self.read.get((text.kind, text.place, language), ("", "")) for language in LANGUAGES
            ]
            rows.setdefault(text.kind, []).append(
                [text.place, " ".join(text.against), *(cell for mark in marks for cell in mark)]
            )
        folder.mkdir(parents=True, exist_ok=True)
        for kind, lines in rows.items():
            with (folder / f"{kind}.csv").open("w", encoding="utf-8", newline="") as file:
                head = [cell for language in LANGUAGES for cell in (language, f"{language} read")]
                csv.writer(file, lineterminator="\n").writerows(
                    [["place", "against", *head], *lines]
                )

    def unread(self, content: Iterable[Text]) -> Iterator[tuple[Text, str]]:
        """The texts that are new or have changed, each with the language it is to be read in."""
        for text in content:
            for language in LANGUAGES:
                if self.read.get((text.kind, text.place, language), ("",))[0] != text.digest(
                    language
                ):
                    yield text, language

    def mark(self, text: Text, language: str) -> None:
        """Says that a text was read as it is now."""
        self.read[text.kind, text.place, language] = (
            text.digest(language),
            datetime.now(UTC).date().isoformat(),
        )


def content(data: Path = DATA) -> list[Text]:
    """Every text of law content in a data folder. Raises LawbotError for one that cannot be read."""
    return [*_charts(data), *_laws(data), *_quiz(data)]


def _charts(data: Path) -> Iterator[Text]:
    situations = Situations.load(data / "situations")
    known = {
        language: {
            (chart, english): said
            for chart, english, said in pairs(situations, language, data / "situations" / "locale")
        }
        for language in LANGUAGES
        if language != SOURCE
    }
    for chart in sorted(situations.values(), key=lambda chart: chart.id):
        lines: dict[str, list[str]] = {}
        for line, places in texts(chart).items():
            for name in dict.fromkeys(_node(place) for place in places):
                lines.setdefault(name, []).append(line)
        for name, (whole, cites) in _nodes(chart).items():
            place = f"{chart.id}/{name}" if name else chart.id
            said = {
                each: [(line, of.get((chart.id, line), "")) for line in lines.get(name, ())]
                for each, of in known.items()
            }
            yield Text("charts", place, cites, whole, said)


def _node(place: str) -> str:
    """The node of a chart that a text stands in; empty for the chart's head."""
    part, _, rest = place.partition(".")
    return rest.partition(".")[0] if part in ("questions", "rulings") else ""


def _nodes(chart: Chart) -> dict[str, tuple[str, tuple[str, ...]]]:
    """The parts of a chart that are read one by one: all that each says and leads to, and what it
    cites."""
    whole = asdict(chart)
    parts = {
        "": {name: part for name, part in whole.items() if name not in ("questions", "rulings")},
        **whole["questions"],
        **whole["rulings"],
    }
    cites = {"": tuple(dict.fromkeys(cite for reading in chart.readings for cite in reading.cites))}
    cites |= {name: question.cites for name, question in chart.questions.items()} | {
        name: ruling.cites for name, ruling in chart.rulings.items()
    }
    return {
        name: (json.dumps(_law(part), ensure_ascii=False, sort_keys=True), cites[name])
        for name, part in parts.items()
    }


def _law(part: object) -> object:
    """A part of a chart without what is not law content."""
    if isinstance(part, dict):
        return {name: _law(value) for name, value in part.items() if name not in _HEARD}
    return [_law(each) for each in part] if isinstance(part, list | tuple) else part


def _laws(data: Path) -> Iterator[Text]:
    english = plain_2017.read(data / "restatement")
    said: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for language in LANGUAGES:
        if language != SOURCE:
            for citation, line, translation in plain_words.pairs(
                plain_2017.read(data / "restatement" / language), english
            ):
                said.setdefault(citation, {}).setdefault(language, []).append((line, translation))
    for provision in english:
        whole = json.dumps(
            [provision.title, provision.text, provision.note, provision.rows], ensure_ascii=False
        )
        citation = str(provision.citation)
        yield Text("laws", citation, (citation,), whole, said.get(citation, {}))


def _quiz(data: Path) -> Iterator[Text]:
    cases = Cases.load(data / "quiz")
    for case in cases.values():
        said = {
            each: [(text, cases.known(each).get(text, "")) for text in case.to_translate]
            for each in LANGUAGES
            if each != SOURCE
        }
        yield Text("quiz", case.id, case.cites, case.model_dump_json(), said)


app = typer.Typer(
    help="The ledger of what has been read.", add_completion=False, rich_markup_mode=None
)
Places = Annotated[
    list[str],
    typer.Argument(
        metavar="PLACE", help="revoke/established, revoke/*, 64A1, a case of the quiz ..."
    ),
]
Language = Annotated[str, typer.Option("--language", metavar="L", help="Only this language.")]


@app.callback(invoke_without_command=True)
def check(context: typer.Context) -> None:
    """List what is to be read; with a command, see there."""
    if context.invoked_subcommand is None:
        found = list(Ledger.load(DATA / "ledger").unread(content()))
        for text, language in found:
            print(f"{text.place}: to be read in {language} beside {', '.join(text.against)}")
        if found:
            raise typer.Exit(1)
        print("every text of law content was read as it is")


@app.command()
def show(places: Places, language: Language = "") -> None:
    """Print texts: the English lines, each with its translations below."""
    for text in _named(places):
        print(f"\n== {text.place} ({', '.join(text.against)})")
        if not language:
            print(text.whole)
        for each in [language] if language else list(text.said):
            for line, translation in text.said.get(each, ()):
                print(f"  {line}\n    {each}: {translation or '(not translated)'}")


@app.command()
def mark(places: Places, language: Language = "") -> None:
    """Say that texts were read, today, in one language or in all."""
    ledger, everything = Ledger.load(DATA / "ledger"), content()
    for text in _named(places, everything):
        for each in [language] if language else LANGUAGES:
            if ledger.read.get((text.kind, text.place, each), ("",))[0] != text.digest(each):
                ledger.mark(text, each)
    ledger.save(DATA / "ledger", everything)


def _named(places: list[str], texts_of: list[Text] | None = None) -> list[Text]:
    """The texts at these places. Raises BadParameter for a place where there is none."""
    everything = content() if texts_of is None else texts_of
    found = [text for text in everything if any(fnmatchcase(text.place, place) for place in places)]
    if lost := [
        place for place in places if not any(fnmatchcase(text.place, place) for text in found)
    ]:
        raise typer.BadParameter(f"There is no text at {', '.join(lost)}")
    return found


if __name__ == "__main__":
    app()
