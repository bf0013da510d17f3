"""The small lawbook, shared with the tests of the face."""

from tests.discord.conftest import answers, small

__all__ = ["answers", "small"]
