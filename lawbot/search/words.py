"""Words for those who mark or compare texts without a search; what is asked in a language belongs to ``lawbot.language``."""

from lawbot.language import SOURCE, installed, methods
from lawbot.language.bids import A_BID
from lawbot.language.methods import straighten

__all__ = ["A_BID", "english", "straighten", "telling", "unmarked"]


def english(text: str) -> list[str]:
    """The tokens of an English text: suit signs spelt out, contractions closed, concrete bids as one token."""
    return installed()[SOURCE].tokenized(text)


def telling(text: str) -> list[str]:
    """The tokens of an English text without those that tell nothing."""
    language = installed()[SOURCE]
    return [token for token in language.tokenized(text) if token not in language.telling.stop]


def unmarked(text: str) -> str:
    """A text without marks, the own letters of every language spelt with plain ones: for comparing what is typed with labels."""
    line = straighten(text)
    for language in installed().values():
        for letter, plain in language.own_letters.items():
            line = line.replace(letter, plain)
    return methods.unmarked(line)
