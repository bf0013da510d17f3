"""The Thai half: ``กฎข้อ 27``, ``A. หัวข้อ (Heading)``, ``1.``, ``(a)``, text below or behind;
headings also in English.

Some labels are lost or wrong; the English heading beside them, or the place in the sequence, says
what they were.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from lawbot.errors import ReadingError
from lawbot.law.edition import Edition, Level
from lawbot_importers.document import Line, place_of
from lawbot_importers.layouts.transcriber import SCORING, Transcriber, unbracketed
from lawbot_importers.mends import corrections
from lawbot_importers.outline import Label
from lawbot_importers.starred import Note

EDITION = "th-1997"

_LAW = re.compile(r"^กฎข้อ (\d{1,2})(?:\s+(\S.*))?$")
_DIVISION = re.compile(r"^(บทที่|ภาคที่|ตอนที่) (\d{1,2})(?:\s+(\S.*))?$")
_DASH = re.compile(r"^-\s+(\S.*)$")
_CAPITALS = re.compile(r"^\(?([A-Z][A-Z'’ ,–-]+)\)?$")
_ENGLISH = re.compile(r"^\([A-Z][^ก-๙]*\)$")
_WITH_ENGLISH = re.compile(r"^(\D*?[ก-๙][^()]*?\([A-Z](?:[^()ก-๙]|\([^()ก-๙]*\))*\))\s*(.*)$")
_BRACKETS = re.compile(r"^\((?!\*)[^()]*(?:\([^()]*\)[^()]*)*\)$")
_STARRED = re.compile(r"^\(?\*\s*(\S.*)$")
_MARK = re.compile(r"\s*\*+")
_TERM = re.compile(r"^(?:-\s*)?([A-Z](?:[A-Za-z \-]*[A-Za-z\-])?)\s*\**\s\(([^()]*)\)\s*(.*)$")
_GAME = re.compile(r"^[^\t]*\b100 [^\t]*$")
_DEFINITIONS, _REMARK = re.compile(r"\(DEFINITIONS\)$"), "หมายเหตุ"
_DEPTHS = {"บทที่": 1, "ภาคที่": 2, "ตอนที่": 3}


def read(printed: Sequence[Line], english: Edition) -> Edition:
    """Return the edition ``th-1997``; ``english`` is the other half. Raises ReadingError when
    something is missing.
    """
    lines = list(corrections(EDITION).lines(printed))
    terms = place_of(lines, _DEFINITIONS)
    laws = place_of(lines, _LAW)
    if not terms < laws < len(lines):
        raise ReadingError("the Thai half has no definitions before its first law")
    chapter = place_of(lines, _DIVISION, terms)
    # a half whose headings of divisions are lost still has its laws
    if chapter == len(lines):
        chapter = laws
    transcriber = _ThaiTranscriber(EDITION, english)
    transcriber.take_definitions(lines[terms + 1 : chapter])
    transcriber.take_laws(lines[chapter:])
    return transcriber.finish("the Thai half")


class _ThaiTranscriber(Transcriber):
    """The machine for the Thai half: the English one says what its lost labels and marks were."""

    def __init__(self, edition: str, english: Edition) -> None:
        super().__init__(edition)
        self._english = english
        self._last = 0
        """The number of the line of text read last."""

    def take_definitions(self, lines: Sequence[Line]) -> None:
        """Take the definitions, up to the translator's remark."""
        for line in lines:
            if line.text == _REMARK:
                self.outline.report(
                    line.number,
                    "the translator's note is left out",
                    "it is no part of the Laws",
                    done=True,
                )
                return
            text = line.text
            if term := _TERM.match(line.text):
                name, thai_name, text = term.groups()
                self.outline.definition(name, f"{name} ({thai_name})", line.number)
                if "**" in line.text:
                    why = "they are left over from the heading"
                    self.outline.mend(line.number, "list dash and bold markers taken off", why)
            self.mean(text)

    def take_laws(self, lines: Sequence[Line]) -> None:
        """Take the laws from the first heading of a division."""
        place = 0
        while place < len(lines):
            place += self._take(*lines[place : place + 3])

    def _take(self, line: Line, *below: Line) -> int:
        """Take a line with those below it that belong to its heading.

        Returns the number of lines taken.
        """
        law, division = _LAW.match(line.text), _DIVISION.match(line.text)
        if division:
            kind, number, words = division.groups()
            title, used = _title(words, below)
            self.finish_table()
            self.divide(f"{kind} {number} {title}".strip(), _DEPTHS[kind], line.number)
            return used
        # a law of another number is one that the text refers to at the beginning of a line
        if law and int(law[1]) == self.law + 1:
            title, used = _title(law[2], below)
            self.open_law(self.law + 1, title or None, line.number)
            return used
        label = Label.of(line.text)
        if self._is_row(line):
            return 1
        if not label:
            self._text(line)
            return 1
        words, used, after = label.words, 1, below
        # the English heading may stand on a line of its own
        if below and _ENGLISH.match(below[0].text):
            words, used, after = f"{words} {below[0].text}", 2, below[1:]
        self._open(line, label, words, after[0] if after else None)
        return used

    def _is_row(self, line: Line) -> bool:
        """Return True if the line is a row of a table; what stands in brackets goes on with the row
        above it.
        """
        if self.law == SCORING and self.table and _BRACKETS.match(line.text):
            above = self.table.pop()
            line = replace(above, raw=f"{above.raw} {line.text}")
        # Law 77 has words on games between its tables
        is_game = self.law == SCORING and _GAME.match(line.raw)
        return not is_game and self.takes_row(line)

    def _open(self, line: Line, label: Label, words: str, after: Line | None) -> None:
        """Open the provision that the line begins: ``words`` stand behind its label, ``after``
        below it.
        """
        outline = self.outline
        outline.enter(label, line.number).mends.extend(line.mends)
        self.in_note = False
        heading = _WITH_ENGLISH.match(words)
        # below a paragraph Thai words alone before a list are its text, not its heading
        may_head = heading is not None or outline.at.citation.paragraph == 0
        if heading and heading[2]:
            # the text stands on the same line
            outline.at.title = heading[1]
            self._say(line, heading[2])
        elif _is_prose(after) or (may_head and _is_deeper(label, after)):
            outline.at.title = words
        else:
            self._say(line, words)

    def _text(self, line: Line) -> None:
        """Take a line without a label: a footnote, the rest of one, or text."""
        outline = self.outline
        if not self.law:
            return
        starred = _STARRED.match(line.text)
        is_aside = _BRACKETS.match(line.text) and not line.raw.startswith(" ")
        if starred or is_aside:
            text = starred[1] if starred else line.text[1:]
            self.notes.append(Note(line.number, unbracketed(text), [], bearers=[outline.at]))
            self.in_note = True
        elif self.in_note:
            self.notes[-1].text += f"\n\n{line.text}"
        else:
            self._say(line, line.text)

    def _say(self, line: Line, text: str) -> None:
        """Text of the provision at hand: a new paragraph, or the rest of a line that was wrapped or
        cut by a page."""
        outline = self.outline
        below = outline.at.level is Level.TABLE or bool(outline.at.closing)
        if outline.at.level is Level.TABLE:
            outline.climb(Level.SECTION)
        dashed = _DASH.match(text)
        text = _MARK.sub("", dashed[1] if dashed else text).strip()
        above = outline.at.text
        is_wrapped = line.number == self._last + 1 and not dashed
        is_cut = above.count("(") > above.count(")")
        if above and not below and (is_wrapped or is_cut):
            # Thai puts no blank between words
            glue = "" if _is_thai(above[-1]) and _is_thai(text[0]) else " "
            outline.at.text += glue + text
            why = "the line was wrapped"
            if not is_wrapped:
                why = "a page ended in the middle of a bracket"
            outline.mend(line.number, "lines joined", why)
        else:
            outline.say(text, below=below)
        self._last = line.number

    def settle(self) -> None:
        """Place the footnotes of the law read to its end where the English half has their marks."""
        outline = self.outline
        # the provisions whose footnotes no Thai one is yet
        notes = (p.citation for p in self._english if p.level is Level.FOOTNOTE)
        owners = [replace(note, footnote=0) for note in notes if note.law == self.law]
        missing = set(owners)
        for note in self.notes:
            place = note.bearers[0].citation
            # a note is printed below its mark, or a little before it
            owner = next((owner for owner in owners if owner >= place), place)
            owners = [citation for citation in owners if citation > owner]
            missing.discard(owner)
            bearer = outline.find(owner) or note.bearers[0]
            outline.footnote([bearer], _MARK.sub("", note.text), note.line)
            why = "the English half has it as a footnote"
            outline.mend(note.line, "footnote moved out of the text", why)
            if bearer is not note.bearers[0]:
                why = f"it is printed below {place}; the English half has the mark here"
                outline.mend(note.line, f"footnote given to {bearer.citation}", why)
        for provision in filter(None, map(outline.find, missing)):
            description = "the English half has a footnote here; the Thai one works it into the text or leaves it out"
            why = "what belongs to it cannot be told"
            provision.mend(provision.line, description, why, done=False)


def _title(words: str | None, below: Sequence[Line]) -> tuple[str, int]:
    """Return the Thai words of a heading, on its line or the one below, and the English ones in
    capitals that may follow; how many lines hold them.
    """
    # so that a line below each of them can be asked for
    texts = [*(line.text for line in below), "", ""]
    words, used = words or "", 1
    if not words and below and _is_prose(below[0]):
        words, used = texts[0], 2
    capitals = _CAPITALS.match(texts[used - 1])
    if capitals:
        words, used = f"{words} ({capitals[1]})", used + 1
    return words, used


def _is_prose(line: Line | None) -> bool:
    """Return True if a line is text: no heading, no label, no footnote."""
    if line is None or Label.of(line.text):
        return False
    return not any(pattern.match(line.text) for pattern in (_LAW, _DIVISION, _STARRED))


def _is_deeper(label: Label, after: Line | None) -> bool:
    """Return True if the next line opens a provision inside the one just opened."""
    inner = Label.of(after.text) if after else None
    return inner is not None and inner.depth > label.depth


def _is_thai(char: str) -> bool:
    return "ก" <= char <= "๙"
