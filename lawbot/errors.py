"""The one tree of errors whose messages are written for people."""


class LawbotError(Exception):
    """Something a person can act on; ``str(error)`` is a sentence they may read."""
