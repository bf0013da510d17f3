"""Write files atomically: beside their place, then into it in one step."""

import glob
import os
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ABANDONED = 900
"""Age in seconds after which a temporary file is deleted."""


@contextmanager
def replacing(file: Path) -> Iterator[Path]:
    """Give a temporary file to write to, and replace ``file`` by it if no error is raised.

    After an error it is deleted. Raises OSError.
    """
    # a process that was killed leaves its file behind
    for stale in file.parent.glob(f".{glob.escape(file.name)}.????????"):
        if time.time() - stale.stat().st_mtime > _ABANDONED:
            stale.unlink(missing_ok=True)
    part = file.with_name(f".{file.name}.{secrets.token_hex(4)}")
    try:
        yield part
        # the name must never stand for bytes that are not on the disk yet
        with part.open("rb") as stream:
            os.fsync(stream.fileno())
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
