"""The corrections of one document, as data: what is printed, what is meant, how that is known. Each becomes a mend."""

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Self

from lawbot.citation import Citation
from lawbot.reading.document import Line
from lawbot.reading.edition import Edition, Level, Mend, Provision

_FOLDER = Path(__file__).with_name("corrections")
_NOTES_OF = " fn"
"""Stands behind a citation whose footnotes, whatever their numbers, are meant."""

LineOf = Callable[[str, Provision], int]
"""Tells the line on which words of a provision stand."""


@dataclass(frozen=True, slots=True)
class Correction:
    """One entry: ``printed`` is right as ``meant``; ``what`` is said of it where that says too little, ``why`` it is no guess.

    ``done`` is false where what was lost stays so. ``at`` is the provision; ``of`` says whether a sign is looked for in the ``title``, the ``text`` or, when empty, both.
    """

    printed: str = ""
    meant: str = ""
    what: str = ""
    why: str = ""
    done: bool = True
    at: str = ""
    of: str = ""


class Corrections:
    """The corrections of one document, in tables:

    ``lines`` (and others that a layout names): regular expressions, set right wherever ``mend_line`` meets them, and told unless
    nothing but the spelling of a mark is changed, which needs no ``why``;
    ``everywhere``: regular expressions, set right in the text and the title of every provision;
    ``words`` and ``headings``: set right in the text or the title of one provision;
    ``signs``: regular expressions that show damage in any provision, and ``reports``: slips of one provision.
    The last two are told and never changed; why slips are left is said once, in ``left``.
    ``context`` is the number of characters to each side that a mended line is quoted with; 0 quotes what was wrong alone.
    """

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self._left = str(tables.get("left", ""))
        self._context = int(tables.get("context", 0))
        self._tables = {name: tuple(Correction(**entry) for entry in table) for name, table in tables.items() if isinstance(table, list)}

    @classmethod
    def load(cls, path: Path) -> Self:
        """Reads a TOML file. Raises OSError, TOMLDecodeError, and TypeError for a field that a correction does not have."""
        return cls(tomllib.loads(path.read_text(encoding="utf-8")))

    def table(self, name: str) -> Sequence[Correction]:
        """The corrections of that table in their order; none where the document has no such table."""
        return self._tables.get(name, ())

    def lines(self, lines: Iterable[Line]) -> Iterator[Line]:
        """The lines of a document, set right. A correction may part one in two; the last of them has its mends."""
        for line in lines:
            raw, mends = self.mend_line(line.raw, line.number)
            *before, last = raw.split("\n")
            yield from (Line(line.number, part, " ".join(part.split()), line.beside) for part in before)
            yield Line(line.number, last, " ".join(last.split()), line.beside or bool(before), tuple(mends))

    def mend_line(self, text: str, line: int, table: str = "lines") -> tuple[str, list[Mend]]:
        """The text of that line (or cell, or heading) set right, and what was mended in it."""
        mends: list[Mend] = []
        for entry in self.table(table):
            said = [match.expand(entry.what) or self._quoted(entry, match) for match in re.finditer(entry.printed, text)]
            if entry.why:
                mends += [Mend(line, what, entry.why, entry.done) for what in (said[:1] if entry.what else said)]
            text = re.sub(entry.printed, entry.meant, text) if said else text
        return text, mends

    def mend_provisions(self, edition: Edition, line_of: LineOf = lambda _, provision: provision.line) -> None:
        """Sets words and headings of the edition right and reports the signs and slips that stay."""
        for provision in edition:
            self._mend_everywhere(provision)
        for entry in self.table("words"):
            for provision in (p for p in _named(edition, entry.at) if entry.printed in p.text):
                line = line_of(entry.printed, provision)
                provision.text = provision.text.replace(entry.printed, entry.meant, 1)
                provision.senses = [sense.replace(entry.printed, entry.meant, 1) for sense in provision.senses]
                provision.mends.append(Mend(line, f"“{entry.printed.strip()}” read as “{entry.meant.strip()}”", entry.why))
        for entry in self.table("headings"):
            for provision in (p for p in _named(edition, entry.at) if entry.printed in (p.title or "")):
                provision.title = (provision.title or "").replace(entry.printed, entry.meant)
                provision.mends.append(Mend(provision.line, f"heading “{entry.printed}” read as “{entry.meant}”", entry.why))
        self._report(edition, line_of)

    def _mend_everywhere(self, provision: Provision) -> None:
        for entry in self.table("everywhere"):
            found = sorted(set(re.findall(entry.printed, f"{provision.title or ''} {provision.text}")))
            if not found:
                continue
            provision.title = provision.title and re.sub(entry.printed, entry.meant, provision.title)
            provision.text = re.sub(entry.printed, entry.meant, provision.text)
            provision.closing = re.sub(entry.printed, entry.meant, provision.closing)
            provision.senses = [re.sub(entry.printed, entry.meant, sense) for sense in provision.senses]
            words = ", ".join(f"“{word}”" for word in found)
            provision.mends.append(Mend(provision.line, f"{words} read as “{entry.meant}”", entry.why))

    def _report(self, edition: Edition, line_of: LineOf) -> None:
        for entry in self.table("signs"):
            for provision in edition:
                places = {"title": provision.title or "", "text": provision.text, "": f"{provision.title or ''} {provision.text}"}
                if found := sorted(set(re.findall(entry.printed, places[entry.of]))):
                    what = entry.what.replace("{found}", ", ".join(f"“{word}”" for word in found))
                    provision.mends.append(Mend(provision.line, what, entry.why, done=False))
        for entry in self.table("reports"):
            for provision in (p for p in _named(edition, entry.at) if entry.printed in p.text):
                line = line_of(entry.printed, provision) if entry.printed else provision.line
                provision.mends.append(Mend(line, entry.what, self._left, done=False))

    def _quoted(self, entry: Correction, match: re.Match[str]) -> str:
        if not self._context:
            return f"“{match.group()}” read as “{match.expand(entry.meant)}”"
        return f"“{match.string[max(0, match.start() - self._context) : match.end() + self._context].strip()}” set right"


@cache
def corrections(edition: str) -> Corrections:
    """The corrections of the document from which that edition comes, kept beside this module; FileNotFoundError when it has none."""
    return Corrections.load(_FOLDER / f"{edition}.toml")


def _named(edition: Edition, name: str) -> list[Provision]:
    citation = Citation.parse(name.removesuffix(_NOTES_OF))
    if name.endswith(_NOTES_OF):
        return [p for p in edition if p.level is Level.FOOTNOTE and replace(p.citation, footnote=0) == citation]
    return [p for p in edition if p.citation == citation]
