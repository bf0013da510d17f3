"""Our own restatement of the 2017 Laws, in any language: Markdown, one file a law, whose headings
carry the citations.

A defined term of another language than English stands behind the English one: ``## Definitions:
Pass | Nín``.
"""

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from pathlib import Path

from lawbot.data_files import label
from lawbot.errors import CitationError, ReadingError
from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level, Provision

EDITION = "plain-2017"
_HEADING = re.compile(
    r"^#{1,6}\s+(?:(?P<term>Definitions: [^|]+?)(?:\s*\|\s*(?P<own>.+))?|(?P<citation>Introduction|\d[\w()]*(?: fn \d+| table)?)(?:\s+(?P<title>.+))?)$"
)
_TITLE = re.compile(r"#\s+Definitions(?:\s.*)?")
_NOTE = re.compile(r"^>\s*")


def read(files: Iterable[Path]) -> Edition:
    """Return the edition ``plain-2017`` of files in the order of the book. Raises ReadingError, naming file and line, for a heading
    or table it cannot understand.
    """
    provisions: dict[Citation, Provision] = {}
    for path in files:
        for number, heading, body in _parts(path):
            if _TITLE.fullmatch(heading):
                continue
            provision = _open(label(path), number, heading)
            if provision.citation in provisions:
                raise ReadingError(
                    f"{label(path)}, line {number}: {provision.citation} is restated twice"
                )
            provisions[provision.citation] = _fill(provision, body)
    for citation in provisions:
        if citation.footnote and citation.parent in provisions:
            provisions[citation.parent].footnotes.append(citation.footnote)
    return Edition(EDITION, list(provisions.values()))


def _parts(path: Path) -> Iterator[tuple[int, str, str]]:
    """Yield the headings of a file, each with the number of its line before it and the text below
    it behind.
    """
    lines = path.read_text(encoding="utf-8").splitlines()
    starts = [place for place, line in enumerate(lines) if line.startswith("#")]
    for start, end in pairwise([*starts, len(lines)]):
        yield start + 1, lines[start].strip(), "\n".join(lines[start + 1 : end])


def _open(file: str, number: int, heading: str) -> Provision:
    """Return the provision that a heading opens."""
    match = _HEADING.match(heading)
    try:
        if not match:
            raise CitationError("no citation at its beginning")
        own_term = match["own"]
        name = f"Definitions: {own_term}" if own_term else match["term"] or match["citation"]
        citation = Citation.parse(name)
    except CitationError as error:
        raise ReadingError(
            f"{file}, line {number}: this heading cannot be read: {error}"
        ) from error
    title = match["title"] or citation.term or None
    if own_term:
        title = f"{own_term} ({match['term'].removeprefix('Definitions:').strip()})"
    return Provision(citation, title, line=number)


def _fill(provision: Provision, body: str) -> Provision:
    """Give a provision the text, the notes and the table below its heading."""
    paragraphs: list[str] = []
    notes: list[str] = []
    for block in re.split(r"\n\s*\n", body.strip()):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        if not lines:
            continue
        if lines[0].startswith(">"):
            notes.append(" ".join(_NOTE.sub("", line) for line in lines))
        # a table may have its caption on the line above it
        elif any(line.startswith("|") for line in lines[:2]):
            provision.rows.extend(_rows(lines))
        elif provision.level is Level.TABLE:
            provision.rows.append([_without_marks(" ".join(lines))])
        else:
            paragraphs.append(_without_marks(" ".join(lines)))
    provision.text = "\n\n".join(paragraphs)
    provision.note = _without_marks(" ".join(notes))
    if provision.level is Level.DEFINITION:
        _before, *senses = re.split(r"\(\d\)\s", provision.text)
        provision.senses = list(map(str.strip, senses))
    return provision


def _rows(lines: list[str]) -> Iterator[list[str]]:
    """Yield the cells of each row; the rule below the head is none."""
    for line in lines:
        if not line.startswith("|"):
            yield [_without_marks(line)]
        elif not re.fullmatch(r"[|\s:\-]+", line):
            yield [_without_marks(cell.strip()) for cell in line.strip("|").split("|")]


def _without_marks(text: str) -> str:
    """Return a text without the marks of bold and italic type."""
    return re.sub(r"\*{1,2}([^*]+)\*{1,2}", r"\1", text).strip()
