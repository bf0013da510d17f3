"""The commands about the Laws, the message menu, and the buttons that open and share cards."""

from functools import partial
from zoneinfo import ZoneInfo

import discord
from discord.app_commands import Choice, ContextMenu, Range, choices, command, describe, rename
from discord.ext import commands

from lawbot.app import Answers
from lawbot.cards.card import Action
from lawbot.decide.kinds import CHARTS, EVERYTHING, LAWS, TERMS, Kind
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord.card_cache import Asking
from lawbot.faces.discord.messages import question_in
from lawbot.faces.discord.permissions import CANNOT_WRITE, check_may_post, is_own
from lawbot.faces.discord.render.components import OUTDATED, PRESSES, Press, Verb, fits
from lawbot.faces.discord.request import (
    Face,
    FaceCog,
    answers_press,
    everywhere,
    pressable,
    reshow,
    show,
    show_to,
)
from lawbot.faces.discord.telemetry import now
from lawbot.faces.discord.transport import SILENT, Interaction, edit_message, send
from lawbot.limits import MAX_SUM, MAX_TYPED

Choices = list[Choice[str]]
Words = Range[str, 1, MAX_TYPED]
Short = Range[str, 1, 80]
Sum = Range[str, 1, MAX_SUM]

CHANNELS = (discord.TextChannel, discord.Thread, discord.VoiceChannel, discord.StageChannel)
"""Channels in which the bot can reply to a message."""
_AUTHOR = discord.AllowedMentions(everyone=False, users=False, roles=False, replied_user=True)
"""The author of the message replied to is told, and nobody else."""
_EDITION = N_("Another edition than the one in force")
_PERSON = N_("Post it for all to see, and tell this member")
_YES_NO = [
    Choice(name=N_("vulnerable"), value="yes"),
    Choice(name=N_("not vulnerable"), value="no"),
]


class LawCommands(FaceCog):
    """Look up, search, ask and rule by the Laws of Duplicate Bridge."""

    def __init__(self, bot: commands.Bot | commands.AutoShardedBot, face: Face) -> None:
        super().__init__(bot, face)
        self._menu = everywhere(ContextMenu(name=N_("Find the law"), callback=self.find_the_law))
        self._menu.on_error = self.cog_app_command_error

    async def cog_load(self) -> None:
        """Add the message menu; called when a bot adds the cog."""
        # discord.py finds only commands that are methods of the cog
        self.bot.tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        """Remove the message menu; called when a bot removes the cog."""
        self.bot.tree.remove_command(self._menu.name, type=discord.AppCommandType.message)

    # -- the law

    @command(description=N_("Open a law: 27B1(a), Law 64, or a heading such as revoke"))
    @describe(citation=N_("A citation or a heading"), edition=_EDITION, person=_PERSON)
    @rename(person="for")
    async def law(
        self,
        interaction: Interaction,
        citation: Words,
        edition: Short | None = None,
        person: discord.User | None = None,
    ) -> None:
        """Answer with a provision, by its citation or heading."""
        await self._ask(interaction, citation, LAWS, edition, person=person)

    @command(description=N_("Find laws by words: dummy asks about a revoke"))
    @describe(words=N_("What it is about, in your own words"), edition=_EDITION, person=_PERSON)
    @rename(person="for")
    async def search(
        self,
        interaction: Interaction,
        words: Words,
        edition: Short | None = None,
        person: discord.User | None = None,
    ) -> None:
        """Answer with laws found by words."""
        await self._ask(interaction, words, EVERYTHING, edition, person=person)

    @command(description=N_("What happened at the table? Questions lead to the ruling"))
    @describe(name=N_("Choose one, or type what happened; leave it out for the most frequent"))
    async def situation(self, interaction: Interaction, name: Words | None = None) -> None:
        """Answer with a flow chart."""
        await self._ask(interaction, name or "", CHARTS)

    @command(description=N_("What a word means in the Laws: revoke, LHO, UI"))
    @describe(term=N_("A term or an abbreviation"))
    async def define(self, interaction: Interaction, term: Short) -> None:
        """Answer with a defined term or an abbreviation."""
        await self._ask(interaction, term, TERMS)

    @command(description=N_("How a law changed between editions"))
    @describe(citation=N_("A citation"))
    async def compare(self, interaction: Interaction, citation: Words) -> None:
        """Answer with a provision in two editions."""
        await self.face.answer(
            interaction, lambda answers, reader: answers.compare(citation, reader)
        )

    # -- scores

    @command(
        description=N_(
            "Score a contract (4SX by N +1), IMPs for 620, weighted scores, victory points"
        ),
    )
    @describe(
        contract=N_("4SX by N +1; points for IMPs: 620; a weighted score: 60% 620, 40% 170"),
        vulnerable=N_("Is the declaring side vulnerable?"),
        result=N_("=, +1, -2"),
    )
    @choices(vulnerable=_YES_NO)
    async def score(
        self,
        interaction: Interaction,
        contract: Sum,
        vulnerable: Choice[str] | None = None,
        result: Short | None = None,
    ) -> None:
        """Answer with a score (Law 77), IMPs (Law 78B) or a director's sum."""
        vulnerability = vulnerable.value if vulnerable else ""
        await self.face.answer(
            interaction,
            lambda answers, reader: answers.score(contract, vulnerability, result or "", reader),
        )

    @command(description=N_("Dealer and vulnerability of a board"))
    @describe(number=N_("The number of the board"))
    async def board(self, interaction: Interaction, number: Range[int, 1, 999]) -> None:
        """Answer with dealer and vulnerability of a board (Law 2)."""
        await self.face.answer(interaction, lambda answers, reader: answers.board(number, reader))

    # -- the bot

    @command(description=N_("What the bot can do, with examples to tap"))
    async def help(self, interaction: Interaction) -> None:
        """Answer with what the bot can do."""
        await self.face.answer(interaction, Answers.help, private=True)

    @command(description=N_("Editions, whose words, privacy, version"))
    async def about(self, interaction: Interaction) -> None:
        """Answer with editions, notices, privacy, version."""
        await self.face.answer(interaction, Answers.about, private=True)

    async def find_the_law(self, interaction: Interaction, message: discord.Message) -> None:
        """Answer the message menu with the law that a message cites or is about."""
        await self._ask(
            interaction, question_in(message.content), author=message.author.id, message=message.id
        )

    # -- what is offered while typing

    @law.autocomplete("citation")
    @compare.autocomplete("citation")
    async def _laws(self, interaction: Interaction, typed: str) -> Choices:
        return self.face.choices(interaction, lambda asking: asking.suggest(typed, "any"))

    @define.autocomplete("term")
    async def _terms(self, interaction: Interaction, typed: str) -> Choices:
        return self.face.choices(interaction, lambda asking: asking.suggest(typed, "term"))

    @situation.autocomplete("name")
    async def _situations(self, interaction: Interaction, typed: str) -> Choices:
        return self.face.choices(interaction, lambda asking: asking.suggest(typed, "situation"))

    @law.autocomplete("edition")
    @search.autocomplete("edition")
    async def _editions(self, interaction: Interaction, typed: str) -> Choices:
        words = typed.casefold().strip()

        def matching_editions(asking: Asking) -> list[Action]:
            actions = []
            for edition in asking.answers.lawbook.editions.values():
                names = f"{edition.title} {edition.short} {edition.id}"
                if words in names.casefold():
                    actions.append(Action(edition.title, edition.id))
            return actions

        return self.face.choices(interaction, matching_editions)

    # -- typed and pressed

    async def _ask(
        self,
        interaction: Interaction,
        text: str,
        only: frozenset[Kind] = EVERYTHING,
        edition: str | None = None,
        author: int | None = None,
        message: int | None = None,
        person: discord.User | None = None,
    ) -> None:
        """Answer a typed text, of its ``author`` if another than the person wrote it.

        It may come from a ``message``, or be for another ``person``. Typed words are never kept.
        """

        async def send_answer(asking: Asking) -> None:
            address = asking.answers.address_for(text, asking.reader, only)
            if person is not None and interaction.guild_id is not None:
                answer = address or self.face.card_for(text, asking, only)
                await show_to(interaction, asking, answer, person)
            elif fits(address):
                # this card may be drawn already
                await show(interaction, asking, address, message=message)
            else:
                card = self.face.card_for(text, asking, only)
                await show(interaction, asking, card, message=message)
                people = (interaction.user.id, author or interaction.user.id)
                edit = partial(reshow, interaction, asking, message=message)
                self.face.listen(text, asking, people, edit, only)

        await self.face.serve(interaction, send_answer, edition)

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Handle a press; tell the user if no supported version made the button."""
        if await self.face.press(interaction):
            return
        # in another program's bot the press may be for a component of its own
        if self.face.alone and interaction.type in PRESSES:
            await self.face.fail(interaction, LawbotError(OUTDATED))

    @answers_press(Verb.OPEN)
    async def _turn(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Open the card behind the address, in the presser's own message or else privately.

        A ruling as text is a message of its own, which a phone can copy: private, but in a direct
        message, where it stays.
        """
        now().shown(press.address, begun=False)
        today = self.face.clock().astimezone(ZoneInfo(asking.settings.daily_zone)).date()
        if text := asking.answers.rulings.text(press.address, asking.reader, today):
            await interaction.response.send_message(
                text, ephemeral=not interaction.context.dm_channel, allowed_mentions=SILENT
            )
            return
        view = asking.open(press.address, press.page, share=not interaction.context.dm_channel)
        if is_own(interaction):
            await edit_message(interaction, view)
        else:
            await send(interaction, view, private=True)

    @answers_press(Verb.REPLY)
    async def _reply_in_public(
        self, interaction: Interaction, press: Press, asking: Asking
    ) -> None:
        """Post the card as a reply to a message; of all people its author alone is told."""
        check_may_post(interaction)
        number, has_target, address = press.address.partition("/")
        channel, private = interaction.channel, interaction.message
        if not (has_target and number.isdecimal() and private and isinstance(channel, CHANNELS)):
            raise LawbotError(OUTDATED)
        if address:
            card = asking.answers.open(address, asking.reader)
            view, after = asking.view(card, for_all=True), asking.open(address, share=True)
        else:
            # whoever reads a choice may choose, and sees alone what that opens
            view = pressable(private, frozenset({Verb.OPEN}))
            after = pressable(private, frozenset(Verb) - {Verb.REPLY})
        try:
            await channel.get_partial_message(int(number)).reply(
                view=view, allowed_mentions=_AUTHOR
            )
        except discord.Forbidden as error:
            raise LawbotError(CANNOT_WRITE) from error
        except discord.HTTPException as error:
            # a reply to what is not there is refused as a wrong request
            if error.status not in (400, 404):
                raise
            raise LawbotError(N_("That message is not there any more.")) from error
        await edit_message(interaction, after)

    @answers_press(Verb.SHARE)
    async def _share(self, interaction: Interaction, press: Press, asking: Asking) -> None:
        """Post the card for all to see, without the name of who asked for it."""
        check_may_post(interaction)
        card = asking.answers.open(press.address, asking.reader)
        await send(interaction, asking.view(card, press.page, for_all=True), private=not card.found)
