"""When things go wrong: a clear sentence, a way on, and a number that is in the log as well."""

import logging
import re

import pytest

from lawbot.app import Answers
from lawbot.cards.card import Card
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.errors import error_card
from lawbot.language.reader import Reader
from tests.support.discord_sim import Sim
from tests.support.payloads import texts

SECRET = "words of a person"


def _broken(*_args: object) -> Card:
    raise RuntimeError(SECRET)


async def test_a_fault_of_ours_gets_a_number_that_the_log_has_too(
    sim: Sim, answers: Answers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(answers, "ask", _broken)
    monkeypatch.setattr(answers, "open", _broken)
    with caplog.at_level(logging.INFO):
        reply = await sim.player.run("law", citation="27B private words")
    assert reply.private
    number = re.search(r"\b[0-9A-F]{6}\b", reply.text)
    assert number is not None
    assert number.group() in caplog.text
    assert "RuntimeError" in caplog.text
    assert "private words" not in caplog.text
    assert SECRET not in caplog.text


async def test_a_fault_behind_a_button_is_told_too(
    sim: Sim, answers: Answers, client: LawBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    reply = await sim.player.run("law", citation="27B1(a)")
    monkeypatch.setattr(answers, "open", _broken)
    client.face.cards.open_cached.cache_clear()
    after = await sim.player.press(
        reply, next(label for label in reply.buttons if "27B1(b)" in label)
    )
    assert after.private
    assert "tell the operator" in after.text
    shared = await sim.player.press(reply, "Share")
    assert shared.private
    assert "tell the operator" in shared.text


async def test_a_fault_while_typing_offers_nothing_and_is_a_line_of_ours(
    sim: Sim, answers: Answers, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(answers, "suggest", _broken)
    with caplog.at_level(logging.INFO):
        assert await sim.player.typing("law", "citation", "27") == []
    assert "outcome=failed" in caplog.text
    assert {record.name for record in caplog.records if record.levelno >= logging.ERROR} == {
        "lawbot.faces.discord.errors"
    }


async def test_a_fault_in_a_message_is_told_in_a_reply(
    sim: Sim, answers: Answers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answers, "ask", _broken)
    (reply,) = await sim.stranger("alone").say("64A")
    assert "tell the operator" in reply.text


async def test_when_discord_refuses_the_person_hears_of_it(sim: Sim) -> None:
    sim.env.inject_error("POST", "/interactions/*/callback", status=500)
    result = await sim.player.actor.slash(sim.channel, "law", citation="64A")
    # the first answer was refused; the second, with the number, got through
    assert "Discord refused" in texts({"components": result.response.components})


@pytest.mark.parametrize("code", [10062, 40060])
async def test_an_answer_that_comes_too_late_is_let_go(
    sim: Sim, code: int, caplog: pytest.LogCaptureFixture
) -> None:
    sim.env.inject_error("POST", "/interactions/*/callback", status=404, code=code)
    with caplog.at_level(logging.INFO):
        result = await sim.player.actor.slash(sim.channel, "law", citation="64A")
    assert not result.acknowledged
    assert "outcome=late" in caplog.text


async def test_when_discord_refuses_everything_the_bot_lives_on(sim: Sim) -> None:
    sim.env.inject_error("POST", "/interactions/*/callback", status=500, times=2)
    await sim.player.actor.slash(sim.channel, "law", citation="64A")
    assert "Law 64A" in (await sim.player.run("law", citation="64A")).text


async def test_a_reply_that_may_not_be_written_is_let_go(sim: Sim, client: LawBot) -> None:
    sim.env.inject_error("POST", "/channels/*/messages", status=403, code=50013)
    assert client.user is not None
    await sim.player.actor.send(sim.channel, f"<@{client.user.id}> 64A")
    (reply,) = await sim.player.say(f"<@{client.user.id}> 64A")
    assert "Law 64A" in reply.text


@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_every_kind_of_error_has_a_card(language: str) -> None:
    from discord import app_commands

    reader = Reader(language)
    for error in (
        RuntimeError(),
        app_commands.MissingPermissions(["manage_guild"]),
        app_commands.CommandNotFound("x", []),
    ):
        card = error_card(error, reader)
        assert card.title
        assert card.parts
        assert not card.found
