"""Takes out one guard after the other and sees the tests fail that hold it: ``python -m tests.support.without_guards [NAME ...]``.

``guards.toml`` beside this file lists them: a fault that was found, the lines that keep it away, what stands there without them, and the test
that must fail then. All is done in a copy of the checkout; NAME takes those with it in their names alone.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from typing import Any, NamedTuple

from lawbot.config import ROOT
from tests.support import lawbooks

LIST = Path(__file__).with_name("guards.toml")
PATIENCE = 120
"""Seconds after which a test is taken to hang: ten times what most of them take."""
_FAILED = 1
"""pytest's exit status where tests ran and failed."""


class Line(NamedTuple):
    """Lines of a file as they stand there, exactly once, and what stands there without the guard."""

    file: Path
    stands: str
    without: str


@dataclass(frozen=True, slots=True)
class Guard:
    """What keeps one fault away: the lines that make it up, and the test that fails without them.

    ``hangs`` says that without it the test may come to no end. ``finding`` is the fault in a few words.
    """

    name: str
    finding: str
    lines: tuple[Line, ...]
    test: str
    hangs: bool = False


def guards() -> list[Guard]:
    """Every guard of the list. Raises KeyError and TypeError where it is not as it should be."""
    return [_guard(name, **told) for name, told in tomllib.loads(LIST.read_text(encoding="utf-8")).items()]


def _guard(name: str, finding: str, test: str, hangs: bool = False, also: Sequence[dict[str, Any]] = (), **line: str) -> Guard:
    return Guard(name, finding, tuple(Line(Path(each["file"]), each["stands"], each["without"]) for each in (line, *also)), test, hangs)


@contextmanager
def taken_out(guard: Guard, tree: Path) -> Iterator[None]:
    """The tree without the guard. Raises ValueError where its lines are not there exactly once."""
    before = {line.file: (tree / line.file).read_text(encoding="utf-8") for line in guard.lines}
    try:
        for line in guard.lines:
            text = (tree / line.file).read_text(encoding="utf-8")
            if text.count(line.stands) != 1:
                raise ValueError(f"{guard.name}: {line.stands!r} stands {text.count(line.stands)} times in {line.file}")
            _write(tree / line.file, text.replace(line.stands, line.without))
        yield
    finally:
        for file, text in before.items():
            _write(tree / file, text)


def _write(file: Path, text: str) -> None:
    """Writes it, and removes what Python has compiled of it before: that would be taken for the same where it is as old to the second."""
    file.write_text(text, encoding="utf-8")
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*"):
        compiled.unlink()


def seen_to_fail(guard: Guard, tree: Path) -> tuple[bool, str]:
    """Whether the guard's test fails in the tree without it, and in a few words how."""
    command = [sys.executable, "-m", "pytest", "-n0", "-x", "-p", "no:cacheprovider", "--hypothesis-seed=0", guard.test]
    with taken_out(guard, tree), tempfile.TemporaryDirectory(dir=tree.parent) as folder:
        shutil.copytree(tree.parent / "lawbooks", folder, dirs_exist_ok=True)
        environment = {**os.environ, "TEST_LAWBOOKS": folder, "TEST_PATIENCE": "20"}
        running = subprocess.Popen(
            command,
            cwd=tree,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        try:
            said, _ = running.communicate(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, 9)
            running.communicate()
            return guard.hangs, "it hangs"
    why = re.findall(r"^E +(\S.*)", said, re.MULTILINE) or said.strip().splitlines()[-1:]
    return running.returncode == _FAILED, why[0][:150]


def copied(place: Path, *built: Path) -> Path:
    """A copy of the checkout in the folder, with the same packages and documents beside it, and with these lawbooks for its tests."""
    tree = place / "checkout"
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.splitlines()):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, tree / name)
    for linked, at in ((ROOT / ".venv", tree), (ROOT / "data" / "documents", tree / "data"), (ROOT.parent / "shared", place)):
        if linked.exists() and not (at / linked.name).exists():
            (at / linked.name).symlink_to(linked.resolve())
    subprocess.run(["git", "init", "-q"], cwd=tree, check=True)
    subprocess.run(["git", "add", "-A", "--", "."], cwd=tree, check=True)
    for lawbook in built:
        shutil.copytree(lawbook, place / "lawbooks" / lawbook.name)
    return tree


def main() -> int:
    """Prints a line for each guard: what it keeps away, its test, and what became of that. The exit status is 1 when a test passed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", nargs="*", help="only the guards with one of these in their names")
    parser.add_argument("--at-once", type=int, default=1, metavar="N", help="copies to work in at once")
    given = parser.parse_args()
    chosen = [guard for guard in guards() if not given.name or any(name in guard.name for name in given.name)]
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "lawbook-small"
        lawbooks.opened(lawbooks.settings(small))
        trees: Queue[Path] = Queue()
        for number in range(min(given.at_once, len(chosen))):
            (Path(folder) / str(number)).mkdir()
            trees.put(copied(Path(folder) / str(number), small))

        def tried(guard: Guard) -> bool:
            tree = trees.get()
            failed, why = seen_to_fail(guard, tree)
            trees.put(tree)
            print(f"{'failed as it should' if failed else 'PASSED WITHOUT ITS GUARD'}: {guard.name} ({guard.finding}): {guard.test}: {why}")
            sys.stdout.flush()
            return failed

        with ThreadPoolExecutor(given.at_once) as pool:
            failed = list(pool.map(tried, chosen))
    print(f"{sum(failed)} of {len(chosen)} guards have a test that fails without them")
    return int(not all(failed))


if __name__ == "__main__":
    sys.exit(main())
