"""Our commands inside a club's existing bot."""

from discord.ext import commands

from lawbot.answers import Answers
from lawbot.config import Settings
from lawbot.faces.discord.commands import LawCommands
from lawbot.faces.discord.face import Face
from lawbot.faces.discord.settings_store import SettingsStore
from lawbot.faces.discord.translator import Translator
from lawbot.making import make_lawbook


async def embed(bot: commands.Bot, settings: Settings | None = None, answers: Answers | None = None) -> LawCommands:
    """Adds our cog to the bot; the bot sends its commands to Discord as it always does. Raises LawbotError."""
    settings = settings or Settings.load()
    if answers is None:
        if not settings.lawbook.is_file():
            make_lawbook(settings)
        answers = Answers.open_all(settings)
    store = SettingsStore.open(settings.guild_settings)
    inline = settings.inline and bot.intents.message_content
    cog = LawCommands(bot, bot.tree, Face(answers, store, settings.language, inline))
    if bot.tree.translator is None:
        await bot.tree.set_translator(Translator())
    await bot.add_cog(cog)
    return cog
