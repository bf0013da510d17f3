"""Our own client: connects, keeps the commands in step with Discord, and goes down cleanly."""

import asyncio
import hashlib
import json
import logging
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from lawbot.answers import Answers
from lawbot.config import Settings
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.commands import LawCommands
from lawbot.faces.discord.components import pressed
from lawbot.faces.discord.errors import EXIT_UNAVAILABLE, StartupError, note
from lawbot.faces.discord.face import SILENT, Face
from lawbot.faces.discord.settings_store import SettingsStore
from lawbot.faces.discord.translator import Translator

_log = logging.getLogger(__name__)


class Tree(app_commands.CommandTree["LawBot"]):
    """The command tree; its errors go to the face, which answers each."""

    face: Face

    async def on_error(self, interaction: discord.Interaction["LawBot"], error: app_commands.AppCommandError, /) -> None:
        """Errors that reached no cog, such as a command that is no longer there."""
        if interaction.command is None or isinstance(error, app_commands.CommandNotFound):
            await self.face.fail(interaction, error)


class LawBot(commands.AutoShardedBot):
    """The bot. ``commands_file`` keeps the hash of the commands Discord has; None never sends them by itself."""

    tree: Tree

    def __init__(self, face: Face, commands_file: Path | None = None, **options: Any) -> None:
        intents = discord.Intents(guilds=True, guild_messages=True, dm_messages=True, message_content=face.inline)
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
        self.tree.face = face

    async def setup_hook(self) -> None:
        """Before the first event: presses are answered, commands are in step."""
        await self.tree.set_translator(Translator())
        await self.add_cog(LawCommands(self, self.face))
        if self.commands_file is not None:
            try:
                await self.sync_if_changed(self.commands_file)
            except (discord.HTTPException, OSError) as error:
                _log.error("The commands could not be sent to Discord; the ones it has stay. Reference %s.", note(error))

    async def sync_if_changed(self, kept: Path, force: bool = False) -> bool:
        """Sends the commands to Discord when they differ from those sent last. Returns whether they were sent."""
        payload = [
            await command.get_translated_payload(self.tree, self.tree.translator or Translator()) for command in self.tree.get_commands()
        ]
        digest = hashlib.sha256(json.dumps([self.application_id, payload], sort_keys=True).encode()).hexdigest()
        if not force and _kept_hash(kept) == digest:
            return False
        await self.tree.sync()
        _keep_hash(kept, digest)
        _log.info("The commands were sent to Discord.")
        return True

    async def on_ready(self) -> None:
        """Connected. (Nothing is sent from here: this event comes again after every lost connection.)"""
        _log.info("Connected as %s to %d servers in %d shards.", self.user, len(self.guilds), len(self.shards))

    async def on_message(self, message: discord.Message, /) -> None:
        """Nothing here: the cog hears messages, and none of them is a command of the old kind."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """A press on a component that no version still understood has made is told so; the cog answers the others."""
        if interaction.type is discord.InteractionType.component and pressed(interaction.data or {}) is None:
            await self.face.fail(interaction, LawbotError(N_("This button belongs to an older version of the bot. Ask again, please.")))

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """An exception of ours in an event: a line in the log under a number, without what was said."""
        error = sys.exc_info()[1]
        if error is not None:
            note(error)


def _kept_hash(file: Path) -> str | None:
    try:
        return file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return None


def _keep_hash(file: Path, digest: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(digest + "\n", encoding="ascii")


def make_client(settings: Settings, answers: Answers, store: SettingsStore | None = None, **options: Any) -> LawBot:
    """The client over these settings. Raises LawbotError when the settings file cannot be opened."""
    store = store or SettingsStore.open(settings.guild_settings)
    face = Face(answers, store, settings.language, inline=settings.inline)
    return LawBot(face, settings.state / "commands.sha256", **options)


def run(settings: Settings, answers: Answers) -> int:
    """Connects and stays until told to stop (SIGTERM or SIGINT). Returns the exit status: 0, or 69 when Discord cannot be had."""
    answers.warm()
    return _finish(_serve(settings, answers))


def sync(settings: Settings, answers: Answers) -> int:
    """Sends the commands to Discord now, changed or not. Returns the exit status."""
    return _finish(_sync(settings, answers))


def _finish(work: Any) -> int:
    try:
        asyncio.run(work)
    except StartupError as error:
        _log.critical("%s", error)
        return EXIT_UNAVAILABLE
    except KeyboardInterrupt:
        return 0
    return 0


async def _serve(settings: Settings, answers: Answers) -> None:
    client = _made(settings, answers)
    loop = asyncio.get_running_loop()
    try:
        async with client:
            serving = asyncio.create_task(_connected(client, settings.token))
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                with suppress(NotImplementedError):
                    loop.add_signal_handler(number, serving.cancel)
            with suppress(asyncio.CancelledError):
                await serving
            _log.info("Going down.")
    finally:
        client.face.store.close()


async def _sync(settings: Settings, answers: Answers) -> None:
    client = _made(settings, answers)
    file, client.commands_file = settings.state / "commands.sha256", None
    try:
        async with client:
            await _reached(client.login(settings.token))
            try:
                await client.sync_if_changed(file, force=True)
            except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
                raise StartupError(f"Discord did not take the commands ({type(error).__name__}).") from error
    finally:
        client.face.store.close()


def _made(settings: Settings, answers: Answers) -> LawBot:
    try:
        return make_client(settings, answers)
    except LawbotError as error:
        raise StartupError(str(error)) from error


async def _connected(client: LawBot, token: str) -> None:
    await _reached(client.login(token))
    warming = asyncio.create_task(client.face.warm())
    try:
        await _reached(client.connect(reconnect=True))
    finally:
        warming.cancel()


async def _reached(step: Any) -> None:
    """Waits for a step of connecting; what keeps it from succeeding is told in one line."""
    try:
        await step
    except discord.LoginFailure as error:
        raise StartupError("Discord does not accept the token. Copy it anew from the developer portal into DISCORD_TOKEN.") from error
    except discord.PrivilegedIntentsRequired as error:
        raise StartupError(
            "LAWBOT_INLINE needs the Message Content intent: turn it on in the developer portal, or leave LAWBOT_INLINE out."
        ) from error
    except discord.HTTPException as error:
        raise StartupError(f"Discord answered with an error ({error.status}). Its state: https://discordstatus.com") from error
    except (aiohttp.ClientError, OSError, discord.GatewayNotFound) as error:
        raise StartupError("Discord cannot be reached. Is this computer connected to the internet?") from error
