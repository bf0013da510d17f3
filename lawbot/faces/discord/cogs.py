"""The cogs that make up the face, in our own client and in a club's existing bot alike."""

from discord.ext import commands

from lawbot.faces.discord.club_quiz import LawQuiz
from lawbot.faces.discord.commands import LawCommands
from lawbot.faces.discord.daily import LawDaily
from lawbot.faces.discord.face import Face, FaceCog
from lawbot.faces.discord.messages import LawMessages
from lawbot.faces.discord.notes import LawNotes
from lawbot.faces.discord.panel import LawSettings
from lawbot.faces.discord.wrong import LawWrong

COGS: tuple[type[FaceCog], ...] = (LawCommands, LawQuiz, LawDaily, LawSettings, LawNotes, LawMessages, LawWrong)


async def add_cogs(bot: commands.Bot | commands.AutoShardedBot, face: Face) -> None:
    """Adds them to the bot. Raises what ``add_cog`` raises where the bot has such a command already."""
    for cog in COGS:
        await bot.add_cog(cog(bot, face))
