"""Answers for somebody else: of all people, one may be notified, and only by who may post."""

from typing import Any

from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.render.components import CUSTOM_ID, CardView, button, custom_id
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


def test_a_card_whose_address_leaves_no_room_has_no_such_button() -> None:
    view = CardView([{"type": 17, "components": [{"type": 10, "content": "text"}]}])
    number, reader = 10**18, Reader()
    assert with_reply(view, number, "law/plain-2017/64A", reader) is not view
    assert with_reply(view, number, "x" * 90, reader) is view
    assert with_reply(view, number, "", reader) is view
    assert button and len(custom_id("x" * 90)) <= CUSTOM_ID
