"""The use cases: what a person may ask, and the card that answers. The narrow waist between law and
faces."""

from lawbot.answers.answers import Answers
from lawbot.answers.reader import Reader

__all__ = ["Answers", "Reader"]
