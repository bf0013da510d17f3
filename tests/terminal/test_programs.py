"""The door for programs, as another program uses it: by the protocol's own client, over stdio."""

import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from mcp import Client, StdioServerParameters

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation

pytestmark = pytest.mark.slow


@asynccontextmanager
async def connected(small: Settings) -> AsyncIterator[Client]:
    """Yield a client that has started ``python -m lawbot mcp`` over our plain words."""
    environment = {**os.environ, "LAWBOT_STATE": str(small.state)}
    server = StdioServerParameters(
        command=sys.executable, args=["-m", "lawbot", "mcp"], env=environment
    )
    async with Client(server, read_timeout_seconds=60) as client:
        yield client


async def answer(client: Client, tool: str, **arguments: Any) -> str:
    """Return the text of a tool's answer."""
    result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content
    return result.content[0].text


async def refusal(client: Client, tool: str, **arguments: Any) -> str:
    """Return why a tool has no answer."""
    result = await client.call_tool(tool, arguments)
    assert result.is_error
    return result.content[0].text


async def test_the_tools_answer_with_the_texts_of_the_bot(
    small: Settings, answers: Answers
) -> None:
    async with connected(small) as client:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == ["law", "search", "walk", "compare", "score"]
        assert all(tool.description for tool in tools)
        law = await answer(client, "law", citation="27B1(a)")
        entry = answers.lawbook.provision(Citation.parse("27B1(a)"), "plain-2017")
        assert entry.text in law
        assert "27B1(a)" in law
        assert answers.lawbook.edition("plain-2017").title in law
        text = await answer(client, "search", words="may dummy ask about a revoke")
        assert "law 61B" in text
        story = await answer(client, "search", words="South opened 1S, West bid 1H, North passed")
        assert 'walk insufficient-bid, answers so far: {"' in story
        score = await answer(client, "score", contract="60% 620, 40% 170 against 650")
        assert answers.score("60% 620, 40% 170 against 650", "", "", Reader()).title in score
        assert "27B1" in await answer(client, "compare", citation="27B1")


async def test_a_chart_is_walked_to_its_ruling(small: Settings) -> None:
    async with connected(small) as client:
        offered = await client.call_tool("walk", {"situation": "South bid too low"})
        charts = [chart["id"] for chart in offered.structured_content["charts"]]
        assert "insufficient-bid" in charts
        facts: dict[str, str] = {}
        for _ in range(12):
            result = await client.call_tool(
                "walk", {"situation": "insufficient-bid", "answers": facts}
            )
            reached = result.structured_content
            if "ruling" in reached:
                break
            question = reached["question"]
            facts[question["fact"]] = question["answers"][-1]["id"]
        assert reached["ruling"]["cites"]
        assert reached["ruling"]["steps"]


async def test_what_is_not_there_is_told_in_words(small: Settings) -> None:
    async with connected(small) as client:
        assert "Law 99" in await refusal(client, "law", citation="law 99")
        assert "edition" in await refusal(client, "law", citation="27", edition="nonsense")
        assert "flow chart" in await refusal(client, "walk", situation="zzz qqq")
        assert "contract" in await refusal(client, "score", contract="9S")
        assert "Nothing was asked" in await refusal(client, "law", citation=" ")
        assert "law 27B4" in await refusal(client, "law", citation="27B9")
        no_fact = {"situation": "revoke", "answers": {"nofact" * 99: "x"}}
        assert "which_trick" in await refusal(client, "walk", **no_fact)
