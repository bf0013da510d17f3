"""A real server of chat completions in the tests: it answers as told, or from a record.

The record (``tests/ear-answers.jsonl``) holds the answers of a reader who saw nothing but the
prompts, written down before anybody compared them with the labels.
"""

import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from aiohttp import web
from aiohttp.test_utils import TestServer

from lawbot.charts.load import Situations
from lawbot.config import ROOT

RECORD = ROOT / "tests" / "ear-answers.jsonl"
HELD_OUT = ROOT / "tests" / "ear-answers-second.jsonl"
"""A record of other texts, to which nothing was adjusted."""
Reply = Callable[[web.Request], Awaitable[web.StreamResponse]]


class EarServer:
    """A server that notes every request it gets, and answers by ``reply``."""

    def __init__(self, reply: Reply) -> None:
        self.reply = reply
        self.requests: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.address = ""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Note a request, and answer it."""
        self.requests.append(await request.json())
        self.headers.append(dict(request.headers))
        return await self.reply(request)


def completion(content: str) -> web.Response:
    """Return the reply of a server whose model says this."""
    message = {"role": "assistant", "content": content}
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return web.json_response({"object": "chat.completion", "choices": [choice]})


def saying(*contents: str) -> Reply:
    """Return a reply that says these one after the other, and the last again and again."""
    waiting = list(contents)

    async def reply(_request: web.Request) -> web.StreamResponse:
        return completion(waiting.pop(0) if len(waiting) > 1 else waiting[0])

    return reply


def from_record(lines: list[dict[str, Any]], situations: Situations) -> Reply:
    """Return a reply that answers each form about a recorded text as its reader did.

    A form about another text, or about a chart of which the reader saw none, gets an empty answer.
    """
    by_text = {line["text"]: line for line in lines}
    ids = {chart.title: chart.id for chart in situations.values()}

    async def reply(request: web.Request) -> web.StreamResponse:
        prompt = (await request.json())["messages"][-1]["content"]
        line = by_text.get(json.loads(prompt.splitlines()[-1]), {})
        if not prompt.startswith("Situation: "):
            return completion(json.dumps({"situation": line.get("choice", "none")}))
        title = prompt.splitlines()[0].removeprefix("Situation: ")
        entries = line.get("sheets", {}).get(ids[title], ())
        facts = [dict(zip(("fact", "answer", "quote"), entry, strict=True)) for entry in entries]
        return completion(json.dumps({"facts": facts}))

    return reply


def recorded(record: Path = RECORD) -> list[dict[str, Any]]:
    """Return the lines of a record."""
    lines = record.read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@asynccontextmanager
async def ear_server(reply: Reply) -> AsyncIterator[EarServer]:
    """Yield a running server, with its address as an operator would set it."""
    server = EarServer(reply)
    application = web.Application(client_max_size=1_000_000)
    application.router.add_post("/v1/chat/completions", server.handle)
    running = TestServer(application)
    await running.start_server()
    server.address = str(running.make_url("/v1"))
    try:
        yield server
    finally:
        await running.close()
