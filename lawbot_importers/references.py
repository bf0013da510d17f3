"""References between provisions: 'Law 27B1', 'Laws 62 to 64', 'see B1 below'.

A reference is taken only where its words leave no doubt: a number behind the word for a law, or a
letter, number or item that the text itself points at ('see', 'above', 'mục', 'ข้อ'). Bids and
counts of cards are none. What stands without a law is resolved upwards from where it stands, to a
provision that the edition has.
"""

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from lawbot.frozen import frozen
from lawbot.law.citation import LAST_LAW, Citation
from lawbot.law.edition import Edition, Level, Provision, Reference, Unresolved

_FOLDER = Path(__file__).with_name("grammars")
_OTHERWISE = "en"
"""The language of the Laws themselves, for an edition whose id names none that is known."""
_ITEMS = r"(?P<items>(?:\s?\((?:[a-z]{1,4}|\d)\))*)"
_FULL = re.compile(
    rf"(?P<law>\d{{1,2}})(?:(?P<section>[A-H])(?P<number>\d{{0,2}})|\.(?P<paragraph>\d{{1,2}}))?{_ITEMS}(?![A-Za-z0-9%°]|\.\d)"
)
_LETTERED = re.compile(
    rf"(?<![A-Za-z0-9.'’])(?P<section>[A-H])(?P<number>\d{{1,2}})?{_ITEMS}(?![A-Za-z0-9'’]|\.[A-Za-z])"
)
_NUMBER = re.compile(rf"(?<![A-Za-z0-9.,-])(?P<number>\d{{1,2}}){_ITEMS}(?![A-Za-z0-9%-]|[.,]\d)")
_ITEM = re.compile(r"(?<![A-Za-z0-9])(?P<items>\([a-z]\)(?:\s?\((?:[ivx]{1,4}|\d)\))?)")
_PARTS = re.compile(r"\(([a-z]{1,4}|\d)\)")


@frozen
class Grammar:
    """The words of a language around the numbers of laws."""

    law: re.Pattern[str]
    """The word before a law's number."""
    join: re.Pattern[str]
    """Joiner of the members of a list."""
    through: re.Pattern[str]
    """A joiner that means all between."""
    this_law: re.Pattern[str]
    points: re.Pattern[str]
    """Words before a letter or an item that make it a reference."""
    points_number: re.Pattern[str]
    """Words before a bare number that make it a reference, where ``ends_number`` follows it."""
    ends_number: re.Pattern[str]
    places: re.Pattern[str]
    """Words after it that make it a reference: above, below."""
    counts: re.Pattern[str]
    """Words after a number in a list which show that it counts something."""
    bare_item: re.Pattern[str] | None = None
    """An item written without brackets."""
    turns_away: re.Pattern[str] | None = None
    """Words before an item that make it none, although they point."""

    @classmethod
    def of(cls, edition: Edition) -> "Grammar":
        """Return the grammar of the language with which the edition's id begins or ends."""
        parts = edition.id.split("-")
        for language in (parts[0], parts[-1]):
            if (_FOLDER / f"{language}.toml").is_file():
                return _load(language)
        return _load(_OTHERWISE)


@cache
def _load(language: str) -> Grammar:
    patterns = tomllib.loads((_FOLDER / f"{language}.toml").read_text(encoding="utf-8"))
    return Grammar(**{name: re.compile(pattern) for name, pattern in patterns.items()})


def law_words() -> str:
    """Return a pattern of the words before a law's number in every language, and of its blanks."""
    languages = sorted(file.stem for file in _FOLDER.glob("*.toml"))
    return "|".join(_load(language).law.pattern for language in languages)


class _Named(NamedTuple):
    """Provision that words name, before it is known to exist."""

    start: int
    end: int
    targets: tuple[Citation, ...]
    """The candidates, the nearest first; the first that exists is meant."""
    certain: bool = False
    """True if the words are a reference even if nothing of that name exists."""


class _Token(NamedTuple):
    """A letter, number or item that may name a provision, as a citation without its law."""

    start: int
    end: int
    name: Citation


def with_references(edition: Edition) -> Edition:
    """Return the edition with every reference made in the text of a provision.

    Those of footnotes and definitions are among them, all in the order of the book.
    """
    citations = {p.citation for p in edition if p.level not in (Level.FOOTNOTE, Level.TABLE)}
    laws = {citation.law for citation in citations}
    grammar = Grammar.of(edition)
    resolved: list[Reference] = []
    unresolved: list[Unresolved] = []
    for provision in edition:
        for mention in _Text(provision, grammar, citations).named():
            words = provision.text[mention.start : mention.end].strip()
            target = next((citation for citation in mention.targets if citation in citations), None)
            if target is not None:
                resolved.append(Reference(provision.citation, target, words, mention.start))
            elif mention.certain and _is_held(mention.targets[0].law, laws):
                unresolved.append(Unresolved(provision.citation, words, provision.line))
    return replace(edition, references=resolved, unresolved=unresolved)


def _is_held(law: int, laws: set[int]) -> bool:
    """Return True if the edition should have that law.

    A part of a code refers to laws outside it, and that is no damage.
    """
    return law in laws or len(laws - {0}) == LAST_LAW or law > LAST_LAW


class _Text:
    """The text of one provision, and the provisions that it can name."""

    def __init__(self, provision: Provision, grammar: Grammar, citations: set[Citation]) -> None:
        self._text = provision.text
        self._home = replace(provision.citation, footnote=0, table=False)
        self._grammar = grammar
        self._citations = citations

    def named(self) -> list[_Named]:
        """Return all that it names, in the order of the text."""
        names = list(self._absolute())
        law = Citation(self._home.law)
        if law.law:
            names += self._relative([(mention.start, mention.end) for mention in names])
            # in its own head 'this law' leads nowhere else
            if self._home != law:
                for match in self._grammar.this_law.finditer(self._text):
                    names.append(_Named(*match.span(), (law,)))
        return sorted(names, key=lambda mention: mention.start)

    def _follows(self, pattern: re.Pattern[str], end: int) -> bool:
        """Return True if the pattern matches the text from a place on."""
        return pattern.match(self._text, end) is not None

    # -- absolute

    def _absolute(self) -> Iterator[_Named]:
        """Yield references behind the word for a law, with the lists and ranges that follow."""
        for prefix in self._grammar.law.finditer(self._text):
            match = _FULL.match(self._text, prefix.end())
            if match is None or not int(match["law"]):
                continue
            last = _cited(match)
            yield _Named(prefix.start(), match.end(), (last,), True)
            end = match.end()
            while member := self._next_member(end, last):
                joiner, match, following = member
                if self._grammar.through.fullmatch(joiner.strip()):
                    for citation in self._between(last, following):
                        yield _Named(*match.span(), (citation,))
                yield _Named(*match.span(), (following,), True)
                last, end = following, match.end()

    def _next_member(self, end: int, last: Citation) -> tuple[str, re.Match[str], Citation] | None:
        """Return the next member of a list of laws: its joiner, its match and what it names."""
        join = self._grammar.join.match(self._text, end)
        # what has the word for a law before it is found by itself
        if join is None or self._follows(self._grammar.law, join.end()):
            return None
        match = _FULL.match(self._text, join.end())
        if match:
            citation = _cited(match)
            is_bare = citation == Citation(citation.law)
            is_named = bool(citation.law) and (not is_bare or self._is_law(match, last))
        elif last.section and (match := _LETTERED.match(self._text, join.end())):
            citation = _cited(match, last.law)
            is_placed = self._follows(self._grammar.places, match.end())
            is_named = citation in self._citations and not is_placed
        else:
            return None
        return (join.group(), match, citation) if is_named else None

    def _is_law(self, match: re.Match[str], last: Citation) -> bool:
        """Return True if a bare number in a list is a law and no count."""
        number = int(match["law"])
        is_another = 1 <= number <= LAST_LAW and number != last.law
        return is_another and not self._follows(self._grammar.counts, match.end())

    def _between(self, first: Citation, last: Citation) -> list[Citation]:
        """Return the provisions of the same kind that stand between the ends of a range."""
        kind = Level.of(first), first.parent
        between = [citation for citation in self._citations if first < citation < last]
        # the introduction and the definitions stand in no list of laws
        return sorted(
            citation
            for citation in between
            if citation.law and (Level.of(citation), citation.parent) == kind
        )

    # -- relative

    def _relative(self, mention_spans: list[tuple[int, int]]) -> Iterator[_Named]:
        """Yield references to provisions of the same law, list by list.

        ``mention_spans`` are the places of other references.
        """
        for run in self._runs(mention_spans):
            before = self._text[: run[0].start]
            is_placed = self._follows(self._grammar.places, run[-1].end)
            pointed = is_placed or self._grammar.points.search(before) is not None
            section = ""
            for place, token in enumerate(run):
                if not self._points(run, place, before, is_placed, pointed):
                    continue
                gap = self._text[run[place - 1].end : token.start].strip() if place else ""
                if gap and self._grammar.through.fullmatch(gap):
                    yield from self._inside(run[place - 1], token)
                candidates = tuple(self._candidates(token.name, section))
                yield _Named(token.start, token.end, candidates, pointed or section != "")
                section = token.name.section if token.name.paragraph else ""

    def _runs(self, mention_spans: list[tuple[int, int]]) -> Iterator[list[_Token]]:
        """Yield the letters, numbers and items of the text, those that form a list together."""
        run: list[_Token] = []
        for token in self._tokens(mention_spans):
            if run and not self._grammar.join.fullmatch(self._text[run[-1].end : token.start]):
                yield run
                run = []
            run.append(token)
        if run:
            yield run

    def _tokens(self, mention_spans: list[tuple[int, int]]) -> list[_Token]:
        tokens: list[_Token] = []
        busy = list(mention_spans)
        patterns = filter(None, (_LETTERED, _ITEM, _NUMBER, self._grammar.bare_item))
        for pattern in patterns:
            for match in pattern.finditer(self._text):
                if any(match.start() < end and start < match.end() for start, end in busy):
                    continue
                # an item without brackets has no names for its groups
                name = _cited(match, 0) if match.groupdict() else Citation(items=(match[1],))
                tokens.append(_Token(*match.span(), name))
                busy.append(match.span())
        return sorted(tokens)

    def _points(
        self, run: list[_Token], place: int, before: str, is_placed: bool, pointed: bool
    ) -> bool:
        """Return True if the text points at a token of a run, so that it is a reference.

        ``is_placed``: by words after the run; ``pointed``: by any words.
        """
        token, grammar, end = run[place], self._grammar, run[-1].end
        numbered = self._follows(grammar.ends_number, end)
        if token.name.section and token.name.paragraph:
            return pointed or next(self._candidates(token.name, "")) in self._citations
        if token.name.section:
            return pointed
        if token.name.paragraph:
            # after 'B1' a number in the list needs no word that points at it
            if any(earlier.name.section and earlier.name.paragraph for earlier in run[:place]):
                return is_placed or numbered
            if is_placed and not self._follows(grammar.counts, end):
                return True
            return numbered and grammar.points_number.search(before) is not None
        turns_away = grammar.turns_away is not None and bool(grammar.turns_away.search(before))
        return (len(run) > 1 and numbered) or is_placed or (pointed and not turns_away)

    def _candidates(self, name: Citation, section: str) -> Iterator[Citation]:
        """Yield the meanings that a token's name can have here, the nearest first.

        ``section`` is that of a name before it in the list.
        """
        home = self._home
        if name.section:
            yield replace(name, law=home.law)
        elif name.paragraph:
            for letter in dict.fromkeys((section or home.section, home.section, "")):
                yield replace(name, law=home.law, section=letter)
        else:
            # an item inside the one at hand is nearer than one beside it
            for depth in range(len(home.items), -1, -1):
                candidate = replace(home, items=(*home.items[:depth], *name.items))
                if candidate != home:
                    yield candidate
            yield replace(home, paragraph=0, items=name.items)
            yield Citation(home.law, items=name.items)

    def _inside(self, first: _Token, last: _Token) -> Iterator[_Named]:
        """Yield the provisions between two ends of a range, if the edition has both."""
        ends: list[Citation] = []
        for token in (first, last):
            candidates = self._candidates(token.name, "")
            ends += [citation for citation in candidates if citation in self._citations][:1]
        if len(ends) == 2:
            for citation in self._between(*ends):
                yield _Named(first.start, last.end, (citation,))


def _cited(match: re.Match[str], law: int | None = None) -> Citation:
    """Return the citation of a match, of the law given if it has none of its own."""
    parts = match.groupdict()
    number = parts.get("number") or parts.get("paragraph") or 0
    items = tuple(_PARTS.findall(parts.get("items") or ""))
    return Citation(
        int(parts["law"]) if law is None else law, parts.get("section") or "", int(number), items
    )
