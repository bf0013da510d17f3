"""The languages of the interface: gettext catalogues in data/locale, loaded once."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from lawbot.config import ROOT, languages
from lawbot.language.catalogues import translations

LANGUAGES = languages()
"""The interface languages: English, the language of the messages in the code, and each that
data/locale has a catalogue of."""

Translate = Callable[[str], str]


def language_of(locale: str | None, default: str = "en") -> str:
    """The interface language for a locale such as 'en-GB', 'vi' or 'th_TH'.

    >>> language_of("vi-VN")
    'vi'
    """
    first = (locale or "").replace("_", "-").split("-")[0].lower()
    return first if first in LANGUAGES else default


@lru_cache
def translator(language: str, folder: Path = ROOT / "data" / "locale") -> Translate:
    """The function that turns an English message into the language; the message itself where there
    is no translation.

    The catalogue is read as its translators write it (.po), so that nothing has to be compiled
    before.
    """
    said = translations(folder / language / "LC_MESSAGES" / "lawbot.po")
    return lambda message: said.get(message, message)
