"""*Ask a director*: a question is posted in the server's directors' channel, and answered where it
was asked; nothing of it is kept."""

from typing import Any

import pytest

from lawbot.faces.discord import directors
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.directors import LONGEST, ONE_LINE, PER_PERSON, LawDirectors
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from tests.support.discord_sim import BotMessage, Person, Sim
from tests.support.payloads import texts

UNCLEAR = "dummy did something odd"
"""Words that open a choice."""


@pytest.fixture
def room(sim: Sim, client: LawBot, store: SettingsStore) -> Any:
    """The directors' channel, chosen in the settings."""
    # the first search of all takes longer than simcord waits
    client.face.answers.warm()
    channel = sim.guild.create_text_channel("directors")
    store.keep(sim.guild.id, GuildSettings(directors=channel.id))
    return channel


@pytest.fixture
def director(sim: Sim, room: Any) -> Person:
    """A director, in the directors' channel."""
    return Person(sim, sim.person("edgar").actor, room)


async def ask(sim: Sim, words: str = UNCLEAR) -> BotMessage:
    """Ask the bot, then the directors; return what the player is told."""
    reply = await sim.player.run("search", words=words)
    window = await sim.player.opens(reply, "Ask a director")
    return await sim.player.write(window, question=words)


def posts(sim: Sim, channel: Any) -> list[BotMessage]:
    """Return what the bot posted in a channel, the oldest first."""
    path = f"/channels/{channel.id}/messages"
    return [
        BotMessage(dict(request.json), False, None)
        for request in sim.env.http_requests
        if request.method == "POST" and request.path.endswith(path)
    ]


async def answer(director: Person, sim: Sim, law: str, line: str) -> BotMessage:
    """Answer the last question in the directors' channel."""
    question = sim.posted(director.channel)[-1]
    window = await director.opens(question, "Answer")
    return await director.write(window, law=law, line=line)


async def test_a_question_reaches_the_directors_and_its_answer_the_player(
    sim: Sim, room: Any, director: Person
) -> None:
    thanks = await ask(sim)
    assert thanks.private
    (question,) = posts(sim, room)
    assert UNCLEAR in question.text
    assert "hermione asks a director" in question.text
    assert "#rulings" in question.text
    assert question.payload["allowed_mentions"] == {"parse": []}
    assert set(question.buttons) == {"Open privately", "Answer"}
    closed = await answer(director, sim, "27B1", "Come to @everyone **table 4**")
    assert "Answer" not in closed.buttons
    assert "edgar answered: Law 27B1" in closed.text
    (reply,) = posts(sim, sim.channel)
    assert f"<@{sim.player.actor.id}>" in reply.text
    assert "edgar answers" in reply.text
    assert "Law 27B1" in reply.text
    assert "Come to @\u200beveryone \\*\\*table 4" in reply.text
    assert reply.payload["allowed_mentions"] == {
        "parse": [],
        "users": [sim.player.actor.id],
    }


async def test_without_a_directors_channel_there_is_no_button(sim: Sim) -> None:
    assert "Ask a director" not in (await sim.player.run("search", words=UNCLEAR)).buttons


async def test_the_button_stands_where_the_bot_may_have_misread_and_nowhere_else(
    sim: Sim, room: Any
) -> None:
    for words in (UNCLEAR, "east revoked and ruffed a heart", "xyzzy plugh of the director"):
        assert "Ask a director" in (await sim.player.run("search", words=words)).buttons, words
    for command, typed in (("law", {"citation": "27B1"}), ("define", {"term": "revoke"})):
        assert "Ask a director" not in (await sim.player.run(command, **typed)).buttons, command
    shared = await sim.player.press(await sim.player.run("search", words=UNCLEAR), "Share")
    assert "Ask a director" not in shared.buttons


async def test_the_window_shows_what_is_posted_and_where_the_answer_comes(
    sim: Sim, room: Any
) -> None:
    reply = await sim.player.run("search", words=UNCLEAR)
    window = await sim.player.opens(reply, "Ask a director")
    fields = str(window.modal)
    assert f"'value': '{UNCLEAR}'" in fields
    assert "It is posted in #directors with your name." in fields
    assert f"This card goes with it: “{UNCLEAR}”" in fields
    assert posts(sim, room) == []


async def test_what_the_asker_takes_out_goes_nowhere(sim: Sim, room: Any) -> None:
    reply = await sim.player.run("search", words=UNCLEAR)
    window = await sim.player.opens(reply, "Ask a director")
    await sim.player.write(window, question="May dummy speak?")
    (question,) = posts(sim, room)
    assert "odd" not in str(question.payload)


async def test_the_longest_question_is_whole_and_inert(sim: Sim, room: Any) -> None:
    reply = await sim.player.run("search", words="dummy did something odd " * 20)
    window = await sim.player.opens(reply, "Ask a director")
    await sim.player.write(window, question="[" * (LONGEST - 9) + "@everyone")
    (question,) = posts(sim, room)
    assert question.text.count("\\[") == LONGEST - 9
    assert "@everyone" not in question.text
    assert "Answer" in question.buttons


async def test_a_question_on_a_public_answer_is_answered_there_as_a_reply(
    sim: Sim, room: Any, director: Person
) -> None:
    me = sim.env.backend.bot_user.id
    await sim.player.say(f"<@{me}> {UNCLEAR}")
    window = await sim.player.opens(sim.posted()[-1], "Ask a director")
    await sim.player.write(window, question=UNCLEAR)
    await answer(director, sim, "", "Nothing happens.")
    reply = posts(sim, sim.channel)[-1]
    assert "Nothing happens." in reply.text
    reference = reply.payload["message_reference"]
    assert reference["message_id"] == sim.posted()[-2].handle.id
    assert reference["fail_if_not_exists"] is False


@pytest.mark.parametrize(
    ("law", "title"),
    [("64a", "Law 64A"), ("insufficient bid", "Insufficient bid"), ("LHO", "LHO"), ("", "")],
)
async def test_a_director_names_a_law_a_chart_a_term_or_nothing(
    sim: Sim, room: Any, director: Person, law: str, title: str
) -> None:
    await ask(sim)
    await answer(director, sim, law, "So it is.")
    (reply,) = posts(sim, sim.channel)
    assert title in reply.text
    assert "So it is." in reply.text


async def test_what_no_law_is_called_is_told_with_the_line_and_nothing_is_sent(
    sim: Sim, room: Any, director: Person
) -> None:
    await ask(sim)
    refused = await answer(director, sim, "something odd about a card", "A long line.")
    assert refused.private
    assert "“something odd about a card”" in refused.text
    assert "A long line." in refused.text
    assert posts(sim, sim.channel) == []
    assert "Answer" in sim.posted(room)[-1].buttons


async def test_blanks_alone_are_sent_neither_way(sim: Sim, room: Any, director: Person) -> None:
    reply = await sim.player.run("search", words=UNCLEAR)
    window = await sim.player.opens(reply, "Ask a director")
    assert "Nothing was written" in (await sim.player.write(window, question="  ")).text
    assert posts(sim, room) == []
    await ask(sim)
    assert "Nothing was written" in (await answer(director, sim, "27B1", "  ")).text
    assert posts(sim, sim.channel) == []


async def test_a_question_is_answered_once(sim: Sim, room: Any, director: Person) -> None:
    await ask(sim)
    question = sim.posted(room)[-1]
    late = await director.opens(question, "Answer")
    await answer(director, sim, "", "First.")
    refused = await director.write(late, line="Second.")
    assert "Another director has answered meanwhile. You wrote: Second." in refused.text
    assert len(posts(sim, sim.channel)) == 1


async def test_after_a_restart_the_answer_still_finds_the_player(
    sim: Sim, client: LawBot, room: Any, director: Person
) -> None:
    await ask(sim)
    await client.remove_cog("LawDirectors")
    await client.add_cog(LawDirectors(client, client.face))
    await answer(director, sim, "", "Play on.")
    assert "Play on." in posts(sim, sim.channel)[-1].text


async def test_where_the_bot_may_not_write_the_player_gets_a_direct_message(
    sim: Sim, room: Any, director: Person
) -> None:
    await ask(sim)
    sim.forbid(None, "send_messages")
    await answer(director, sim, "64A", "Two tricks.")
    direct = sim.posted(sim.player.actor.user.dm_channel)[-1]
    assert "Two tricks." in direct.text
    assert "Law 64A" in direct.text


async def test_a_deleted_channel_too_is_answered_directly(
    sim: Sim, room: Any, director: Person
) -> None:
    elsewhere = sim.guild.create_text_channel("lobby")
    player = Person(sim, sim.player.actor, elsewhere)
    window = await player.opens(await player.run("search", words=UNCLEAR), "Ask a director")
    await player.write(window, question=UNCLEAR)
    sim.env.backend.delete_channel(elsewhere.id)
    await answer(director, sim, "", "Two tricks.")
    assert "Two tricks." in sim.posted(player.actor.user.dm_channel)[-1].text


async def test_an_answer_to_somebody_who_left_is_told_with_the_line(
    sim: Sim, room: Any, director: Person
) -> None:
    await ask(sim)
    sim.forbid(None, "send_messages")
    sim.guild.remove_member(sim.player.actor)
    refused = await answer(director, sim, "", "Two tricks.")
    assert "could not be sent" in refused.text
    assert "You wrote: Two tricks." in refused.text
    assert "Answer" in sim.posted(room)[-1].buttons


async def test_a_question_deleted_while_it_is_answered_is_told(
    sim: Sim, room: Any, director: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ask(sim)
    question = sim.posted(room)[-1]
    send = directors._sent_there

    async def send_late(*arguments: Any) -> bool:
        sim.env.backend.delete_message(room.id, question.handle.id)
        return await send(*arguments)

    monkeypatch.setattr(directors, "_sent_there", send_late)
    thanks = await answer(director, sim, "", "Two tricks.")
    assert "cannot be marked as answered" in thanks.text
    assert "Two tricks." in posts(sim, sim.channel)[-1].text


async def test_a_channel_that_is_closed_or_gone_is_told_plainly(sim: Sim, room: Any) -> None:
    reply = await sim.player.run("search", words=UNCLEAR)
    window = await sim.player.opens(reply, "Ask a director")
    sim.forbid(None, "send_messages", room)
    refused = await sim.player.write(window, question=UNCLEAR)
    assert "may not write in the directors’ channel" in refused.text
    assert "nobody can ask there" in (await sim.boss.run("settings")).text
    sim.env.backend.delete_channel(room.id)
    refused = await sim.player.press(reply, "Ask a director")
    assert "not there any more" in refused.text


async def test_an_old_question_is_closed_once_another_channel_is_chosen(
    sim: Sim, store: SettingsStore, room: Any, director: Person
) -> None:
    await ask(sim)
    store.keep(sim.guild.id, GuildSettings(directors=sim.channel.id))
    refused = await director.press(sim.posted(room)[-1], "Answer")
    assert "not the directors’ channel of this server any more" in refused.text


async def test_a_forged_press_elsewhere_writes_to_nobody(sim: Sim, room: Any) -> None:
    reply = await sim.player.run("law", citation="64A")
    forged = f"{sim.channel.id}/0/{sim.boss.actor.id}/en"
    (refused,) = await sim.press_many(sim.player, reply, [forged], verb="%")
    assert "not the directors’ channel" in texts(refused)


async def test_a_flood_of_questions_is_stopped(sim: Sim, room: Any) -> None:
    for _ in range(PER_PERSON):
        await ask(sim)
    assert "please wait" in (await ask(sim)).text
    assert len(posts(sim, room)) == PER_PERSON


async def test_in_a_forum_each_question_is_a_post_of_its_own(
    sim: Sim, store: SettingsStore
) -> None:
    forum = sim.guild.create_forum_channel("ask-a-director")
    panel = await sim.boss.pick(await sim.boss.run("settings"), "lb=directors/", forum)
    assert "✓ Directors’ channel: #ask-a-director" in panel.text
    assert store.of(sim.guild.id).directors == forum.id
    await ask(sim)
    (request,) = [item for item in sim.env.http_requests if item.path.endswith("/threads")]
    assert request.json["name"] == UNCLEAR
    thread = sim.newest_thread()
    director = Person(sim, sim.person("edgar").actor, thread)
    (question,) = sim.posted(thread)
    window = await director.opens(question, "Answer")
    closed = await director.write(window, line="x" * ONE_LINE)
    assert "Answer" not in closed.buttons
    assert "x" * ONE_LINE in posts(sim, sim.channel)[-1].text


@pytest.mark.parametrize(
    ("language", "button"), [("vi", "Hỏi trọng tài"), ("th", "ถามผู้อำนวยการแข่งขัน")]
)
async def test_it_fits_in_every_language_and_the_answer_is_in_the_asker_s(
    sim: Sim, room: Any, director: Person, language: str, button: str
) -> None:
    sim.language(language)
    reply = await sim.player.run("search", words=UNCLEAR)
    window = await sim.player.opens(reply, button)
    await sim.player.write(window, question=UNCLEAR)
    sim.language("en")
    (question,) = posts(sim, room)
    assert "hermione asks a director" in question.text
    await answer(director, sim, "27B1", "So it is.")
    assert "edgar answers" not in posts(sim, sim.channel)[-1].text
