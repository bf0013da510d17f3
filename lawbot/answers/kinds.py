"""What a text may be read as, and which of that each door lets through."""

from enum import StrEnum


class Kind(StrEnum):
    """What a text is read as."""

    CITED = "cited"
    RANGE = "range"
    SEVERAL = "several"
    TERM = "term"
    HEADING = "heading"
    CHART = "chart"
    SCORE = "score"
    BOARD = "board"
    IMPS = "imps"
    COMPARED = "compared"
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
"""What /law may be asked for; a chart only where its title names no provision."""
TERMS = frozenset({Kind.CITED, Kind.TERM, Kind.HEADING, Kind.WORDS, Kind.NOTHING})
"""What /define may be asked for."""
CHARTS = frozenset({Kind.CHART, Kind.SITUATIONS, Kind.WORDS, Kind.NOTHING})
"""What /situation may be asked for."""
