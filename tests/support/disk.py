"""Simulate a full disk for this process."""

import resource
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def full_disk(room: int = 512) -> Iterator[None]:
    """Let no file grow beyond so many bytes meanwhile."""
    # the system itself refuses the write, as it does on a full disk
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (room, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
