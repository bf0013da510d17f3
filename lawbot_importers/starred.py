"""Footnotes that a book marks with asterisks: who carries a mark, which note answers it, what
number it gets."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lawbot.law.citation import Citation
from lawbot.law.edition import Mend, Provision
from lawbot_importers.outline import Outline


@dataclass(slots=True)
class Note:
    """A footnote until its law is read to its end: the asterisks that are its mark, or the
    provisions it may belong to."""

    line: int
    text: str
    mends: list[Mend]
    stars: str = ""
    bearers: Sequence[Provision] = ()


class StarredFootnotes:
    """Gathers the marks and the notes of one law at a time.

    A note answers the marks of as many asterisks that were read before it and have no note yet.
    """

    def __init__(self, outline: Outline, mark: re.Pattern[str]) -> None:
        self._outline = outline
        self._mark = mark
        self._marks: list[tuple[str, Provision]] = []
        self._notes: list[Note] = []

    def strip(self, text: str, provision: Provision) -> str:
        """Return the text without its marks; the provision is remembered as their bearer."""
        self._marks += [("*" * mark.count("*"), provision) for mark in self._mark.findall(text)]
        return self._mark.sub("", text)

    def note(self, note: Note) -> None:
        """Keep a note printed below the text until its law ends."""
        self._notes.append(note)

    def settle(self, number: int) -> None:
        """Add the footnotes of the law that was read to its end, if there is one of that number."""
        law = self._outline.find(Citation(number))
        if law is None:
            return
        for note in self._notes:
            self._place(note, law)
        for stars, bearer in self._marks:
            bearer.mend(
                bearer.line,
                f"mark {stars} without a note",
                "no note below the law answers it",
                done=False,
            )
        self._marks.clear()
        self._notes.clear()

    def _place(self, note: Note, law: Provision) -> None:
        """Add a footnote under those that bear its mark, else under the law."""
        bearers = self._bearers(note)
        unanswered = []
        for stars, bearer in self._marks:
            if bearer not in bearers or stars != note.stars:
                unanswered.append((stars, bearer))
        self._marks = unanswered
        if not bearers:
            why = "nothing in the law carries its mark"
            note.mends.append(Mend(note.line, "footnote without a mark", why, done=False))
        self._outline.footnote(bearers or [law], note.text, note.line, note.mends)

    def _bearers(self, note: Note) -> list[Provision]:
        """Return the provisions read before the note that carry its mark; a note printed twice
        answers them one by one.
        """
        waiting = [bearer for stars, bearer in self._marks if stars == note.stars]
        bearers = [bearer for bearer in waiting if bearer.line <= note.line]
        # of a note that the law prints twice, each answers the next of its marks
        lines = [twin.line for twin in self._notes if twin.text == note.text]
        return bearers[:1] if max(lines) > note.line else bearers
