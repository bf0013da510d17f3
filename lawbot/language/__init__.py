"""Languages: a file for each in data/languages, and the translations of the interface."""

from lawbot.language.interface import LANGUAGES, Translate, language_of, translator
from lawbot.language.language import SOURCE, Language, Languages, installed

__all__ = [
    "LANGUAGES",
    "SOURCE",
    "Language",
    "Languages",
    "Translate",
    "installed",
    "language_of",
    "translator",
]
