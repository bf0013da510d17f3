"""Our own client: connects, keeps the commands in step with Discord, and goes down cleanly."""

import asyncio
import gc
import hashlib
import json
import logging
import re
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.faces.discord.errors import EXIT_UNAVAILABLE, note
from lawbot.faces.discord.extension import add_cogs
from lawbot.faces.discord.request import Face
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.faces.discord.translator import Translator
from lawbot.faces.discord.transport import SILENT

CONNECTIONS = 128
"""Connections open at once to one host: a crowd must not use up the descriptors."""
YOUNG = 10_000
"""Objects alive before the garbage collector looks at them: an answer makes hundreds, and nearly
all go by themselves."""
OLDER = (3, 1)
"""Collection thresholds of generations 1 and 2; higher ones kept 25 MB of garbage alive."""
COMMANDS = "commands.sha256"
"""File in the state folder with the hash of the commands that Discord has."""
NAMED = 10
"""Servers whose names the log has at the start."""
LOOK = 5.0
"""Seconds between two checks for a new lawbook file."""
_NO_TOKEN = (
    "DISCORD_TOKEN has a character that no token has."
    " Copy it anew from the developer portal, without blanks or quotes."
    " Without DISCORD_TOKEN, bot.py answers in this terminal."
)
_TOKEN_REFUSED = (
    "Discord does not accept the token. Copy it anew from the developer portal into DISCORD_TOKEN."
    " Without DISCORD_TOKEN, bot.py answers in this terminal."
)
_INTENT_REFUSED = (
    "LAWBOT_INLINE needs the Message Content intent:"
    " turn it on in the developer portal, or leave LAWBOT_INLINE out."
)
_TOKEN_RESET = 4004
"""The gateway's close code for a token that is not, or no longer, the bot's."""

_SYNC_ERRORS = (discord.HTTPException, aiohttp.ClientError, OSError)

_log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["LawBot"]):
    """The command tree; its errors go to the face, which answers each."""

    async def interaction_check(self, interaction: discord.Interaction["LawBot"], /) -> bool:
        """Return whether Discord still takes an answer, before anything is read or offered."""
        return interaction.client.face.in_time(interaction)

    async def on_error(
        self, interaction: discord.Interaction["LawBot"], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer an error that reached no cog, such as a command that is no longer there."""
        if interaction.command is None or isinstance(error, app_commands.CommandNotFound):
            await interaction.client.face.fail(interaction, error)


class LawBot(commands.AutoShardedBot):
    """The bot.

    ``commands_file`` keeps the hash of the commands Discord has; None never sends them by itself.
    """

    def __init__(self, face: Face, commands_file: Path | None = None, **options: Any) -> None:
        # the bot uses no voice, so discord.py need not warn of missing voice libraries
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        intents = discord.Intents(
            guilds=True, guild_messages=True, dm_messages=True, message_content=face.inline
        )
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=intents,
            allowed_mentions=SILENT,
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            **options,
        )
        self.face = face
        self.commands_file = commands_file
        self._syncing: asyncio.Task[None] | None = None
        # an event that discord.py cannot read must not end the process
        parsers = self._connection.parsers
        for event, parse in list(parsers.items()):
            if event != "READY":
                parsers[event] = partial(_parse_or_skip, parse)

    async def setup_hook(self) -> None:
        """Add the cogs before the first event, and log the link that invites the bot."""
        await self.tree.set_translator(Translator())
        await add_cogs(self, self.face)
        if self.application_id is not None:
            invitation = discord.utils.oauth_url(
                self.application_id, permissions=discord.Permissions.none()
            )
            _log.info("To add the bot to a server, open %s", invitation)

    async def sync_if_changed(self, hash_file: Path, force: bool = False) -> None:
        """Send the commands to Discord if their hash differs from the one in the file.

        ``force`` sends them in any case. Raises discord.HTTPException, aiohttp.ClientError or
        OSError if Discord did not take them.
        """
        translator = self.tree.translator or Translator()
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        serialized = json.dumps([self.application_id, payload], sort_keys=True)
        digest = hashlib.sha256(serialized.encode()).hexdigest()
        if not force and _has_digest(hash_file, digest):
            _log.info("Discord has the commands already.")
            return
        await self.tree.sync()
        _log.info("The commands were sent to Discord.")
        try:
            _write_digest(hash_file, digest)
        except OSError as error:
            _log.warning(
                "%s cannot be written (%s): the commands will be sent again at the next start.",
                hash_file.name,
                error.strerror,
            )

    async def _sync_meanwhile(self, hash_file: Path) -> None:
        try:
            await self.sync_if_changed(hash_file)
        except _SYNC_ERRORS as error:
            _log.error(
                "The commands could not be sent to Discord; the ones it has stay. Reference %s.",
                note(error),
            )

    async def on_ready(self) -> None:
        """Send the commands in the background, once."""
        # this event comes again after every lost connection
        if self.is_closed():
            return
        if self.commands_file is not None and self._syncing is None:
            self._syncing = asyncio.create_task(self._sync_meanwhile(self.commands_file))
        shards = _counted(len(self.shards), "shard")
        _log.info("Connected as %s over %s, and ready: %s.", self.user, shards, _in(self.guilds))

    async def close(self) -> None:
        """Close the connection, giving up on commands that are still being sent."""
        if self._syncing is not None:
            self._syncing.cancel()
        await super().close()

    async def on_message(self, message: discord.Message, /) -> None:
        """Disable prefix commands; a cog answers messages."""

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log an exception in an event under a reference number, without what was typed."""
        if error := sys.exception():
            note(error)


def _parse_or_skip(parse: Callable[[Any], None], data: Any) -> None:
    """Let discord.py read an event; log and drop one that it cannot read."""
    try:
        parse(data)
    except Exception as error:
        note(error)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _in(guilds: Sequence[discord.Guild]) -> str:
    """Return the number of servers and the names of the first."""
    if not guilds:
        return "it is in no server yet; the link above adds it to one"
    # a name may have signs that a terminal obeys
    names = ["".join(filter(str.isprintable, guild.name)) for guild in guilds[:NAMED]]
    if len(guilds) > NAMED:
        names.append("...")
    return f"it is in {_counted(len(guilds), 'server')} ({', '.join(names)})"


def _has_digest(file: Path, digest: str) -> bool:
    with suppress(OSError):
        return file.read_bytes().strip() == digest.encode()
    return False


def _write_digest(file: Path, digest: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    # an older version made it readable for all
    file.chmod(0o600)
    file.write_text(digest + "\n", encoding="ascii")


def make_client(
    settings: Settings, answers: Answers, store: SettingsStore | None = None, **options: Any
) -> LawBot:
    """Return the client over these settings.

    Raises LawbotError when the settings file cannot be opened.
    """
    store = store or SettingsStore.open(settings.guild_settings)
    face = Face(settings, answers, store, alone=True)
    commands_file: Path | None = settings.state / COMMANDS
    if settings.shards is not None:
        options |= {"shard_ids": list(settings.shards.ids), "shard_count": settings.shards.total}
        # of all processes the one with the first shard alone sends the commands
        if 0 not in settings.shards.ids:
            commands_file = None
    return LawBot(face, commands_file, **options)


def run(settings: Settings, answers: Answers) -> int:
    """Connect, and stay until SIGTERM or SIGINT.

    Returns the exit status: 0, or 69 when Discord cannot be reached.
    """
    _log.info("Loading what answers need ...")
    answers.warm()
    gc.collect()
    gc.set_threshold(YOUNG, *OLDER)
    # objects loaded by now stay for good: collecting among them made the slowest answers
    gc.freeze()
    return _finish(serve(settings, answers))


def sync(settings: Settings, answers: Answers) -> int:
    """Send the commands to Discord now, changed or not, and return the exit status."""
    return _finish(_sync(settings, answers))


def _finish(work: Coroutine[Any, Any, None]) -> int:
    try:
        with suppress(KeyboardInterrupt):
            asyncio.run(work)
    except LawbotError as error:
        _log.critical("%s", error)
        return EXIT_UNAVAILABLE
    return 0


async def serve(settings: Settings, answers: Answers) -> None:
    """Run the bot in the running event loop until a signal ends it.

    Raises LawbotError when Discord or the settings of servers cannot be reached.
    """
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(_open_client(settings, answers))
        if settings.watch is not None:
            # prometheus is loaded only if the operator wants metrics
            from lawbot.faces.discord.health import watched

            await stack.enter_async_context(watched(client, client.face, settings.watch))
        serving = asyncio.create_task(_run_client(client, settings))
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            # not every platform lets a loop handle signals
            with suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
        with suppress(asyncio.CancelledError):
            await serving
        _log.info("Going down.")


async def _sync(settings: Settings, answers: Answers) -> None:
    async with _open_client(settings, answers) as client:
        await _log_in(client, settings.token)
        try:
            await client.sync_if_changed(settings.state / COMMANDS, force=True)
        except _SYNC_ERRORS as error:
            raise LawbotError(
                f"Discord did not take the commands ({type(error).__name__})."
            ) from error


@asynccontextmanager
async def _open_client(settings: Settings, answers: Answers) -> AsyncIterator[LawBot]:
    """Yield the client; close it at the end, and its settings after it."""
    connector = aiohttp.TCPConnector(limit=0, limit_per_host=CONNECTIONS)
    client = make_client(settings, answers, connector=connector)
    try:
        async with client:
            yield client
    finally:
        client.face.store.close()


async def _run_client(client: LawBot, settings: Settings) -> None:
    _log.info("Connecting to Discord ...")
    await _log_in(client, settings.token)
    _log.info("Discord has let the bot in. Waiting for its servers ...")
    background = [
        asyncio.create_task(client.face.warm()),
        asyncio.create_task(_reload_when_replaced(client.face, settings)),
    ]
    try:
        await _await_step(client.connect(reconnect=True))
    finally:
        for task in background:
            task.cancel()


async def _reload_when_replaced(face: Face, settings: Settings) -> None:
    """Check the lawbook file every few seconds, and answer from a new one once there is one."""
    stamp = _file_stamp(settings.lawbook)
    while True:
        await asyncio.sleep(LOOK)
        new_stamp = _file_stamp(settings.lawbook)
        if new_stamp in (stamp, None):
            continue
        stamp = new_stamp
        try:
            face.take_up(await asyncio.to_thread(Answers.open_all, settings))
            # the old lawbook was frozen at the start, and would never be collected
            gc.unfreeze()
            _log.info("The lawbook was replaced; the new one answers now.")
        except LawbotError as error:
            _log.error(
                "The lawbook was replaced, but cannot be read; the old one goes on. %s", error
            )


def _file_stamp(lawbook: Path) -> tuple[int, int] | None:
    with suppress(OSError):
        status = lawbook.stat()
        return status.st_ino, status.st_mtime_ns
    return None


async def _log_in(client: LawBot, token: str) -> None:
    if not re.fullmatch(r"[\w.-]+", token, re.ASCII):
        raise LawbotError(_NO_TOKEN)
    await _await_step(client.login(token))


async def _await_step(step: Awaitable[None]) -> None:
    """Await a step of connecting; raise LawbotError with one line if it fails."""
    try:
        await step
    except discord.LoginFailure as error:
        raise LawbotError(_TOKEN_REFUSED) from error
    except discord.PrivilegedIntentsRequired as error:
        raise LawbotError(_INTENT_REFUSED) from error
    except discord.ConnectionClosed as error:
        message = (
            f"Discord has closed the connection for good (code {error.code})."
            " Its state: https://discordstatus.com"
        )
        if error.code == _TOKEN_RESET:
            message = _TOKEN_REFUSED
        raise LawbotError(message) from error
    except discord.HTTPException as error:
        raise LawbotError(
            f"Discord answered with an error ({error.status}). Its state: https://discordstatus.com"
        ) from error
    except (aiohttp.ClientError, OSError, discord.GatewayNotFound) as error:
        raise LawbotError(
            "Discord cannot be reached. Is this computer connected to the internet? Start the bot"
            " again once it is; without DISCORD_TOKEN, bot.py answers in this terminal."
        ) from error
