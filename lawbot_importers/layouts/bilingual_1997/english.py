"""The English half: ``LAW 27 – TITLE``, ``A. *Heading*``, ``1. Heading``, ``(a) Heading``, ``(1)
Heading``, text below.

Headings run together behind ``**``; footnotes stand in brackets in the running text, ``(* ...)``,
below their mark.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from lawbot.law.edition import Edition, Level, Mend, Provision
from lawbot_importers.document import Line, place_of
from lawbot_importers.layouts.transcriber import SCORING, SENSE, Transcriber, unbracketed
from lawbot_importers.mends import corrections
from lawbot_importers.outline import Label
from lawbot_importers.starred import Note

EDITION = "en-1997"

_BOLD_MARK = re.compile(r"\*{2,}")
_BOLD = re.compile(r"\*\*\w")
_LAW = re.compile(r"^LAW (\d{1,2}) ?[–-] ?(\S.*)$")
_DIVISION = re.compile(r"^(CHAPTER|PART|SECTION) ([IVX]+|[A-Z]{3,5})(?: (\S.*))?$")
_TERM = re.compile(r"^([A-Z][A-Za-z \-()]*?) – (\S.*)$")
_NOTE = re.compile(r"^(?:-\s*)?\((\*?) ?(\S.*)$")
_MARK = re.compile(r"\s?\*+")
_GAME = re.compile(r"\bis (?:a )?[A-Z]{4,}\.$")
_DEPTHS = {"CHAPTER": 1, "PART": 2, "SECTION": 3}


def read(lines: Iterable[Line]) -> Edition:
    """Return the edition ``en-1997`` from the lines of the English half. Raises ReadingError when
    something is missing.
    """
    pieces = []
    for line in corrections(EDITION).lines(lines):
        unmarked = _BOLD_MARK.sub(" ", line.raw)
        pieces.append(replace(line, text=" ".join(unmarked.split())))
    terms = place_of(pieces, _TERM)
    # the half begins with the heading of a chapter, too
    laws = place_of(pieces, _DIVISION, terms + 1)
    transcriber = _EnglishTranscriber(EDITION)
    transcriber.take_definitions(pieces[terms:laws])
    transcriber.take_laws(pieces[laws:])
    return transcriber.finish("the English half")


class _EnglishTranscriber(Transcriber):
    """The machine for the English half: headings run together, notes in brackets."""

    def __init__(self, edition: str) -> None:
        super().__init__(edition)
        self._marked: list[Provision] = []
        """Provisions whose mark no footnote has answered yet."""
        self._named: Line | None = None
        """The name of a division, on the line below it."""

    def take_definitions(self, pieces: Sequence[Line]) -> None:
        """Take the definitions and what stands above them."""
        for piece in pieces:
            if term := _TERM.match(piece.text):
                self.outline.definition(term.group(1).split(" (")[0], term.group(1), piece.number)
                self.mean(term.group(2))
            elif SENSE.match(piece.text):
                self.mean(piece.text)
            else:
                continue
            self.outline.at.mends += piece.mends

    def take_laws(self, pieces: Sequence[Line]) -> None:
        """Take the laws, from the heading of the first chapter."""
        for piece, following in zip(pieces, (*pieces[1:], None), strict=False):
            # Law 77 has words on games between its tables
            is_game = self.law == SCORING and _GAME.search(piece.text)
            may_be_row = not _LAW.match(piece.text) and not is_game
            if may_be_row and self.takes_row(piece):
                continue
            if not self._heading(piece, following):
                self._text(piece)

    def _heading(self, piece: Line, following: Line | None) -> bool:
        """Open the provision whose heading the piece is; return False if it is none."""
        if piece is self._named:
            return True
        if law := _LAW.match(piece.text):
            self.open_law(int(law.group(1)), law.group(2), piece.number)
        elif division := _DIVISION.match(piece.text):
            title = piece.text
            if following and not division[3]:
                self._named = following
                title = f"{title} {following.text}"
            self.divide(title, _DEPTHS[division[1]], piece.number)
            return True
        elif (label := Label.of(piece.text)) and self.law:
            self._open(label, piece, following)
        else:
            return False
        self.in_note = False
        self.outline.at.mends += piece.mends
        return True

    def _open(self, label: Label, piece: Line, following: Line | None) -> None:
        """Open a section, paragraph or item; the words behind its label are its heading or, where
        no text follows, its text.
        """
        outline = self.outline
        outline.enter(label, piece.number)
        if _is_text(label, piece, following):
            self._say(label.words)
            if _BOLD.search(piece.raw):
                outline.mend(
                    piece.number, "bold words read as text", "they begin the sentence that follows"
                )
        else:
            outline.at.title = _MARK.sub("", label.words).removesuffix(".").strip()

    def _text(self, piece: Line) -> None:
        """Take a paragraph of text.

        It is a footnote, the rest of one, a sentence broken by a page, or the text at hand.
        """
        if not self.law:
            return
        outline = self.outline
        above = outline.at.text
        is_cut = bool(above) and above[-1] not in ".:;)" and outline.at.level is not Level.TABLE
        note = _NOTE.match(piece.text)
        if note and (note[1] or self._marked):
            self._note(note, piece)
        elif self.in_note:
            self.notes[-1].text += f"\n\n{piece.text}"
            self.notes[-1].mends += piece.mends
        elif is_cut and piece.text[0].islower():
            outline.join(piece.text)
            outline.mend(piece.number, "sentence joined", "a page ended in its middle")
            outline.at.mends += piece.mends
        else:
            self._say(piece.text)
            outline.at.mends += piece.mends

    def _note(self, note: re.Match[str], piece: Line) -> None:
        """Keep a footnote until its law ends; it answers all marks that wait for one."""
        why = "it is printed in brackets below its mark"
        mends = [*piece.mends, Mend(piece.number, "footnote moved out of the text", why)]
        if not note[1]:
            why = "the text above has a mark that nothing else answers"
            mends.append(Mend(piece.number, "brackets without an asterisk read as a footnote", why))
        # a provision may bear the mark in its heading and in its text
        bearers = list({provision.citation: provision for provision in self._marked}.values())
        bearers = bearers or [self.outline.at]
        self.notes.append(Note(piece.number, unbracketed(note[2]), mends, bearers=bearers))
        self._marked.clear()
        self.in_note = True

    def _say(self, text: str) -> None:
        """Text of the provision at hand, its marks taken off."""
        outline = self.outline
        below = outline.at.level is Level.TABLE
        if below:
            outline.climb(Level.SECTION)
        if _MARK.search(text):
            self._marked.append(outline.at)
            text = _MARK.sub("", text)
        outline.say(text, below=below)

    def settle(self) -> None:
        """Place the footnotes of the law read to its end, and report marks without one."""
        for note in self.notes:
            self.outline.footnote(
                note.bearers, unbracketed(_MARK.sub("", note.text)), note.line, note.mends
            )
        for bearer in self._marked:
            bearer.mend(
                bearer.line,
                "mark of a footnote without the footnote",
                "the document has lost its text",
                done=False,
            )
        self._marked.clear()


def _is_text(label: Label, piece: Line, following: Line | None) -> bool:
    """Return True if the words behind a label are the provision's text: no text follows, and
    nothing deeper or a sentence ends.
    """
    if following is None or _LAW.match(following.text):
        return True
    inner = Label.of(following.text)
    if inner is None:
        return bool(_NOTE.match(following.text))
    return inner.depth <= label.depth or (
        piece.text.endswith(".") and label.level is not Level.SECTION
    )
