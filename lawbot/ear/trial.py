"""Try a language model once, and say what it costs at most: for ``python -m lawbot check``."""

import asyncio

import aiohttp

from lawbot.charts.load import Situations
from lawbot.ear.endpoint import SECONDS, EarError, Endpoint
from lawbot.ear.form import NONE, Choice, chart_form

TOKENS_IN = 900
"""Tokens of the longest form about a text of 200 signs, four signs a token."""
TOKENS_OUT = 150
"""Most tokens of a usual reply."""
_HOURS = 24
_STORY = "West revoked on a heart at trick three, and nobody has played to the next trick."


def try_out(endpoint: Endpoint, situations: Situations) -> str:
    """Ask a model one question about a made-up story, and return what went wrong, or nothing."""
    charts = list(situations.frequent[:5])

    async def ask() -> str:
        async with aiohttp.ClientSession() as session:
            choice = await endpoint.ask(chart_form(_STORY, charts), Choice, session, SECONDS)
        return choice.situation

    try:
        situation = asyncio.run(ask())
    except EarError as error:
        return f"it gave no usable answer ({error})"
    if situation not in (NONE, *(chart.id for chart in charts)):
        return "it names a situation that it was not offered"
    return ""


def daily_cost(hourly: int) -> str:
    """Return what a server may cost in a day, in words: questions, and tokens in and out."""
    questions = hourly * _HOURS
    tokens_in, tokens_out = questions * TOKENS_IN / 1e6, questions * TOKENS_OUT / 1e6
    return (
        f"{questions} questions a day at most for each server:"
        f" {tokens_in:.1f} million tokens in, {tokens_out:.1f} out"
    )
