"""How long a test waits."""

import os

PATIENCE = float(os.environ.get("TEST_PATIENCE", "120"))
"""Seconds for what a quiet machine does at once: a guard against hanging, never a measurement
(``make bench`` measures)."""
