"""The charts of the repository, loaded once for all tests that need no lawbook."""

from lawbot.charts.heard_facts import Hearing
from lawbot.charts.load import Situations
from lawbot.config import DATA
from tools.chart_proof import Proof

SITUATIONS = Situations.load(DATA)
HEARING = Hearing(SITUATIONS)
JUDGED = Proof.load(DATA).judged
"""Answers that the director judges, by fact."""
