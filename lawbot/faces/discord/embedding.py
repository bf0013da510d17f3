"""Our commands inside a club's existing bot."""

import asyncio
import logging

from discord.ext import commands

from lawbot.answers import Answers
from lawbot.config import Settings
from lawbot.faces.discord.commands import LawCommands
from lawbot.faces.discord.face import Face
from lawbot.faces.discord.settings_store import SettingsStore
from lawbot.faces.discord.translator import Translator
from lawbot.faces.discord.watching import Watch
from lawbot.lawbook.current import is_current

_log = logging.getLogger(__name__)


async def embed(bot: commands.Bot, settings: Settings | None = None, answers: Answers | None = None) -> LawCommands:
    """Adds our cog to the bot; the bot sends its commands to Discord as it always does. Raises LawbotError.

    What takes long (reading documents, the first search) is done in a thread, so that the bot goes on meanwhile.
    """
    settings = settings or Settings.load()
    if answers is None:
        answers = await asyncio.to_thread(_opened, settings)
    store = await asyncio.to_thread(SettingsStore.open, settings.guild_settings)
    try:
        inline = settings.inline and bot.intents.message_content
        face = Face(answers, store, settings.language, inline, Watch.of(settings), settings.wrong_channel, settings.handbook)
        cog = LawCommands(bot, face)
        if bot.tree.translator is None:
            await bot.tree.set_translator(Translator())
        await bot.add_cog(cog)
    except BaseException:
        store.close()
        raise
    return cog


def _opened(settings: Settings) -> Answers:
    if not is_current(settings):
        from lawbot.making import LostDocumentError, make_lawbook  # loads what only reading documents needs

        try:
            make_lawbook(settings)
        except LostDocumentError as error:  # the lawbook that is there goes on answering
            _log.error("%s", error)
    answers = Answers.open_all(settings)
    answers.warm()
    return answers
