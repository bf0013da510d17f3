"""Errors with messages for people, in the language of the reader.

A class of its own is only for an error that somebody catches apart from the others; any other is a
``LawbotError`` with its sentence.
"""

from collections.abc import Callable, Iterable


def N_(message: str) -> str:  # noqa: N802 - the name gettext tools know
    """Return the message, marked for translation; it is translated when it is shown."""
    return message


class LawbotError(Exception):
    """A fault that a person can act on; ``str(error)`` is a sentence for them, in English.

    ``message`` is the sentence with names in braces, ``values`` are their values; ``said`` puts
    both together in a language.
    """

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values

    def said(self, translate: Callable[[str], str]) -> str:
        """Return the sentence in the language of ``translate``."""
        message = translate(self.message)
        return message.format(**self.values) if self.values else message

    def __str__(self) -> str:
        return self.said(lambda message: message)


class CitationError(LawbotError):
    """The text is not a citation, or cannot be one."""


class NoSuchLawError(CitationError):
    """The text is written as a citation, but of a law that no code has."""


class LawbookError(LawbotError):
    """There is no lawbook, or it cannot be read."""


class LostDocumentError(LawbotError):
    """A document of the lawbook cannot be read any more; the lawbook stays as it was."""


class ReadingError(Exception):
    """A document does not fit its layout; the message names the line and what was expected."""


class PaperError(LawbotError):
    """A file has no readable text; the message says why."""


class ScoreError(LawbotError):
    """A contract, result or number cannot be scored; the message says how to write it."""


class LexiconError(LawbotError):
    """Lexicon files cannot be read; the message names every fault in every file."""


class StaleStateError(LawbotError):
    """The chart has changed since the state was written, or the text is no state."""


class WalkError(LawbotError):
    """The chart is unknown, or a question does not offer the answer."""


class NotOfferedError(WalkError):
    """An answer is not among those of its question; ``values["fact"]`` is the question's fact."""


class YamlError(LawbotError):
    """One or more files cannot be read.

    ``faults`` are lines such as '27/phrases.en.yaml, line 4: the key 27A stands twice'.
    """

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = list(faults)
        super().__init__("{faults}", faults="\n".join(self.faults))


class PhraseError(LawbotError):
    """A ``heard`` phrase cannot be read."""
