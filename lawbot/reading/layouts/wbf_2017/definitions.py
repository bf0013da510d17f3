"""The definitions: tables of two columns, one for each page, or paragraphs that begin with their term in bold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lawbot.citation import Citation
from lawbot.reading.document import Document
from lawbot.reading.edition import Level, Mend, Provision, ReadingError
from lawbot.reading.layouts.wbf_2017.lines import cells, clean

_RUN_IN = re.compile(r"\*\*(.+?)\*\*\s*(?:[-–—:]\s+)?(.*)")
_TERM = re.compile(r"^(.*?)(?:\s+\((?:commonly|also)\b.*)?$")
_SENSE = re.compile(r"(?:^|\s)([1-9])\.\s+(?=[A-Z])")
_LISTED = re.compile(r"<li>(.*?)</li>")


@dataclass(slots=True)
class _Row:
    line: int
    title: str
    body: str
    mends: list[Mend] = field(default_factory=list)


def definitions(document: Document, start: int, end: int) -> list[Provision]:
    """Every definition in lines ``start`` to ``end``. Raises ReadingError when there is none."""
    lines = [(number, document.lines[number]) for number in range(start, end)]
    rows = _joined([_Row(number, *found) for number, found in (_run_in(lines) or ((n, _two(raw)) for n, raw in lines)) if found])
    if not rows:
        raise ReadingError(f"line {start}: no table of definitions follows its heading")
    read: list[Provision] = []
    for row in rows:
        if row.title[0].islower() and read:
            _sub_entry(read[-1], row)
        else:
            read.append(_definition(row))
    return read


def _run_in(lines: Sequence[tuple[int, str]]) -> list[tuple[int, tuple[str, str]]]:
    """Terms and texts of paragraphs, those after the first of a definition without its term; none where they stand in a table."""
    found: list[tuple[int, tuple[str, str]]] = []
    for number, raw in lines:
        if match := _RUN_IN.fullmatch(raw.strip()):
            found.append((number, (match.group(1), match.group(2))))
        elif found and raw.strip():
            found.append((number, ("", raw.lstrip("#- ").strip())))
    return found


def _two(raw: str) -> tuple[str, str] | None:
    row = cells(raw)
    if row is None or len(row) < 2 or not any(row):
        return None
    return row[0], row[1]


def _joined(rows: list[_Row]) -> list[_Row]:
    """Rows that a page or a long term has cut in two, put together."""
    found: list[_Row] = []
    for row in rows:
        before = found[-1] if found else None
        if before is not None and (not row.title or row.title.startswith("(")):
            why = "its term stands alone in a row" if row.title else "its text goes over two rows"
            before.mends.append(Mend(row.line, "two rows read as one definition", why))
            before.title = f"{before.title} {row.title}".strip()
            before.body = f"{before.body} {row.body}".strip()
        else:
            found.append(row)
    return found


def _definition(row: _Row) -> Provision:
    title = clean(row.title, row.line).text
    match = _TERM.match(title)
    senses = _senses(row)
    text = "\n\n".join(f"{number}. {sense}" for number, sense in enumerate(senses, 1)) or clean(row.body, row.line).text
    term = Citation(term=match.group(1) if match else title)
    return Provision(term, Level.DEFINITION, title, text, row.line, mends=row.mends, senses=senses)


def _senses(row: _Row) -> list[str]:
    """The numbered meanings of a definition; none when it has one only."""
    listed = _LISTED.findall(row.body)
    if listed:
        row.mends.append(Mend(row.line, "numbers of the senses restored", "they stand in a list that counts by itself"))
        return [clean(sense, row.line).text for sense in listed]
    text = clean(row.body, row.line).text
    marks = list(_SENSE.finditer(text))
    if len(marks) < 2 or [int(mark.group(1)) for mark in marks] != list(range(1, len(marks) + 1)):
        return []
    ends = [mark.start() for mark in marks[1:]] + [len(text)]
    return [text[mark.end() : stop].strip() for mark, stop in zip(marks, ends, strict=True)]


def _sub_entry(owner: Provision, row: _Row) -> None:
    """A kind of what is defined above, printed as a row of its own."""
    name, text = clean(row.title, row.line).text, clean(row.body, row.line).text
    owner.text = f"{owner.text}\n\n{name}: {text}"
    owner.mends.append(Mend(row.line, f"row “{name}” read as part of the definition", "it is a kind of what is defined above it"))
