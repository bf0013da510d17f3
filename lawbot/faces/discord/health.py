"""For those who watch the bot from a machine: /healthz, /readyz and /metrics (Prometheus) over
HTTP, at the address that LAWBOT_WATCH names."""

import asyncio
import math
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.process_collector import ProcessCollector

from lawbot.config import Place
from lawbot.errors import LawbotError
from lawbot.faces.discord.face import Face
from lawbot.faces.discord.watching import Record, Served

STALE = 100.0
"""Seconds without an answered heartbeat after which a gateway is dead: two heartbeats, and some
time to connect anew."""
LOOK = 5.0
"""Seconds between two looks at the heartbeats, and at the connections."""
MOST = 50
"""Connections that stay open: of more the oldest are ended, for they share the bot's
descriptors."""
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Seconds: Discord drops an interaction that nobody has answered after three."""


def counting(registry: CollectorRegistry) -> Callable[[Record, float], None]:
    """What counts a record that took so many seconds. Charts and doors are counted; who asked, and
    in which server, is not known here."""
    every = Counter(
        "lawbot_interactions",
        "Interactions by door, language and outcome",
        ["what", "language", "outcome"],
        registry=registry,
    )
    took = Histogram(
        "lawbot_answer_seconds",
        "Seconds until an interaction was answered",
        ["what"],
        buckets=_BUCKETS,
        registry=registry,
    )
    charts = Counter("lawbot_charts_asked", "Flow charts begun", ["chart"], registry=registry)
    nothing = Counter(
        "lawbot_nothing_found", "Searches that found nothing", ["language"], registry=registry
    )

    def count(record: Record, seconds: float) -> None:
        every.labels(record.door, record.language, record.outcome.value).inc()
        if record.outcome is not Served.LATE:
            took.labels(record.door).observe(seconds)
        if chart := record.chart:
            charts.labels(chart).inc()
        if record.outcome is Served.NOTHING:
            nothing.labels(record.language).inc()

    return count


class Pulse:
    """When each shard's gateway last answered a heartbeat: every answer changes the shard's
    latency."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client
        self.latencies: dict[int, tuple[float, float]] = {}
        """The last latency of each shard that was ever connected, and since when it is known."""

    def look(self) -> list[int]:
        """Takes note of the heartbeats answered since the last look. Returns the shards whose
        gateway has been silent for too long."""
        for number, latency in self._client.latencies:
            if not math.isnan(latency) and self.latencies.get(number, (None, 0))[0] != latency:
                self.latencies[number] = latency, time.monotonic()
        return [
            number
            for number, (_latency, at) in sorted(self.latencies.items())
            if time.monotonic() - at > STALE
        ]


@asynccontextmanager
async def watched(
    client: discord.AutoShardedClient, face: Face, place: Place
) -> AsyncIterator[None]:
    """Answers at the address while the bot runs. Raises LawbotError where the address cannot be
    had."""
    registry = CollectorRegistry()
    face.watch.count = counting(registry)
    Gauge("lawbot_servers", "Servers the bot is in", registry=registry).set_function(
        lambda: len(client.guilds)
    )
    ProcessCollector(registry=registry)
    took = Gauge(
        "lawbot_heartbeat_seconds",
        "How long the gateway took to answer the last heartbeat",
        ["shard"],
        registry=registry,
    )
    pulse = Pulse(client)

    async def alive(_request: web.Request) -> web.Response:
        if not pulse.latencies:  # nor looks: a gateway that has said nothing yet has a latency, too
            return _said("not connected yet", well=False)
        dead = pulse.look()
        return _said(
            f"the gateway of shard {', '.join(map(str, dead))} is silent" if dead else "alive",
            well=not dead,
        )

    async def ready(_request: web.Request) -> web.Response:
        missing = [] if client.is_ready() else ["Discord has not said ready yet"]
        if not face.answers.is_readable():
            missing.append("the lawbook cannot be read")
        return _said("; ".join(missing) or "ready", well=not missing)

    async def metrics(_request: web.Request) -> web.Response:
        for number, latency in client.latencies:
            took.labels(number).set(latency)
        return web.Response(
            body=generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    app = web.Application()
    app.add_routes(
        [web.get("/healthz", alive), web.get("/readyz", ready), web.get("/metrics", metrics)]
    )
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    looking = asyncio.create_task(_looking(pulse, runner.server))
    try:
        await _listening(web.TCPSite(runner, place.host, place.port))
        yield
    finally:
        looking.cancel()
        await runner.cleanup()


async def _listening(site: web.TCPSite) -> None:
    try:
        await site.start()
    except OSError as error:
        raise LawbotError(f"LAWBOT_WATCH: {site.name} cannot be had ({error.strerror}).") from error


async def _looking(pulse: Pulse, server: Any) -> None:
    """Looks at the heartbeats again and again, and ends connections that are too many."""
    while True:
        pulse.look()
        for connection in server.connections[:-MOST]:
            connection.force_close()
        await asyncio.sleep(LOOK)


def _said(text: str, *, well: bool) -> web.Response:
    return web.Response(text=text + "\n", status=200 if well else 503)
