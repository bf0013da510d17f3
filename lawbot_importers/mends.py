"""The corrections of one document, as data: what is printed, what is meant, how that is known. Each
becomes a mend."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, Self

from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Mend, Provision
from lawbot_importers.document import Line

_FOLDER = Path(__file__).with_name("corrections")


class Correction(NamedTuple):
    """One entry: ``printed`` is right as ``meant``; ``what`` is said of it where that says too
    little, ``why`` it is no guess.

    ``done`` is false where what was lost stays so. ``at`` is the provision; ``of`` says whether a
    slip is looked for in the ``title``, the ``text`` or, when empty, both.
    """

    printed: re.Pattern[str]
    meant: str = ""
    what: str = ""
    why: str = ""
    done: bool = True
    at: str = ""
    of: str = ""


class Corrections:
    """The corrections of one document, in tables:

    ``lines`` (and others that a layout names): regular expressions, set right wherever
    ``mend_line`` meets them, and told unless nothing but the spelling of a mark is changed, which
    needs no ``why``; ``parts``: regular expressions that stand between two lines run together; the
    second begins as ``meant``; ``provisions``: regular expressions, set right in the text and the
    title of every provision, or of the one that is named; ``reports``: regular expressions of slips
    in any provision or the one that is named, which are told and never changed; why they are left
    may be said once, in ``left``. ``context`` is the number of characters to each side that a
    mended line is quoted with; 0 quotes what was wrong alone.
    """

    def __init__(self, tables: Mapping[str, Any]) -> None:
        self._left = str(tables.get("left", ""))
        self._context = int(tables.get("context", 0))
        self._tables = {
            name: tuple(map(_correction, table))
            for name, table in tables.items()
            if isinstance(table, list)
        }

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a TOML file. Raises OSError, TOMLDecodeError, and TypeError for a field that a
        correction does not have.
        """
        return cls(tomllib.loads(path.read_text(encoding="utf-8")))

    def table(self, name: str) -> Sequence[Correction]:
        """Return the corrections of that table in their order; none where the document has no such
        table.
        """
        return self._tables.get(name, ())

    def lines(self, lines: Iterable[Line]) -> Iterator[Line]:
        """Yield the lines of a document, set right. Of a line in which two were run together each
        part is one.
        """
        for line in lines:
            for place, (part, parted) in enumerate(self._split(line)):
                raw, mends = self.mend_line(part, line.number)
                yield Line(
                    line.number,
                    raw,
                    " ".join(raw.split()),
                    line.adjoining or place > 0,
                    (*parted, *mends),
                )

    def _split(self, line: Line) -> list[tuple[str, list[Mend]]]:
        parts: list[tuple[str, list[Mend]]] = [(line.raw, [])]
        for entry in self.table("parts"):
            mend = Mend(line.number, entry.what, entry.why, entry.done)
            smaller: list[tuple[str, list[Mend]]] = []
            for whole, mends in parts:
                first, *rest = entry.printed.split(whole)
                smaller.append((first, mends))
                smaller += [(entry.meant + part, [mend]) for part in rest]
            parts = smaller
        return parts

    def mend_line(self, text: str, line: int, table: str = "lines") -> tuple[str, list[Mend]]:
        """Return the text of that line (or cell, or heading) set right, and what was mended in it."""
        mends: list[Mend] = []
        for entry in self.table(table):
            if not entry.printed.search(text):
                continue
            descriptions = [
                match.expand(entry.what) or self._quote(entry, match)
                for match in entry.printed.finditer(text)
            ]
            if entry.why:
                mends += [
                    Mend(line, description, entry.why, entry.done)
                    for description in (descriptions[:1] if entry.what else descriptions)
                ]
            text = entry.printed.sub(entry.meant, text)
        return text, mends

    def mend_provisions(self, edition: Edition) -> None:
        """Set titles and texts of the edition right, and report the slips that stay."""
        for provision in edition:
            for entry, words in self._find_slips(provision, "provisions"):
                provision.title = provision.title and entry.printed.sub(
                    entry.meant, provision.title
                )
                provision.text = entry.printed.sub(entry.meant, provision.text)
                provision.closing = entry.printed.sub(entry.meant, provision.closing)
                provision.senses = [
                    entry.printed.sub(entry.meant, sense) for sense in provision.senses
                ]
                provision.mend(
                    provision.line, entry.what or f"{words} read as “{entry.meant}”", entry.why
                )
            for entry, words in self._find_slips(provision, "reports"):
                provision.mend(
                    provision.line,
                    entry.what.replace("{found}", words),
                    entry.why or self._left,
                    done=False,
                )

    def _find_slips(self, provision: Provision, table: str) -> Iterator[tuple[Correction, str]]:
        """Yield the corrections of a provision, each with the words there that are wrong."""
        for entry in self.table(table):
            if entry.at and Citation.parse(entry.at) != provision.citation:
                continue
            title = provision.title or ""
            place = {"title": title, "text": provision.text, "": f"{title} {provision.text}"}[
                entry.of
            ]
            if words := sorted(set(entry.printed.findall(place))):
                yield entry, ", ".join(f"“{word}”" for word in words)

    def _quote(self, entry: Correction, match: re.Match[str]) -> str:
        if not self._context:
            return f"“{match.group()}” read as “{match.expand(entry.meant)}”"
        around = match.string[max(0, match.start() - self._context) : match.end() + self._context]
        return f"“{' '.join(around.split())}” set right"


def _correction(entry: Mapping[str, Any]) -> Correction:
    printed = re.compile(entry.get("printed", ""))
    return Correction(**{**entry, "printed": printed})


@cache
def corrections(edition: str) -> Corrections:
    """Return the corrections of the document from which that edition comes, kept beside this
    module; FileNotFoundError when it has none.
    """
    return Corrections.load(_FOLDER / f"{edition}.toml")
