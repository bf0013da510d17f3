"""Whether a text is about something else than bridge, told by the words of other subjects in the languages' files."""

from functools import cache

from lawbot.language import installed
from lawbot.text.tables import PhraseTable
from lawbot.text.tokens import straight, tokens


def is_elsewhere(text: str) -> bool:
    """Whether a text has words of another subject (weather, football, other games, laws and bridges, prices, code) and none of a bridge game."""
    line = tokens(straight(text))
    found = {known[0] for place in range(len(line)) if (known := _subjects().at(line, place))}
    return found == {"words"}


@cache
def _subjects() -> PhraseTable[str]:
    table = PhraseTable[str]()
    for language in installed().values():
        for kind, names in language.elsewhere.items():
            table.add(names, kind, language)
    return table
