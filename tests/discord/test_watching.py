"""The operator's log has a line for each interaction, and nothing about people."""

import logging
import re
from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord import telemetry
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.errors import Discreet
from lawbot.faces.discord.telemetry import Watch
from tests.support.discord_sim import Sim

LINE = re.compile(r"ref=[0-9A-F]{6} what=(\S+) language=(\w+) ms=\d+ outcome=(\w+)")


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level(logging.INFO)
    return caplog


def logged_lines(caplog: pytest.LogCaptureFixture) -> list[tuple[str, str, str]]:
    """Return the door, language and outcome of each logged interaction."""
    return LINE.findall(caplog.text)


async def test_each_interaction_is_one_line(sim: Sim, lines: pytest.LogCaptureFixture) -> None:
    law_reply = await sim.player.run("law", citation="64A")
    assert logged_lines(lines) == [("/law", "en", "answered")]
    lines.clear()
    await sim.player.press(law_reply, "Share")
    await sim.player.choose(law_reply, "64A1")
    await sim.player.typing("law", "citation", "27")
    await sim.player.typing("law", "edition", "plain")
    sim.open_to_all("settings")
    await sim.player.run("settings")
    await sim.player.run("law", citation="999")
    sim.language("vi")
    await sim.player.run("search", words="zzqqx wwvvk")
    (reply,) = await sim.stranger("alone").say("64A")
    await sim.player.menu(
        "Find the law", reply.handle or await sim.player.actor.send(sim.channel, "64A")
    )
    assert logged_lines(lines) == [
        ("button:share", "en", "answered"),
        ("button:open", "en", "answered"),
        ("typing:/law", "en", "answered"),
        ("typing:/law", "en", "answered"),
        ("/settings", "en", "refused"),
        ("/law", "en", "nothing"),
        ("/search", "vi", "nothing"),
        ("message", "en", "answered"),
        ("menu", "vi", "answered"),
    ]


async def test_the_line_of_a_fault_has_the_number_that_the_person_was_told(
    sim: Sim, answers: Answers, monkeypatch: pytest.MonkeyPatch, lines: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: object) -> None:
        raise RuntimeError("private words")

    monkeypatch.setattr(answers, "ask", broken)
    reply = await sim.player.run("search", words="private words")
    number = re.search(r"\b[0-9A-F]{6}\b", reply.text)
    assert number is not None
    assert f"Error {number.group()}: RuntimeError" in lines.text
    assert re.search(rf"ref={number.group()} what=/search .*outcome=failed", lines.text)


async def test_nobody_and_nothing_typed_is_in_the_log(
    sim: Sim, lines: pytest.LogCaptureFixture
) -> None:
    await sim.player.run("search", words="dummy asked declarer about a revoke")
    await sim.player.typing("search", "edition", "pla")
    await sim.stranger("alone").say("someone hesitated")
    for secret in (
        "dummy",
        "hesitated",
        "hermione",
        "alone",
        str(sim.player.actor.id),
        str(sim.guild.id),
    ):
        assert secret not in lines.text


def formatted(name: str, message: str, error: Exception | None = None) -> str:
    """Return a record as the log shows it."""
    caught = (type(error), error, error.__traceback__) if error else None
    return Discreet("%(name)s: %(message)s").format(
        logging.LogRecord(name, logging.ERROR, "", 0, message, (), caught)
    )


def test_of_a_traceback_the_log_keeps_kinds_and_places_and_no_message() -> None:
    try:
        try:
            raise ValueError("typed words")
        except ValueError as first:
            raise RuntimeError("more typed words") from first
    except RuntimeError as second:
        line = formatted(
            "discord.app_commands.tree",
            "Ignoring (Guild: 1234567890123456789, User: 9876543210987654321)\ntyped words",
            second,
        )
    assert line.startswith(
        "discord.app_commands.tree: Ignoring (Guild: #, User: #)\nRuntimeError\n"
    )
    assert "caused by ValueError" in line
    assert "test_watching.py" in line
    assert "words" not in line.replace('raise ValueError("typed words")', "").replace(
        'raise RuntimeError("more typed words")', ""
    )


def test_addresses_with_tokens_are_blotted_out_of_lines_of_others_and_the_invitation_stays_in_ours() -> (
    None
):
    limited = "We are being rate limited. POST https://discord.com/api/v10/webhooks/123456789012345678/aW50ZXJ responded with 429."
    assert formatted("discord.http", limited).count("#") == 1
    assert "aW50ZXJ" not in formatted("discord.http", limited)
    invitation = "To add the bot to a server, open https://discord.com/oauth2/authorize?client_id=123456789012345678"
    assert formatted("lawbot.faces.discord.client", invitation).endswith(invitation)


async def test_words_that_find_nothing_are_kept_only_if_the_operator_has_chosen_it(
    sim: Sim, client: LawBot, small: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    await sim.player.run("search", words="zzqqx wwvvk")
    assert not (tmp_path / telemetry.UNFOUND).exists()
    unfound = tmp_path / telemetry.UNFOUND
    client.face.watch = Watch(replace(small, state=tmp_path, keep_unfound=True))
    await sim.player.run("search", words="zzqqx  wwvvk")
    await sim.player.run("search", words="revoke")
    assert unfound.read_text() == "en\tzzqqx wwvvk\n"
    assert unfound.stat().st_mode & 0o777 == 0o600
    monkeypatch.setattr(telemetry, "MOST_KEPT", 20)
    await sim.player.run("search", words="qqzzx")
    assert unfound.read_text() == "en\tzzqqx wwvvk\n"
    unfound.unlink()
    unfound.mkdir()
    assert "Nothing found" in (await sim.player.run("search", words="qqzzx")).text
