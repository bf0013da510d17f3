"""Bounds of what is read of a typed text, in characters: longer texts are cut or read otherwise."""

MAX_TYPED = 2000
"""Most characters that are looked at by anything."""
MAX_STORY = 1000
"""Most characters in which calls, players and facts are looked for."""
MAX_SEARCHED = 600
"""Most characters that are searched for; a longer text is cut at a word."""
MAX_NAME = 120
"""Most characters of a citation, a name or a question in a frame."""
MAX_SUM = 160
"""Most characters of a contract, or of a sum with the scores of a board; a longer text is none."""
MAX_SHORT = 80
"""Most characters of a text about one thing: a contract, a date, an answer in a few words."""
