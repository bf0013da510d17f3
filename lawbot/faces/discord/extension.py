"""The cogs that make up the face, in our own client and in a club's existing bot alike."""

import asyncio
import logging
import os
import subprocess
import sys
from functools import partial
from pathlib import Path

from discord.ext import commands

import lawbot
from lawbot.app import Answers
from lawbot.book.current import is_current
from lawbot.config import Settings
from lawbot.faces.discord.command_names import CommandNames, renamed, withdraw
from lawbot.faces.discord.commands import LawCommands
from lawbot.faces.discord.directors import LawDirectors
from lawbot.faces.discord.feedback import LawWrong
from lawbot.faces.discord.messages import LawMessages
from lawbot.faces.discord.notes import LawNotes
from lawbot.faces.discord.quiz.club import LawQuiz
from lawbot.faces.discord.quiz.daily import LawDaily
from lawbot.faces.discord.request import Face, FaceCog
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.faces.discord.settings_panel import LawSettings
from lawbot.faces.discord.translator import Translator
from lawbot.faces.discord.verdicts import LawVerdicts

__all__ = ["COGS", "add_cogs", "embed", "withdraw"]

Bot = commands.Bot | commands.AutoShardedBot
COGS: tuple[type[FaceCog], ...] = (
    LawCommands,
    LawQuiz,
    LawDaily,
    LawSettings,
    LawNotes,
    LawMessages,
    LawWrong,
    LawDirectors,
    LawVerdicts,
)
_log = logging.getLogger(__name__)


async def add_cogs(bot: Bot, face: Face) -> None:
    """Add our cogs to the bot. Raises what ``add_cog`` raises if it has such a command already."""
    for cog in COGS:
        await bot.add_cog(cog(bot, face))


async def embed(bot: Bot, settings: Settings | None = None, answers: Answers | None = None) -> Face:
    """Add our cogs to an existing bot, which sends its commands to Discord itself.

    Its own commands keep their names: ours of the same name go into a group. Nothing holds up its
    loop: a new lawbook is made in a process of its own, what there is to read is read in a
    thread. Raises LawbotError.
    """
    if settings is None:
        settings = await asyncio.to_thread(Settings.load)
    if answers is None:
        if not await asyncio.to_thread(is_current, settings):
            await _make_lawbook_apart(settings)
        answers = await asyncio.to_thread(_open_answers, settings)
    store = await asyncio.to_thread(SettingsStore.open, settings.guild_settings)
    names = CommandNames(bot.tree, settings.commands)
    try:
        face = Face(settings, answers, store)
        face.inline = settings.inline and bot.intents.message_content
        if bot.tree.translator is None:
            await bot.tree.set_translator(Translator())
        for cog_class in COGS:
            cog = cog_class(bot, face)
            names.place(cog)
            await bot.add_cog(cog)
            # each takes some milliseconds, between which the host answers
            await asyncio.sleep(0)
        if names.written:
            face.cards.rewrite = partial(renamed, names=names.written)
    except BaseException:
        names.withdraw()
        store.close()
        raise
    return face


async def _make_lawbook_apart(settings: Settings) -> None:
    """Make the lawbook in a process of its own, and log what it could not read.

    If it cannot be made, the lawbook that is there goes on answering.
    """
    arguments = [settings.state, settings.data, *settings.documents]
    # the host may have found this package by a path of its own
    paths = [str(Path(lawbot.__file__).parents[1]), os.environ.get("PYTHONPATH", "")]
    # even to begin a process takes time that the loop has not
    process = await asyncio.to_thread(
        subprocess.Popen,
        [sys.executable, "-m", "lawbot.making", *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))},
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
    )
    try:
        _output, faults = await asyncio.to_thread(process.communicate)
    except asyncio.CancelledError:
        process.kill()
        raise
    for line in faults.splitlines():
        _log.error("%s", line)


def _open_answers(settings: Settings) -> Answers:
    answers = Answers.open_all(settings)
    answers.warm()
    return answers
