"""Our own client: connects, keeps the commands in step with Discord, and goes down cleanly."""

import asyncio
import gc
import hashlib
import json
import logging
import re
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from lawbot.answers import Answers
from lawbot.config import Settings
from lawbot.errors import LawbotError
from lawbot.faces.discord.embedding import add_cogs
from lawbot.faces.discord.errors import EXIT_UNAVAILABLE, note
from lawbot.faces.discord.face import Face
from lawbot.faces.discord.sending import SILENT
from lawbot.faces.discord.settings_store import SettingsStore
from lawbot.faces.discord.translator import Translator

CONNECTIONS = 128
"""Open at once to one host: a crowd must not use up the descriptors."""
YOUNG = 10_000
"""Objects made and still there before the garbage collector looks at them: an answer makes
hundreds, and nearly all go by themselves."""
OLDER = (3, 1)
"""How often it looks at the young before it looks at what it has seen once, and then twice: seldom,
and 25 MB of what is dead wait for it."""
COMMANDS = "commands.sha256"
"""The file in the state folder that has the hash of the commands Discord has."""
LOOK = 5.0
"""Seconds between two looks at the lawbook's place."""
_NO_TOKEN = "DISCORD_TOKEN has a character that no token has. Copy it anew from the developer portal, without blanks or quotes."
_TOKEN_REFUSED = (
    "Discord does not accept the token. Copy it anew from the developer portal into DISCORD_TOKEN."
)
_INTENT_REFUSED = "LAWBOT_INLINE needs the Message Content intent: turn it on in the developer portal, or leave LAWBOT_INLINE out."
_TOKEN_RESET = 4004
"""The gateway's close code for a token that is not, or no longer, the bot's."""

_log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["LawBot"]):
    """The command tree; its errors go to the face, which answers each."""

    async def interaction_check(self, interaction: discord.Interaction["LawBot"], /) -> bool:
        """Whether an answer would still be taken; asked before anything is read or offered."""
        return interaction.client.face.takes(interaction)

    async def on_error(
        self, interaction: discord.Interaction["LawBot"], error: app_commands.AppCommandError, /
    ) -> None:
        """Errors that reached no cog, such as a command that is no longer there."""
        if interaction.command is None or isinstance(error, app_commands.CommandNotFound):
            await interaction.client.face.fail(interaction, error)


class LawBot(commands.AutoShardedBot):
    """The bot. ``commands_file`` keeps the hash of the commands Discord has; None never sends them
    by itself."""

    def __init__(self, face: Face, commands_file: Path | None = None, **options: Any) -> None:
        # nobody speaks here: nothing is missing
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
        parsers = self._connection.parsers
        parsers |= {
            event: partial(_parsed, parse) for event, parse in parsers.items() if event != "READY"
        }

    async def setup_hook(self) -> None:
        """Before the first event: presses are answered, the operator knows how to invite the bot."""
        await self.tree.set_translator(Translator())
        await add_cogs(self, self.face)
        if self.application_id is not None:
            invitation = discord.utils.oauth_url(
                self.application_id, permissions=discord.Permissions.none()
            )
            _log.info("To add the bot to a server, open %s", invitation)

    async def sync_if_changed(self, kept: Path, force: bool = False) -> None:
        """Sends the commands to Discord when they differ from those sent last, whose hash is in the
        file.

        Raises discord.HTTPException, aiohttp.ClientError or OSError when Discord did not take them.
        """
        translator = self.tree.translator or Translator()
        payload = [
            await command.get_translated_payload(self.tree, translator)
            for command in self.tree.get_commands()
        ]
        digest = hashlib.sha256(
            json.dumps([self.application_id, payload], sort_keys=True).encode()
        ).hexdigest()
        if not force and _holds(kept, digest):
            return
        await self.tree.sync()
        _log.info("The commands were sent to Discord.")
        try:
            _keep(kept, digest)
        except OSError as error:
            _log.warning(
                "%s cannot be written (%s): the commands will be sent again at the next start.",
                kept.name,
                error.strerror,
            )

    async def _sync_meanwhile(self, kept: Path) -> None:
        try:
            await self.sync_if_changed(kept)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            _log.error(
                "The commands could not be sent to Discord; the ones it has stay. Reference %s.",
                note(error),
            )

    async def on_ready(self) -> None:
        """Connected: the commands are sent in the background, once (this event comes again after
        every lost connection)."""
        if self.is_closed():
            return
        if self.commands_file is not None and self._syncing is None:
            self._syncing = asyncio.create_task(self._sync_meanwhile(self.commands_file))
        _log.info(
            "Connected as %s to %d servers in %d shards.",
            self.user,
            len(self.guilds),
            len(self.shards),
        )

    async def close(self) -> None:
        """Goes down; commands still being sent are left."""
        if self._syncing is not None:
            self._syncing.cancel()
        await super().close()

    async def on_message(self, message: discord.Message, /) -> None:
        """Nothing here: the cog hears messages, and none of them is a command of the old kind."""

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """An exception of ours in an event: a line in the log under a number, without what was
        said."""
        if error := sys.exception():
            note(error)


def _parsed(parse: Callable[[Any], None], data: Any) -> None:
    """Has discord.py read an event. One that it cannot read would end the process; it is let go,
    with a line in the log."""
    try:
        parse(data)
    except Exception as error:
        note(error)


def _holds(file: Path, digest: str) -> bool:
    with suppress(OSError):
        return file.read_bytes().strip() == digest.encode()
    return False


def _keep(file: Path, digest: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o600)
    file.chmod(0o600)  # one that an older version made was for all to read
    file.write_text(digest + "\n", encoding="ascii")


def make_client(
    settings: Settings, answers: Answers, store: SettingsStore | None = None, **options: Any
) -> LawBot:
    """The client over these settings. Raises LawbotError when the settings file cannot be opened."""
    face = Face(settings, answers, store or SettingsStore.open(settings.guild_settings), alone=True)
    kept: Path | None = settings.state / COMMANDS
    if settings.shards is not None:
        options |= {"shard_ids": list(settings.shards.ids), "shard_count": settings.shards.total}
        kept = kept if 0 in settings.shards.ids else None
    return LawBot(face, kept, **options)


def run(settings: Settings, answers: Answers) -> int:
    """Connects and stays until told to stop (SIGTERM or SIGINT). Returns the exit status: 0, or 69
    when Discord cannot be had."""
    answers.warm()
    gc.collect()
    gc.set_threshold(YOUNG, *OLDER)
    # what is read by now stays for good: to go through it again and again is where the
    # slowest answers came from
    gc.freeze()
    return _finish(serve(settings, answers))


def sync(settings: Settings, answers: Answers) -> int:
    """Sends the commands to Discord now, changed or not. Returns the exit status."""
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
    """As ``run``, in a loop that runs already. Raises LawbotError when Discord or the settings of
    servers cannot be had."""
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(_opened(settings, answers))
        if settings.watch is not None:
            from lawbot.faces.discord.health import watched  # loads what only those need who watch

            await stack.enter_async_context(watched(client, client.face, settings.watch))
        serving = asyncio.create_task(_connected(client, settings))
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            with suppress(NotImplementedError):
                asyncio.get_running_loop().add_signal_handler(number, serving.cancel)
        with suppress(asyncio.CancelledError):
            await serving
        _log.info("Going down.")


async def _sync(settings: Settings, answers: Answers) -> None:
    async with _opened(settings, answers) as client:
        await _logged_in(client, settings.token)
        try:
            await client.sync_if_changed(settings.state / COMMANDS, force=True)
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            raise LawbotError(
                f"Discord did not take the commands ({type(error).__name__})."
            ) from error


@asynccontextmanager
async def _opened(settings: Settings, answers: Answers) -> AsyncIterator[LawBot]:
    """The client; when all is done it is closed, and its settings after it."""
    client = make_client(
        settings, answers, connector=aiohttp.TCPConnector(limit=0, limit_per_host=CONNECTIONS)
    )
    try:
        async with client:
            yield client
    finally:
        client.face.store.close()


async def _connected(client: LawBot, settings: Settings) -> None:
    await _logged_in(client, settings.token)
    meanwhile = [
        asyncio.create_task(work) for work in (client.face.warm(), _renewing(client.face, settings))
    ]
    try:
        await _reached(client.connect(reconnect=True))
    finally:
        for task in meanwhile:
            task.cancel()


async def _renewing(face: Face, settings: Settings) -> None:
    """Looks every few seconds whether another lawbook stands in the place of the one that answers,
    and takes it up between two answers."""
    known = _made_at(settings.lawbook)
    while True:
        await asyncio.sleep(LOOK)
        there = _made_at(settings.lawbook)
        if there in (known, None):
            continue
        known = there
        try:
            face.take_up(await asyncio.to_thread(Answers.open_all, settings))
            gc.unfreeze()  # the old one may go
            _log.info("The lawbook was replaced; the new one answers now.")
        except LawbotError as error:
            _log.error(
                "The lawbook was replaced, but cannot be read; the old one goes on. %s", error
            )


def _made_at(lawbook: Path) -> tuple[int, int] | None:
    with suppress(OSError):
        found = lawbook.stat()
        return found.st_ino, found.st_mtime_ns
    return None


async def _logged_in(client: LawBot, token: str) -> None:
    if not re.fullmatch(r"[\w.-]+", token, re.ASCII):
        raise LawbotError(_NO_TOKEN)
    await _reached(client.login(token))


async def _reached(step: Awaitable[None]) -> None:
    """Waits for a step of connecting; what keeps it from succeeding is told in one line."""
    try:
        await step
    except discord.LoginFailure as error:
        raise LawbotError(_TOKEN_REFUSED) from error
    except discord.PrivilegedIntentsRequired as error:
        raise LawbotError(_INTENT_REFUSED) from error
    except discord.ConnectionClosed as error:
        closed = f"Discord has closed the connection for good (code {error.code}). Its state: https://discordstatus.com"
        raise LawbotError(_TOKEN_REFUSED if error.code == _TOKEN_RESET else closed) from error
    except discord.HTTPException as error:
        raise LawbotError(
            f"Discord answered with an error ({error.status}). Its state: https://discordstatus.com"
        ) from error
    except (aiohttp.ClientError, OSError, discord.GatewayNotFound) as error:
        raise LawbotError(
            "Discord cannot be reached. Is this computer connected to the internet?"
        ) from error
