"""Discord on the wire: a small gateway and REST API over real sockets, for what an in-process
simulation cannot show.

Locales, user installs, lost connections, shards, wrong tokens, signals, and how long an answer
takes.
"""

import asyncio
import itertools
import json
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from aiohttp import WSMsgType, web
from yarl import URL

from tests.support.patience import PATIENCE

TOKEN = "a-token-the-emulator-takes"
APPLICATION = 1000
GUILD, CHANNEL, USER = 1 << 30, (1 << 30) + 1, 3000
DISPATCH, HEARTBEAT, IDENTIFY, RESUME, RECONNECT, INVALID, HELLO, ACK = 0, 1, 2, 6, 7, 9, 10, 11


@dataclass
class Answer:
    """The bot's answer to an interaction, and the seconds it took."""

    type: int
    data: dict[str, Any]
    seconds: float


@dataclass
class Request:
    """A call the bot made."""

    method: str
    path: str
    body: Any
    headers: dict[str, str] = field(default_factory=dict)


@dataclass
class Session:
    """A shard's connection."""

    socket: web.WebSocketResponse
    shard: int
    shards: int
    intents: int
    sequence: "itertools.count[int]" = field(default_factory=lambda: itertools.count(1))

    async def send(self, op: int, data: Any = None, event: str | None = None) -> None:
        """Send one gateway payload."""
        await self.socket.send_str(
            json.dumps(
                {"op": op, "d": data, "t": event, "s": next(self.sequence) if event else None}
            )
        )


class Wire:
    """A running emulator. ``base`` is the address of its REST API."""

    def __init__(
        self, shards: int = 1, *, allow_message_content: bool = True, beat: float = 40
    ) -> None:
        self.shards = shards
        self.beat = beat
        """Seconds between two heartbeats."""
        self.deaf = False
        """Heartbeats are not answered."""
        self.mute = False
        """Nobody is let in: identifying is not answered."""
        self.allow_message_content = allow_message_content
        self.base = ""
        self.requests: list[Request] = []
        self.interactions: list[dict[str, Any]] = []
        self.sessions: dict[int, Session] = {}
        self.identifies = 0
        self.resumes = 0
        self.answers_once = False
        """A second answer to the same interaction is refused, as Discord does."""
        self.instead: dict[str, Callable[[], Awaitable[web.StreamResponse | None]]] = {}
        """Answers instead of the usual ones, by method and end of the path: "PUT /commands". None
        is the usual, ConnectionResetError drops the connection."""
        self._ids = itertools.count(1)
        self._waiting: dict[str, tuple[float, asyncio.Future[Answer]]] = {}
        self._changed = asyncio.Event()

    # -- what a test does
    # ----------------------------------------------------------------------------------------------

    async def connected(self, count: int = 1) -> None:
        """Wait until so many shards are connected."""
        async with asyncio.timeout(PATIENCE):
            while len(self.sessions) < count:
                await self._change()

    async def until(self, method: str, path_end: str, timeout: float = PATIENCE) -> Request:  # noqa: ASYNC109
        """Return the first call of that kind, waited for."""
        async with asyncio.timeout(timeout):
            while True:
                for request in self.requests:
                    if request.method == method and request.path.endswith(path_end):
                        return request
                await self._change()

    async def command(
        self,
        name: str,
        /,
        *,
        locale: str = "en-US",
        user_install: bool = False,
        context: int = 0,
        **options: Any,
    ) -> Answer:
        """Use a slash command and wait for the answer."""
        typed_options = [
            {"name": key, "type": 4 if isinstance(value, int) else 3, "value": value}
            for key, value in options.items()
        ]
        return await self.interact(
            2,
            {"id": "1", "name": name, "type": 1, "options": typed_options},
            locale=locale,
            user_install=user_install,
            context=context,
        )

    async def press(
        self,
        custom_id: str,
        message: dict[str, Any],
        *,
        locale: str = "en-US",
        user_install: bool = False,
        context: int = 0,
    ) -> Answer:
        """Press a button on a message."""
        return await self.interact(
            3,
            {"custom_id": custom_id, "component_type": 2},
            locale=locale,
            user_install=user_install,
            context=context,
            message=message,
        )

    async def interact(self, kind: int, data: dict[str, Any], **where: Any) -> Answer:
        """Send an interaction and wait for its callback; ``where`` is what ``send`` takes."""
        async with asyncio.timeout(PATIENCE):
            return await (await self.send(kind, data, **where))

    async def send(
        self,
        kind: int,
        data: dict[str, Any],
        *,
        locale: str = "en-US",
        user_install: bool = False,
        context: int = 0,
        message: dict[str, Any] | None = None,
        user: int = USER,
        age: float = 0,
        permissions: int = 1 << 11,
        times: int = 1,
    ) -> asyncio.Future[Answer]:
        """Send an interaction that was made so many seconds ago, so many times over; what comes
        will be its first callback."""
        number, token = (
            str(snowflake(time.time() - age) + next(self._ids)),
            f"token-{next(self._ids)}",
        )
        user_data = person(user)
        payload: dict[str, Any] = {
            "id": number, "application_id": str(APPLICATION), "type": kind, "token": token, "version": 1, "data": data, "locale": locale,
            "entitlements": [], "attachment_size_limit": 1000, "context": context, "app_permissions": str(1 << 11),
            "authorizing_integration_owners": {"1": str(USER)} if user_install else {"0": str(GUILD)},
        }  # fmt: skip
        if context == 0:
            payload |= {"guild_id": str(GUILD), "guild_locale": "en-US", "member": {"user": user_data, "roles": [], "joined_at": "2020-01-01T00:00:00+00:00", "deaf": False, "mute": False, "flags": 0, "permissions": str(permissions)}}  # fmt: skip
            payload |= {"channel_id": str(CHANNEL), "channel": {"id": str(CHANNEL), "type": 0, "name": "rulings", "guild_id": str(GUILD), "permissions": "0", "position": 0}}  # fmt: skip
        else:
            payload |= {"user": user_data, "channel_id": "77", "channel": {"id": "77", "type": 1 if context == 1 else 3, "recipients": [], "flags": 0, "last_message_id": None}}  # fmt: skip
        if message:
            payload["message"] = message
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting[number] = (time.perf_counter(), future)
        self.interactions.append(payload)
        for _ in range(times):
            await self.dispatch("INTERACTION_CREATE", payload)
        return future

    async def dispatch(self, event: str, data: Any, shard: int = 0) -> None:
        """Send an event to a shard."""
        await self.sessions[shard].send(DISPATCH, data, event)

    async def drop(self, shard: int = 0, code: int = 4000) -> None:
        """Break a shard's connection."""
        session = self.sessions.pop(shard)
        await session.socket.close(code=code)

    async def say(self, op: int, data: Any = None, shard: int = 0) -> None:
        """Send something of the gateway's own, such as RECONNECT; the shard will connect anew."""
        await self.sessions.pop(shard).send(op, data)

    # -- the gateway
    # ---------------------------------------------------------------------------------------------------

    async def gateway(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json(
            {"op": HELLO, "d": {"heartbeat_interval": self.beat * 1000}, "t": None, "s": None}
        )
        async for message in socket:
            if message.type is not WSMsgType.TEXT:
                break
            payload = json.loads(message.data)
            if (payload["op"] == HEARTBEAT and self.deaf) or (
                payload["op"] == IDENTIFY and self.mute
            ):
                continue
            if payload["op"] == HEARTBEAT:
                await socket.send_json({"op": ACK, "d": None, "t": None, "s": None})
            elif payload["op"] == IDENTIFY:
                await self._identify(socket, payload["d"])
            elif payload["op"] == RESUME:
                await self._resume(socket, payload["d"])
        return socket

    async def _identify(self, socket: web.WebSocketResponse, data: dict[str, Any]) -> None:
        if data["token"] != TOKEN:
            await socket.close(code=4004)
            return
        if data["intents"] & (1 << 15) and not self.allow_message_content:
            await socket.close(code=4014)
            return
        shard, shards = data.get("shard") or [0, 1]
        session = Session(socket, shard, shards, data["intents"])
        self.identifies += 1
        guilds = (
            [{"id": str(GUILD), "unavailable": True}] if (GUILD >> 22) % shards == shard else []
        )
        ready = {"v": 10, "user": bot(), "guilds": guilds, "session_id": f"s{shard}", "shard": [shard, shards], "resume_gateway_url": self.base.replace("http", "ws", 1).removesuffix("/api/v10"), "application": {"id": str(APPLICATION), "flags": 0}}  # fmt: skip
        await session.send(DISPATCH, ready, "READY")
        if guilds:
            await session.send(DISPATCH, guild(), "GUILD_CREATE")
        self.sessions[shard] = session
        self._notify()

    async def _resume(self, socket: web.WebSocketResponse, data: dict[str, Any]) -> None:
        shard = int(data["session_id"].removeprefix("s"))
        session = Session(socket, shard, self.shards, 0, itertools.count(data["seq"] + 1))
        self.resumes += 1
        await session.send(DISPATCH, {}, "RESUMED")
        self.sessions[shard] = session
        self._notify()

    # -- the REST API
    # --------------------------------------------------------------------------------------------------

    async def rest(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix("/api/v10")
        body = (
            await request.json()
            if request.can_read_body and request.content_type == "application/json"
            else None
        )
        self.requests.append(Request(request.method, path, body, dict(request.headers)))
        self._notify()
        if (answer := await self._other(request, path)) is not None:
            return answer
        parts = path.strip("/").split("/")
        if parts[0] == "interactions":
            return self._callback(
                parts[1],
                body,
                with_response=request.query.get("with_response") in ("1", "true", "True"),
            )
        if parts[0] == "webhooks":
            return as_json(message(body or {}))
        if request.headers.get("Authorization") != f"Bot {TOKEN}":
            return as_json({"message": "401: Unauthorized", "code": 0}, status=401)
        if path == "/users/@me":
            return as_json(bot())
        if path in ("/oauth2/applications/@me", "/applications/@me"):
            return as_json({"id": str(APPLICATION), "name": "Laws", "description": "", "icon": None, "bot_public": True, "bot_require_code_grant": False, "verify_key": "", "owner": person(), "team": None, "summary": "", "flags": 0})  # fmt: skip
        if path == "/gateway/bot":
            url = self.base.replace("http", "ws", 1).removesuffix("/api/v10")
            return as_json({"url": url, "shards": self.shards, "session_start_limit": {"total": 1000, "remaining": 999, "reset_after": 1, "max_concurrency": 16}})  # fmt: skip
        if path.endswith("/commands") and request.method == "PUT":
            return as_json([{**command, "id": str(number), "application_id": str(APPLICATION), "version": "1", "description": command.get("description", "")} for number, command in enumerate(body or [], 1)])  # fmt: skip
        if parts[0] == "channels" and parts[-1] == "messages":
            if request.method == "GET":  # nothing was said before
                return as_json([])
            return as_json(
                message(
                    {
                        "components": (body or {}).get("components") or [],
                        "flags": (body or {}).get("flags", 0),
                    }
                )
            )
        return as_json({})

    async def _other(self, request: web.Request, path: str) -> web.StreamResponse | None:
        """Return the answer that a test set instead of the usual one, or None."""
        for call, respond in self.instead.items():
            method, end = call.split()
            if request.method == method and path.endswith(end):
                try:
                    return await respond()
                except ConnectionResetError:
                    assert request.transport is not None
                    request.transport.abort()
                    return web.Response()
        return None

    def _callback(self, number: str, body: Any, *, with_response: bool) -> web.StreamResponse:
        if self.answers_once and number not in self._waiting:
            return as_json(
                {"message": "Interaction has already been acknowledged.", "code": 40060}, 400
            )
        sent, future = self._waiting.pop(number, (0.0, None))
        if future is not None and not future.done():
            future.set_result(
                Answer(body["type"], body.get("data") or {}, time.perf_counter() - sent)
            )
        if not with_response:
            return web.Response(status=204)
        resource = (
            {"type": body["type"], "message": message(body.get("data") or {})}
            if body["type"] in (4, 7)
            else {"type": body["type"]}
        )
        return as_json(
            {
                "interaction": {"id": number, "type": 2, "response_message_id": "900"},
                "resource": resource,
            }
        )

    def _notify(self) -> None:
        self._changed.set()
        self._changed = asyncio.Event()

    async def _change(self) -> None:
        await self._changed.wait()


def as_json(data: Any, status: int = 200, **headers: str) -> web.Response:
    """Return a JSON response with no charset, which discord.py wants."""
    return web.Response(
        body=json.dumps(data).encode(),
        status=status,
        content_type="application/json",
        headers=headers,
    )


def bot() -> dict[str, Any]:
    """Return the bot's own user."""
    return {"id": str(APPLICATION), "username": "laws", "discriminator": "0", "avatar": None, "bot": True, "flags": 0, "verified": True, "mfa_enabled": False, "locale": "en-US"}  # fmt: skip


def snowflake(seconds: float) -> int:
    """Return the first id that Discord gives at this time."""
    return int((seconds - 1_420_070_400) * 1000) << 22


def person(number: int = USER) -> dict[str, Any]:
    """Somebody."""
    return {
        "id": str(number),
        "username": "somebody",
        "discriminator": "0",
        "avatar": None,
        "global_name": None,
        "public_flags": 0,
    }


def guild() -> dict[str, Any]:
    """Return a server with one channel, as GUILD_CREATE brings it."""
    role = {"id": str(GUILD), "name": "@everyone", "permissions": str((1 << 10) | (1 << 11)), "position": 0, "color": 0, "hoist": False, "managed": False, "mentionable": False, "flags": 0}  # fmt: skip
    channel = {
        "id": str(CHANNEL),
        "type": 0,
        "name": "rulings",
        "position": 0,
        "permission_overwrites": [],
    }
    return {
        "id": str(GUILD), "name": "Bridge Club", "owner_id": "1", "roles": [role], "channels": [channel], "members": [], "threads": [],
        "emojis": [], "stickers": [], "features": [], "member_count": 2, "large": False, "unavailable": False, "joined_at": "2020-01-01T00:00:00+00:00",
        "voice_states": [], "presences": [], "stage_instances": [], "guild_scheduled_events": [], "soundboard_sounds": [], "verification_level": 0,
        "default_message_notifications": 0, "explicit_content_filter": 0, "mfa_level": 0, "nsfw_level": 0, "premium_tier": 0, "preferred_locale": "en-US",
        "system_channel_flags": 0, "afk_timeout": 60, "afk_channel_id": None, "icon": None, "splash": None, "banner": None, "description": None,
    }  # fmt: skip


def message(data: dict[str, Any], *, ephemeral: bool | None = None) -> dict[str, Any]:
    """Return a message of the bot as the API describes it."""
    flags = int(data.get("flags") or 1 << 15)
    if ephemeral is not None:
        flags = flags | 64 if ephemeral else flags & ~64
    return {
        "id": "900", "channel_id": str(CHANNEL), "author": bot(), "content": "", "timestamp": "2026-01-01T00:00:00+00:00", "edited_timestamp": None,
        "tts": False, "mention_everyone": False, "mentions": [], "mention_roles": [], "attachments": [], "embeds": [], "pinned": False, "type": 0,
        "components": data.get("components") or [], "flags": flags,
    }  # fmt: skip


def words(
    content: str, *, user: int = USER, channel: int | None = None, age: float = 0
) -> dict[str, Any]:
    """Return somebody's message: in a channel of the server, or to the bot alone."""
    posted = {
        **message({"flags": 0}),
        "id": str(snowflake(time.time() - age)),
        "author": person(user),
        "content": content,
        "components": [],
        "channel_id": "77",
    }
    if channel is not None:
        member: dict[str, Any] = {
            "roles": [],
            "joined_at": None,
            "deaf": False,
            "mute": False,
            "flags": 0,
        }
        posted |= {"channel_id": str(channel), "guild_id": str(GUILD), "member": member}
    return posted


@asynccontextmanager
async def emulated(shards: int = 1, **options: Any) -> AsyncIterator[Wire]:
    """A running emulator, and discord.py in this process pointed at it."""
    from discord.gateway import DiscordWebSocket
    from discord.http import Route

    wire = Wire(shards, **options)
    app = web.Application(client_max_size=1 << 24)
    app.router.add_get("/", wire.gateway)
    app.router.add_route("*", "/api/v10/{rest:.*}", wire.rest)
    runner = web.AppRunner(app, shutdown_timeout=0.5)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    server: Any = site._server
    port = server.sockets[0].getsockname()[1]
    wire.base = f"http://127.0.0.1:{port}/api/v10"
    before, Route.BASE = Route.BASE, wire.base
    gateway, DiscordWebSocket.DEFAULT_GATEWAY = (
        DiscordWebSocket.DEFAULT_GATEWAY,
        URL(f"ws://127.0.0.1:{port}"),
    )
    try:
        yield wire
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY = before, gateway
        for session in wire.sessions.values():
            await session.socket.close()
        await runner.cleanup()


async def stop(serving: asyncio.Task[Any]) -> None:
    """Cancel a bot that serves, and wait until it has gone down."""
    serving.cancel()
    await asyncio.wait_for(serving, PATIENCE)
