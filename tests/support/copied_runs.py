"""Find runs of words that one of our files shares with a law document.

No sentence of a law document may stand in this repository (DESIGN.md, 'Whose words').
Run by hand: ``python -m tests.support.copied_runs FILE ...``.
"""

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

RUN = 9
"""Fewest words of a shared run that count as copied."""

SYLLABLES = 14
"""Limit for Vietnamese, where blanks stand between syllables: as many make nine words."""

PIECES = 22
"""Limit for Thai, which writes no blanks: its words fall apart at their vowel signs, and as many
pieces make about nine of them."""

_WORD = re.compile(r"[^\W_]+")
# Fixed terms and lists that nobody can say in other words.
_FIXED = (
    " ".join(["ace king queen jack", *map(str, range(10, 1, -1))]),
    "spades hearts diamonds clubs",
    "north east south west",
)


def words(text: str) -> list[str]:
    """Return the words of a text, case folded, apostrophes straightened."""
    return _WORD.findall(text.casefold().replace("’", "'"))


def run_of(path: Path) -> int:
    """Return how many words, syllables or pieces in a row of a file count as copied."""
    for language, run in (("vi", SYLLABLES), ("th", PIECES)):
        if language in (*path.parts, *re.split("[.-]", path.stem)):
            return run
    return RUN


def document_runs(documents: Iterable[Path], run: int = RUN) -> set[tuple[str, ...]]:
    """Return every run of ``run`` words that stands in one of the documents."""
    runs: set[tuple[str, ...]] = set()
    for document in documents:
        runs.update(_windows(document.read_text(encoding="utf-8", errors="ignore"), run))
    return runs


def _windows(text: str, run: int) -> Iterator[tuple[str, ...]]:
    """Return every run of ``run`` words in a text, in order."""
    text_words = words(text)
    return zip(*(text_words[start:] for start in range(run)), strict=False)


def copied_runs(text: str, known_runs: set[tuple[str, ...]], run: int = RUN) -> Iterator[str]:
    """Yield the runs of ``text`` that are in ``known_runs``, fixed terms and bare numbers apart."""
    for window in _windows(text, run):
        if window not in known_runs:
            continue
        joined = " ".join(window)
        if any(fixed in joined or joined in fixed for fixed in _FIXED):
            continue
        # numbers and small words in a row are no sentence
        if sum(len(word) > 2 and not word.isdigit() for word in window) >= 4:
            yield joined


def main(files: list[str]) -> int:
    """Print each copied run with its file; return 1 if there was one."""
    folder = Path(__file__).parents[3] / "shared" / "documents"
    documents = list(filter(Path.is_file, folder.iterdir()))
    runs_by_length = {run: document_runs(documents, run) for run in (RUN, SYLLABLES, PIECES)}
    copies = 0
    for name in files:
        run = run_of(Path(name))
        for joined in copied_runs(Path(name).read_text(encoding="utf-8"), runs_by_length[run], run):
            copies += 1
            print(f"{name}: {joined}")
    print(f"{copies} copied runs in {len(files)} files")
    return 1 if copies else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
