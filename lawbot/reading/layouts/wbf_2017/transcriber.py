"""Introduction, definitions and laws with lost numbers, footnotes in the way, sentences cut by pages: onto an outline."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lawbot.citation import ROMAN, Citation
from lawbot.errors import ReadingError
from lawbot.reading.edition import Edition, Level, Provision
from lawbot.reading.layouts.wbf_2017.lines import EDITION, Kind, Line, Note, blocks, clean
from lawbot.reading.layouts.wbf_2017.tables import TableTranscriber
from lawbot.reading.mends import corrections
from lawbot.reading.outline import Outline

_FINISHED = re.compile(r"[.:;,!?)\]”’\"']$")
_SMALL = {"a", "an", "and", "at", "by", "for", "from", "in", "of", "on", "or", "the", "to", "with"}


class Transcriber:
    """Hangs the book on an outline, from top to bottom."""

    def __init__(self) -> None:
        self._outline = Outline(EDITION)
        self._notes: dict[int, Note] = {}
        """Footnotes by number, until the law of their first mark is read to its end."""
        self._following: list[Line] = []
        self._owners: dict[int, Citation] = {}
        self._placed: set[int] = set()
        self._listed = False

    def take_introduction(self, title: str, lines: Sequence[tuple[int, str]]) -> None:
        """Takes the introduction: its title with the line it stands on first, then every line with its number."""
        self._outline.add(Provision(Citation(), Level.INTRODUCTION, title, line=lines[0][0]))
        for number, raw in lines[1:]:
            if raw.strip():
                text, _, mends = clean(raw, number)
                self._outline.say(text, mends)

    def take_definitions(self, definitions: Iterable[Provision]) -> None:
        """Takes the definitions."""
        for definition in definitions:
            self._outline.add(definition)

    def take_laws(self, lines: Sequence[Line], notes: Iterable[Note]) -> None:
        """Takes the lines of Laws 1 to 93, and the footnotes that stood between them."""
        self._notes = {note.number: note for note in notes}
        parts = list(blocks(lines))
        for place, block in enumerate(parts):
            self._following = [later for later in parts[place + 1 : place + 30] if isinstance(later, Line)]
            self._take(block)
        self._end_law()
        for note in self._notes.values():
            what = f"footnote {note.number} has no mark"
            self._outline.report(note.line, what, "nothing in the text refers to it")

    def finish(self) -> Edition:
        """The edition. Raises ReadingError when a law is missing or a sequence broken."""
        edition = self._outline.finish()
        corrections(EDITION).mend_provisions(edition)
        return edition

    def _take(self, block: Line | list[Line]) -> None:
        if isinstance(block, list):
            self._table(block)
        elif block.kind in (Kind.LAW, Kind.SECTION):
            self._headed(block)
        elif block.labels:
            self._labelled(block)
        elif block.dash:
            self._outline.paragraph(None, None, block.number)
            self._say(block.text, block)
        else:
            self._plain(block)

    def _end_law(self) -> None:
        """Adds the footnotes whose first mark stood in the law that was read."""
        for number, owner in sorted(self._owners.items()):
            note = self._notes.pop(number, None)
            self._placed.add(number)
            if note is None:
                what = f"{owner} has the mark {number} without a footnote"
                self._outline.report(self._outline.at.line, what, "no such footnote was found")
                continue
            citation = replace(owner, footnote=number)
            self._outline.add(Provision(citation, Level.FOOTNOTE, None, note.text, note.line, mends=note.mends))
        self._owners.clear()

    def _headed(self, line: Line) -> None:
        """Opens a law or a section, whose number or letter is the first label of the line."""
        title, footnotes, _ = clean(line.rest, line.number)
        if line.kind is Kind.SECTION:
            self._outline.section(line.labels[0], title, line.number)
        else:
            if self._outline.edition.provisions[-1].citation.law:
                self._end_law()
            self._outline.law(int(line.labels[0]), title, line.number)
        self._mark(footnotes)
        self._listed = False

    def _labelled(self, line: Line) -> None:
        title, footnotes, _ = clean(line.rest, line.number)
        heading = _is_heading(title)
        for label in line.labels:
            self._open(label, line)
        if not line.dash and not line.raw.startswith(" ") and not heading:
            self._outline.mend(line.number, "list mark restored", "it was lost at the top of a page")
        self._listed = not heading
        if not heading:
            self._say(line.rest, line)
            return
        self._outline.at.title = title
        self._mark(footnotes)
        if line.labels[-1][0].isalpha():
            self._outline.mend(line.number, "read as a heading", "it stands alone above its section without a heading mark")

    def _open(self, label: str, line: Line) -> None:
        outline, number = self._outline, line.number
        here = outline.at.citation
        if label[0].isalpha():
            outline.section(label[0], None, number)
        elif label[0].isdigit():
            outline.paragraph(int(label[:-1]), None, number)
        else:
            item = label.strip("()")
            if item == "a" and (not here.paragraph or (here.items and line.labels[0] == label)):
                outline.paragraph(None, None, number)
                here = outline.at.citation
            if self._is_roman(item, here, line, label):
                outline.item(item, None, number)
            elif item == "I":
                outline.subparagraph("l", None, number)
                outline.mend(number, "(I) read as (l)", "it follows (k)")
            else:
                outline.subparagraph(item, None, number)

    def _is_roman(self, item: str, here: Citation, line: Line, label: str) -> bool:
        if item not in ROMAN or not here.items:
            return False
        if line.labels[0] != label or here.items[0] != "h":
            return True
        following = next((later.labels[0] for later in self._following if later.labels), "")
        return following == "(ii)"

    def _plain(self, line: Line) -> None:
        at = self._outline.at
        if at.level is Level.TABLE:
            self._close(Level.SECTION, line)
        elif at.text and at.closing:
            self._close(at.level, line)
        elif at.text and not _FINISHED.search(at.text) and line.text[:1].islower():
            self._say(line.text, line, join=True)
            self._outline.mend(line.number, "sentence joined", "the end of a page cut it")
        elif self._listed and at.text and not line.near:
            self._close(_above(at), line)
        elif line.raw.startswith(" ") and at.level is Level.SECTION and not at.text and self._restores(line):
            self._outline.paragraph(None, None, line.number)
            self._listed = True
            self._say(line.text, line)
        else:
            self._say(line.text, line)

    def _close(self, level: Level, line: Line) -> None:
        self._outline.climb(level)
        text, footnotes, mends = clean(line.text, line.number)
        self._outline.say(text, mends, below=True)
        self._mark(footnotes)
        self._listed = False

    def _restores(self, line: Line) -> bool:
        """Whether an unnumbered line is the first of a list: what follows it in its section is number 2."""
        return self._next_number() == 2 or bool(_glued(line.text, 2))

    def _next_number(self) -> int | None:
        for later in self._following:
            if later.kind is not Kind.TEXT:
                return None
            if later.labels and later.labels[0][0].isdigit():
                return int(later.labels[0][:-1])
        return None

    def _say(self, raw: str, line: Line, *, join: bool = False) -> None:
        paragraph = self._outline.at.citation.paragraph
        split = _glued(raw, paragraph + 1) if paragraph and self._next_number() != paragraph + 1 else None
        if split:
            self._write(raw[: split.start()], line, join)
            self._outline.paragraph(paragraph + 1, None, line.number)
            self._outline.mend(line.number, "paragraph parted from the one before it", "both were run together in one line")
            self._write(raw[split.end() :], line, False)
        else:
            self._write(raw, line, join)

    def _write(self, raw: str, line: Line, join: bool) -> None:
        text, footnotes, mends = clean(raw, line.number)
        if join:
            self._outline.join(text)
            self._outline.at.mends += mends
        else:
            self._outline.say(text, mends)
        self._mark(footnotes)

    def _mark(self, footnotes: list[int]) -> None:
        at = self._outline.at
        for number in footnotes:
            if number not in at.footnotes:
                at.footnotes.append(number)
            if number not in self._placed:
                self._owners.setdefault(number, at.citation)

    def _table(self, lines: Sequence[Line]) -> None:
        first = lines[0].number
        if not self._outline.at.citation.law:
            raise ReadingError(f"line {first}: a table stands before the first law")
        table = TableTranscriber()
        for line in lines:
            table.take(line.number, line.raw)
        table.finish(first)
        self._outline.table(first, table.rows, table.mends)


def _glued(text: str, number: int) -> re.Match[str] | None:
    """Where the paragraph of that number begins in the middle of a line."""
    return re.search(rf"(?<=[.)])\s+{number}\.\s+(?=[A-Z])", text)


def _above(at: Provision) -> Level:
    """The level of what holds the list that a provision stands in."""
    return Level.LAW if at.level is Level.SECTION else Level.SECTION


def _is_heading(text: str) -> bool:
    """Whether a line is a heading: few words, each with a capital, no stop at its end."""
    words = text.split()
    return len(words) <= 12 and not _FINISHED.search(text) and all(w[:1].isupper() or w in _SMALL for w in words)
