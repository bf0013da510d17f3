"""*Was that it?*: verdicts on first screens are counted, and words kept only with consent."""

from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.config import Settings
from lawbot.faces.discord import telemetry
from lawbot.faces.discord.card_cache import CardCache
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from lawbot.faces.discord.telemetry import Watch
from lawbot.faces.discord.verdicts import without_personal
from tests.support.discord_sim import BotMessage, Person, Sim
from tests.support.payloads import walk

UNCLEAR = "dummy did something odd"
LONG = UNCLEAR + " and then " + "nobody at the table could say what had happened " * 3


@pytest.fixture
def switched_on(sim: Sim, client: LawBot, store: SettingsStore) -> None:
    """The server wants verdicts."""
    client.face.answers.warm()
    store.keep(sim.guild.id, GuildSettings(verdicts=True))


@pytest.fixture
def words_file(client: LawBot, small: Settings, tmp_path: Path, switched_on: None) -> Path:
    """The operator keeps words that are given, in this file."""
    settings = replace(small, state=tmp_path, keep_asked=True)
    client.face.cards = CardCache(client.face.answers, settings)
    client.face.watch = Watch(settings)
    return tmp_path / telemetry.ASKED


def offered(reply: BotMessage) -> list[str]:
    """Return the verdicts that a card offers."""
    return [label for label in reply.options if label.startswith(("That was", "None of"))]


def _menu_id(reply: BotMessage) -> str:
    """Return the id of the menu of verdicts."""
    parts = walk(reply.payload["components"])
    return next(part["custom_id"] for part in parts if str(part.get("custom_id")).startswith("lb^"))


async def test_without_the_switch_nobody_is_asked(sim: Sim, client: LawBot) -> None:
    client.face.answers.warm()
    assert offered(await sim.player.run("search", words=UNCLEAR)) == []


async def test_a_verdict_is_counted_and_its_menu_goes(
    sim: Sim, switched_on: None, store: SettingsStore
) -> None:
    reply = await sim.player.run("search", words=UNCLEAR)
    assert offered(reply) == ["That was it", "None of these"]
    judged = await sim.player.choose(reply, "None of these")
    assert offered(judged) == []
    assert "✓ Thank you. It was counted." in judged.text
    assert UNCLEAR in judged.text
    reply = await sim.player.run("search", words="east revoked and ruffed a heart")
    await sim.player.choose(reply, "That was it")
    reply = await sim.player.run("search", words=UNCLEAR)
    await sim.player.choose(reply, "None of these")
    verdicts = store.verdicts()
    assert verdicts[("choice", "en", False)] == 2
    assert sum(verdicts.values()) == 3
    assert not any("odd" in opened for opened, _language, _hit in verdicts)


async def test_only_first_screens_of_own_words_are_judged(sim: Sim, switched_on: None) -> None:
    for command, typed in (("law", {"citation": "27B1"}), ("define", {"term": "revoke"})):
        assert offered(await sim.player.run(command, **typed)) == [], command
    message = await sim.player.actor.send(sim.channel, UNCLEAR)
    assert offered(await sim.player.menu("Find the law", message)) == []
    reply = await sim.player.run("search", words=UNCLEAR)
    shared = await sim.player.press(reply, "Share")
    assert offered(shared) == []
    assert offered(await sim.person("luna").press(shared, "Open privately")) == []


async def test_words_are_kept_only_if_the_asker_gives_them(sim: Sim, words_file: Path) -> None:
    words = f"{UNCLEAR}, call 0912345678"
    reply = await sim.player.run("search", words=words)
    await sim.player.choose(reply, "That was it")
    assert not words_file.exists()
    reply = await sim.player.run("search", words=words)
    await sim.player.choose(reply, "None of these, and my words may be kept")
    assert words_file.read_text(encoding="utf-8") == f"en\t0\tchoice\t{UNCLEAR}, call …\n"
    assert words_file.stat().st_mode & 0o777 == 0o600


async def test_words_too_long_for_a_button_are_kept_from_a_message_alone(
    sim: Sim, words_file: Path
) -> None:
    command_reply = await sim.player.run("search", words=LONG)
    assert offered(command_reply) == ["That was it", "None of these"]
    me = sim.env.bot.user
    await sim.player.say(f"<@{me.id}> {LONG}")
    reply = sim.posted()[-1]
    await sim.player.choose(reply, "None of these, and my words may be kept")
    assert LONG.strip() in words_file.read_text(encoding="utf-8")


async def test_nobody_gives_the_words_of_somebody_else(
    sim: Sim, words_file: Path, store: SettingsStore
) -> None:
    store.keep(sim.guild.id, GuildSettings(verdicts=True, public=True))
    reply = await sim.player.run("search", words=UNCLEAR)
    assert not reply.private
    luna: Person = sim.person("luna")
    refused = await luna.choose(reply, "That was it, and my words may be kept")
    assert "Only the person who asked can say that." in refused.text
    assert not words_file.exists()
    assert not store.verdicts()
    await sim.player.choose(reply, "That was it, and my words may be kept")
    assert store.verdicts().total() == 1
    assert words_file.exists()


async def test_a_full_disk_counts_and_keeps_nothing_else(
    sim: Sim, words_file: Path, store: SettingsStore
) -> None:
    words_file.mkdir()
    reply = await sim.player.run("search", words=UNCLEAR)
    judged = await sim.player.choose(reply, "That was it, and my words may be kept")
    assert "Thank you" in judged.text
    assert store.verdicts().total() == 1


@pytest.mark.parametrize("language", ["vi", "th"])
async def test_the_menu_is_in_the_language_of_who_asks(
    sim: Sim, words_file: Path, language: str
) -> None:
    sim.language(language)
    reply = await sim.player.run("search", words=UNCLEAR)
    # nothing of the menu is left in English
    assert offered(reply) == []
    assert "lb^" in str(reply.payload)
    judged = await sim.player.pick(reply, _menu_id(reply), "0")
    assert "It was counted" not in judged.text


@pytest.mark.parametrize(
    ("words", "clean"),
    [
        ("see https://club.example/t?id=5 now", "see … now"),
        ("<@1100000000000000001> bid 1S", "… bid 1S"),
        ("mail me at a.b@club.example", "mail me at …"),
        ("ring +84 912 345 678", "ring …"),
        ("on 12/3/2024 at table 7", "on … at table 7"),
        ("EBU 4711 says 1430 or 620, Law 27B1 of 2017", "EBU … says 1430 or 620, Law 27B1 of 2017"),
        ("60% of 620 170 -100, 4-3-3-3 5-4-3-1", "60% of 620 170 -100, 4-3-3-3 5-4-3-1"),
    ],
)
def test_what_is_personal_is_hidden_and_what_is_bridge_stays(words: str, clean: str) -> None:
    assert without_personal(words) == clean
