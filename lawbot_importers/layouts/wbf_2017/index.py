"""The printed index: rows of topics and citations that the conversion has glued, repeated and read
twice.

A row has a citation for each topic, or none for its heads. What stands in the wrong row is for the
corrections: there ``-`` is the citation of a topic that has none. Any other row is reported.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import chain

from lawbot.errors import CitationError
from lawbot.law.citation import Citation, CitationRange
from lawbot.law.edition import Edition, Level, Mend, Topic
from lawbot_importers.document import Line
from lawbot_importers.layouts.wbf_2017.lines import cells, clean

_SEE = re.compile(r"^See (also )?(\S.*)$")
_FOOTNOTE = re.compile(r"^(\d{1,2}) (?:(first|second|third) )?footnote$")
_ORDINAL = {"": 0, "first": 0, "second": 1, "third": 2}
_GLUED = re.compile(r"(?<!See)(?<=[a-z)])\s*(?=[A-Z])|(?<=[A-Z])\s*(?=[A-Z][a-z])")
_NONE = "-"
"""The citation of a topic that has none."""


@dataclass(slots=True)
class _Row:
    line: int
    lefts: list[str]
    rights: list[str]
    topics: list[Topic] = field(default_factory=list)
    """Topics of the left cell that should bear a citation: the others only send to a topic."""


def read(lines: Sequence[Line], edition: Edition) -> None:
    """Give the edition the topics of the index, whose heading comes first; its reports say what was
    mended there, and what leads nowhere.
    """
    mends: list[Mend] = []
    rows = list(_longest_rows(_rows(lines[1:], mends), mends))
    if not rows:
        mends.append(
            Mend(lines[0].number, "no printed index", "the document ends before it", done=False)
        )
    topics = _topics(rows, mends)
    resolver = _Resolver(edition)
    for row in rows:
        for topic, entry in _pairs(row, mends):
            mends += _cite(topic, entry, resolver)
    edition.topics = [topic for topic in topics if topic.citations or topic.see]
    edition.reports += mends


def _cite(topic: Topic, entry: str, resolver: "_Resolver") -> Iterator[Mend]:
    """Give a topic the citations of an entry; yield a report for each that leads nowhere."""
    for token in filter(None, map(str.strip, entry.split(","))):
        citation = resolver.find(token, topic.path)
        if citation is None:
            description = f"index: {' / '.join(topic.path)} names {token}"
            yield Mend(topic.line, description, "no provision bears that number", done=False)
        elif citation not in topic.citations:
            topic.citations.append(citation)


def _rows(lines: Sequence[Line], mends: list[Mend]) -> Iterator[_Row]:
    """Yield the filled rows, headings and references between them included; a citation that is
    missing or ends with a comma goes on below.
    """
    before: _Row | None = None
    for line in lines:
        number, raw = line.number, line.raw
        mends += line.mends
        printed: list[str] = []
        if raw.startswith("|"):
            printed = cells(raw) or []
        elif raw.startswith(("#", "See ")):
            printed = [raw.lstrip("# ")]
        topic_cell, citation_cell = (*printed, "", "")[:2]
        parts = [clean(part)[0] for part in topic_cell.split("<br>")]
        # a single letter heads the topics that begin with it
        lefts = [part for part in parts if len(part) > 1]
        entries = (" ".join(part.split()) for part in citation_cell.split("<br>"))
        rights = _join_entries(filter(None, entries))
        # topics were run together if they are far fewer than the citations beside them
        if len(rights) > 2 * len(lefts):
            lefts = list(filter(None, chain.from_iterable(map(_GLUED.split, lefts))))
        is_rest = before and (not before.rights or before.rights[-1].endswith(","))
        if before and is_rest and rights and not lefts:
            before.rights[-1:] = [" ".join([*before.rights[-1:], rights[0]])]
        elif lefts or rights:
            before = _Row(number, lefts, rights)
            yield before


def _join_entries(parts: Iterator[str]) -> list[str]:
    """Return the citations of a cell, one text for each printed entry: a line that ends with a
    comma goes on.
    """
    citations: list[str] = []
    for part in parts:
        if citations and (citations[-1].endswith(",") or part.startswith("footnote")):
            citations[-1] += f" {part}"
        else:
            citations.append(part)
    return citations


def _longest_rows(rows: Iterator[_Row], mends: list[Mend]) -> Iterator[_Row]:
    """Yield the rows, of those that repeat one growing list only the longest."""
    run: list[_Row] = []
    for row in [*rows, _Row(0, [], [])]:
        if run and row.lefts and run[0].lefts and _is_repeated(row.lefts[0], run[0].lefts[0]):
            run.append(row)
            continue
        if run:
            whole = max(run, key=lambda row: len(row.lefts))
            if len(run) > 1:
                description = f"{len(run) - 1} rows left out"
                mends.append(Mend(whole.line, description, "they repeat the beginning of one list"))
            yield whole
        run = [row]


def _is_repeated(topic: str, first: str) -> bool:
    """Return True if a row begins with the same topic, or runs on behind it with a head."""
    if topic == first:
        return True
    return not first.isupper() and re.match(rf"{re.escape(first)} [A-Z]{{2}}", topic) is not None


def _topics(rows: Sequence[_Row], mends: list[Mend]) -> list[Topic]:
    """Return every topic of the rows, with those it sends to; the rows get theirs that may bear
    citations.
    """
    topics: list[Topic] = []
    head = ""
    # if the topic at hand bears citations, and does not only send to another
    bears = False
    printed = [
        (row, place, topic_text) for row in rows for place, topic_text in enumerate(row.lefts)
    ]
    following = [*(topic_text for _row, _place, topic_text in printed[1:]), ""]
    for (row, place, topic_text), after in zip(printed, following, strict=False):
        if see := _SEE.match(topic_text):
            if not topics or (bears and not see[1]):
                why = "nothing says which topic it stood under"
                mends.append(
                    Mend(row.line, f"index: “{topic_text}” has lost its head word", why, done=False)
                )
            elif see[2] not in topics[-1].see:
                topics[-1].see.append(see[2])
        elif not topic_text.startswith("Note:"):
            # an abbreviation with its meaning in brackets is a head at the top of its row alone
            if _is_head(topic_text) and (place == 0 or "(" not in topic_text):
                head = topic_text
            path = (topic_text,) if head == topic_text else (head, topic_text)
            if not topics or topics[-1].path != path:
                topics.append(Topic(path, line=row.line))
            sends = _SEE.match(after)
            is_last = place == len(row.lefts) - 1
            has_own = is_last and len(row.rights) > len(row.topics)
            bears = not sends or bool(sends[1]) or has_own
            if bears:
                row.topics.append(topics[-1])
    return topics


def _is_head(topic: str) -> bool:
    """Return True if a topic is a head: all in capitals, apart from what stands in brackets."""
    return re.sub(r"\(.*?\)", "", topic).isupper()


def _pairs(row: _Row, mends: list[Mend]) -> Iterator[tuple[Topic, str]]:
    """Yield the topics of a row with their citations; none, and a report, where these cannot belong
    together.
    """
    topics = row.topics
    # a head may have no citation of its own, only its topics do
    if len(row.rights) < len(topics):
        topics = [topic for topic in topics if not _is_head(topic.path[-1])]
    if len(row.rights) == len(topics):
        for topic, entry in zip(topics, row.rights, strict=True):
            if entry != _NONE:
                yield topic, entry
        return
    first = (row.lefts or row.rights)[0]
    description = f"index: “{first}” has {len(row.rights)} citations, not {len(topics)}"
    mends.append(Mend(row.line, description, "nothing says which belong together", done=False))


class _Resolver:
    """Finds what a citation of the index means in the edition."""

    def __init__(self, edition: Edition) -> None:
        self._known = {provision.citation for provision in edition}
        self._terms: dict[frozenset[str], Citation] = {}
        self._notes: list[Citation] = []
        for provision in edition:
            citation = provision.citation
            if provision.level is Level.DEFINITION:
                self._terms[_words(citation.term)] = citation
            elif provision.level is Level.FOOTNOTE:
                self._notes.append(citation)

    def find(self, token: str, path: tuple[str, ...]) -> Citation | CitationRange | None:
        """Return what a citation under the topic of that path leads to.

        None if the edition has no such provision.
        """
        if token == "Definitions":
            return self._definition(path)
        if match := _FOOTNOTE.match(token):
            inside = [citation for citation in self._notes if citation.law == int(match[1])]
            place = _ORDINAL[match[2] or ""]
            return inside[place] if place < len(inside) else None
        with suppress(CitationError):
            cited = CitationRange.parse(token)
            if self._known.issuperset(cited):
                return cited.first if cited.first == cited.last else cited
        return None

    def _definition(self, path: tuple[str, ...]) -> Citation | None:
        """Return the definition of the term that a topic names, in whole or in part."""
        head, last = path[0], path[-1]
        in_brackets = re.findall(r"\(([^)]*)\)", last)
        before_brackets = re.sub(r"\(.*?\)", "", head)
        for words in (last, f"{last} {head}", head, *in_brackets, before_brackets):
            if citation_of_term := self._terms.get(_words(words)):
                return citation_of_term
        for term, citation in self._terms.items():
            if term and term < _words(head):
                return citation
        return None


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))
