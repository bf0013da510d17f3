"""What the search in the pages looks through: provisions with what people call them, definitions,
flow charts, and what the bot has learnt."""

import gzip
import json
from base64 import b64encode
from collections.abc import Iterable
from typing import Any

from lawbot.answers import handbook_links
from lawbot.answers.laws import cased
from lawbot.citation import Citation
from lawbot.language import Language
from lawbot.lawbook import EditionInfo, Entry, Lawbook
from lawbot.lawbook.index import SearchIndex
from lawbot.search.kept import Kept
from lawbot.search.lexicon import Lexicon
from lawbot.search.signals import law_of
from lawbot.situations.model import Chart
from lawbot.situations.seats import seated
from lawbot_handbook.linking import Linker

_SLIGHT, _STEP = 14, 8
"""Weights up to which a model does without, and the steps in which the others are told: a third of
the size, and the pages find the same."""


def packed(value: bytes) -> str:
    """Bytes as a script may hold them: gzip in base 64, the same for the same bytes."""
    return b64encode(gzip.compress(value, mtime=0)).decode()


def as_json(value: Any) -> bytes:
    """A value in JSON, on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode()


class Records:
    """A record a provision that has a text or a heading, and a record a chart: its name, title,
    what people say of it, its text, where it stands."""

    def __init__(
        self,
        lawbook: Lawbook,
        edition: EditionInfo,
        charts: Iterable[Chart],
        spoken: Iterable[Lexicon],
        language: str,
    ) -> None:
        self.lawbook = lawbook
        self.edition = edition
        self.charts = list(charts)
        self.spoken = list(spoken)
        self.language = language
        self.entries = [
            entry
            for entry in lawbook.provisions(edition.id)
            if entry.text or entry.title or entry.children
        ]
        self.places = {entry.citation.folded: [place] for place, entry in enumerate(self.entries)}

    def all(self) -> list[dict[str, Any]]:
        """The records, provisions first, in their order."""
        phrases: dict[str, list[str]] = {}
        for lexicon in self.spoken:
            own = (
                lexicon
                if self.edition.id in lexicon.editions
                else lexicon.for_edition(self.edition.id)
            )
            for citation, phrase in own.phrases:
                phrases.setdefault(citation.folded, []).append(phrase)
        found = [
            self._provision(entry, phrases.get(entry.citation.folded, [])) for entry in self.entries
        ]
        return found + [self._chart(chart) for chart in self.charts]

    def learnt(self) -> bytes:
        """What the bot has learnt that words speak for, for ``static/search.js``: a line that names
        models, classes and features, and the weights."""
        index = SearchIndex(self.lawbook.db)
        lexicon = Kept(self.lawbook, index, vectors=False).lexicon(self.edition.id)
        models: dict[str, Any] = {}
        weights = b""
        if lexicon:
            places = self._carried(lexicon.home(self.edition.id))
            laws: dict[str, list[int]] = {}
            for key, there in places.items():
                laws.setdefault(str(law_of(key)), []).extend(there)
            charts = {
                chart.id: [len(self.entries) + place] for place, chart in enumerate(self.charts)
            }
            for kind, kept, of in (
                ("provision", f"provision:{lexicon.name}", places),
                ("law", f"laws:{lexicon.name}", laws),
                ("chart", f"charts:{self.edition.language}", charts),
            ):
                rows = index.kept_rows(f"learnt:{kept}")
                classes = index.kept(f"learnt:{kept}")
                models[kind] = {
                    "classes": [of.get(str(each), []) for each in classes]
                    if isinstance(classes, list)
                    else [],
                    "features": list(rows),
                }
                weights += b"".join(rows.values()).translate(_ROUGHER)
        return as_json(models) + b"\n" + weights

    def _carried(self, spoken: str) -> dict[str, list[int]]:
        """The places of the records that each provision of an edition stands for."""
        if self.lawbook.edition(spoken).code == self.edition.code:
            return self.places
        ways = self.lawbook.carried(spoken, self.edition.id)
        return {
            key: [place for there in ways[key] for place in self.places.get(there, [])]
            for key in ways
        }

    def _provision(self, entry: Entry, said: list[str]) -> dict[str, Any]:
        citation = entry.citation
        whole = citation.law and not citation.footnote and not citation.table
        return {
            "name": (entry.title or citation.term) if citation.term else str(citation),
            "title": "" if citation.term else cased(entry.heading),
            "said": " · ".join(said),
            "text": " ".join([entry.text, *(cell for row in entry.grid for cell in row)]),
            "at": Linker(self.lawbook, entry.edition, "").href(citation),
        } | ({"key": handbook_links.anchor(citation).lower()} if whole else {})

    def _chart(self, chart: Chart) -> dict[str, Any]:
        said = [
            *chart.aliases,
            *(phrase for lexicon in self.spoken for phrase in lexicon.charts.get(chart.id, ())),
        ]
        asked = " ".join(
            seated(question.ask, language=self.language) for question in chart.questions.values()
        )
        cited = {
            Citation.parse(cite).folded: None
            for ruling in chart.rulings.values()
            for cite in ruling.cites
        }
        return {
            "name": chart.title,
            "title": "",
            "said": " · ".join(said),
            "text": f"{chart.summary}{'' if chart.summary.endswith('?') else '.'} {asked}",
            "at": handbook_links.chart_page(chart.id),
            "rests": [place for key in cited for place in self.places.get(key, [])],
        }


def speech(language: Language) -> dict[str, Any]:
    """How a language is folded and cut, and what it calls bids and laws, for ``static/search.js``."""
    calls, citing = language.calls, language.citing
    return {
        "fold": language.fold,
        "cut": language.tokens,
        "stop": sorted(language.telling.stop),
        "signs": language.signs,
        "closed": language.closed,
        "letters": language.own_letters,
        "levels": calls.levels[:7],
        "strains": [name for names in calls.strains for name in names] + ["♣", "♦", "♥", "♠"],
        "cited": [
            *{
                said: None
                for kind in ("law", "either", "part")
                for name in citing.get(kind, ())
                for said in (name, language.plain(name))
            }
        ],
        "spelled": citing.get("letters", ()),
    }


_ROUGHER = bytes(
    0 if abs(weight) <= _SLIGHT else (round(weight / _STEP) * _STEP) % 256
    for weight in (byte - 256 if byte > 127 else byte for byte in range(256))
)
"""For each byte of a weight the one that is told."""
