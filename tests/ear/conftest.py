"""An ear over the small lawbook, which asks a real server."""

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import pytest

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.ear.ear import Ear, judged_in
from lawbot.ear.endpoint import Endpoint
from tests.support.ear_server import EarServer, Reply, ear_server

Asked = Callable[..., AbstractAsyncContextManager[tuple[Ear, EarServer]]]


@pytest.fixture
def open_ear(answers: Answers, small: Settings) -> Asked:
    """An ear that asks a server which answers so."""

    @asynccontextmanager
    async def with_reply(reply: Reply, hourly: int = 60) -> AsyncIterator[tuple[Ear, EarServer]]:
        answers.warm()
        async with ear_server(reply) as server:
            endpoint = Endpoint(server.address, "secret-key", "small")
            yield Ear(endpoint, answers.outcomes, judged_in(small.data), hourly), server

    return with_reply
