"""Ledger of the texts of law content that were read beside the Laws: digest, provisions, day.

    python -m tools.ledger                 list texts that are new or changed; exit status 1 if any
    python -m tools.ledger show PLACE ...  print the texts, to be read beside the law
    python -m tools.ledger mark PLACE ...  mark them as read by somebody who did not write them

A place is a node of a chart (``revoke/established``), a chart's head (``revoke``), a provision
(``64A1``) or a case of the quiz, and may be a pattern (``revoke/*``). A translation is read anew
also if only its English has changed.
"""

import csv
import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, NamedTuple, Self

import typer

from lawbot.cards.quiz_cases import Cases
from lawbot.charts.load import Situations
from lawbot.charts.model import Chart
from lawbot.charts.translation import texts
from lawbot.config import DATA
from lawbot.data_files import plain_files
from lawbot.language import LANGUAGES, SOURCE
from lawbot_importers.layouts import plain_2017
from tools import plain_words
from tools.chart_texts import pairs

_NOT_LAW = ("heard", "alone", "rare", "unless", "aliases", "cases", "reviewed", "laws", "frequent")
"""Keys of a chart without law content: words that it is found by, and its proof."""
_TRANSLATIONS = [language for language in LANGUAGES if language != SOURCE]
"""Languages that texts are translated into."""


class Mark(NamedTuple):
    """Mark of a text that was read in a language."""

    digest: str = ""
    day: str = ""


@dataclass
class Text:
    """One text of law content.

    ``kind`` is a file of the ledger, ``place`` its place there, ``against`` the provisions it
    rests on, ``whole`` all of it in English. ``translations`` are by language the English lines,
    each with its translation, or with none.
    """

    kind: str
    place: str
    against: tuple[str, ...]
    whole: str
    translations: dict[str, list[tuple[str, str]]] = field(default_factory=dict)

    def digest(self, language: str) -> str:
        """Return eight hex digits over what is to be read in a language."""
        # A translation with its English: it is read anew also if only that has changed.
        lines = self.translations.get(language, [])
        text = self.whole if language == SOURCE else json.dumps(lines, ensure_ascii=False)
        return hashlib.sha256(text.encode()).hexdigest()[:8]


@dataclass
class Ledger:
    """Marks of the texts that were read, by kind, place and language."""

    marks: dict[tuple[str, str, str], Mark]

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Load the ledger of a folder, a table a kind."""
        marks: dict[tuple[str, str, str], Mark] = {}
        for path in sorted(folder.glob("*.csv")):
            with path.open(encoding="utf-8", newline="") as file:
                for row in csv.DictReader(file):
                    for language in LANGUAGES:
                        if row[language]:
                            mark = Mark(row[language], row[f"{language} read"])
                            marks[path.stem, row["place"], language] = mark
        return cls(marks)

    def save(self, folder: Path, content: Iterable[Text]) -> None:
        """Write the tables anew: a row for each text of the content."""
        rows: dict[str, list[list[str]]] = {}
        for text in content:
            row = [text.place, " ".join(text.against)]
            for language in LANGUAGES:
                row += self.mark_of(text, language)
            rows.setdefault(text.kind, []).append(row)
        columns = ["place", "against"]
        for language in LANGUAGES:
            columns += (language, f"{language} read")
        folder.mkdir(parents=True, exist_ok=True)
        for kind, kind_rows in rows.items():
            with (folder / f"{kind}.csv").open("w", encoding="utf-8", newline="") as file:
                csv.writer(file, lineterminator="\n").writerows([columns, *kind_rows])

    def mark_of(self, text: Text, language: str) -> Mark:
        """Return the mark of a text in a language; an empty one if it was never read."""
        return self.marks.get((text.kind, text.place, language), Mark())

    def unread(self, content: Iterable[Text]) -> Iterator[tuple[Text, str]]:
        """Yield the texts that are new or have changed, each with the language to read it in."""
        for text in content:
            for language in LANGUAGES:
                if self.mark_of(text, language).digest != text.digest(language):
                    yield text, language

    def mark(self, text: Text, language: str) -> None:
        """Mark a text as read today."""
        day = datetime.now(UTC).date().isoformat()
        self.marks[text.kind, text.place, language] = Mark(text.digest(language), day)


def content(data: Path = DATA) -> list[Text]:
    """Return every text of law content in a data folder.

    Raises LawbotError for one that cannot be read.
    """
    return [*_charts(data), *_laws(data), *_quiz(data)]


def _charts(data: Path) -> Iterator[Text]:
    situations = Situations.load(data)
    catalogues: dict[str, dict[tuple[str, str], str]] = {}
    for language in _TRANSLATIONS:
        catalogue = catalogues[language] = {}
        for chart_id, english, translation in pairs(situations, language, data):
            catalogue[chart_id, english] = translation
    for chart in sorted(situations.values(), key=lambda chart: chart.id):
        lines: dict[str, list[str]] = {}
        for line, places in texts(chart).items():
            for name in dict.fromkeys(map(_node, places)):
                lines.setdefault(name, []).append(line)
        for name, (whole, cites) in _nodes(chart).items():
            place = f"{chart.id}/{name}" if name else chart.id
            translations: dict[str, list[tuple[str, str]]] = {}
            for language, catalogue in catalogues.items():
                translations[language] = [
                    (line, catalogue.get((chart.id, line), "")) for line in lines.get(name, ())
                ]
            yield Text("charts", place, cites, whole, translations)


def _node(place: str) -> str:
    """Return the node of a chart that a text stands in; empty for the chart's head."""
    section, _, path = place.partition(".")
    return path.partition(".")[0] if section in ("questions", "rulings") else ""


def _nodes(chart: Chart) -> dict[str, tuple[str, tuple[str, ...]]]:
    """Return the parts of a chart that are read one by one, each with its text and its cites."""
    head = asdict(chart)
    nodes = head.pop("questions") | head.pop("rulings")
    # the head rests on the provisions of the chart's readings
    head["cites"] = dict.fromkeys(cite for reading in chart.readings for cite in reading.cites)
    parts = {}
    for name, part in ({"": head} | nodes).items():
        cites = tuple(part["cites"] if name else part.pop("cites"))
        provisos = part.pop("provisos", ())
        if provisos:
            part["provisos"] = provisos
            cites += tuple(cite for proviso in provisos for cite in proviso["cites"])
        parts[name] = json.dumps(_law(part), ensure_ascii=False, sort_keys=True), cites
    return parts


def _law(part: object) -> object:
    """Return a part of a chart without keys that are not law content."""
    if isinstance(part, dict):
        return {key: _law(inner) for key, inner in part.items() if key not in _NOT_LAW}
    return list(map(_law, part)) if isinstance(part, list | tuple) else part


def _laws(data: Path) -> Iterator[Text]:
    english = plain_2017.read(plain_files(data, SOURCE))
    translations: dict[str, dict[str, list[tuple[str, str]]]] = {}
    for language in _TRANSLATIONS:
        restatement = plain_2017.read(plain_files(data, language))
        for citation, line, translation in plain_words.pairs(restatement, english):
            by_language = translations.setdefault(citation, {})
            by_language.setdefault(language, []).append((line, translation))
    for provision in english:
        whole = json.dumps(
            [provision.title, provision.text, provision.note, provision.rows], ensure_ascii=False
        )
        citation = str(provision.citation)
        yield Text("laws", citation, (citation,), whole, translations.get(citation, {}))


def _quiz(data: Path) -> Iterator[Text]:
    cases = Cases.load(data / "quiz")
    for case in cases.values():
        translations = {}
        for language in _TRANSLATIONS:
            catalogue = cases.known(language)
            translations[language] = [(text, catalogue.get(text, "")) for text in case.to_translate]
        yield Text("quiz", case.id, case.cites, case.model_dump_json(), translations)


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
        unread = list(Ledger.load(DATA / "ledger").unread(content()))
        for text, language in unread:
            print(f"{text.place}: to be read in {language} beside {', '.join(text.against)}")
        if unread:
            raise typer.Exit(1)
        print("every text of law content was read as it is")


@app.command()
def show(places: Places, language: Language = "") -> None:
    """Print texts: the English lines, each with its translations below."""
    for text in _texts_at(places, content()):
        print(f"\n== {text.place} ({', '.join(text.against)})")
        if not language:
            print(text.whole)
        for code in [language] if language else text.translations:
            for line, translation in text.translations.get(code, ()):
                print(f"  {line}\n    {code}: {translation or '(not translated)'}")


@app.command()
def mark(places: Places, language: Language = "") -> None:
    """Say that texts were read, today, in one language or in all."""
    ledger = Ledger.load(DATA / "ledger")
    all_texts = content()
    # A text that was not changed keeps the day on which it was read.
    for text, unread_in in list(ledger.unread(_texts_at(places, all_texts))):
        if language in ("", unread_in):
            ledger.mark(text, unread_in)
    ledger.save(DATA / "ledger", all_texts)


def _texts_at(places: list[str], all_texts: list[Text]) -> list[Text]:
    """Return the texts at some places. Raises BadParameter for a place without a text."""
    chosen: set[str] = set()
    missing = []
    for pattern in places:
        matching = [text.place for text in all_texts if fnmatchcase(text.place, pattern)]
        chosen.update(matching)
        if not matching:
            missing.append(pattern)
    if missing:
        raise typer.BadParameter(f"There is no text at {', '.join(missing)}")
    return [text for text in all_texts if text.place in chosen]


if __name__ == "__main__":
    app()
