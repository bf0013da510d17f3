"""Answers for somebody else: of all people, one may be notified, and only by who may post."""

from typing import Any

import pytest

from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.render.components import CUSTOM_ID, CardView, parts_of
from lawbot.faces.discord.request import with_reply
from lawbot.language.reader import Reader
from tests.support.discord_sim import Sim


def mentions(payload: dict[str, Any]) -> tuple[list[str], list[str]]:
    """Return the kinds of people, and the people, that a payload may notify."""
    allowed = payload["allowed_mentions"]
    return allowed["parse"], [str(person) for person in allowed.get("users", [])]


async def test_an_answer_for_a_member_is_public_and_notifies_that_member_alone(sim: Sim) -> None:
    boss = sim.boss.actor
    for command, options in (
        ("law", {"citation": "27B1(a)"}),
        ("search", {"words": "may @everyone ask <@1> about a revoke"}),
    ):
        reply = await sim.player.run(command, **options, **{"for": boss})
        assert not reply.private
        assert f"<@{boss.id}>" in reply.text
        assert mentions(sim.sent()[-1]) == ([], [str(boss.id)])
    reply = await sim.player.run("law", citation="27B1(a)")
    assert reply.private
    assert mentions(sim.sent()[-1]) == ([], [])


async def test_what_is_no_answer_notifies_nobody(sim: Sim) -> None:
    reply = await sim.player.run("law", citation="64Q", **{"for": sim.boss.actor})
    assert reply.private
    assert mentions(sim.sent()[-1]) == ([], [])


async def test_who_may_not_post_answers_nobody_else(sim: Sim) -> None:
    sim.forbid(sim.player, "send_messages")
    reply = await sim.player.run("law", citation="27B1(a)", **{"for": sim.boss.actor})
    assert reply.private
    assert "may not write" in reply.text


async def test_the_law_found_for_a_message_is_posted_as_a_reply_that_tells_its_author(
    sim: Sim, client: LawBot
) -> None:
    message = await sim.boss.actor.send(sim.channel, "he broke law 64A1, I think")
    private = await sim.player.menu("Find the law", message)
    assert private.private
    after = await sim.player.press(private, "Reply in public")
    assert "Reply in public" not in after.buttons
    posted = sim.sent()[-1] if "message_reference" in sim.sent()[-1] else sim.sent()[-2]
    assert int(posted["message_reference"]["message_id"]) == message.id
    assert posted["allowed_mentions"]["replied_user"] is True
    assert mentions(posted) == ([], [])
    assert "Law 64A1" in sim.posted()[-1].text
    assert list(sim.posted()[-1].buttons) == ["Open privately"]


async def test_a_reply_that_cannot_be_posted_is_told(sim: Sim) -> None:
    message = await sim.boss.actor.send(sim.channel, "law 64A1")
    private = await sim.player.menu("Find the law", message)
    sim.forbid(None, "send_messages")
    assert "may not write" in (await sim.player.press(private, "Reply in public")).text
    sim.forbid_nothing()
    sim.forbid(sim.player, "send_messages")
    assert "may not write" in (await sim.player.press(private, "Reply in public")).text


async def test_a_forged_reply_is_refused(sim: Sim) -> None:
    private = await sim.player.run("law", citation="64A")
    for forged in ("x/law/plain-2017/64A", "law/plain-2017/64A", "12"):
        (answer,) = await sim.press_many(sim.player, private, [forged], "@")
        assert "older version" in str(answer)


@pytest.mark.parametrize(
    "words",
    [
        "dummy did something odd " * 8,
        "dummy did something odd",
        "is it law 64A1, law 27B1 or law 16B1?",
    ],
)
async def test_a_choice_is_posted_with_what_can_be_chosen(
    sim: Sim, client: LawBot, words: str
) -> None:
    client.face.answers.warm()
    message = await sim.boss.actor.send(sim.channel, words)
    private = await sim.player.menu("Find the law", message)
    after = await sim.player.press(private, "Reply in public")
    assert "Reply in public" not in after.buttons
    (sent,) = [request for request in sim.sent() if "message_reference" in request]
    assert sent["allowed_mentions"]["replied_user"] is True
    assert mentions(sent) == ([], [])
    posted = sim.posted()[-1]
    assert posted.options
    assert set(posted.options) == set(private.options) - {"Share", "Wrong?"}
    assert set(posted.buttons) == set(private.buttons) - {"Share", "Wrong?", "Reply in public"}
    opened = await sim.boss.choose(posted, next(iter(posted.options)))
    assert opened.private


def test_a_card_whose_address_leaves_no_room_is_posted_as_it_stands() -> None:
    view = CardView([{"type": 17, "components": [{"type": 10, "content": "text"}]}])
    number, reader = 10**18, Reader()
    for address in ("law/plain-2017/64A", "x" * 90, "", "find/en-2017/words"):
        *_parts, row = parts_of(with_reply(view, number, address, reader).to_components())
        press_id = str(row["custom_id"])
        assert len(press_id) <= CUSTOM_ID
        assert press_id.endswith(address if address.startswith("law") else f"{number}/")
