"""List the texts that lack a translation, or have a faulty one: charts, plain words, changes, quiz.

python -m tools.translations vi            a line each; exit status 1 if there is any
python -m tools.translations vi --update   first write the catalogues anew: new texts empty,
                                           changed ones fuzzy
"""

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from lawbot.cards.changes import CATALOGUES, Changes
from lawbot.cards.quiz_cases import Cases
from lawbot.charts.load import Situations
from lawbot.charts.translation import untranslated
from lawbot.config import DATA
from lawbot.data_files import plain_files
from lawbot.errors import LawbotError
from lawbot.language import SOURCE, catalogues, installed
from lawbot_importers.layouts import plain_2017
from tools import chart_texts, plain_words
from tools.glossary import Glossary

Fault = tuple[str, str]
"""A place and a fault of it."""
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
        languages = ", ".join(code for code in installed() if code != SOURCE)
        raise typer.BadParameter(f"Nothing is translated to that; languages: {languages}")
    faults = [
        *_charts(language, update),
        *_plain(language),
        *_changes(language, update),
        *_quiz(language, update),
    ]
    if faults:
        print("\n".join(f"{place}: {fault}" for place, fault in faults))
        raise typer.Exit(1)
    print("every text is translated")


def _charts(language: str, update: bool) -> Iterator[Fault]:
    situations = Situations.load(DATA)
    if update:
        chart_texts.update(situations, language)
    yield from untranslated(situations, language)
    yield from chart_texts.translation_faults(situations, language)
    yield from Glossary.load().faults(chart_texts.pairs(situations, language), language)


def _plain(language: str) -> Iterator[Fault]:
    files = plain_files(DATA, language)
    if not files:
        yield "data/laws", "there are no plain words in this language"
        return
    english, translation = plain_2017.read(plain_files(DATA, SOURCE)), plain_2017.read(files)
    for citation, fault in plain_words.untranslated(translation, english):
        yield str(citation), fault
    yield from Glossary.load().faults(plain_words.pairs(translation, english), language)


def _changes(language: str, update: bool) -> Iterator[Fault]:
    folder = DATA / "changes"
    path = folder / CATALOGUES / f"{language}.po"
    yield from lacking(Changes.load(folder).lines, path, language, update)


def _quiz(language: str, update: bool) -> Iterator[Fault]:
    folder = DATA / "quiz"
    cases = Cases.load(folder)
    places: dict[str, list[str]] = {}
    for case in cases.values():
        for text in case.to_translate:
            places.setdefault(text, []).append(case.id)
    yield from lacking(places, folder / CATALOGUES / f"{language}.po", language, update)
    # a text of several cases is reported at the first
    catalogue = cases.known(language)
    pairs = (
        (case_ids[0], text, catalogue[text])
        for text, case_ids in places.items()
        if text in catalogue
    )
    yield from Glossary.load().faults(pairs, language)


def lacking(
    places: Mapping[str, list[str]], path: Path, language: str, update: bool
) -> Iterator[Fault]:
    """Yield the texts that a catalogue does not translate, each with its first place."""
    if update:
        chart_texts.update_catalogue(path, language, places)
    catalogue = catalogues.translations(path)
    for text, text_places in places.items():
        if text not in catalogue:
            yield text_places[0], text


if __name__ == "__main__":
    try:
        app()
    except LawbotError as error:
        sys.exit(str(error))
