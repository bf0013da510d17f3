"""*Wrong?*: what a member finds wrong reaches the operator's channel, without their name; off
unless a channel is named."""

from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord.client import LawBot, make_client
from lawbot.faces.discord.feedback import LONGEST, PER_PERSON
from lawbot.faces.discord.settings.store import SettingsStore
from tests.support.discord_sim import BotMessage, Person, Sim, simulated
from tests.support.payloads import texts


@pytest.fixture
def client(small: Settings, answers: Answers, tmp_path: Path) -> LawBot:
    return make_client(
        replace(small, state=tmp_path, wrong_channel=1), answers, SettingsStore.in_memory()
    )


def name_channel(client: LawBot, channel: int) -> None:
    """The operator's channel has this id."""
    client.face.wrong_channel = channel


async def report_wrong(person: Person, reply: BotMessage, words: str) -> BotMessage:
    """Press *Wrong?* and write it."""
    window = await person.actor.click(reply.handle, custom_id=reply.buttons["Wrong?"]["custom_id"])
    return await person.write(window, wrong=words)


def reports(sim: Sim) -> list[dict[str, object]]:
    """Return the messages that the bot itself posted in channels."""
    return [
        dict(r.json)
        for r in sim.env.http_requests
        if r.method == "POST" and r.path.endswith("/messages")
    ]


async def test_a_note_reaches_the_channel_with_card_address_and_edition_and_without_a_name(
    sim: Sim, client: LawBot
) -> None:
    name_channel(client, sim.channel.id)
    reply = await sim.player.run("law", citation="64A")
    thanks = await report_wrong(sim.player, reply, "It is two tricks @everyone <@1> **bold**")
    assert thanks.private
    assert "without your name" in thanks.text
    (report,) = reports(sim)
    report_text = texts(report)
    assert "Wrong? Law 64A" in report_text
    assert "law/plain-2017/64A · " in report_text
    assert "It is two tricks @\u200beveryone \\<@1> \\*\\*bold" in report_text
    assert "hermione" not in str(report)
    assert str(sim.player.actor.id) not in str(report)
    assert report["allowed_mentions"] == {"parse": []}
    assert "lb:law/plain-2017/64A" in str(report)


async def test_the_longest_note_is_whole_and_leads_to_its_card(sim: Sim, client: LawBot) -> None:
    name_channel(client, sim.channel.id)
    await report_wrong(sim.player, await sim.player.run("law", citation="64A"), "[" * LONGEST)
    (report,) = reports(sim)
    assert texts(report).count("\\[") == LONGEST
    assert "law/plain-2017/64A · " in texts(report)
    assert "lb:law/plain-2017/64A" in str(report)


async def test_an_option_of_a_question_reports_it(sim: Sim, client: LawBot) -> None:
    name_channel(client, sim.channel.id)
    reply = await sim.player.run("situation", name="revoke")
    custom_id, value = reply.menu_with("Wrong?")
    window = await sim.player.actor.select(reply.handle, [value], custom_id=custom_id)
    await sim.player.write(window, wrong="this cannot be answered")
    (report,) = reports(sim)
    assert "lb:sit/revoke/" in str(report)


async def test_every_kind_of_answer_has_the_button_and_other_cards_have_none(sim: Sim) -> None:
    answering = {"situation": "revoke", "search": "dummy asks about a revoke", "define": "revoke"}
    for command, option in (("situation", "name"), ("search", "words"), ("define", "term")):
        reply = await sim.player.run(command, **{option: answering[command]})
        assert "Wrong?" in reply.buttons or "Wrong?" in reply.options
    for command in ("help", "about"):
        assert "Wrong?" not in (await sim.player.run(command)).buttons
    assert "Wrong?" not in (await sim.player.run("law", citation="999")).buttons


async def test_a_flood_is_stopped(sim: Sim, client: LawBot) -> None:
    name_channel(client, sim.channel.id)
    reply = await sim.player.run("law", citation="64A")
    for _ in range(PER_PERSON):
        await report_wrong(sim.player, reply, "x")
    assert "please wait" in (await report_wrong(sim.player, reply, "x")).text
    assert len(reports(sim)) == PER_PERSON
    theirs = await sim.boss.run("law", citation="64A")
    await report_wrong(sim.boss, theirs, "y")
    assert len(reports(sim)) == PER_PERSON + 1


async def test_a_channel_that_is_not_there_is_told_to_the_member_and_the_operator(
    sim: Sim, caplog: pytest.LogCaptureFixture
) -> None:
    reply = await sim.player.run("law", citation="64A")
    assert "could not be delivered" in (await report_wrong(sim.player, reply, "private words")).text
    assert "LAWBOT_WRONG_CHANNEL" in caplog.text
    assert "private words" not in caplog.text


async def test_an_empty_report_is_not_sent_and_a_long_one_is_cut(sim: Sim, client: LawBot) -> None:
    name_channel(client, sim.channel.id)
    reply = await sim.player.run("law", citation="64A")
    assert "Nothing was written" in (await report_wrong(sim.player, reply, "  ")).text
    await report_wrong(sim.player, reply, "w" * LONGEST)
    assert "w" * LONGEST in texts(reports(sim)[0])


async def test_without_a_channel_there_is_no_button_and_a_forged_press_is_told_so(
    small: Settings, answers: Answers, tmp_path: Path
) -> None:
    bot_client = make_client(replace(small, state=tmp_path), answers, SettingsStore.in_memory())
    async with simulated(bot_client) as sim:
        reply = await sim.player.run("law", citation="64A")
        assert "Wrong?" not in reply.buttons
        (forged,) = await sim.press_many(sim.player, reply, ["law/plain-2017/64A"], verb="*")
        assert "older version" in texts(forged)
        assert reports(sim) == []


@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_the_window_fits_in_every_language(sim: Sim, language: str) -> None:
    sim.language(language)
    reply = await sim.player.run("law", citation="64A")
    pressed = next(
        part["custom_id"] for part in reply.buttons.values() if part["custom_id"].startswith("lb*")
    )
    window = await sim.player.actor.click(reply.handle, custom_id=pressed)
    assert window.modal is not None
