"""What is not translated into a language, translated with a fault, or not as the glossary says:
charts, plain words, what changed, the quiz.

python -m tools.translations vi                a line each; exit status 1 if there is any python -m
tools.translations vi --update       first writes the catalogues anew: new texts empty, changed ones
fuzzy
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from lawbot.answers.changes import CATALOGUES, Changes
from lawbot.answers.quiz_cases import Cases
from lawbot.config import ROOT
from lawbot.errors import LawbotError
from lawbot.language import SOURCE, catalogues, installed
from lawbot.reading.catalogue import Catalogue
from lawbot.reading.layouts import plain_2017
from lawbot.situations.charts import Situations
from lawbot.situations.wording import untranslated
from tools import chart_texts, plain_words
from tools.glossary import Glossary

DATA = ROOT / "data"
Fault = tuple[str, str]
"""Where it is, and what."""
app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def translations(
    language: Annotated[
        str, typer.Argument(metavar="LANGUAGE", help="The language's code: vi, th.")
    ],
    update: Annotated[
        bool,
        typer.Option(
            "--update", help="First write the catalogues anew: new texts empty, changed ones fuzzy."
        ),
    ] = False,
) -> None:
    """List what is not translated into a language, translated with a fault, or not as the glossary
    says."""
    if language not in installed() or language == SOURCE:
        known = ", ".join(code for code in installed() if code != SOURCE)
        raise typer.BadParameter(f"Nothing is translated to that; languages: {known}")
    faults = [
        *_charts(language, update),
        *_plain(language),
        *_changes(language, update),
        *_quiz(language, update),
    ]
    if faults:
        print("\n".join(f"{where}: {what}" for where, what in faults))
        raise typer.Exit(1)
    print("every text is translated")


def _charts(language: str, update: bool) -> Iterator[Fault]:
    situations = Situations.load(DATA / "situations")
    if update:
        chart_texts.update(situations, language)
    yield from untranslated(situations, language)
    yield from chart_texts.translation_faults(situations, language)
    yield from Glossary.load().faults(chart_texts.pairs(situations, language), language)


def _plain(language: str) -> Iterator[Fault]:
    folders = {
        known.language: DATA / str(known.folder)
        for known in Catalogue.load(DATA / "editions.toml").editions.values()
        if known.plain
    }
    if language not in folders:
        yield "editions.toml", "there are no plain words in this language"
        return
    english, own = (plain_2017.read(folders[each]) for each in (SOURCE, language))
    yield from ((str(citation), what) for citation, what in plain_words.untranslated(own, english))
    yield from Glossary.load().faults(plain_words.pairs(own, english), language)


def _changes(language: str, update: bool) -> Iterator[Fault]:
    folder = DATA / "changes"
    yield from lacking(
        Changes.load(folder).lines, folder / CATALOGUES / f"{language}.po", language, update
    )


def _quiz(language: str, update: bool) -> Iterator[Fault]:
    folder = DATA / "quiz"
    cases = Cases.load(folder)
    places: dict[str, list[str]] = {}
    for case in cases.values():
        for text in case.to_translate:
            places.setdefault(text, []).append(case.id)
    yield from lacking(places, folder / CATALOGUES / f"{language}.po", language, update)
    known = cases.known(language)
    pairs = ((cases_of[0], text, known[text]) for text, cases_of in places.items() if text in known)
    yield from Glossary.load().faults(pairs, language)


def lacking(
    places: Mapping[str, list[str]], path: Path, language: str, update: bool
) -> Iterator[Fault]:
    """The texts that a catalogue does not translate, each where it stands first."""
    if update:
        chart_texts.update_catalogue(path, language, places)
    said = catalogues.translations(path)
    yield from ((where[0], text) for text, where in places.items() if text not in said)


if __name__ == "__main__":
    try:
        app()
    except LawbotError as error:
        sys.exit(str(error))
