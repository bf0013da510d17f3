"""The printed table of contents, read only to check the laws against it."""

import re
import unicodedata

from lawbot.citation import LOOKALIKES, Citation
from lawbot.reading.document import Document
from lawbot.reading.edition import Edition, Level, Mend, Provision
from lawbot.reading.layouts.wbf_2017.inline import cells

_LETTER = re.compile(r"^([A-H])\.?$")
_MARKUP = re.compile(r"</?\w+>")


def check(document: Document, end: int, edition: Edition) -> list[Mend]:
    """What the contents above line ``end`` name and the edition lacks, and what cannot be found in them."""
    laws = {p.citation: p for p in edition if p.level in (Level.LAW, Level.SECTION) and p.title}
    mends: list[Mend] = []
    seen: set[Citation] = set()
    damaged: list[tuple[int, list[str]]] = []
    law = 0
    rows = [(number, row) for number in range(1, end) if (row := cells(document.lines[number]))]
    if not rows:
        return [Mend(end, "no table of contents", "nothing to check the headings against", done=False)]
    for number, row in rows:
        if any("<br>" in cell for cell in row):
            damaged.append((number, row))
            continue
        entry = _entry(row)
        found = _section(entry, law, laws) if len(entry[0]) == 1 else _law(entry, laws)
        if found is None:
            mends += _strange(number, entry)
            continue
        law = found.law
        seen.add(found)
        mends += _torn(number, row, found)
    if damaged:
        seen |= _in_damaged(damaged, laws)
        mends.append(Mend(damaged[0][0], "rows of the contents repeat one growing list", "the page was read several times"))
    lost = sorted(set(laws) - seen)
    return mends + [Mend(laws[c].line, f"{c} is not readable in the contents", "its row is lost there", done=False) for c in lost]


def _entry(row: list[str]) -> tuple[str, str]:
    """('LAW', title) or (letter, title)."""
    plain = [" ".join(_MARKUP.sub("", cell).split()) for cell in row]
    letter = _LETTER.match(_folded(plain[0]))
    if letter:
        return letter.group(1), plain[1].lstrip(". ") if len(plain) > 1 else ""
    return ("LAW" if plain[0].upper().startswith("LAW") else ""), " ".join(cell for cell in plain if cell)


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).translate(LOOKALIKES)


def _key(text: str) -> str:
    return re.sub(r"[^A-Z]", "", _folded(text).upper())


def _same(words: str, provision: Provision) -> bool:
    return _key(words).endswith(_key(provision.title or ""))


def _law(entry: tuple[str, str], laws: dict[Citation, Provision]) -> Citation | None:
    """The law whose title ends the row; its number may be torn."""
    fitting = [c for c, p in laws.items() if p.level is Level.LAW and _same(entry[1], p)]
    return max(fitting, key=lambda c: len(laws[c].title or ""), default=None)


def _section(entry: tuple[str, str], law: int, laws: dict[Citation, Provision]) -> Citation | None:
    """The section of the law at hand, or of the first one after it whose heading it is."""
    return next((c for c in sorted(laws) if c.law >= law and c.section == entry[0] and _same(entry[1], laws[c])), None)


def _strange(number: int, entry: tuple[str, str]) -> list[Mend]:
    words = re.sub(r"\W+", "", entry[1])
    if not words or words.isdigit() or words.upper().startswith(("INTRODUCTION", "DEFINITIONS", "INDEX", "INDDEX", "DEXTO")):
        return []
    return [Mend(number, f"contents: “{entry[1][:60]}” is no heading of the laws", "nothing there bears that title", done=False)]


def _torn(number: int, row: list[str], found: Citation) -> list[Mend]:
    if found.section or re.search(rf"\b{found.law}\b", re.sub(r"</?\w+>", "", " ".join(row[:2]))):
        return []
    return [Mend(number, f"number of Law {found.law} torn in the contents", "its title is that of the law")]


def _in_damaged(damaged: list[tuple[int, list[str]]], laws: dict[Citation, Provision]) -> set[Citation]:
    """The headings whose titles can be read somewhere in the repeated rows."""
    lines = [line for _, row in damaged for cell in row for line in _MARKUP.sub("\n", cell).split("\n")]
    titles = {_key(line) for line in lines if line.strip()}
    return {c for c, p in laws.items() if any(_is_title(title, _key(p.title or "")) for title in titles)}


def _is_title(words: str, title: str) -> bool:
    """Whether a line of the contents is that title, a torn number of few letters before it allowed."""
    return bool(title) and words.endswith(title) and len(words) < len(title) + 4
