"""The one tree of errors whose messages are written for people, in the language of the one who
reads them.

A kind of its own is only what somebody catches apart from the others; all else is a ``LawbotError``
with its sentence.
"""

from collections.abc import Callable, Iterable


def N_(message: str) -> str:  # noqa: N802 - the name gettext tools know
    """Marks a message for translation where it is defined; it is translated where it is shown."""
    return message


class LawbotError(Exception):
    """Something a person can act on. ``str(error)`` is a sentence they may read, in English.

    ``message`` is the sentence with names in braces, ``values`` what stands for them; ``said`` puts
    both together in a language.
    """

    def __init__(self, message: str, **values: object) -> None:
        super().__init__(message, values)
        self.message = message
        self.values = values

    def said(self, translate: Callable[[str], str]) -> str:
        """The sentence in the language that ``translate`` turns messages into."""
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
    """A document that the lawbook was made of cannot be read any more; the lawbook stays as it was."""


class ReadingError(Exception):
    """A document is not what its layout expects; the message says which line and what was expected."""


class PaperError(LawbotError):
    """A file out of which no text comes; the message says why."""


class ScoreError(LawbotError):
    """The contract, the result or the number cannot be scored; the message says how to write it."""


class LexiconError(LawbotError):
    """Lexicon files cannot be read; the message names every fault in every file."""


class StaleStateError(LawbotError):
    """The chart has changed since the state was written, or the text is no state."""


class WalkError(LawbotError):
    """The answers do not fit the chart: an unknown chart, or an answer that a question does not
    offer."""


class NotOfferedError(WalkError):
    """An answer is known to a question that does not offer it; ``values["fact"]`` is what the
    question asks for."""


class YamlError(LawbotError):
    """One or more files cannot be read. ``faults`` are lines such as 'law-27.yaml, line 4: the key
    27A stands twice'."""

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = list(faults)
        super().__init__("{faults}", faults="\n".join(self.faults))


class PhraseError(LawbotError):
    """A ``heard`` phrase cannot be read."""
