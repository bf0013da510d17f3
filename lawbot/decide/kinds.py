"""Kinds of reading of a text, and which of them each command allows."""

from enum import StrEnum


class Kind(StrEnum):
    """Kind of reading of a text."""

    CITED = "cited"
    RANGE = "range"
    SEVERAL = "several"
    TERM = "term"
    HEADING = "heading"
    CHART = "chart"
    SCORE = "score"
    BOARD = "board"
    IMPS = "imps"
    SUM = "sum"
    COMPARED = "compared"
    COMMENTARY = "commentary"
    TOPIC = "topic"
    EDITION = "edition"
    HELP = "help"
    SITUATIONS = "situations"
    QUIZ = "quiz"
    GREETING = "greeting"
    WORDS = "words"
    NOTHING = "nothing"


EVERYTHING = frozenset(Kind)
LAWS = frozenset(
    {
        Kind.CITED,
        Kind.RANGE,
        Kind.SEVERAL,
        Kind.TERM,
        Kind.HEADING,
        Kind.CHART,
        Kind.EDITION,
        Kind.WORDS,
        Kind.NOTHING,
    }
)
"""Kinds that /law answers; a chart only if its title names no provision."""
TERMS = frozenset({Kind.CITED, Kind.TERM, Kind.HEADING, Kind.WORDS, Kind.NOTHING})
"""Kinds that /define answers."""
CHARTS = frozenset({Kind.CHART, Kind.SITUATIONS, Kind.WORDS, Kind.NOTHING})
"""Kinds that /situation answers."""
