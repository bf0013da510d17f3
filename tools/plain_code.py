"""Check that the code reads plainly: names, first words of docstrings, commit subjects.

``python -m tools.plain_code`` prints each package with more faults than ``MOST_FAULTS`` allows, and
each bad subject, and exits 1 if there is any. With the name of a package it lists all its faults.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from lawbot.config import ROOT

MOST_FAULTS = {
    "lawbot": 52,
    "lawbot_importers": 2,
    "lawbot_handbook": 1,
    "tools": 3,
    "bench": 0,
    "tests": 0,
}
"""Most faults of each package. They only go down: whoever mends some lowers the number."""
_PARTICIPLES = """
    said told known found kept given taken heard made seen read asked named called wanted shown held
    meant counted placed left drawn spoken written put worded carried resting
"""
_POINTING_WORDS = """
    here there beside own others other each those these this that one ones some every both it such
    thing things what which way ways
"""
VAGUE_NAMES = frozenset((_PARTICIPLES + _POINTING_WORDS).split())
"""Names that do not tell what a value is."""
_RIDDLE = re.compile(r"(?:What|That|Those|These|The same|Whether|Where|Which|How)\b")
"""Words that no docstring begins with: it begins with a verb, or with the noun of its trade."""
_SUBJECT = re.compile(r"[a-z]+(?:[ -][a-z]+)?: [a-z].*")
_LONGEST_SUBJECT = 60
"""Most characters of a commit's subject."""
_LAST_COMMITS = 20
"""Commits whose subjects are checked; older ones are history."""


def name_faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and name of each binding with a vague name."""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            name, line = node.arg, node.lineno
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            name, line = node.id, node.lineno
        else:
            continue
        if name.strip("_") in VAGUE_NAMES:
            yield line, f"the name {name}"


def docstring_faults(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line and beginning of each docstring that begins with a riddle."""
    for node in ast.walk(tree):
        # a string that stands alone is a docstring, also below a constant or a field
        if not isinstance(node, ast.Expr) or not isinstance(node.value, ast.Constant):
            continue
        text = node.value.value
        if isinstance(text, str) and _RIDDLE.match(text.lstrip()):
            yield node.lineno, f"a docstring that begins with “{text.split()[0]}”"


def faults_of(package: str, root: Path = ROOT) -> list[str]:
    """Return the faults of a package, each with its file and line."""
    faults: list[str] = []
    for file in sorted((root / package).rglob("*.py")):
        tree = ast.parse(file.read_text(encoding="utf-8"))
        for line, fault in sorted((*name_faults(tree), *docstring_faults(tree))):
            faults.append(f"{file.relative_to(root)}:{line}: {fault}")
    return faults


def subject_faults(subjects: list[str]) -> list[str]:
    """Return the commit subjects that are not “area: imperative object”, or too long."""
    return [
        subject
        for subject in subjects
        if len(subject) > _LONGEST_SUBJECT or not _SUBJECT.fullmatch(subject)
    ]


def _subjects(root: Path) -> list[str]:
    """Return the subjects of the last commits, or none outside a repository."""
    log = ("git", "log", "--no-merges", "--format=%s", f"-{_LAST_COMMITS}")
    result = subprocess.run(log, cwd=root, capture_output=True, text=True, check=False)  # noqa: S603
    return result.stdout.splitlines()


def main(packages: list[str]) -> int:
    """Print the faults; return 1 if there are more than allowed."""
    for package in packages:
        print(*faults_of(package), sep="\n")
    if packages:
        return 0
    failed = False
    for package, most in MOST_FAULTS.items():
        count = len(faults_of(package))
        if count > most:
            failed = True
            print(
                f"{package}: {count} faults, {most} allowed: python -m tools.plain_code {package}"
            )
    for subject in subject_faults(_subjects(ROOT)):
        failed = True
        print(f"commit: {subject}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
