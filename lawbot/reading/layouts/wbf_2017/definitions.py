"""The definitions: tables of two columns, one for each page, or paragraphs that begin with their term in bold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lawbot.citation import Citation
from lawbot.errors import ReadingError
from lawbot.reading.document import Document
from lawbot.reading.edition import Level, Mend, Provision
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
    printed = _run_in(lines) or [_Row(number, two[0], two[1]) for number, raw in lines if len(two := cells(raw) or []) > 1 and any(two)]
    rows = _joined(printed)
    if not rows:
        raise ReadingError(f"line {start}: no table of definitions follows its heading")
    defined: list[Provision] = []
    for row in rows:
        if row.title[0].islower() and defined:
            _sub_entry(defined[-1], row)
        else:
            defined.append(_definition(row))
    return defined


def _run_in(lines: Sequence[tuple[int, str]]) -> list[_Row]:
    """Terms and texts of paragraphs, those after the first of a definition without its term; none where they stand in a table."""
    rows: list[_Row] = []
    for number, raw in lines:
        if match := _RUN_IN.fullmatch(raw.strip()):
            rows.append(_Row(number, match.group(1), match.group(2)))
        elif rows and raw.strip():
            rows.append(_Row(number, "", raw.lstrip("#- ").strip()))
    return rows


def _joined(rows: list[_Row]) -> list[_Row]:
    """Rows that a page or a long term has cut in two, put together."""
    whole: list[_Row] = []
    for row in rows:
        before = whole[-1] if whole else None
        if before is not None and (not row.title or row.title.startswith("(")):
            why = "its term stands alone in a row" if row.title else "its text goes over two rows"
            before.mends.append(Mend(row.line, "two rows read as one definition", why))
            before.title = f"{before.title} {row.title}".strip()
            before.body = f"{before.body} {row.body}".strip()
        else:
            whole.append(row)
    return whole


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
