"""The one tree of errors whose messages are written for people, in the language of the one who reads them."""

from collections.abc import Callable


def N_(message: str) -> str:  # noqa: N802 - the name gettext tools know
    """Marks a message for translation where it is defined; it is translated where it is shown."""
    return message


class LawbotError(Exception):
    """Something a person can act on. ``str(error)`` is a sentence they may read, in English.

    ``message`` is the sentence with names in braces, ``values`` what stands for them; ``said`` puts both together in a language.
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
