"""Health checks and metrics over HTTP: /healthz, /readyz and /metrics (Prometheus).

They are served at the address that LAWBOT_WATCH names.
"""

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

from lawbot.config import HostPort
from lawbot.errors import LawbotError
from lawbot.faces.discord.request import Face
from lawbot.faces.discord.telemetry import Record, Served

STALE = 100.0
"""Seconds without an answered heartbeat after which a gateway is dead: two heartbeats, and some
time to connect anew."""
LOOK = 5.0
"""Polling interval of the heartbeats and the connections, in seconds."""
MOST = 50
"""Most open connections: of more the oldest are closed, for they share the bot's descriptors."""
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Seconds: Discord drops an interaction that nobody has answered after three."""


def counting(registry: CollectorRegistry) -> Callable[[Record, float], None]:
    """Return a function that counts a record and its seconds.

    Charts and doors are counted; a record has no person and no server.
    """
    interactions = Counter(
        "lawbot_interactions",
        "Interactions by door, language and outcome",
        ["what", "language", "outcome"],
        registry=registry,
    )
    durations = Histogram(
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
        interactions.labels(record.door, record.language, record.outcome.value).inc()
        if record.outcome is not Served.LATE:
            durations.labels(record.door).observe(seconds)
        if chart := record.chart:
            charts.labels(chart).inc()
        if record.outcome is Served.NOTHING:
            nothing.labels(record.language).inc()

    return count


class Pulse:
    """The time of the last heartbeat of each shard's gateway: every answer changes its latency."""

    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client
        self.latencies: dict[int, tuple[float, float]] = {}
        """The last latency of each shard that was ever connected, and the time of its change."""

    def look(self) -> list[int]:
        """Record new heartbeats, and return the shards that have been silent for too long."""
        for shard, latency in self._client.latencies:
            # a shard that is not connected has no latency, which is not a number then
            if not math.isnan(latency) and self.latencies.get(shard, (None, 0))[0] != latency:
                self.latencies[shard] = latency, time.monotonic()
        silent = []
        for shard, (_latency, changed_at) in sorted(self.latencies.items()):
            if time.monotonic() - changed_at > STALE:
                silent.append(shard)
        return silent


@asynccontextmanager
async def watched(
    client: discord.AutoShardedClient, face: Face, place: HostPort
) -> AsyncIterator[None]:
    """Serve at the address while the bot runs. Raises LawbotError if it cannot be used."""
    registry = CollectorRegistry()
    face.watch.count = counting(registry)
    Gauge("lawbot_servers", "Servers the bot is in", registry=registry).set_function(
        lambda: len(client.guilds)
    )
    ProcessCollector(registry=registry)
    heartbeats = Gauge(
        "lawbot_heartbeat_seconds",
        "How long the gateway took to answer the last heartbeat",
        ["shard"],
        registry=registry,
    )
    pulse = Pulse(client)

    async def alive(_request: web.Request) -> web.Response:
        # no look before the first heartbeat: discord.py gives a latency that early, too
        if not pulse.latencies:
            return _reply("not connected yet", well=False)
        if dead := pulse.look():
            shards = ", ".join(map(str, dead))
            return _reply(f"the gateway of shard {shards} is silent", well=False)
        return _reply("alive", well=True)

    async def ready(_request: web.Request) -> web.Response:
        missing = [] if client.is_ready() else ["Discord has not said ready yet"]
        if not face.answers.lawbook.is_readable():
            missing.append("the lawbook cannot be read")
        return _reply("; ".join(missing) or "ready", well=not missing)

    async def metrics(_request: web.Request) -> web.Response:
        for number, latency in client.latencies:
            heartbeats.labels(number).set(latency)
        return web.Response(
            body=generate_latest(registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    app = web.Application()
    app.add_routes(
        [web.get("/healthz", alive), web.get("/readyz", ready), web.get("/metrics", metrics)]
    )
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1)
    await runner.setup()
    polling = asyncio.create_task(_poll(pulse, runner.server))
    try:
        await _listen(web.TCPSite(runner, place.host, place.port))
        yield
    finally:
        polling.cancel()
        await runner.cleanup()


async def _listen(site: web.TCPSite) -> None:
    try:
        await site.start()
    except OSError as error:
        raise LawbotError(f"LAWBOT_WATCH: {site.name} cannot be had ({error.strerror}).") from error


async def _poll(pulse: Pulse, server: Any) -> None:
    """Record heartbeats again and again, and close connections that are too many."""
    while True:
        pulse.look()
        for connection in server.connections[:-MOST]:
            connection.force_close()
        await asyncio.sleep(LOOK)


def _reply(text: str, *, well: bool) -> web.Response:
    return web.Response(text=text + "\n", status=200 if well else 503)
