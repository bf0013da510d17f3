"""Our own restatement of the 2017 Laws: Markdown, one file a law, whose headings carry the citations."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

from lawbot.citation import Citation, CitationError
from lawbot.reading.edition import Edition, Level, Provision, ReadingError

EDITION = "plain-2017"
_HEADING = re.compile(
    r"^#{1,6}\s+(?:(?P<term>Definitions: .+)|(?P<citation>Introduction|\d[\w()]*(?: fn \d+| table)?)(?:\s+(?P<title>.+))?)$"
)
_NOTE = re.compile(r"^>\s*(?:\*?Note:?\*?:?\s*)?")
_ORDER = ("introduction.md", "definitions.md")


def files(folder: Path) -> list[Path]:
    """The files of the restatement in the order of the book."""
    found = sorted(folder.glob("law-*.md"))
    return [folder / name for name in _ORDER if (folder / name).is_file()] + found


def fingerprint(folder: Path) -> str:
    """SHA-256 over all files of the restatement, in hex."""
    digest = hashlib.sha256()
    for path in files(folder):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def read(folder: Path) -> Edition:
    """The edition ``plain-2017``. Raises ReadingError, naming file and line, for a heading or table it cannot understand."""
    edition = Edition(EDITION)
    for path in files(folder):
        edition.provisions.extend(_provisions(path))
    known: set[Citation] = set()
    for provision in edition:
        if provision.citation in known:
            raise ReadingError(f"{provision.citation} is restated twice")
        known.add(provision.citation)
    for provision in edition:
        owner = provision.citation.parent
        if provision.level is Level.FOOTNOTE and owner is not None:
            marked = next((other for other in edition if other.citation == owner), None)
            if marked is not None:
                marked.footnotes.append(provision.citation.footnote)
    return edition


def _provisions(path: Path) -> Iterator[Provision]:
    current: Provision | None = None
    body: list[str] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("#"):
            body.append(line)
            continue
        if current is not None:
            yield _filled(current, body)
        body = []
        current = _opened(path, number, line)
    if current is not None:
        yield _filled(current, body)


def _opened(path: Path, number: int, line: str) -> Provision | None:
    if re.fullmatch(r"#\s+Definitions", line.strip()):
        return None
    match = _HEADING.match(line.strip())
    try:
        if not match:
            raise CitationError("no citation at its beginning")
        citation = Citation.parse(match["term"] or match["citation"])
    except CitationError as error:
        raise ReadingError(f"{path.name}, line {number}: this heading cannot be read: {error}") from error
    return Provision(citation, Level.of(citation), match["title"] or (citation.term or None), line=number)


def _filled(provision: Provision, body: list[str]) -> Provision:
    paragraphs: list[str] = []
    notes: list[str] = []
    for block in re.split(r"\n\s*\n", "\n".join(body).strip()):
        lines = [line.strip() for line in block.splitlines() if line.strip()]
        if not lines:
            continue
        if lines[0].startswith(">"):
            notes.append(" ".join(_NOTE.sub("", line) for line in lines))
        elif lines[0].startswith("|") or (len(lines) > 1 and lines[1].startswith("|")):
            provision.rows.extend(_rows(lines))
        elif provision.level is Level.TABLE:
            provision.rows.append([_plain(" ".join(lines))])
        else:
            paragraphs.append(_plain(" ".join(lines)))
    provision.text = "\n\n".join(paragraphs)
    provision.note = _plain(" ".join(notes))
    if provision.level is Level.DEFINITION:
        provision.senses = [sense.strip() for sense in re.split(r"\((?:\d)\)\s", provision.text)[1:]]
    return provision


def _rows(lines: list[str]) -> Iterator[list[str]]:
    for line in lines:
        if not line.startswith("|"):
            yield [_plain(line)]
        elif not re.fullmatch(r"[|\s:\-]+", line):
            yield [_plain(cell.strip()) for cell in line.strip("|").split("|")]


def _plain(text: str) -> str:
    return re.sub(r"\*{1,2}([^*]+)\*{1,2}", r"\1", text).strip()
