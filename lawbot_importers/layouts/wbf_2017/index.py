"""The printed index: rows of topics and citations that the conversion has glued, repeated and read
twice.

A row has a citation for each topic, or none for its heads. What stands in the wrong row is for the
corrections: there ``-`` is the citation of a topic that has none. Any other row is reported.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

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
    for topic, right in (pair for row in rows for pair in _pairs(row, mends)):
        for token in filter(None, map(str.strip, right.split(","))):
            citation = resolver.find(token, topic.path)
            if citation is None:
                description = f"index: {' / '.join(topic.path)} names {token}"
                mends.append(
                    Mend(topic.line, description, "no provision bears that number", done=False)
                )
            elif citation not in topic.citations:
                topic.citations.append(citation)
    edition.topics = [topic for topic in topics if topic.citations or topic.see]
    edition.reports += mends


def _rows(lines: Sequence[Line], mends: list[Mend]) -> Iterator[_Row]:
    """Yield the filled rows, headings and references between them included; a citation that is
    missing or ends with a comma goes on below.
    """
    before: _Row | None = None
    for line in lines:
        number, raw = line.number, line.raw
        mends += line.mends
        printed = (
            cells(raw)
            if raw.startswith("|")
            else [raw.lstrip("# ")]
            if raw.startswith(("#", "See "))
            else None
        )
        topic_cell, citation_cell = (*(printed or ()), "", "")[:2]
        lefts = [text for part in topic_cell.split("<br>") if len(text := clean(part)[0]) > 1]
        rights = _join_entries(
            " ".join(part.split()) for part in citation_cell.split("<br>") if part.strip()
        )
        # topics were run together if they are far fewer than the citations beside them
        if len(rights) > 2 * len(lefts):
            lefts = [text for glued in lefts for text in _GLUED.split(glued) if text]
        if (
            before
            and rights
            and not lefts
            and (not before.rights or before.rights[-1].endswith(","))
        ):
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
                mends.append(
                    Mend(
                        whole.line,
                        f"{len(run) - 1} rows left out",
                        "they repeat the beginning of one list",
                    )
                )
            yield whole
        run = [row]


def _is_repeated(topic: str, first: str) -> bool:
    """Return True if a row begins with the same topic, or runs on behind it with a head."""
    return topic == first or (
        not first.isupper() and re.match(re.escape(first) + " [A-Z]{2}", topic) is not None
    )


def _topics(rows: Sequence[_Row], mends: list[Mend]) -> list[Topic]:
    """Return every topic of the rows, with those it sends to; the rows get theirs that may bear
    citations.
    """
    topics: list[Topic] = []
    head, bears = "", False
    printed = [
        (row, place, topic_text) for row in rows for place, topic_text in enumerate(row.lefts)
    ]
    for (row, place, topic_text), (*_, after) in zip(
        printed, [*printed[1:], (None, 0, "")], strict=False
    ):
        if see := _SEE.match(topic_text):
            if not topics or (bears and not see[1]):
                why = "nothing says which topic it stood under"
                mends.append(
                    Mend(row.line, f"index: “{topic_text}” has lost its head word", why, done=False)
                )
            elif see[2] not in topics[-1].see:
                topics[-1].see.append(see[2])
        elif not topic_text.startswith("Note:"):
            head = (
                topic_text
                if _is_head(topic_text) and (place == 0 or "(" not in topic_text)
                else head
            )
            path = (topic_text,) if head == topic_text else (head, topic_text)
            if not topics or topics[-1].path != path:
                topics.append(Topic(path, line=row.line))
            sends = _SEE.match(after)
            last = place == len(row.lefts) - 1
            bears = not sends or bool(sends[1]) or (last and len(row.rights) > len(row.topics))
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
        yield from (
            (topic, right)
            for topic, right in zip(topics, row.rights, strict=True)
            if right != _NONE
        )
    else:
        description = f"index: “{(row.lefts or row.rights)[0]}” has {len(row.rights)} citations, not {len(topics)}"
        mends.append(Mend(row.line, description, "nothing says which belong together", done=False))


class _Resolver:
    """Finds what a citation of the index means in the edition."""

    def __init__(self, edition: Edition) -> None:
        self._known = {provision.citation for provision in edition}
        self._terms = {
            _words(p.citation.term): p.citation for p in edition if p.level is Level.DEFINITION
        }
        self._notes = [p.citation for p in edition if p.level is Level.FOOTNOTE]

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
        head, last = path[0], path[-1]
        in_brackets = re.findall(r"\(([^)]*)\)", last)
        for words in (last, f"{last} {head}", head, *in_brackets, re.sub(r"\(.*?\)", "", head)):
            if citation_of_term := self._terms.get(_words(words)):
                return citation_of_term
        return next(
            (citation for term, citation in self._terms.items() if term and term < _words(head)),
            None,
        )


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))
