"""The cogs that make up the face, in our own client and in a club's existing bot alike."""

import asyncio
import logging

from discord.ext import commands

from lawbot.app import Answers
from lawbot.book.current import is_current
from lawbot.config import Settings
from lawbot.faces.discord.commands import LawCommands
from lawbot.faces.discord.feedback import LawWrong
from lawbot.faces.discord.messages import LawMessages
from lawbot.faces.discord.notes import LawNotes
from lawbot.faces.discord.quiz.club import LawQuiz
from lawbot.faces.discord.quiz.daily import LawDaily
from lawbot.faces.discord.request import Face, FaceCog
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.faces.discord.settings_panel import LawSettings
from lawbot.faces.discord.translator import Translator

COGS: tuple[type[FaceCog], ...] = (
    LawCommands,
    LawQuiz,
    LawDaily,
    LawSettings,
    LawNotes,
    LawMessages,
    LawWrong,
)
_log = logging.getLogger(__name__)


async def add_cogs(bot: commands.Bot | commands.AutoShardedBot, face: Face) -> None:
    """Add our cogs to the bot. Raises what ``add_cog`` raises if it has such a command already."""
    for cog in COGS:
        await bot.add_cog(cog(bot, face))


async def embed(
    bot: commands.Bot, settings: Settings | None = None, answers: Answers | None = None
) -> Face:
    """Add our cogs to an existing bot, which sends its commands to Discord itself.

    Reading documents and the first search run in a thread, so that the bot goes on meanwhile.
    Raises LawbotError.
    """
    settings = settings or Settings.load()
    if answers is None:
        answers = await asyncio.to_thread(_open_answers, settings)
    store = await asyncio.to_thread(SettingsStore.open, settings.guild_settings)
    try:
        face = Face(settings, answers, store)
        face.inline = settings.inline and bot.intents.message_content
        if bot.tree.translator is None:
            await bot.tree.set_translator(Translator())
        await add_cogs(bot, face)
    except BaseException:
        store.close()
        raise
    return face


def _open_answers(settings: Settings) -> Answers:
    if not is_current(settings):
        from lawbot.errors import LostDocumentError
        from lawbot.making import make_lawbook

        try:
            make_lawbook(settings)
        except LostDocumentError as error:
            # the lawbook that is there goes on answering
            _log.error("%s", error)
    answers = Answers.open_all(settings)
    answers.warm()
    return answers
