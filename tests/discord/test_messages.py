"""Plain words: direct messages, mentions, and citations in double brackets where they are on."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from discord import MessageFlags

from lawbot.app import Answers
from lawbot.cards.help_card import NEAREST
from lawbot.config import Settings
from lawbot.faces.discord.client import LawBot, make_client
from lawbot.faces.discord.messages import bracketed, question_in
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from lawbot.language import installed, translator
from lawbot.language.reader import Reader
from tests.support.discord_sim import Sim, simulated
from tests.support.two_books import OLD, OLD_WORDS


async def test_a_direct_message_is_a_question(sim: Sim) -> None:
    alone = sim.stranger("alone")
    (reply,) = await alone.say("64A")
    assert "Law 64A" in reply.text
    (reply,) = await alone.say("partner took ages and then passed")
    assert reply.options or reply.buttons


async def test_a_mention_is_a_question_and_a_bare_one_asks_for_help(
    sim: Sim, client: LawBot
) -> None:
    assert client.user is not None
    (reply,) = await sim.player.say(f"<@{client.user.id}> 27B1(a)")
    assert "Law 27B1(a)" in reply.text
    (reply,) = await sim.player.say(f"<@{client.user.id}>")
    assert "27B1" in reply.text


async def test_messages_not_addressed_to_the_bot_are_not_answered(sim: Sim) -> None:
    assert await sim.player.say("Law 64A says otherwise, and [[27B1]] too") == []


async def test_another_bot_is_not_answered(sim: Sim, client: LawBot) -> None:
    assert client.user is not None
    music_bot = sim.person("music", bot=True)
    assert await music_bot.say(f"<@{client.user.id}> 64A") == []
    assert await music_bot.say("64A") == []
    assert len(await sim.player.say(f"<@{client.user.id}> 64A")) == 1


async def test_a_mention_is_answered_in_the_edition_the_server_chose(two_codes: Settings) -> None:
    store = SettingsStore.in_memory()
    client = make_client(two_codes, Answers.open_all(two_codes), store)
    client.commands_file = None
    async with simulated(client, strict_sync=False) as sim:
        assert client.user is not None
        (before,) = await sim.player.say(f"<@{client.user.id}> 27A")
        assert "plain words" in before.text
        store.keep(sim.guild.id, GuildSettings(edition=OLD))
        (after,) = await sim.player.say(f"<@{client.user.id}> 27A")
        assert OLD_WORDS in after.text
        (alone,) = await sim.stranger("alone").say("27A")
        assert "plain words" in alone.text


async def test_a_mention_is_answered_in_the_language_the_server_chose(
    sim: Sim, client: LawBot, store: SettingsStore
) -> None:
    store.keep(sim.guild.id, GuildSettings(language="vi"))
    assert client.user is not None
    (reply,) = await sim.player.say(f"<@{client.user.id}> situations")
    assert translator("vi")("What happened?") in reply.text


@pytest_asyncio.fixture
async def reading_sim(client: LawBot) -> AsyncIterator[Sim]:
    """The bot of an operator who allows brackets and has the intent for them."""
    client.face.inline = True
    client._connection._intents.message_content = True
    async with simulated(client) as running:
        yield running


async def test_brackets_are_answered_where_operator_and_server_want_it(
    answers: Answers, store: SettingsStore, reading_sim: Sim
) -> None:
    assert await reading_sim.player.say("see [[27B1]]") == []
    store.keep(reading_sim.guild.id, GuildSettings(inline=True))
    (reply,) = await reading_sim.player.say("see [[27B1(a)]] and [[nothing]]")
    assert "Law 27B1(a)" in reply.text
    (reply,) = await reading_sim.player.say("[[27B1]] or [[64A]]")
    assert "27B1" in reply.text
    assert "64A" in reply.text
    assert (list(reply.buttons), reply.options) == (["Open privately"], {})
    (reply,) = await reading_sim.player.say("what counts as a [[revoke]]?")
    assert answers.ask("revoke", Reader()).title in reply.text
    (reply,) = await reading_sim.player.say("[[insufficient bid]], [[27A]] and [[64Q]]")
    assert "27A" in reply.text
    for name, words in (
        ("insufficient bid", "Law 27"),
        ("Revoke: start here", "Revoke: start here"),
        ("LHO", "LHO"),
        ("UI", "Law 16B1"),
    ):
        (reply,) = await reading_sim.player.say(f"is it [[{name}]]?")
        assert words in reply.text
    assert await reading_sim.player.say("an array: a[[0]] and [[]] and [[-]] and `[[27B1]]`") == []


async def test_a_name_in_brackets_that_nothing_has_is_told_without_a_sound(
    store: SettingsStore, reading_sim: Sim
) -> None:
    store.keep(reading_sim.guild.id, GuildSettings(inline=True))
    for text, words in (
        ("[[64Q]]", "64"),
        ("[[qwerty zxcv]]", "qwerty zxcv"),
        ("[[@everyone]] and [[nothing]]", "everyone"),
    ):
        (reply,) = await reading_sim.player.say(f"see {text}")
        assert words in reply.text
        assert MessageFlags._from_value(reply.payload["flags"]).suppress_notifications
        assert reply.payload["allowed_mentions"]["parse"] == []
    for name, nearest in (
        ("insuficient bidd", "Insufficient bid"),
        ("qwerty zxcv", ""),
        ("64Q", "64A"),
    ):
        (reply,) = await reading_sim.player.say(f"see [[{name}]]")
        assert len(reply.buttons) >= NEAREST
        label = next(label for label in reply.buttons if nearest in label)
        opened = await reading_sim.player.press(reading_sim.posted()[-1], label)
        assert opened.private
    (reply,) = await reading_sim.player.say("see [[27B1]]")
    assert not MessageFlags._from_value(reply.payload["flags"]).suppress_notifications


def test_the_intent_for_brackets_is_asked_for_only_when_the_operator_wants_them(
    client: LawBot,
) -> None:
    assert not client.intents.message_content
    assert not client.intents.members
    assert not client.intents.presences


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("<@123> 64A", "64A"),
        (
            "<@!123>   can dummy\nask <@&5> <#9> about a revoke <:x:1>",
            "can dummy ask about a revoke",
        ),
        ("<@123>", ""),
        ("x" * 5000, "x" * 2000),
    ],
)
def test_the_question_in_a_message_is_extracted(text: str, question: str) -> None:
    assert question_in(text) == question


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("revoke", None),
        ("người mở bài đánh sai lượt", "vi"),
        ("กฎข้อ 27", "th"),
        ("đánh", "vi"),
        ("naïve", None),
        ("27B1", None),
    ],
)
def test_the_language_of_a_text_is_recognised(text: str, language: str | None) -> None:
    assert installed().written(text) == language


def test_names_in_brackets_are_found() -> None:
    text = "a [[27B1]] b [[ 64A ]] [[]] [[x\ny]] [[0]] [[Definitions: Revoke]] c[[1]]"
    assert bracketed(text) == ["27B1", "64A", "Definitions: Revoke"]
    assert len(bracketed("[[1]] " * 50)) == 5


@pytest.mark.parametrize(
    ("message", "laws"),
    [
        ("`[[1]]`", ""),
        ("a list ``x = [[1]]`` of lists", ""),
        ("```py\nx = [[1]]\ny = `[[2]]`\n```", ""),
        ("````\n[[1]]\n````", ""),
        ("`[[1]]` is code, [[27B1]] is a law and `[[2]]` is not, see [[64A]]", "27B1, 64A"),
        ("``a ` b [[1]]`` [[27B1]]", "27B1"),
        ("```[[1]]``` [[27B1]] ```[[2]]```", "27B1"),
        ("it` s [[27B1]]", "27B1"),
        ("```\nnever closed [[27B1]]", "27B1"),
        ("\\`[[27B1]]`", "27B1"),
    ],
)
def test_brackets_in_code_are_code(message: str, laws: str) -> None:
    assert ", ".join(bracketed(message)) == laws
