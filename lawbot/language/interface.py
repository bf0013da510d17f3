"""The languages of the interface: gettext catalogues in data/locale, loaded once."""

import gettext
from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from lawbot.config import ROOT

LANGUAGES = ("en", "vi", "th")
"""The interface languages; English is the language of the messages in the code."""

Translate = Callable[[str], str]


def language_of(locale: str | None, default: str = "en") -> str:
    """The interface language for a locale such as 'en-GB', 'vi' or 'th_TH'."""
    first = (locale or "").replace("_", "-").split("-")[0].lower()
    return first if first in LANGUAGES else default


@lru_cache
def translator(language: str, folder: Path = ROOT / "data" / "locale") -> Translate:
    """The function that turns an English message into the language; the message itself where there is no translation."""
    return gettext.translation("lawbot", folder, languages=[language], fallback=True).gettext
