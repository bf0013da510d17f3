"""Limits of time for all that a test waits for."""

import os

# a guard against hanging, never a measurement (``make bench`` measures)
PATIENCE = float(os.environ.get("TEST_PATIENCE", "120"))
"""Most seconds for what a quiet machine does at once."""

# under the timeout of a test in pyproject.toml, which would not tell what was waited for
PROGRAM_PATIENCE = 2.5 * PATIENCE
"""Most seconds for a program that does some work."""
