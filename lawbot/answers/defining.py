"""What a word means in the Laws; and, plainly, that they do not define it."""

from dataclasses import replace

from rapidfuzz import fuzz, process

from lawbot.answers.laws import links, shortened, source_line
from lawbot.answers.reader import Reader
from lawbot.answers.understanding import Reading
from lawbot.cards import Card, CardKind, Menu, Paragraph, Tone
from lawbot.language.methods import initials
from lawbot.lawbook import Lawbook
from lawbot.search.engine import Search
from lawbot.search.words import unmarked

_NEAREST = 3
"""Definitions offered where none is named: as many as there are buttons in a row beside the charts."""
_SHORTEST = 4
"""Letters under which a word is like any other: 'UI' stands in 'Follow Suit'."""
_ALIKE = 75
"""Likeness, of 100, from which on a defined term is offered for one that is not."""
_WORD = 4
"""Letters from which on what is typed is a word cut short, no abbreviation."""


class Defining:
    """Cards for terms and abbreviations."""

    def __init__(self, lawbook: Lawbook, search: Search) -> None:
        self.lawbook = lawbook
        self.search = search

    def card(self, reading: Reading, defined: Card) -> Card:
        """The card of the provision that defines a term, headed by what the abbreviation stands for, unless its title says that."""
        text, meaning = reading.text.casefold(), reading.meaning.casefold()
        if meaning in ("", text) or (meaning.startswith(text) and len(text) >= _WORD and meaning in defined.title.casefold()):
            return defined
        word, language = _as_written(reading.text, reading.meaning), self.lawbook.edition(reading.edition).language
        own = reading.meaning in self.search.meanings(reading.text, language)
        said = f"{word}: {reading.meaning}" if own else f"{word} ({reading.meaning})"
        return replace(defined, parts=(Paragraph(said, Tone.LEAD), *defined.parts))

    def undefined(self, reading: Reading, reader: Reader) -> Card:
        """That the Laws do not define the word, what it is short for where the lexicon knows, the nearest terms and provisions."""
        _ = reader.translate
        meanings = self.search.meanings(reading.text)
        found = self.search.find(" ".join([reading.text, *meanings[:1]]), reading.edition, _NEAREST)
        terms = {citation: unmarked(citation.term) for citation in self.lawbook.citations(reading.edition) if citation.term}
        wanted = unmarked(meanings[0] if meanings else reading.text)
        alike = process.extract(wanted, terms, scorer=fuzz.WRatio, limit=_NEAREST, score_cutoff=_ALIKE) if len(wanted) >= _SHORTEST else []
        near = dict.fromkeys([*(citation for _term, _score, citation in alike), *(hit.citation for hit in found.hits)])
        entries = [entry for citation in near if (entry := self.lawbook.find(citation, reading.edition))]
        name = shortened(_as_written(reading.text, *meanings[:1]), 60)
        parts = [Paragraph(f"{name}: {meanings[0]}", Tone.LEAD)] if meanings else []
        parts.append(Paragraph(_("“{term}” is not a defined term of these Laws.").format(term=name)))
        offered = tuple(links(entries, reader))
        if offered:
            parts.append(Paragraph(_("Nearest in the Laws:"), Tone.QUIET))
            parts += [Paragraph(f"{action.label}: {action.detail}") for action in offered[:_NEAREST]]
        return Card(
            CardKind.DEFINITION,
            name[:1].upper() + name[1:],
            tuple(parts),
            source=source_line(self.lawbook, reading.edition, reader),
            menus=(Menu(_("Open a law"), offered),),
            found=bool(meanings),
        )


def _as_written(word: str, meaning: str = "") -> str:
    """The word; in capitals where its letters begin the words that it stands for."""
    return word.upper() if word.casefold() == initials(meaning) else word
