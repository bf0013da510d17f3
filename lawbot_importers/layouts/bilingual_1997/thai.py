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
_DEFINITIONS, _REMARK = "(DEFINITIONS)", "หมายเหตุ"
_DEPTHS = {"บทที่": 1, "ภาคที่": 2, "ตอนที่": 3}


def read(printed: Sequence[Line], english: Edition) -> Edition:
    """Return the edition ``th-1997``; ``english`` is the other half. Raises ReadingError when
    something is missing.
    """
    lines = list(corrections(EDITION).lines(printed))
    terms = next((place for place, line in enumerate(lines) if line.text == _DEFINITIONS), None)
    laws = place_of(lines, _LAW)
    if terms is None or not terms < laws < len(lines):
        raise ReadingError("the Thai half has no definitions before its first law")
    chapter = place_of(lines, _DIVISION, terms)
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
            if term := _TERM.match(line.text):
                self.outline.definition(
                    term.group(1), f"{term.group(1)} ({term.group(2)})", line.number
                )
                if "**" in line.text:
                    self.outline.mend(
                        line.number,
                        "list dash and bold markers taken off",
                        "they are left over from the heading",
                    )
            self.mean(term.group(3) if term else line.text)

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
            title, used = _title(division[3], below)
            self.finish_table()
            self.divide(
                f"{division[1]} {division[2]} {title}".strip(), _DEPTHS[division[1]], line.number
            )
            return used
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
        english = [next_line.text for next_line in below[:1] if _ENGLISH.match(next_line.text)]
        self._open(
            line, label, " ".join([label.words, *english]), next(iter(below[len(english) :]), None)
        )
        return 1 + len(english)

    def _is_row(self, line: Line) -> bool:
        """Return True if the line is a row of a table; what stands in brackets goes on with the row
        above it.
        """
        if self.law == SCORING and self.table and _BRACKETS.match(line.text):
            above = self.table.pop()
            line = replace(above, raw=f"{above.raw} {line.text}")
        return not (self.law == SCORING and _GAME.match(line.raw)) and self.takes_row(line)

    def _open(self, line: Line, label: Label, words: str, after: Line | None) -> None:
        """Open the provision that the line begins: ``words`` stand behind its label, ``after``
        below it.
        """
        outline = self.outline
        outline.enter(label, line.number).mends.extend(line.mends)
        self.in_note = False
        heading = _WITH_ENGLISH.match(words)
        if heading and heading[2]:  # and the text on the same line
            outline.at.title = heading[1]
            self._say(line, heading[2])
        elif _is_prose(after) or (
            _is_deeper(label, after) and (heading or outline.at.citation.paragraph == 0)
        ):
            outline.at.title = words
        else:
            self._say(line, words)

    def _text(self, line: Line) -> None:
        outline = self.outline
        if not self.law:
            return
        starred = _STARRED.match(line.text)
        if starred or (_BRACKETS.match(line.text) and not line.raw.startswith(" ")):
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
        text = _MARK.sub("", dashed.group(1) if dashed else text).strip()
        wrapped = line.number == self._last + 1 and not dashed
        cut = outline.at.text.count("(") > outline.at.text.count(")")
        if outline.at.text and not below and (wrapped or cut):
            # Thai puts no blank between words
            glue = "" if _is_thai(outline.at.text[-1]) and _is_thai(text[0]) else " "
            outline.at.text += glue + text
            outline.mend(
                line.number,
                "lines joined",
                "the line was wrapped" if wrapped else "a page ended in the middle of a bracket",
            )
        else:
            outline.say(text, below=below)
        self._last = line.number

    def settle(self) -> None:
        """Place the footnotes of the law read to its end where the English half has their marks."""
        outline = self.outline
        owners = [
            replace(p.citation, footnote=0)
            for p in self._english
            if p.level is Level.FOOTNOTE and p.citation.law == self.law
        ]
        missing, later = set(owners), owners
        for note in self.notes:
            place = note.bearers[0].citation
            owner = next((owner for owner in later if owner >= place), place)
            later = [citation for citation in later if citation > owner]
            missing.discard(owner)
            bearer = outline.find(owner) or note.bearers[0]
            outline.footnote([bearer], _MARK.sub("", note.text), note.line)
            outline.mend(
                note.line, "footnote moved out of the text", "the English half has it as a footnote"
            )
            if bearer is not note.bearers[0]:
                why = f"it is printed below {place}; the English half has the mark here"
                outline.mend(note.line, f"footnote given to {bearer.citation}", why)
        for provision in filter(None, map(outline.find, missing)):
            description = "the English half has a footnote here; the Thai one works it into the text or leaves it out"
            provision.mend(
                provision.line, description, "what belongs to it cannot be told", done=False
            )


def _title(words: str | None, below: Sequence[Line]) -> tuple[str, int]:
    """Return the Thai words of a heading, on its line or the one below, and the English ones in
    capitals that may follow; how many lines hold them.
    """
    lines = [*(line.text for line in below), "", ""]
    words, used = words or "", 1
    if not words and below and _is_prose(below[0]):
        words, used = lines[0], 2
    if capitals := _CAPITALS.match(lines[used - 1]):
        words, used = f"{words} ({capitals[1]})", used + 1
    return words, used


def _is_prose(line: Line | None) -> bool:
    return (
        line is not None
        and not Label.of(line.text)
        and not any(pattern.match(line.text) for pattern in (_LAW, _DIVISION, _STARRED))
    )


def _is_deeper(label: Label, after: Line | None) -> bool:
    """Return True if the next line opens a provision inside the one just opened."""
    inner = Label.of(after.text) if after else None
    return inner is not None and inner.depth > label.depth


def _is_thai(char: str) -> bool:
    return "ก" <= char <= "๙"
