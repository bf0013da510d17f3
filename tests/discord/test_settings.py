"""What a server may choose, who may choose it, and that it is kept and forgotten."""

from pathlib import Path

import pytest
from sqlite_utils import Database

from lawbot.errors import LawbotError
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.settings_store import DEFAULT, GuildSettings, SettingsStore, migrations
from tests.support.discord_sim import Sim


async def test_a_server_chooses_and_sees_what_it_has_chosen(sim: Sim, store: SettingsStore) -> None:
    role = sim.guild.create_role("Directors")
    seen = await sim.boss.run("settings", language="vi", edition="plain-2017", answers="public", director_role=role, inline=True)
    assert seen.private
    assert "Tiếng Việt" in seen.text
    kept = store.of(sim.guild.id)
    assert kept == GuildSettings("vi", "plain-2017", True, role.id, True)


async def test_answers_for_all_are_public_and_have_no_share_button(sim: Sim) -> None:
    await sim.boss.run("settings", answers="public")
    seen = await sim.player.run("law", citation="64A")
    assert not seen.private
    assert "Share" not in seen.buttons
    assert (await sim.player.run("help")).private
    assert (await sim.player.run("law", citation="64Q")).private


async def test_each_choice_can_be_taken_back(sim: Sim, store: SettingsStore) -> None:
    await sim.boss.run("settings", language="th", edition="plain-2017", answers="public")
    await sim.boss.run("settings", reset="language")
    assert store.of(sim.guild.id) == GuildSettings(None, "plain-2017", True)
    await sim.boss.run("settings", reset="everything")
    assert store.of(sim.guild.id) == DEFAULT


async def test_an_edition_that_is_not_there_changes_nothing(sim: Sim, store: SettingsStore) -> None:
    seen = await sim.boss.run("settings", language="vi", edition="fr-2017")
    assert "plain-2017" in seen.text
    assert store.of(sim.guild.id) == DEFAULT


async def test_only_those_who_manage_the_server_may(sim: Sim, store: SettingsStore) -> None:
    # An administrator may have opened the command to everybody; Manage Server is asked for all the same.
    sim.open_to_all("settings")
    seen = await sim.player.run("settings", language="vi")
    assert seen.private
    assert "Manage Server" in seen.text
    assert store.of(sim.guild.id) == DEFAULT


async def test_a_director_goes_straight_to_the_first_question(sim: Sim) -> None:
    role = sim.guild.create_role("Directors")
    director = sim.person("director", roles=[role])
    await sim.boss.run("settings", director_role=role)
    assert "call the director" in (await sim.player.run("situation", name="insufficient bid")).text
    assert "call the director" not in (await director.run("situation", name="insufficient bid")).text


async def test_a_server_that_lets_the_bot_go_is_forgotten(sim: Sim, store: SettingsStore, client: LawBot) -> None:
    await sim.boss.run("settings", language="vi")
    guild = client.get_guild(sim.guild.id)
    assert guild is not None
    client.dispatch("guild_remove", guild)
    await sim.env.settle()
    assert store.guilds == ()


def test_settings_outlive_the_program(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "settings.db"
    first = SettingsStore.open(file)
    first.keep(7, GuildSettings("th", None, True, 9, False))
    first.keep(8, GuildSettings())
    first.close()
    second = SettingsStore.open(file)
    assert second.of(7) == GuildSettings("th", None, True, 9, False)
    second.forget(7)
    second.close()
    assert SettingsStore.open(file).guilds == (8,)


def test_a_file_of_the_first_version_is_brought_up_to_date(tmp_path: Path) -> None:
    file = tmp_path / "settings.db"
    old = Database(file)
    migrations.apply(old, stop_before="inline_citations")
    old["guilds"].insert({"guild": 5, "language": "vi", "edition": None, "public": 1, "director_role": None})
    old.close()
    assert SettingsStore.open(file).of(5) == GuildSettings("vi", None, True, None, False)


def test_a_file_that_is_no_settings_file_is_told_plainly(tmp_path: Path) -> None:
    file = tmp_path / "settings.db"
    file.write_bytes(b"this is no database" * 100)
    with pytest.raises(LawbotError, match="cannot be opened"):
        SettingsStore.open(file)


def test_a_full_disk_is_told_plainly(tmp_path: Path) -> None:
    store = SettingsStore.open(tmp_path / "settings.db")
    store._db.conn.execute("PRAGMA query_only = ON")
    with pytest.raises(LawbotError, match="could not be saved"):
        store.keep(1, GuildSettings("vi"))
    assert store.of(1) == DEFAULT


async def test_an_edition_that_has_gone_is_as_none_and_settings_say_so(sim: Sim, store: SettingsStore) -> None:
    store.keep(sim.guild.id, GuildSettings(edition="fr-2017"))
    assert "Law 27B1" in (await sim.player.run("law", citation="27B1")).text
    assert "fr-2017" in (await sim.boss.run("settings")).text
