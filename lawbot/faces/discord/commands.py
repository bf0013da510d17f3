"""The slash commands, in one cog that serves our own client and a club's existing bot alike."""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from lawbot.answers.laws import shortened
from lawbot.answers.understanding import CHARTS, EVERYTHING, LAWS, TERMS
from lawbot.errors import N_
from lawbot.faces.discord.errors import RefusedError, note
from lawbot.faces.discord.face import Face, Interaction
from lawbot.faces.discord.mentions import question_in
from lawbot.faces.discord.panel import settings_card
from lawbot.faces.discord.settings_store import DEFAULT, GuildSettings
from lawbot.language import LANGUAGES, installed

Words = Range[str, 1, 200]
Short = Range[str, 1, 80]
T = TypeVar("T")

_LANGUAGES = [Choice(name=installed()[code].name, value=code) for code in LANGUAGES]
_VISIBILITY = [Choice(name=N_("private, with a Share button"), value="private"), Choice(name=N_("for all to see"), value="public")]
_YES_NO = [Choice(name=N_("vulnerable"), value="yes"), Choice(name=N_("not vulnerable"), value="no")]
_RESETS = [
    Choice(name=N_("language"), value="language"),
    Choice(name=N_("edition"), value="edition"),
    Choice(name=N_("director role"), value="director_role"),
    Choice(name=N_("everything"), value="everything"),
]


def everywhere(command: T) -> T:
    """Offered in servers, direct messages and group chats, whether the bot is added to a server or to a person."""
    command = app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)


class LawCommands(commands.Cog):
    """Look up, search, ask and rule by the Laws of Duplicate Bridge."""

    def __init__(self, bot: commands.Bot | commands.AutoShardedBot, face: Face) -> None:
        self.bot = bot
        self.face = face
        self._menu = everywhere(app_commands.ContextMenu(name=N_("Find the law"), callback=self.find_the_law))
        self._menu.on_error = self._failed

    async def cog_load(self) -> None:
        """Called when a bot takes the cog in: the message menu is not a method, so it is added by hand."""
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Called when a bot lets the cog go: nothing of it stays behind."""
        self.bot.tree.remove_command(self._menu.name, type=discord.AppCommandType.message)
        self.face.store.close()

    async def cog_app_command_error(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        """What discord.py itself refuses: a missing permission, a command that has changed."""
        await self.face.fail(interaction, error)

    async def _failed(self, interaction: Interaction, error: app_commands.AppCommandError) -> None:
        await self.face.fail(interaction, error)

    # -- the law ---------------------------------------------------------------------------------------------------------

    @everywhere
    @app_commands.command(name="law", description=N_("Open a law: 27B1(a), Law 64, or a heading such as revoke"))
    @app_commands.describe(citation=N_("A citation or a heading"), edition=N_("Another edition than the one in force"))
    async def law(self, interaction: Interaction, citation: Words, edition: Short | None = None) -> None:
        """A provision by its citation or heading."""
        await self.face.ask(interaction, citation, LAWS, edition)

    @everywhere
    @app_commands.command(name="search", description=N_("Find laws by words: dummy asks about a revoke"))
    @app_commands.describe(words=N_("What it is about, in your own words"), edition=N_("Another edition than the one in force"))
    async def search(self, interaction: Interaction, words: Words, edition: Short | None = None) -> None:
        """Laws by words."""
        await self.face.ask(interaction, words, EVERYTHING, edition)

    @everywhere
    @app_commands.command(name="situation", description=N_("What happened at the table? Questions lead to the ruling"))
    @app_commands.describe(name=N_("Choose one, or type what happened; leave it out for the most frequent"))
    async def situation(self, interaction: Interaction, name: Words | None = None) -> None:
        """The flow charts."""
        await self.face.ask(interaction, name or "", CHARTS)

    @everywhere
    @app_commands.command(name="define", description=N_("What a word means in the Laws: revoke, LHO, UI"))
    @app_commands.describe(term=N_("A term or an abbreviation"))
    async def define(self, interaction: Interaction, term: Short) -> None:
        """A defined term or an abbreviation."""
        await self.face.ask(interaction, term, TERMS)

    @everywhere
    @app_commands.command(name="compare", description=N_("How a law changed between editions"))
    @app_commands.describe(citation=N_("A citation"))
    async def compare(self, interaction: Interaction, citation: Words) -> None:
        """A provision in two editions."""
        await self.face.answer(interaction, lambda reader: self.face.answers.compare(citation, reader))

    @everywhere
    @app_commands.command(name="index", description=N_("The topics of the printed index"))
    @app_commands.describe(topic=N_("A topic of the index"))
    async def index(self, interaction: Interaction, topic: Words) -> None:
        """A topic of the printed index."""
        await self.face.answer(interaction, lambda reader: self.face.answers.index(topic, reader))

    # -- scores ------------------------------------------------------------------------------------------------------------

    @everywhere
    @app_commands.command(name="score", description=N_("Score a contract: 4SX made, or down two"))
    @app_commands.describe(
        contract=N_("4S, 3NX, 6HXX; with the result too if you like: 4SX by N +1"),
        vulnerable=N_("Is the declaring side vulnerable?"),
        result=N_("=, +1, -2"),
    )
    @app_commands.choices(vulnerable=_YES_NO)
    async def score(
        self, interaction: Interaction, contract: Short, vulnerable: Choice[str] | None = None, result: Short | None = None
    ) -> None:
        """Laws 77 computed."""
        chosen = vulnerable.value if vulnerable else ""
        await self.face.answer(interaction, lambda reader: self.face.answers.score(contract, chosen, result or "", reader))

    @everywhere
    @app_commands.command(name="imps", description=N_("International match points for a difference"))
    @app_commands.describe(difference=N_("Points between the two scores, such as 450"))
    async def imps(self, interaction: Interaction, difference: Range[int, -20000, 20000]) -> None:
        """The IMP table of Law 78B."""
        await self.face.answer(interaction, lambda reader: self.face.answers.imps(difference, reader))

    @everywhere
    @app_commands.command(name="board", description=N_("Dealer and vulnerability of a board"))
    @app_commands.describe(number=N_("The number of the board"))
    async def board(self, interaction: Interaction, number: Range[int, 1, 999]) -> None:
        """Law 2 computed."""
        await self.face.answer(interaction, lambda reader: self.face.answers.board(number, reader))

    # -- the bot -----------------------------------------------------------------------------------------------------------

    @everywhere
    @app_commands.command(name="help", description=N_("What the bot can do, with examples to tap"))
    async def help(self, interaction: Interaction) -> None:
        """What it can do."""
        await self.face.answer(interaction, self.face.answers.help, private=True)

    @everywhere
    @app_commands.command(name="about", description=N_("Editions, whose words, privacy, version"))
    async def about(self, interaction: Interaction) -> None:
        """Editions, notices, privacy, version."""
        await self.face.answer(interaction, self.face.answers.about, private=True)

    @app_commands.command(name="settings", description=N_("This server: language, edition, who sees answers, director role"))
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.describe(
        language=N_("For those whose own language the bot does not speak"),
        edition=N_("The edition that answers begin with"),
        answers=N_("Who sees answers"),
        director_role=N_("Its members go straight to a ruling"),
        inline=N_("Answer citations in [[double brackets]] in messages"),
        reset=N_("Back to what the operator has set"),
    )
    @app_commands.choices(language=_LANGUAGES, answers=_VISIBILITY, reset=_RESETS)
    async def settings(
        self,
        interaction: Interaction,
        language: Choice[str] | None = None,
        edition: Short | None = None,
        answers: Choice[str] | None = None,
        director_role: discord.Role | None = None,
        inline: bool | None = None,
        reset: Choice[str] | None = None,
    ) -> None:
        """Shows what this server has chosen, and changes what is given."""
        try:
            guild = interaction.guild_id
            if guild is None or not interaction.permissions.manage_guild:
                raise RefusedError(N_("You need the permission “Manage Server” in a server for this."))
            now = _changed(self.face.store.of(guild), reset.value if reset else "")
            if language:
                now = replace(now, language=language.value)
            if edition:
                now = replace(now, edition=self.face.answers.lawbook.edition(edition).id)
            if answers:
                now = replace(now, public=answers.value == "public")
            if director_role:
                now = replace(now, director_role=director_role.id)
            if inline is not None:
                now = replace(now, inline=inline)
            if now != self.face.store.of(guild):
                self.face.store.keep(guild, now)
        except Exception as error:
            await self.face.fail(interaction, error)
            return
        await self.face.answer(interaction, lambda reader: settings_card(now, self.face, reader), private=True)

    async def find_the_law(self, interaction: Interaction, message: discord.Message) -> None:
        """The message menu: the law that a message cites, or that its words are about."""
        await self.face.ask(interaction, question_in(message.content))

    # -- what is offered while typing --------------------------------------------------------------------------------------

    @law.autocomplete("citation")
    @compare.autocomplete("citation")
    async def _laws(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return self._offered(interaction, typed, "any")

    @define.autocomplete("term")
    async def _terms(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return self._offered(interaction, typed, "term")

    @index.autocomplete("topic")
    async def _topics(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return self._offered(interaction, typed, "topic")

    @situation.autocomplete("name")
    async def _situations(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return self._offered(interaction, typed, "situation")

    @law.autocomplete("edition")
    @search.autocomplete("edition")
    @settings.autocomplete("edition")
    async def _editions(self, _interaction: Interaction, typed: str) -> list[Choice[str]]:
        wanted = typed.casefold().strip()
        known = self.face.answers.lawbook.editions.values()
        return [Choice(name=shortened(e.title, 100), value=e.id) for e in known if wanted in f"{e.title} {e.short} {e.id}".casefold()][:25]

    def _offered(self, interaction: Interaction, typed: str, kind: Literal["any", "term", "topic", "situation"]) -> list[Choice[str]]:
        """What fits the letters typed so far. A fault here offers nothing, and is in the log."""
        try:
            reader = self.face.reader_of(interaction, getattr(interaction.namespace, "edition", None))
            actions = self.face.answers.suggest(typed[:100], reader, kind)
            return [Choice(name=shortened(action.label, 100), value=action.address) for action in actions if len(action.address) <= 100][
                :25
            ]
        except Exception as error:
            note(error)
            return []

    # -- events ------------------------------------------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """A press."""
        await self.face.press(interaction)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """A mention, a direct message, or citations in brackets."""
        if self.bot.user is not None:
            await self.face.hear(message, self.bot.user)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server that has let the bot go leaves nothing behind."""
        self.face.store.forget(guild.id)


def _changed(settings: GuildSettings, reset: str) -> GuildSettings:
    """The settings with one of them, or everything, as it was in the beginning."""
    resets: dict[str, Callable[[], GuildSettings]] = {
        "language": lambda: replace(settings, language=None),
        "edition": lambda: replace(settings, edition=None),
        "director_role": lambda: replace(settings, director_role=None),
        "everything": lambda: DEFAULT,
    }
    return resets[reset]() if reset in resets else settings
