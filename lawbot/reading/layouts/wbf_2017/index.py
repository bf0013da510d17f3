"""The printed index: rows of topics and citations that the conversion has shifted, glued, repeated and read twice."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import combinations
from typing import NamedTuple

from lawbot.citation import LOOKALIKES, Citation, CitationError, CitationRange
from lawbot.reading.document import Document
from lawbot.reading.edition import Edition, Level, Mend, Topic
from lawbot.reading.layouts.wbf_2017.inline import cells

_SEE = re.compile(r"^See (?:also )?(\S.*)$")
_SEE_ONLY = re.compile(r"^See (?!also )")
_NOTE = re.compile(r"^Note:")
_FOOTNOTE = re.compile(r"^(\d{1,2}) (?:(first|second|third) )?footnote$")
_ORDINAL = {"": 0, "first": 0, "second": 1, "third": 2}
_GLUED = re.compile(r"(?<=[a-z)])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_Texts = dict[str, frozenset[str]]
_ALIKE = 0.85
_SAME_BEGINNING = 0.9


@dataclass(slots=True)
class Entry:
    """A topic as printed: its path, the citations as they are spelled there, the topics it sends to."""

    path: tuple[str, ...]
    line: int
    citations: list[str] = field(default_factory=list)
    see: list[str] = field(default_factory=list)


class Entries(NamedTuple):
    """The entries of the index in its order, and every repair made on the way."""

    entries: list[Entry]
    mends: list[Mend]


@dataclass(slots=True)
class _Row:
    line: int
    lefts: list[str]
    rights: list[str]
    glued: bool = False
    headed: bool = False


def entries(document: Document, start: int, edition: Edition) -> Entries:
    """What the index below line ``start`` says. A document without an index has none, with a report."""
    transcriber = _IndexTranscriber(edition)
    for number in range(start + 1, len(document.lines)):
        transcriber.take(document.lines[number], number)
    return transcriber.finish() or Entries([], [Mend(start, "no printed index", "the document ends before it", done=False)])


def topics(found: Iterable[Entry], edition: Edition) -> list[Topic]:
    """The entries with every citation that the edition has."""
    resolve = _Resolver(edition)
    made = [Topic(e.path, [c for token in e.citations if (c := resolve(token, e.path))], list(e.see), e.line) for e in found]
    return [topic for topic in made if topic.citations or topic.see]


def unresolved(found: Iterable[Entry], edition: Edition) -> list[Mend]:
    """Every citation of the index that leads to nothing in the edition."""
    resolve = _Resolver(edition)
    return [
        Mend(entry.line, f"index: {' / '.join(entry.path)} names {token}", "no provision bears that number", done=False)
        for entry in found
        for token in entry.citations
        if resolve(token, entry.path) is None
    ]


def _continued(parts: Iterable[str]) -> list[str]:
    """The citations of a cell, one text for each printed entry: a line that ends with a comma goes on."""
    found: list[str] = []
    for part in parts:
        if found and (found[-1].endswith(",") or part.startswith("footnote")):
            found[-1] += f" {part}"
        else:
            found.append(part)
    return found


def _begins_alike(run: list[_Row], row: _Row) -> bool:
    longest = max((" ".join(r.lefts) for r in run), key=len)
    text = " ".join(row.lefts)
    short, long = sorted((longest, text), key=len)
    beginning = long[: len(short)]
    same_list = len(run[0].lefts) == 1 or len(row.lefts) > 1 or len(run) > 1
    if not short or not same_list or row.lefts[0][:3] != run[0].lefts[0][:3]:
        return False
    return SequenceMatcher(None, short, beginning).ratio() >= _SAME_BEGINNING


def _model(run: list[_Row]) -> list[str]:
    """The longest list of a run, every line of it as most of the copies have it."""
    longest = max(len(row.lefts) for row in run)
    copies = [row.lefts for row in run if len(row.lefts) > 1 or longest == 1]
    return [Counter(lefts[n] for lefts in copies if len(lefts) > n).most_common(1)[0][0] for n in range(longest)]


def _cut_like(text: str, model: list[str]) -> list[str]:
    """A list run together with blanks, cut where a shorter copy of it has its lines; a line that it lost is put back."""
    for line in model:
        beginning = text[: len(line)]
        if SequenceMatcher(None, line, beginning).ratio() >= _ALIKE:
            text = text[len(line) :].strip()
    return [*model, text] if text else model


def _without_repeats(lefts: list[str], rights: list[str], texts: _Texts) -> list[str]:
    """As many citations as topics: of neighbours that are equal, those left out without which topics and texts agree best."""
    pairs = zip(lefts, [*lefts[1:], ""], strict=True)
    bearing = [left for left, after in pairs if not _speaks(left) and not _SEE_ONLY.match(after)]
    spare = len(rights) - len(bearing)
    repeated = [n for n in range(1, len(rights)) if rights[n] == rights[n - 1]]
    if not 0 < spare <= min(3, len(repeated)):
        return rights
    choices = ([right for n, right in enumerate(rights) if n not in out] for out in combinations(repeated, spare))
    return max(choices, key=lambda kept: _agreement(bearing, kept, texts))


def _agreement(lefts: list[str], rights: list[str], texts: _Texts) -> int:
    """How many words the topics have in common with the provisions they are paired with."""
    return sum(len(_words(left) & texts.get(_tokens(right)[0], frozenset())) for left, right in zip(lefts, rights, strict=False))


class _IndexTranscriber:
    """Makes rows of the printed lines, and pairs topics with citations although the two columns are shifted against each other."""

    def __init__(self, edition: Edition) -> None:
        self._texts = {str(p.citation): _words(f"{p.title or ''} {p.text}") for p in edition}
        self._rows: list[_Row] = []
        self._entries: list[Entry] = []
        self._mends: list[Mend] = []
        self._head = ""
        self._waiting: list[str] = []
        self._last = ""

    def take(self, raw: str, number: int) -> None:
        """Takes the line of that number."""
        if row := self._row(raw, number):
            self._rows.append(row)

    def finish(self) -> Entries | None:
        """The entries of all lines; None when there was no row among them."""
        rows = [self._split(row) for row in self._grown(self._rows)]
        for place, row in enumerate(rows):
            self._pair(row, next((later.lefts[0] for later in rows[place + 1 :] if later.lefts), ""))
        return Entries(self._entries, self._mends) if rows else None

    def _row(self, raw: str, number: int) -> _Row | None:
        if not raw.strip() or re.fullmatch(r"[\s|:-]+", raw):
            return None
        found = cells(raw)
        if found is None:
            text = self._plain(raw.lstrip("# "), number)
            kept = raw.startswith("#") or _SEE.match(text) is not None
            return _Row(number, [text], [], headed=raw.startswith("#")) if kept else None
        left, right = (*found, "", "")[:2]
        lefts = [text for part in left.split("<br>") if len(text := self._plain(part, number)) > 1]
        rights = _continued(text for part in right.split("<br>") if (text := self._plain(part, number)))
        return _Row(number, lefts, rights, glued="<br>" not in left and len(rights) > 2) if lefts or rights else None

    def _plain(self, text: str, number: int) -> str:
        printed = " ".join(re.sub(r"</?b>|\*\*", "", text).split())
        plain = printed.translate(LOOKALIKES).replace("MITHDRAWN", "WITHDRAWN")
        if len(plain) == len(printed) and plain != printed and "WITHDRAWN" not in plain:
            self._mends.append(Mend(number, f"letters of “{plain}” read as Latin", "they were of another script"))
        return plain

    def _grown(self, rows: list[_Row]) -> Iterator[_Row]:
        """The rows, of every run that repeats one growing list only the complete one."""
        run: list[_Row] = []
        for row in rows:
            if run and row.lefts and not row.headed and _begins_alike(run, row):
                run.append(row)
                continue
            yield from self._complete(run)
            run = [row]
        yield from self._complete(run)

    def _complete(self, run: list[_Row]) -> Iterator[_Row]:
        if len(run) < 3:
            yield from run
            return
        whole = max(run, key=lambda row: (len(" ".join(row.lefts)), len(row.rights)))
        model = _model(run)
        whole.lefts = _cut_like(" ".join(whole.lefts), model) if len(whole.lefts) == 1 else model
        whole.glued = False
        self._mends.append(Mend(whole.line, f"{len(run) - 1} incomplete rows left out", "they repeat the beginning of one list"))
        yield whole

    def _split(self, row: _Row) -> _Row:
        """A row whose topics are run together, or that has citations twice, with one topic for each citation."""
        lefts = row.lefts
        if row.glued and len(lefts) == 1:
            text = lefts[0]
            lefts = _GLUED.split(text) if re.search(r"[a-z][A-Z]", text) else re.split(r"\s+(?=[A-Z][a-z])", text)
        elif len(lefts) < 3:
            return row
        rights = _without_repeats(lefts, row.rights, self._texts)
        if row.glued:
            done = len(lefts) == len(rights)
            self._mends.append(Mend(row.line, f"topics of {lefts[0]} parted", "each begins with a capital and has its citations", done))
        if len(rights) < len(row.rights):
            what = f"citations printed twice under {lefts[0]} left out"
            self._mends.append(Mend(row.line, what, "more citations than topics; neighbours are equal"))
        return _Row(row.line, lefts, rights)

    def _pair(self, row: _Row, after: str) -> None:
        """Enters the topics of a row; ``after`` is the topic that the row after it begins with."""
        rights = list(row.rights)
        if not row.lefts:
            self._no_topic(row, rights)
            return
        nexts = [*row.lefts[1:], after]
        topics_here = [n for n, left in enumerate(row.lefts) if not _speaks(left)]
        within = [n for n in topics_here if not _SEE_ONLY.match(nexts[n]) or n == len(row.lefts) - 1]
        bearing = within if len(rights) >= len(within) else [n for n in within if not _SEE_ONLY.match(nexts[n])]
        given = self._given(row, bearing, rights)
        for place, left in enumerate(row.lefts):
            self._enter(row, left, given.get(place, ""), place)

    def _no_topic(self, row: _Row, rights: list[str]) -> None:
        if self._entries and self._last.endswith(","):
            self._last = ""
            self._entries[-1].citations += _tokens(rights[0])
            return
        before = self._entries[-1] if self._entries else None
        if before is not None and not before.citations and not before.see and not _is_head(before.path[-1]) and len(rights) == 1:
            before.citations = _tokens(rights[0])
            self._last = rights[0]
            return
        self._waiting = rights[-1:]

    def _given(self, row: _Row, bearing: list[int], rights: list[str]) -> dict[int, str]:
        if not bearing:
            self._drop(row, rights)
            return {}
        while len(rights) > len(bearing):
            self._drop(row, rights[:1])
            rights = rights[1:]
            if self._waiting and len(rights) == len(bearing):
                stream = [*self._waiting, *rights]
                self._waiting = stream[len(bearing) :]
                return dict(zip(bearing, stream, strict=False))
        if self._waiting and not rights and not _is_head(row.lefts[bearing[0]]):
            rights, self._waiting = self._waiting, []
            bearing = bearing[: len(rights)]
        elif self._waiting:
            self._drop(row, self._waiting)
            self._waiting = []
        if rights and len(rights) < len(bearing):
            bearing = self._bearers(row, bearing, rights)
        return dict(zip(bearing, rights, strict=False))

    def _bearers(self, row: _Row, bearing: list[int], rights: list[str]) -> list[int]:
        """The topics that bear the citations when some have none: mostly heads, else those that leave the best agreement."""
        spare = len(bearing) - len(rights)

        def fit(left_out: tuple[int, ...]) -> int:
            kept = [n for n in bearing if n not in left_out]
            silent = sum(_is_head(row.lefts[n]) for n in left_out)
            pairs = zip(kept, rights, strict=True)
            defined = sum(right.startswith("Definitions") and _is_head(row.lefts[n]) for n, right in pairs)
            return 3 * silent + 5 * defined + _agreement([row.lefts[n] for n in kept], rights, self._texts)

        out = max(combinations(bearing, spare), key=fit) if spare <= 2 else tuple(bearing[len(rights) :])
        for n in out:
            if not _is_head(row.lefts[n]):
                what = f"index: “{row.lefts[n]}” has lost its citation"
                self._mends.append(Mend(row.line, what, "fewer citations than topics", done=False))
        return [n for n in bearing if n not in out]

    def _drop(self, row: _Row, rights: list[str]) -> None:
        for right in rights:
            near = self._last and abs(len(right) - len(self._last)) <= 1
            why = f"a second reading of {self._last}" if near else "a second reading of a citation beside it"
            self._mends.append(Mend(row.line, f"index: “{right}” left out", why))

    def _enter(self, row: _Row, left: str, right: str, place: int) -> None:
        if see := _SEE.match(left):
            self._see(row, left, see.group(1))
            return
        if _NOTE.match(left):
            return
        if row.headed or (_is_head(left) and (place == 0 or "(" not in left)):
            self._head = left
            path: tuple[str, ...] = (left,)
        else:
            path = (self._head, left)
        before = self._entries[-1] if self._entries else None
        if before is not None and _twice(before, path, right):
            before.citations = before.citations or _tokens(right)
            self._mends.append(Mend(row.line, f"index: “{left}” left out", "a second reading of the row above"))
            return
        self._last = right or self._last
        self._entries.append(Entry(path, row.line, _tokens(right)))

    def _see(self, row: _Row, left: str, target: str) -> None:
        before = self._entries[-1] if self._entries else None
        if before is None or (_SEE_ONLY.match(left) and before.citations):
            what = f"index: “{left}” has lost its head word"
            self._mends.append(Mend(row.line, what, "nothing says which topic it stood under", done=False))
        else:
            before.see += [target] if target not in before.see else []


def _speaks(left: str) -> bool:
    return bool(_SEE.match(left) or _NOTE.match(left))


def _is_head(left: str) -> bool:
    """Whether a topic is a head: all in capitals, apart from what stands in brackets."""
    words = re.sub(r"\(.*?\)", "", left) or left
    return words.isupper() and len(words.strip()) > 1


def _twice(before: Entry, path: tuple[str, ...], right: str) -> bool:
    alike = before.path == path or SequenceMatcher(None, before.path[-1], path[-1]).ratio() >= _ALIKE
    if before.path == path and (not before.citations or before.citations == _tokens(right)):
        return True
    return alike and bool(right) and not any(_spelled(token) for token in _tokens(right))


def _spelled(token: str) -> bool:
    if token == "Definitions" or _FOOTNOTE.match(token):
        return True
    try:
        CitationRange.parse(token)
    except CitationError:
        return False
    return True


def _tokens(right: str) -> list[str]:
    return [token.strip() for token in right.split(",") if token.strip()]


class _Resolver:
    """Finds what a citation of the index means in the edition."""

    def __init__(self, edition: Edition) -> None:
        self._known = {provision.citation for provision in edition}
        self._terms = {_words(p.citation.term): p.citation for p in edition if p.level is Level.DEFINITION}
        self._notes = [p.citation for p in edition if p.level is Level.FOOTNOTE]

    def __call__(self, token: str, path: tuple[str, ...]) -> Citation | CitationRange | None:
        if token == "Definitions":
            return self._definition(path)
        if match := _FOOTNOTE.match(token):
            inside = [citation for citation in self._notes if citation.law == int(match.group(1))]
            place = _ORDINAL[match.group(2) or ""]
            return inside[place] if place < len(inside) else None
        try:
            found = CitationRange.parse(token)
        except CitationError:
            return None
        if any(end not in self._known for end in found):
            return None
        return found.first if found.first == found.last else found

    def _definition(self, path: tuple[str, ...]) -> Citation | None:
        head, last = path[0], path[-1]
        in_brackets = re.findall(r"\(([^)]*)\)", last)
        for words in (last, f"{last} {head}", head, *in_brackets, re.sub(r"\(.*?\)", "", head)):
            if found := self._terms.get(_words(words)):
                return found
        return next((citation for term, citation in self._terms.items() if term and term < _words(head)), None)


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))
