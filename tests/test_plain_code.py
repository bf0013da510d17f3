"""Tests of the check for plain names, docstrings and commit subjects."""

import ast

from tools.plain_code import docstring_faults, name_faults, subject_faults

RIDDLES = '''
LIMIT = 3
"""What is allowed."""
def count(found):
    """Return the number of hits."""
    for hit in found:
        kept = hit
'''


def test_vague_names_and_riddles_are_found_with_their_lines() -> None:
    tree = ast.parse(RIDDLES)
    assert [line for line, _fault in docstring_faults(tree)] == [3]
    assert sorted(name_faults(tree)) == [(4, "the name found"), (7, "the name kept")]


def test_a_subject_names_its_area_and_is_short() -> None:
    good = ["search: rank charts by facts", "plain words: mend Law 27"]
    bad = ["Refuted: nothing", "search rank charts", f"search: {'x' * 60}", "merge branch"]
    assert subject_faults([*good, *bad]) == bad
