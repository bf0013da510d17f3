"""The corrections of one document, as data: what is printed, what is meant, how that is known. Each
becomes a mend."""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
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
            adjoining = line.adjoining
            for part, parted in self._split(line):
                raw, mends = self.mend_line(part, line.number)
                text = " ".join(raw.split())
                yield Line(line.number, raw, text, adjoining, (*parted, *mends))
                adjoining = True

    def _split(self, line: Line) -> list[tuple[str, list[Mend]]]:
        """Return the lines that were run together into one, each with the mend that parts it."""
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
            # without a reason nothing but the spelling of a mark is changed
            for match in entry.printed.finditer(text) if entry.why else ():
                description = match.expand(entry.what) or self._quote(entry, match)
                mends.append(Mend(line, description, entry.why, entry.done))
                # words that tell of the line are said once, quotations of it each time
                if entry.what:
                    break
            text = entry.printed.sub(entry.meant, text)
        return text, mends

    def mend_provisions(self, edition: Edition) -> None:
        """Set titles and texts of the edition right, and report the slips that stay."""
        for provision in edition:
            for entry, words in self._find_slips(provision, "provisions"):
                set_right = partial(entry.printed.sub, entry.meant)
                provision.title = provision.title and set_right(provision.title)
                provision.text = set_right(provision.text)
                provision.closing = set_right(provision.closing)
                provision.senses = list(map(set_right, provision.senses))
                description = entry.what or f"{words} read as “{entry.meant}”"
                provision.mend(provision.line, description, entry.why)
            for entry, words in self._find_slips(provision, "reports"):
                description = entry.what.replace("{found}", words)
                why = entry.why or self._left
                provision.mend(provision.line, description, why, done=False)

    def _find_slips(self, provision: Provision, table: str) -> Iterator[tuple[Correction, str]]:
        """Yield the corrections of a provision, each with the words there that are wrong."""
        for entry in self.table(table):
            if entry.at and Citation.parse(entry.at) != provision.citation:
                continue
            places = {"title": provision.title or "", "text": provision.text}
            place = places[entry.of] if entry.of else " ".join(places.values())
            words = sorted(set(entry.printed.findall(place)))
            if words:
                yield entry, ", ".join(f"“{word}”" for word in words)

    def _quote(self, entry: Correction, match: re.Match[str]) -> str:
        """Return what was set right as a mend describes it."""
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
