"""The texts of the charts beside their translations: what is wrong with these, and the catalogues
written anew."""

import re
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from pydantic import ValidationError

from lawbot.language import catalogues
from lawbot.situations.charts import Situations
from lawbot.situations.model import CHART
from lawbot.situations.seats import TOKEN
from lawbot.situations.wording import CATALOGUES, texts, worded

_PROVISION = re.compile(r"(?<![\dA-Za-z])\d{1,2}[A-Z]\d{0,2}(?:\([a-z]\))?(?:\([ivx]{1,4}\))?")
"""A provision with its section, whatever the words around it."""
_BID = re.compile(r"[1-7][CDHSN]")


def pairs(
    situations: Situations, language: str, folder: Path = CATALOGUES
) -> Iterator[tuple[str, str, str]]:
    """The texts of the charts that have a translation: (chart, English text, translation)."""
    for chart in situations.values():
        known = catalogues.translations(folder / language / f"{chart.id}.po")
        yield from ((chart.id, text, known[text]) for text in texts(chart) if text in known)


def translation_faults(
    situations: Situations, language: str, folder: Path = CATALOGUES
) -> Iterator[tuple[str, str]]:
    """What is wrong with the catalogues of a language: (chart, fault). Lost or added players and
    provisions, and what the model forbids."""
    for chart in situations.values():
        known = catalogues.translations(folder / language / f"{chart.id}.po")
        for text, translation in known.items():
            yield from (
                (chart.id, f"{fault}: {translation}") for fault in _faults(text, translation)
            )
        try:
            CHART.validate_python(CHART.dump_python(worded(chart, _or_itself(known))))
        except ValidationError as error:
            yield from (
                (chart.id, f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}")
                for fault in error.errors()
            )


def _or_itself(known: Mapping[str, str]) -> Callable[[str], str]:
    return lambda text: known.get(text, text)


def _faults(text: str, translation: str) -> Iterator[str]:
    for what, told in (("players", _players), ("provisions", _provisions)):
        before, after = told(text), told(translation)
        if before != after:
            yield f"{what} {', '.join(sorted(before)) or 'none'} became {', '.join(sorted(after)) or 'none'}"


def _players(text: str) -> set[str]:
    return {match["role"].casefold() for match in TOKEN.finditer(text)}


def _provisions(text: str) -> set[str]:
    return {written for written in _PROVISION.findall(text) if not _BID.fullmatch(written)}


def update(situations: Situations, language: str, folder: Path = CATALOGUES) -> None:
    """Writes the catalogues of a language anew: texts that are new without a translation, texts
    that have changed as fuzzy."""
    for chart in situations.values():
        update_catalogue(folder / language / f"{chart.id}.po", language, texts(chart))


def update_catalogue(path: Path, language: str, texts: Mapping[str, list[str]]) -> None:
    """Writes a catalogue anew for ``texts``, each with the places where it stands: those that are
    new without a translation, those that have changed as fuzzy."""
    template = Catalog(fuzzy=False)
    for text, places in texts.items():
        template.add(text, auto_comments=places)
    catalogue = (
        read_po(BytesIO(path.read_bytes()), locale=language, charset="utf-8")
        if path.is_file()
        else Catalog(locale=language, fuzzy=False)
    )
    catalogue.update(template, update_header_comment=False)
    catalogue.obsolete.clear()
    path.parent.mkdir(parents=True, exist_ok=True)
    written = BytesIO()
    write_po(written, catalogue, width=0, omit_header=True, ignore_obsolete=True)
    path.write_bytes(written.getvalue())
