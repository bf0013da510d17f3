"""Limits of time for all that a test waits for."""

import os

PATIENCE = float(os.environ.get("TEST_PATIENCE", "120"))
"""Seconds for what a quiet machine does at once: a guard against hanging, never a measurement
(``make bench`` measures)."""

PROGRAM_PATIENCE = 2.5 * PATIENCE
"""Seconds for a program that does some work; under the timeout of a test in pyproject.toml, which
would not tell what was waited for."""
