"""Ask a language model behind an OpenAI-compatible address, within strict bounds."""

import asyncio
import logging
import time
from collections.abc import Callable
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import aiohttp
from pydantic import BaseModel, Field

from lawbot.config import Settings
from lawbot.ear.form import Form

SECONDS = 3.6
"""Seconds for both forms of one text: a card is edited within four, or not at all."""
MOST_BYTES = 64_000
"""Most bytes of a reply; one of ours has three hundred."""
MOST_TOKENS = 700
"""Most tokens that a reply may have."""
FAILURES = 3
"""Failures in a row after which nothing is asked for a while."""
REST = 60.0
"""Seconds of that while; then one question tries it anew."""
_PATH = "/chat/completions"
_OWN_MACHINE = ("localhost", "127.0.0.1", "::1")
Reply = TypeVar("Reply", bound=BaseModel)
_log = logging.getLogger(__name__)


class EarError(Exception):
    """The model gave no usable reply. The message has no word of the text, the key, the reply."""


class _Said(BaseModel):
    content: str = Field(max_length=MOST_BYTES)


class _Offer(BaseModel):
    message: _Said


class _Completion(BaseModel):
    """The parts of a chat completion that are read."""

    choices: list[_Offer] = Field(min_length=1)


class Endpoint:
    """A model at an address. A circuit opens after some failures, and closes by itself."""

    def __init__(
        self, address: str, key: str, model: str, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.address = address if address.endswith(_PATH) else address.rstrip("/") + _PATH
        self.model = model
        self._key = key
        self._clock = clock
        self._failures = 0
        self._closed_until = 0.0

    @classmethod
    def of(cls, settings: Settings) -> Self:
        """Return the endpoint that the operator's settings name."""
        return cls(settings.ear, settings.ear_key, settings.ear_model)

    @property
    def host(self) -> str:
        """Return the name of the machine that is asked."""
        return urlsplit(self.address).hostname or ""

    @property
    def is_unencrypted(self) -> bool:
        """Return whether text and key go over a network that others can read."""
        return urlsplit(self.address).scheme == "http" and self.host not in _OWN_MACHINE

    @property
    def is_resting(self) -> bool:
        """Return whether it failed so often that nothing is to be asked now."""
        return self._clock() < self._closed_until

    async def ask(
        self, form: Form, reply: type[Reply], session: aiohttp.ClientSession, seconds: float
    ) -> Reply:
        """Return what the model has filled in, as a ``reply``, within some seconds.

        Raises EarError for anything else: a failure, no reply in time, or none of that form.
        """
        try:
            async with asyncio.timeout(seconds):
                content = await self._content(form, session)
            # some servers put the JSON between other signs
            first, last = content.find("{"), content.rfind("}")
            filled = reply.model_validate_json(content[first : last + 1])
        # all that is wrong with a reply is a ValueError, and a lapse of time an OSError
        except (EarError, aiohttp.ClientError, OSError, ValueError) as error:
            self._count_failure()
            # the message of another's may hold what was typed, or the key
            is_ours = isinstance(error, EarError)
            raise EarError(str(error) if is_ours else type(error).__name__) from None
        self._failures = 0
        return filled

    async def _content(self, form: Form, session: aiohttp.ClientSession) -> str:
        """Send a form and return the content of the reply. Raises what may happen on the way."""
        headers = {"Accept-Encoding": "identity"}
        if self._key:
            headers["Authorization"] = f"Bearer {self._key}"
        # another address than the operator's own must not get the text or the key
        async with session.post(
            self.address, json=self._body(form), headers=headers, allow_redirects=False
        ) as response:
            if response.status != 200:
                raise EarError(f"status {response.status}")
            reply = bytearray()
            async for chunk in response.content.iter_chunked(MOST_BYTES):
                reply += chunk
                if len(reply) > MOST_BYTES:
                    raise EarError("a reply too long")
        return _Completion.model_validate_json(bytes(reply)).choices[0].message.content

    def _body(self, form: Form) -> dict[str, Any]:
        """Return the request for a form."""
        body: dict[str, Any] = {
            "messages": form.messages,
            "temperature": 0,
            "max_tokens": MOST_TOKENS,
            "response_format": {
                "type": "json_schema",
                "json_schema": {"name": "form", "strict": True, "schema": form.schema},
            },
        }
        # a server of one model needs no name
        return {"model": self.model, **body} if self.model else body

    def _count_failure(self) -> None:
        self._failures += 1
        if self._failures >= FAILURES:
            self._closed_until = self._clock() + REST
            _log.warning("The ear has failed %d times: nothing is asked for a minute.", FAILURES)
