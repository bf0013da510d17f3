"""The list of guards is true: each stands where it is said to, leaves a program that can be read when it is taken out, and has its test."""

import ast
import re

import pytest

from lawbot.config import ROOT
from tests.support.without_guards import Guard, guards


@pytest.mark.parametrize("guard", guards(), ids=lambda guard: guard.name)
def test_a_guard_stands_where_it_is_said_to_and_has_a_test(guard: Guard) -> None:
    for file in {line.file for line in guard.lines}:
        text = (ROOT / file).read_text(encoding="utf-8")
        for line in guard.lines:
            if line.file == file:
                assert text.count(line.stands) == 1, f"{line.stands!r} stands {text.count(line.stands)} times in {file}"
                text = text.replace(line.stands, line.without)
        if file.suffix == ".py":
            ast.parse(text)
    path, name = re.match(r"(tests/[\w/]+\.py)::(\w+)", guard.test).groups()  # type: ignore[union-attr]
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    assert name in {node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}
