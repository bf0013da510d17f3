"""Buttons and menus: moving in place, sharing, pages, restarts, old messages."""

import pytest

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord.client import LawBot, make_client
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.law.citation import Citation
from tests.support.discord_sim import BotMessage, Person, Sim
from tests.support.payloads import texts


def _label(reply: BotMessage, words: str) -> str:
    return next(label for label in reply.buttons if words in label)


async def test_moving_turns_the_same_private_message(sim: Sim) -> None:
    reply = await sim.player.run("law", citation="27B1(a)")
    after = await sim.player.press(reply, _label(reply, "27B1(b)"))
    assert after.handle.id == reply.handle.id
    assert "Law 27B1(b)" in after.text
    back = await sim.player.press(after, _label(after, "27B1(a)"))
    assert "Law 27B1(a)" in back.text


async def test_a_menu_opens_what_was_chosen_in_place(sim: Sim) -> None:
    reply = await sim.player.run("law", citation="27B")
    after = await sim.player.choose(reply, "27B1")
    assert after.handle.id == reply.handle.id
    assert "Law 27B1" in after.text


async def test_sharing_posts_the_card_for_all_and_names_nobody(sim: Sim) -> None:
    reply = await sim.player.run("law", citation="64A")
    shared = await sim.player.press(reply, "Share")
    assert not shared.private
    assert "Law 64A" in shared.text
    assert "hermione" not in str(shared.payload)
    assert "Share" not in shared.buttons


LONG = "partner looked at the hand on his left while it was being sorted, and told nobody about it until the end of the round"


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("law", {"citation": "64A"}),
        ("search", {"words": "can i ask partner if hes out of hearts"}),
        ("situation", {"name": "insufficient bid"}),
        ("score", {"contract": "4SX", "result": "-2"}),
        ("compare", {"citation": "27B1"}),
    ],
)
async def test_a_shared_card_is_its_text_and_one_button_that_opens_it_for_the_presser_alone(
    sim: Sim, command: str, options: dict[str, str]
) -> None:
    reply = await sim.player.run(command, **options)
    # the answers to a question need the room
    tap = sim.player.choose if command == "situation" else sim.player.press
    shared = await tap(reply, "Share")
    assert not shared.private
    assert list(shared.buttons) == ["Open privately"]
    assert not shared.options
    theirs = await sim.boss.press(shared, "Open privately")
    assert theirs.private
    assert theirs.handle.id != shared.handle.id
    assert (theirs.text, theirs.buttons.keys(), theirs.options.keys()) == (
        reply.text,
        reply.buttons.keys(),
        reply.options.keys(),
    )


async def test_a_question_too_long_for_a_button_is_not_offered_to_be_shared(sim: Sim) -> None:
    """Nobody could open it, nor go on from it."""
    reply = await sim.player.run("search", words=LONG)
    assert LONG[:60] in reply.text  # the title is cut
    assert "Share" not in reply.buttons
    # what older versions offered there
    (refused,) = await sim.press_many(sim.player, reply, ["-"], verb="!")
    assert "older version" in texts(refused)
    assert refused["flags"] & 64


async def test_in_a_direct_message_the_card_turns_in_place(sim: Sim) -> None:
    alone = sim.stranger("alone")
    reply = await alone.run("law", citation="64A")
    after = await alone.choose(reply, "64A1")
    assert after.handle.id == reply.handle.id
    assert "Law 64A1" in after.text


async def test_who_may_not_write_cannot_share(sim: Sim) -> None:
    reply = await sim.player.run("law", citation="64A")
    sim.forbid(sim.player, "send_messages")
    refused = await sim.player.press(reply, "Share")
    assert refused.private
    assert "may not write" in refused.text


@pytest.mark.parametrize("who", ["the person", "the bot"])
@pytest.mark.parametrize(
    ("place", "permission"), [("channel", "send_messages"), ("thread", "send_messages_in_threads")]
)
async def test_sharing_asks_for_the_permission_of_the_place_and_for_no_other(
    sim: Sim, who: str, place: str, permission: str
) -> None:
    member = (
        sim.player if place == "channel" else Person(sim, sim.player.actor, sim.thread("a ruling"))
    )
    whose = sim.player if who == "the person" else None
    (other_permission,) = {"send_messages", "send_messages_in_threads"} - {permission}
    reply = await member.run("law", citation="64A")
    sim.forbid(whose, other_permission)
    assert not (await member.press(reply, "Share")).private
    sim.forbid(whose, permission)
    refused = await member.press(reply, "Share")
    assert refused.private
    assert ("You may not write" if whose else "The bot may not write") in refused.text


async def test_long_provisions_are_paged_and_every_word_is_on_some_page(
    sim: Sim, answers: Answers
) -> None:
    reply = await sim.player.run("law", citation="16")
    assert "▸" in reply.buttons
    pages = [reply.text]
    while not reply.buttons["▸"].get("disabled"):
        reply = await sim.player.press(reply, "▸")
        pages.append(reply.text)
    everything = "\n".join(pages).replace("\\", "").replace("*", "")
    for entry in answers.lawbook.provision(Citation.parse("16"), "plain-2017").walk():
        for word in entry.text.split():
            assert word.strip("*_\\") in everything
    first = await sim.player.press(reply, "◂")
    assert first.handle.id == reply.handle.id


async def test_an_old_message_is_answered_after_a_restart(
    sim: Sim, small: Settings, answers: Answers
) -> None:
    reply = await sim.player.run("law", citation="27B1(a)")
    await sim.env.restart_bot(make_client(small, answers, SettingsStore.in_memory(), shard_count=1))
    after = await sim.player.press(reply, _label(reply, "27B1(b)"))
    assert "Law 27B1(b)" in after.text


async def test_a_situation_is_walked_to_its_ruling_across_a_restart(
    sim: Sim, small: Settings, answers: Answers
) -> None:
    reply = await sim.player.run("situation", name="insufficient bid")
    for step in range(12):
        if step == 2:
            await sim.env.restart_bot(
                make_client(small, answers, SettingsStore.in_memory(), shard_count=1)
            )
        if "Say this" in reply.text:
            break
        label = next(iter(reply.buttons))
        reply = await sim.player.press(reply, label)
    assert "Say this" in reply.text


async def test_a_button_that_leads_nowhere_any_more_says_so(
    sim: Sim, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = await sim.player.run("law", citation="27B1(a)")
    stored = sim.env.backend.get_message(reply.handle.channel_id, reply.handle.id)
    stored.components = [
        {
            "type": 17,
            "components": [
                {
                    "type": 1,
                    "components": [
                        {"type": 2, "style": 2, "label": "old", "custom_id": "lb:gone/1"}
                    ],
                }
            ],
        }
    ]
    reply = BotMessage({"components": stored.components}, True, reply.handle)
    after = await sim.player.press(reply, "old")
    assert "older version" in after.text


async def test_a_button_of_another_bot_s_making_is_answered_too(sim: Sim) -> None:
    reply = await sim.player.run("law", citation="27B1(a)")
    stored = sim.env.backend.get_message(reply.handle.channel_id, reply.handle.id)
    stored.components = [
        {
            "type": 17,
            "components": [
                {
                    "type": 1,
                    "components": [{"type": 2, "style": 2, "label": "old", "custom_id": "v0:27B"}],
                }
            ],
        }
    ]
    after = await sim.player.press(
        BotMessage({"components": stored.components}, True, reply.handle), "old"
    )
    assert "older version" in after.text


async def test_the_same_card_may_be_sent_many_times(sim: Sim, client: LawBot) -> None:
    for _ in range(3):
        reply = await sim.player.run("law", citation="27B1(a)")
        after = await sim.player.press(reply, _label(reply, "27B1(b)"))
        assert "Law 27B1(b)" in after.text
    assert client.persistent_views == []
