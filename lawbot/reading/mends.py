"""The corrections of one document, as data: what is printed, what is meant, how that is known. Each becomes a mend."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Self

from lawbot.citation import Citation
from lawbot.reading.document import Line
from lawbot.reading.edition import Edition, Mend, Provision

_FOLDER = Path(__file__).with_name("corrections")


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
    ``parts``: regular expressions that stand between two lines run together; the second begins as ``meant``;
    ``everywhere``: regular expressions, set right in the text and the title of every provision;
    ``headings``: set right in the title of one provision;
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
        """The lines of a document, set right. Of a line in which two were run together each part is one."""
        for line in lines:
            for place, (part, parted) in enumerate(self._parted(line)):
                raw, mends = self.mend_line(part, line.number)
                yield Line(line.number, raw, " ".join(raw.split()), line.beside or place > 0, (*parted, *mends))

    def _parted(self, line: Line) -> list[tuple[str, list[Mend]]]:
        parts: list[tuple[str, list[Mend]]] = [(line.raw, [])]
        for entry in self.table("parts"):
            mend = Mend(line.number, entry.what, entry.why)
            parts = [
                (entry.meant + part, [mend]) if place else (part, mends)
                for whole, mends in parts
                for place, part in enumerate(re.split(entry.printed, whole))
            ]
        return parts

    def mend_line(self, text: str, line: int, table: str = "lines") -> tuple[str, list[Mend]]:
        """The text of that line (or cell, or heading) set right, and what was mended in it."""
        mends: list[Mend] = []
        for entry in self.table(table):
            said = [match.expand(entry.what) or self._quoted(entry, match) for match in re.finditer(entry.printed, text)]
            if entry.why:
                mends += [Mend(line, what, entry.why, entry.done) for what in (said[:1] if entry.what else said)]
            text = re.sub(entry.printed, entry.meant, text) if said else text
        return text, mends

    def mend_provisions(self, edition: Edition) -> None:
        """Sets words and headings of the edition right and reports the signs and slips that stay."""
        for provision in edition:
            self._mend_everywhere(provision)
        for entry in self.table("headings"):
            for provision in (p for p in _at(edition, entry) if entry.printed in (p.title or "")):
                provision.title = (provision.title or "").replace(entry.printed, entry.meant)
                provision.mends.append(Mend(provision.line, f"heading “{entry.printed}” read as “{entry.meant}”", entry.why))
        self._report(edition)

    def _mend_everywhere(self, provision: Provision) -> None:
        for entry in self.table("everywhere"):
            found = sorted(set(re.findall(entry.printed, f"{provision.title or ''} {provision.text}")))
            if not found:
                continue
            provision.title = provision.title and re.sub(entry.printed, entry.meant, provision.title)
            provision.text = re.sub(entry.printed, entry.meant, provision.text)
            provision.closing = re.sub(entry.printed, entry.meant, provision.closing)
            provision.senses = [re.sub(entry.printed, entry.meant, sense) for sense in provision.senses]
            what = entry.what or f"{', '.join(f'“{word}”' for word in found)} read as “{entry.meant}”"
            provision.mends.append(Mend(provision.line, what, entry.why))

    def _report(self, edition: Edition) -> None:
        for entry in self.table("signs"):
            for provision in edition:
                places = {"title": provision.title or "", "text": provision.text, "": f"{provision.title or ''} {provision.text}"}
                if found := sorted(set(re.findall(entry.printed, places[entry.of]))):
                    what = entry.what.replace("{found}", ", ".join(f"“{word}”" for word in found))
                    provision.mends.append(Mend(provision.line, what, entry.why, done=False))
        for entry in self.table("reports"):
            for provision in (p for p in _at(edition, entry) if entry.printed in p.text):
                provision.mends.append(Mend(provision.line, entry.what, self._left, done=False))

    def _quoted(self, entry: Correction, match: re.Match[str]) -> str:
        if not self._context:
            return f"“{match.group()}” read as “{match.expand(entry.meant)}”"
        around = match.string[max(0, match.start() - self._context) : match.end() + self._context]
        return f"“{' '.join(around.split())}” set right"


@cache
def corrections(edition: str) -> Corrections:
    """The corrections of the document from which that edition comes, kept beside this module; FileNotFoundError when it has none."""
    return Corrections.load(_FOLDER / f"{edition}.toml")


def _at(edition: Edition, entry: Correction) -> list[Provision]:
    """The provision that a correction names, if the edition has it."""
    return [provision for provision in edition if provision.citation == Citation.parse(entry.at)]
