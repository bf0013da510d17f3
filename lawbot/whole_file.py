"""Files that are whole or not there: written beside their place, and put into it in one step."""

import glob
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_LEFT_FOR_DEAD = 900
"""Seconds after which a file half written is nobody's any more."""


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """Where to write what becomes ``file`` when all went well, and is gone otherwise; what somebody
    killed left long ago goes too. Raises OSError."""
    for left in file.parent.glob(f".{glob.escape(file.name)}.????????"):
        if time.time() - left.stat().st_mtime > _LEFT_FOR_DEAD:
            left.unlink(missing_ok=True)
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        yield part
        with part.open("rb") as written:
            os.fsync(written.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
