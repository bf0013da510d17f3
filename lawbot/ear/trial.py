"""Try a language model once, and say what it costs at most: for ``python -m lawbot check``."""

import asyncio
from typing import NamedTuple
from urllib.parse import urlsplit

import aiohttp

from lawbot.charts.load import Situations
from lawbot.config import Settings
from lawbot.ear.endpoint import SECONDS, EarError, Endpoint
from lawbot.ear.form import NONE, Choice, chart_form

TOKENS_IN = 900
"""Most tokens of a form about a text of usual length: measured with the charts of this version."""
TOKENS_OUT = 150
"""Most tokens of a usual reply."""
_HOURS = 24
_STORY = "West revoked on a heart at trick three, and nobody has played to the next trick."
_LOCAL = ("localhost", "127.0.0.1", "::1")


class Trial(NamedTuple):
    """The result of a trial: what went wrong (empty if nothing), and a warning, if any."""

    fault: str
    warning: str


def try_out(settings: Settings) -> Trial:
    """Ask the model of the settings one question about a made-up story. Raises LawbotError."""
    charts = list(Situations.load(settings.data).frequent[:5])
    endpoint = Endpoint(settings.ear, settings.ear_key, settings.ear_model)

    async def ask() -> str:
        async with aiohttp.ClientSession() as session:
            choice = await endpoint.ask(chart_form(_STORY, charts), Choice, session, SECONDS)
        return choice.situation

    fault = ""
    try:
        situation = asyncio.run(ask())
        if situation not in (NONE, *(chart.id for chart in charts)):
            fault = "it names a situation that it was not offered"
    except EarError as error:
        fault = f"it gave no usable answer ({error})"
    parts = urlsplit(settings.ear)
    is_open = parts.scheme == "http" and parts.hostname not in _LOCAL
    return Trial(fault, "what is told, and the key, go there unencrypted" if is_open else "")


def daily_cost(hourly: int) -> str:
    """Return what a server may cost in a day, in words: questions, and tokens in and out."""
    questions = hourly * _HOURS
    tokens = (questions * TOKENS_IN / 1e6, questions * TOKENS_OUT / 1e6)
    return (
        "{} questions a day at most for each server: {:.1f} million tokens in, {:.1f} out".format(
            questions, *tokens
        )
    )
