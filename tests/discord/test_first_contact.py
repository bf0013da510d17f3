"""First contact: the operator is told how to invite the bot, a newcomer what to try, in the
reader's language, by whatever word they ask."""

import logging
import re

import pytest

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord.client import LawBot, make_client
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.language import translator
from tests.support.discord_sim import Sim, simulated

LISTED = (
    "situation",
    "law",
    "search",
    "define",
    "compare",
    "score",
    "board",
    "quiz",
    "note",
    "settings",
)


async def test_the_start_tells_how_to_invite_the_bot(
    small: Settings, answers: Answers, caplog: pytest.LogCaptureFixture
) -> None:
    client = make_client(small, answers, SettingsStore.in_memory())
    client.commands_file = None
    with caplog.at_level(logging.INFO, "lawbot"):
        async with simulated(client, strict_sync=False):
            assert client.application_id is not None
    (line,) = [
        record.getMessage()
        for record in caplog.records
        if "oauth2/authorize" in record.getMessage()
    ]
    assert f"client_id={client.application_id}" in line
    assert "permissions=0" in line
    assert "scope=bot+applications.commands" in line


@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_help_shows_three_things_to_try_and_each_works(sim: Sim, language: str) -> None:
    sim.language(language)
    _ = translator(language)
    help_reply = await sim.player.run("help")
    assert help_reply.private
    assert _("Three things to try:") in help_reply.text
    for label, opens in (
        (_("What happened?"), _("Situations")),
        ("27B1(a)", "27B1(a)"),
        (_("Quiz"), f"{_('Quiz')} · "),
    ):
        opened = await sim.player.press(await sim.player.run("help"), label)
        assert opens in opened.text


async def test_help_names_the_commands(sim: Sim, client: LawBot) -> None:
    """At whatever door help is asked for."""
    assert client.user is not None
    for help_reply in (
        await sim.player.run("help"),
        *await sim.player.say(f"<@{client.user.id}>"),
        *await sim.stranger("luna").say("hi"),
    ):
        assert set(re.findall(r"(?<!\w)/([a-z]+)\b", help_reply.text)) == set(LISTED)


@pytest.mark.parametrize(
    ("text", "answered"),
    [
        ("help", "Three things to try"),
        ("", "Three things to try"),
        ("hi", "Three things to try"),
        ("Hello!", "Three things to try"),
        ("xin chào", "Ba điều nên thử"),
        ("สวัสดี", "สามอย่าง"),
        ("what can you do", "Three things to try"),
        ("situation", "What happened?"),
        ("quiz", "Quiz · "),
        ("score 4SX vul -2", "-500"),
        ("who deals board 7", "South deals"),
        ("IMPs for 620", "12 IMPs"),
    ],
)
async def test_a_mention_and_a_direct_message_get_what_they_ask_for(
    sim: Sim, client: LawBot, text: str, answered: str
) -> None:
    assert client.user is not None
    (reply,) = await sim.player.say(f"<@{client.user.id}> {text}")
    assert answered in reply.text.replace("\\", "")
    if text:
        (reply,) = await sim.stranger("luna").say(text)
        assert answered in reply.text.replace("\\", "")
