"""Samples of the tests that are kept as JSON lines."""

import json
from pathlib import Path
from typing import Any


def read(path: Path) -> list[dict[str, Any]]:
    """Return the objects of a JSON-lines file; blank lines are left out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]
