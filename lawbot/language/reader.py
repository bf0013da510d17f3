"""Describe who asks: the language they read, the edition they want, and if they direct."""

from lawbot.frozen import frozen
from lawbot.language import Translate, translator


@frozen
class Reader:
    """The person (or program) an answer is written for.

    ``edition`` None means: the one in force for the language."""

    language: str = "en"
    edition: str | None = None
    director: bool = False

    @property
    def translate(self) -> Translate:
        """A function from an English message to the reader's language."""
        return translator(self.language)
