"""Every point of every case of changed editions stands on a card that a director opens for it."""

import pytest

from bench.edition_changes_report import CASES, report
from lawbot.app import Answers


def test_every_point_of_every_case_is_shown(full_answers: Answers) -> None:
    if not CASES.is_file():
        pytest.skip("the cases are not here")
    points = report(full_answers)
    assert len(points) > 60
    assert [f"{point.case}: {point.text}" for point in points if not point.card] == []
