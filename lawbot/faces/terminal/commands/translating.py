"""The command of those who translate: what is still English, or translated with a fault."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated

import typer

from lawbot.answers.changes import CATALOGUES, Changes
from lawbot.errors import LawbotError
from lawbot.faces.terminal.program import Program, program_of
from lawbot.language import SOURCE, catalogues, installed
from lawbot.language.glossary import Glossary
from lawbot.reading.catalogue import Catalogue
from lawbot.reading.layouts import plain_2017
from lawbot.situations import wording

app = typer.Typer()


@app.command("translations")
def translations(
    context: typer.Context,
    language: Annotated[str, typer.Argument(metavar="LANGUAGE", help="The language's code: vi, th.")],
    update: Annotated[bool, typer.Option("--update", help="First write the catalogues anew: new texts empty, changed ones fuzzy.")] = False,
) -> None:
    """List what is not translated into a language, translated with a fault, or not as the glossary says: charts, plain words, what changed, the quiz."""
    program = program_of(context)
    if language not in installed() or language == SOURCE:
        known = ", ".join(code for code in installed() if code != SOURCE)
        raise LawbotError(f"Nothing is translated to “{language[:10]}”. Languages: {known}")
    found = [line for each in (_charts, _plain, _changes, _quiz) for line in each(program, language, update)]
    if found:
        print("\n".join(f"{where}: {line}" for where, line in found))
        raise typer.Exit(1)
    print("every text is translated")


def _charts(program: Program, language: str, update: bool) -> Iterator[tuple[str, str]]:
    if update:
        wording.update(program.situations, language)
    yield from wording.untranslated(program.situations, language)
    yield from wording.translation_faults(program.situations, language)
    yield from _glossary(program).faults(wording.pairs(program.situations, language), language)


def _plain(program: Program, language: str, _update: bool) -> Iterator[tuple[str, str]]:
    data = program.settings.data
    own = {known.language: known for known in Catalogue.load(data / "editions.toml").editions.values() if known.plain}
    english = plain_2017.read(data / str(own[SOURCE].folder))
    if language not in own:
        yield "editions.toml", "there are no plain words in this language"
        return
    folder = data / str(own[language].folder)
    read = plain_2017.read(folder)
    yield from ((str(citation), line) for citation, line in plain_2017.untranslated(read, english))
    if read:
        yield from _glossary(program).faults(plain_2017.pairs(read, english), language)


def _glossary(program: Program) -> Glossary:
    return Glossary.load(program.settings.data / "glossary.csv")


def _changes(program: Program, language: str, update: bool) -> Iterator[tuple[str, str]]:
    folder = program.settings.data / "changes"
    yield from _texts(Changes.load(folder).lines, folder / CATALOGUES / f"{language}.po", language, update)


def _quiz(program: Program, language: str, update: bool) -> Iterator[tuple[str, str]]:
    texts: dict[str, list[str]] = {}
    for case in program.cases.values():
        for text in case.to_translate:
            texts.setdefault(text, []).append(case.id)
    yield from _texts(texts, program.settings.data / "quiz" / CATALOGUES / f"{language}.po", language, update)
    known = program.cases.known(language)
    pairs = ((places[0], text, known[text]) for text, places in texts.items() if text in known)
    yield from _glossary(program).faults(pairs, language)


def _texts(lines: Mapping[str, list[str]], path: Path, language: str, update: bool) -> Iterator[tuple[str, str]]:
    if update:
        catalogues.update(path, language, lines)
    said = catalogues.translations(path)
    yield from ((places[0], line) for line, places in lines.items() if line not in said)
