"""Translate the interface by the gettext catalogues in data/locale, loaded once."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from lawbot.config import ROOT, languages
from lawbot.language.catalogues import translations

LANGUAGES = languages()
"""Languages of the interface: English, as in the code, and each catalogue in data/locale."""

Translate = Callable[[str], str]


def language_of(locale: str | None, default: str = "en") -> str:
    """Return the interface language for a locale such as 'en-GB', 'vi' or 'th_TH'.

    >>> language_of("vi-VN")
    'vi'
    """
    first = (locale or "").replace("_", "-").split("-")[0].lower()
    return first if first in LANGUAGES else default


@lru_cache
def translator(language: str, folder: Path = ROOT / "data" / "locale") -> Translate:
    """Return the function that translates English messages into the language.

    It returns the message itself if there is no translation.
    """
    # read as translators write it (.po), so that nothing has to be compiled before
    catalogue = translations(folder / language / "LC_MESSAGES" / "lawbot.po")
    return lambda message: catalogue.get(message, message)
