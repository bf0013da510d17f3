"""The examples in docstrings give what they show."""

import doctest
import importlib
from pathlib import Path

import pytest

from lawbot.config import ROOT

MODULES = [
    file
    for file in sorted((ROOT / "lawbot").rglob("*.py"))
    if "    >>> " in file.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("file", MODULES, ids=lambda file: str(file.relative_to(ROOT)))
def test_every_example_in_the_docstrings_holds(file: Path) -> None:
    module = importlib.import_module(".".join(file.relative_to(ROOT).with_suffix("").parts))
    tried = doctest.testmod(module)
    assert tried.attempted
    assert not tried.failed
