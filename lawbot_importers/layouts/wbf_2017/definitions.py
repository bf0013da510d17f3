"""The definitions: tables of two columns, one for each page, or paragraphs that begin with their
term in bold."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from lawbot.errors import ReadingError
from lawbot.law.citation import Citation
from lawbot.law.edition import Mend, Provision
from lawbot_importers.document import Line
from lawbot_importers.layouts.wbf_2017.lines import cells, clean

_RUN_IN = re.compile(r"\*\*(.+?)\*\*\s*(?:[-–—:]\s+)?(.*)")
_TERM = re.compile(r"^.*?(?=\s+\((?:commonly|also)\b|$)")
_SENSE = re.compile(r"(?:^|\s)([1-9])\.\s+(?=[A-Z])")
_LISTED = re.compile(r"<li>(.*?)</li>")


@dataclass(slots=True)
class _Row:
    line: int
    title: str
    body: str
    mends: list[Mend] = field(default_factory=list)


def definitions(lines: Sequence[Line]) -> list[Provision]:
    """Return every definition in the lines below their heading, which is the first. Raises
    ReadingError when there is none.
    """
    rows = _join_rows(_rows_of_paragraphs(lines) or _rows_of_table(lines))
    if not rows:
        raise ReadingError(
            f"line {lines[0].number + 1}: no table of definitions follows its heading"
        )
    defined: list[Provision] = []
    for row in rows:
        if row.title[0].islower() and defined:
            _add_kind(defined[-1], row)
        else:
            defined.append(_definition(row))
    return defined


def _rows_of_table(lines: Sequence[Line]) -> list[_Row]:
    rows: list[_Row] = []
    for line in lines:
        row = cells(line.raw) or []
        # a row of one cell is a caption, and one without a word in both fills a page
        if len(row) > 1 and any(row[:2]):
            rows.append(_Row(line.number, row[0], row[1]))
    return rows


def _rows_of_paragraphs(lines: Sequence[Line]) -> list[_Row]:
    """Return terms and texts of paragraphs; none if they stand in a table.

    The paragraphs after the first of a definition have no term.
    """
    rows: list[_Row] = []
    for line in lines[1:]:
        if match := _RUN_IN.fullmatch(line.raw.strip()):
            rows.append(_Row(line.number, match[1], match[2]))
        elif rows:
            rows.append(_Row(line.number, "", line.raw.lstrip("#- ").strip()))
    return rows


def _join_rows(rows: list[_Row]) -> list[_Row]:
    """Return the rows, those that a page or a long term has cut in two put together."""
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
    """Return the definition of a row."""
    title, senses = clean(row.title)[0], _senses(row)
    text = clean(row.body)[0]
    if senses:
        text = "\n\n".join(f"{number}. {sense}" for number, sense in enumerate(senses, 1))
    match = _TERM.match(title)
    term = Citation(term=match[0] if match else title)
    return Provision(term, title, text, row.line, mends=row.mends, senses=senses)


def _senses(row: _Row) -> list[str]:
    """Return the numbered meanings of a definition; none when it has one only."""
    if listed := _LISTED.findall(row.body):
        why = "they stand in a list that counts by itself"
        row.mends.append(Mend(row.line, "numbers of the senses restored", why))
        return [clean(sense)[0] for sense in listed]
    _, *parts = _SENSE.split(clean(row.body)[0])
    numbers, senses = parts[::2], parts[1::2]
    if len(senses) < 2 or numbers != [str(n) for n in range(1, len(senses) + 1)]:
        return []
    return [sense.strip() for sense in senses]


def _add_kind(owner: Provision, row: _Row) -> None:
    """Add a kind of the term defined above, printed as a row of its own."""
    name, text = clean(row.title)[0], clean(row.body)[0]
    owner.say(f"{name}: {text}")
    owner.mend(
        row.line,
        f"row “{name}” read as part of the definition",
        "it is a kind of what is defined above it",
    )
