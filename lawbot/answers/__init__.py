"""Answer what a person may ask with a card: the use cases between the law and its faces."""

from lawbot.answers.answers import Answers
from lawbot.answers.reader import Reader

__all__ = ["Answers", "Reader"]
