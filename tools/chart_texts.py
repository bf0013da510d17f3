"""Texts of the charts and their translations: faults in these, and updates of the catalogues."""

import re
from collections.abc import Callable, Iterator, Mapping
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog
from babel.messages.pofile import read_po, write_po
from pydantic import ValidationError

from lawbot.charts.load import Situations
from lawbot.charts.model import CHART
from lawbot.charts.seats import TOKEN
from lawbot.charts.translation import texts, worded
from lawbot.config import DATA
from lawbot.data_files import chart_catalogue
from lawbot.language import catalogues

_PROVISION = re.compile(r"(?<![\dA-Za-z])\d{1,2}[A-Z]\d{0,2}(?:\([a-z]\))?(?:\([ivx]{1,4}\))?")
"""A provision with its section; the words around it do not matter."""
_BID = re.compile(r"[1-7][CDHSN]")


def pairs(
    situations: Situations, language: str, data: Path = DATA
) -> Iterator[tuple[str, str, str]]:
    """Yield the chart, the English text and the translation of every translated text."""
    for chart in situations.values():
        catalogue = catalogues.translations(chart_catalogue(data, chart.id, language))
        for text in texts(chart):
            if text in catalogue:
                yield chart.id, text, catalogue[text]


def translation_faults(
    situations: Situations, language: str, data: Path = DATA
) -> Iterator[tuple[str, str]]:
    """Yield the chart and the fault of every faulty translation in a language.

    Players or provisions were lost or added, or the model forbids the text.
    """
    for chart in situations.values():
        catalogue = catalogues.translations(chart_catalogue(data, chart.id, language))
        for text, translation in catalogue.items():
            for fault in _faults(text, translation):
                yield chart.id, f"{fault}: {translation}"
        try:
            CHART.validate_python(CHART.dump_python(worded(chart, _or_itself(catalogue))))
        except ValidationError as error:
            for details in error.errors():
                yield chart.id, f"{'.'.join(map(str, details['loc']))}: {details['msg']}"


def _or_itself(catalogue: Mapping[str, str]) -> Callable[[str], str]:
    return lambda text: catalogue.get(text, text)


def _faults(text: str, translation: str) -> Iterator[str]:
    for kind, names_in in (("players", _players), ("provisions", _provisions)):
        english, translated = names_in(text), names_in(translation)
        if english != translated:
            before = ", ".join(sorted(english)) or "none"
            after = ", ".join(sorted(translated)) or "none"
            yield f"{kind} {before} became {after}"


def _players(text: str) -> set[str]:
    return {match["role"].casefold() for match in TOKEN.finditer(text)}


def _provisions(text: str) -> set[str]:
    # "2D" alone is a bid.
    return {cite for cite in _PROVISION.findall(text) if not _BID.fullmatch(cite)}


def update(situations: Situations, language: str, data: Path = DATA) -> None:
    """Update the catalogues of a language: new texts without a translation, changed ones fuzzy."""
    for chart in situations.values():
        update_catalogue(chart_catalogue(data, chart.id, language), language, texts(chart))


def update_catalogue(path: Path, language: str, texts: Mapping[str, list[str]]) -> None:
    """Update a catalogue to some texts and their places.

    New texts have no translation, changed ones are fuzzy.
    """
    template = Catalog(fuzzy=False)
    for text, places in texts.items():
        template.add(text, auto_comments=places)
    catalogue = Catalog(locale=language, fuzzy=False)
    if path.is_file():
        catalogue = read_po(BytesIO(path.read_bytes()), locale=language, charset="utf-8")
    catalogue.update(template, update_header_comment=False)
    catalogue.obsolete.clear()
    path.parent.mkdir(parents=True, exist_ok=True)
    po_file = BytesIO()
    write_po(po_file, catalogue, width=0, omit_header=True, ignore_obsolete=True)
    path.write_bytes(po_file.getvalue())
