"""Differences between languages stand in their files: no letter of Vietnamese or Thai in the code,
but in comments, docstrings and layouts."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from lawbot.config import ROOT
from lawbot.language import installed

LAYOUTS = ROOT / "lawbot_importers" / "layouts"


def texts(path: Path) -> Iterator[str]:
    """Yield the texts that a module works with: its string constants without the docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    yield from (
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and id(node) not in docstrings
    )


def test_no_vietnamese_or_thai_letter_stands_in_the_code() -> None:
    letters = re.compile(
        f"[{''.join(language.written.letters for language in installed().values())}]", re.IGNORECASE
    )
    modules = [
        path for path in sorted(ROOT.glob("lawbot*/**/*.py")) if not path.is_relative_to(LAYOUTS)
    ]
    assert len(modules) > 100
    assert [
        (path.name, text) for path in modules for text in texts(path) if letters.search(text)
    ] == []
