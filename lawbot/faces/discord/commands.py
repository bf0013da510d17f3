"""The slash commands, in one cog that serves our own client and a club's existing bot alike."""

import asyncio
from collections.abc import Iterator
from functools import partial
from typing import Literal, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, Range
from discord.ext import commands

from lawbot.answers import Reader
from lawbot.answers.laws import shortened
from lawbot.answers.rulings import PHASES
from lawbot.answers.understanding import CHARTS, EVERYTHING, LAWS, TERMS, TYPED
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord import errors, notes
from lawbot.faces.discord.components import PRESSES
from lawbot.faces.discord.face import Face, Interaction
from lawbot.faces.discord.mentions import question_in
from lawbot.faces.discord.panel import show_panel

Words = Range[str, 1, TYPED]
Short = Range[str, 1, 80]
Suggested = Literal["any", "term", "topic", "situation"]
T = TypeVar("T")

_KINDS = {discord.AppCommandOptionType.string: str, discord.AppCommandOptionType.integer: int, discord.AppCommandOptionType.boolean: bool}
_PHASES = [Choice(name=name, value=phase.value) for phase, name in PHASES.items()]
_YES_NO = [Choice(name=N_("vulnerable"), value="yes"), Choice(name=N_("not vulnerable"), value="no")]


def everywhere(command: T) -> T:
    """Offered in servers, direct messages and group chats, whether the bot is added to a server or to a person."""
    command = app_commands.allowed_installs(guilds=True, users=True)(command)
    return app_commands.allowed_contexts(guilds=True, dms=True, private_channels=True)(command)


class LawCommands(commands.Cog):
    """Look up, search, ask and rule by the Laws of Duplicate Bridge. ``alone`` where every press on the bot's messages is on one of ours."""

    def __init__(self, bot: commands.Bot | commands.AutoShardedBot, face: Face, *, alone: bool = False) -> None:
        self.bot = bot
        self.alone = alone
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

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Whether what is given is of the kinds that a command asks for. Discord sees to that itself; raises CommandSignatureMismatch where it has not."""
        if isinstance(command := interaction.command, app_commands.Command):
            for parameter in command.parameters:
                given, kind = getattr(interaction.namespace, parameter.name, None), _KINDS.get(parameter.type)
                if kind is not None and given is not None and not isinstance(given, kind):
                    raise app_commands.CommandSignatureMismatch(command)
        return True

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

    @everywhere
    @app_commands.command(name="quiz", description=N_("What is the ruling? A case, and four rulings to choose from"))
    @app_commands.describe(phase=N_("Cases of one phase only"), shared=N_("For a club night: all may answer, and see the count in the end"))
    @app_commands.choices(phase=_PHASES)
    async def quiz(self, interaction: Interaction, phase: Choice[str] | None = None, shared: bool = False) -> None:
        """A question of the quiz, for one or for all."""
        chosen = phase.value if phase else ""
        if shared:
            await self.face.ask_everybody(interaction, chosen)
        else:
            await self.face.answer(interaction, lambda reader: self.face.answers.quiz(chosen, reader), private=True)

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
    async def settings(self, interaction: Interaction) -> None:
        """What this server has chosen, with selects and buttons to change it."""
        await self.face.serve(interaction, partial(show_panel, self.face, interaction))

    @app_commands.command(name="note", description=N_("This club’s own notes on laws and charts"))
    @app_commands.allowed_installs(guilds=True, users=False)
    @app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.describe(about=N_("A provision or a flow chart; leave it out for the list"), file=N_("A file of notes to take in"))
    async def note(self, interaction: Interaction, about: Words | None = None, file: discord.Attachment | None = None) -> None:
        """A club's own notes."""
        await self.face.serve(interaction, partial(notes.note, self.face, interaction, about or "", file))

    async def find_the_law(self, interaction: Interaction, message: discord.Message) -> None:
        """The message menu: the law that a message cites, or that its words are about."""
        await self.face.ask(interaction, question_in(message.content))

    # -- what is offered while typing --------------------------------------------------------------------------------------

    @law.autocomplete("citation")
    @compare.autocomplete("citation")
    async def _laws(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return self._offered(interaction, typed, "any")

    @note.autocomplete("about")
    async def _noted(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        def offered(reader: Reader) -> Iterator[Choice[str]]:
            for place in self.face.store.notes_of(interaction.guild_id):
                if typed.casefold() in place.casefold():
                    yield Choice(name=shortened(f"✎ {self.face.answers.club_notes.name(place, reader)}", 100), value=place)
            yield from self._suggested(typed, reader, "any")

        return self.face.offered(interaction, offered)

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
    async def _editions(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        wanted = typed.casefold().strip()
        known = self.face.answers.lawbook.editions.values()
        return self.face.offered(
            interaction,
            lambda _reader: (
                Choice(name=shortened(e.title, 100), value=e.id) for e in known if wanted in f"{e.title} {e.short} {e.id}".casefold()
            ),
        )

    def _offered(self, interaction: Interaction, typed: str, kind: Suggested) -> list[Choice[str]]:
        return self.face.offered(interaction, lambda reader: self._suggested(typed, reader, kind))

    def _suggested(self, typed: str, reader: Reader, kind: Suggested) -> Iterator[Choice[str]]:
        for action in self.face.answers.suggest(typed[:100], reader, kind):
            if len(action.address) <= 100:
                yield Choice(name=shortened(action.label, 100), value=action.address)

    # -- events ------------------------------------------------------------------------------------------------------------

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """A press; where nobody else answers, one on a component that no version still understood has made is told so."""
        if not await self.face.press(interaction) and self.alone and interaction.type in PRESSES:
            await self.face.fail(interaction, LawbotError(N_("This button belongs to an older version of the bot. Ask again, please.")))

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """A mention, a direct message, or citations in brackets."""
        if self.bot.user is not None:
            await self.face.hear(message, self.bot.user)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server that has let the bot go leaves nothing behind."""
        await self._forget([guild.id])

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """Servers that let the bot go while it was off leave nothing behind either.

        If not one of those that chose something is here, the token is another bot's, and everything stays.
        """
        here = {guild.id for guild in self.bot.guilds}
        kept = [guild for guild in self.face.store.guilds if self._is_of_our_shards(guild)]
        if not here.isdisjoint(kept):
            await self._forget([guild for guild in kept if guild not in here])

    async def _forget(self, guilds: list[int]) -> None:
        try:
            for guild in guilds:
                await asyncio.to_thread(self.face.store.forget, guild)
        except LawbotError as error:
            errors.note(error)

    def _is_of_our_shards(self, guild: int) -> bool:
        bot = self.bot
        ours = [bot.shard_id] if bot.shard_id is not None else getattr(bot, "shard_ids", None)
        return not ours or (guild >> 22) % (bot.shard_count or 1) in ours
