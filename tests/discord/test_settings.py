"""The settings of a server: who may choose them, and that they are kept and forgotten."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from lawbot.config import Database
from lawbot.errors import LawbotError
from lawbot.faces.discord.admission import TOO_OLD
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.settings import database
from lawbot.faces.discord.settings.store import DEFAULT, GuildSettings, SettingsStore
from lawbot.faces.discord.settings_panel import MOST_CHANNELS
from tests.support.discord_sim import BotMessage, Person, Sim
from tests.support.disk import full_disk
from tests.support.patience import PATIENCE
from tests.support.payloads import texts


async def test_what_the_operator_forbids_cannot_be_turned_on_and_says_why(
    sim: Sim, client: LawBot
) -> None:
    client.face.inline = False
    panel = await sim.boss.run("settings")
    (label,) = [label for label in panel.buttons if label.startswith("Citations in")]
    assert label.endswith("off (not turned on by the operator)")
    assert panel.buttons[label]["disabled"] is True
    client.face.inline = True
    panel = await sim.boss.run("settings")
    assert not panel.buttons["Citations in [[double brackets]]: off"].get("disabled")


async def test_a_server_chooses_in_place_and_sees_what_it_has_chosen(
    sim: Sim, store: SettingsStore, client: LawBot
) -> None:
    client.face.inline = True
    panel = await sim.boss.run("settings")
    assert panel.private
    panel = await sim.boss.choose(panel, "Tiếng Việt")
    assert "✓ Language: Tiếng Việt" in panel.text
    panel = await sim.boss.pick(panel, "lb=edition/", "plain-2017")
    panel = await sim.boss.choose(panel, "for all to see")
    panel = await sim.boss.press(panel, "Citations in [[double brackets]]: off")
    assert "✓ Citations in \\[\\[double brackets]]: on" in panel.text
    assert "has not turned citations in brackets on" not in panel.text
    client.face.inline = False
    panel = await sim.boss.press(panel, "The club’s own notes: on")
    assert "has not turned citations in brackets on" in panel.text
    panel = await sim.boss.press(panel, "One language for everybody: off")
    assert store.of(sim.guild.id) == GuildSettings("vi", "plain-2017", True, True, True, (), False)


async def test_every_choice_is_taken_back_with_undo_and_undo_with_undo(
    sim: Sim, store: SettingsStore
) -> None:
    chosen = GuildSettings(
        "en",
        "plain-2017",
        True,
        True,
        True,
        tuple(range(9 * 10**18, 9 * 10**18 + MOST_CHANNELS)),
        False,
    )
    store.keep(sim.guild.id, chosen)
    panel = await sim.boss.run("settings")
    for label in [label for label in panel.buttons if label.endswith((": on", ": off"))]:
        await undone_and_done_again(sim, store, await sim.boss.press(panel, label), chosen)
    for option in ("(as the operator has set it)", "private, with a Share button"):
        await undone_and_done_again(sim, store, await sim.boss.choose(panel, option), chosen)
    await undone_and_done_again(sim, store, await sim.boss.pick(panel, "lb=answers/~1"), chosen)


async def undone_and_done_again(
    sim: Sim, store: SettingsStore, changed: BotMessage, before: GuildSettings
) -> None:
    after = store.of(sim.guild.id)
    assert after != before
    undone = await sim.boss.press(changed, "Undo")
    assert store.of(sim.guild.id) == before
    await sim.boss.press(undone, "Undo")
    assert store.of(sim.guild.id) == after
    store.keep(sim.guild.id, before)


async def test_answers_for_all_are_public_and_have_no_share_button(sim: Sim) -> None:
    await sim.boss.choose(await sim.boss.run("settings"), "for all to see")
    reply = await sim.player.run("law", citation="64A")
    assert not reply.private
    assert "Share" not in reply.buttons
    assert (await sim.player.run("help")).private
    assert (await sim.player.run("law", citation="64Q")).private


async def test_answers_may_be_public_in_some_channels_their_threads_and_categories_alone(
    sim: Sim, store: SettingsStore
) -> None:
    category = sim.guild.create_category("Club night")
    inside = sim.guild.create_text_channel("boards", category=category)
    panel = await sim.boss.pick(await sim.boss.run("settings"), "lb=answers/~1", sim.channel)
    assert "✓ Answers: #rulings" in panel.text
    thread, elsewhere = sim.thread("board 7"), sim.guild.create_text_channel("lobby")

    async def private_in(channel: object) -> bool:
        return (await Person(sim, sim.player.actor, channel).run("law", citation="64A")).private

    assert [await private_in(place) for place in (sim.channel, thread, elsewhere, inside)] == [
        False,
        False,
        True,
        True,
    ]
    await sim.boss.pick(panel, "lb=answers/~1", category)
    assert [await private_in(place) for place in (sim.channel, elsewhere, inside)] == [
        True,
        True,
        False,
    ]
    await sim.boss.pick(panel, "lb=answers/~1")
    assert store.of(sim.guild.id) == DEFAULT


async def test_the_language_of_the_server_can_be_everybodys(sim: Sim, store: SettingsStore) -> None:
    store.keep(sim.guild.id, GuildSettings("vi"))
    assert "Law 64A" in (await sim.player.run("law", citation="64A")).text
    store.keep(sim.guild.id, GuildSettings("vi", everybody=True))
    assert "Điều 64A" in (await sim.player.run("law", citation="64A")).text
    (reply,) = await sim.player.say(f"<@{sim.env.backend.bot_user.id}> define revoke")
    assert "Điều 61A" in reply.text


async def test_every_press_on_the_panel_needs_the_right_to_manage_the_server(
    sim: Sim, store: SettingsStore
) -> None:
    # An administrator may have opened the command to everybody; Manage Server is asked for
    # all the same.
    sim.open_to_all("settings")
    panel = await sim.player.run("settings")
    assert panel.private
    assert "Manage Server" in panel.text
    panel = await sim.boss.run("settings")
    sim.forbid(sim.boss, "manage_guild")
    for refused in (
        await sim.boss.choose(panel, "Tiếng Việt"),
        await sim.boss.press(panel, "The club’s own notes: on"),
    ):
        assert "Manage Server" in refused.text
    assert store.of(sim.guild.id) == DEFAULT


async def test_a_forged_choice_changes_nothing(sim: Sim, store: SettingsStore) -> None:
    panel = await sim.boss.run("settings")
    for forged in (
        "language/xx",
        "edition/fr-2017",
        "inline/2",
        "director_role/5",
        "answers/here",
        "guild/7",
        "nothing",
    ):
        (sent,) = await sim.press_many(sim.boss, panel, [forged], verb="=")
        assert "✓" not in texts(sent)
        assert sent["flags"] & 64, forged
    assert store.of(sim.guild.id) == DEFAULT


async def test_choices_made_at_the_same_time_are_all_kept(sim: Sim, store: SettingsStore) -> None:
    panel = await sim.boss.run("settings")
    chosen = ["language/vi", "everybody/1", "notes/0", "inline/1"]
    assert all(
        "✓" in texts(sent) for sent in await sim.press_many(sim.boss, panel, chosen, verb="=")
    )
    assert store.of(sim.guild.id) == GuildSettings("vi", everybody=True, notes=False, inline=True)


def test_changes_made_at_the_same_time_are_all_kept(place: Path | Database) -> None:
    fields: list[dict[str, Any]] = [
        {"language": "vi"},
        {"public": True},
        {"inline": True},
        {"everybody": True},
        {"notes": False},
    ]
    with closing(SettingsStore.open(place)) as store, ThreadPoolExecutor(len(fields)) as threads:
        for change in [
            threads.submit(store.change, 1, partial(replace, **field)) for field in fields
        ]:
            change.result(PATIENCE)
    with closing(SettingsStore.open(place)) as store:
        assert store.of(1) == GuildSettings(
            "vi", public=True, inline=True, everybody=True, notes=False
        )


def test_all_writes_of_two_processes_at_the_same_time_are_kept(place: Path | Database) -> None:
    fields: list[dict[str, Any]] = [
        {"language": "vi"},
        {"public": True},
        {"inline": True},
        {"everybody": True},
        {"notes": False},
    ]
    with (
        closing(SettingsStore.open(place)) as first_store,
        closing(SettingsStore.open(place)) as two,
        ThreadPoolExecutor(2) as threads,
    ):

        def write(store: SettingsStore, turn: int) -> None:
            for number in range(turn, 20, 2):
                store.keep_notes(1, {f"{number + 1}A": "Tea first."})
            for field in fields[turn::2]:
                store.change(1, partial(replace, **field))

        for writing in [threads.submit(write, first_store, 0), threads.submit(write, two, 1)]:
            writing.result(PATIENCE)
    with closing(SettingsStore.open(place)) as store:
        assert store.notes_of(1) == {f"{number + 1}A": "Tea first." for number in range(20)}
        assert store.of(1) == GuildSettings(
            "vi", public=True, inline=True, everybody=True, notes=False
        )


async def test_a_server_that_lets_the_bot_go_is_forgotten(
    sim: Sim, store: SettingsStore, client: LawBot
) -> None:
    store.keep(sim.guild.id, GuildSettings("vi"))
    store.keep_notes(sim.guild.id, {"20F": "Ask away."})
    guild = client.get_guild(sim.guild.id)
    assert guild is not None
    client.dispatch("guild_remove", guild)
    await sim.env.settle()
    await asyncio.sleep(0.2)
    assert store.guilds == ()
    assert store.notes_of(sim.guild.id) == {}


def test_settings_outlive_the_program(place: Path | Database) -> None:
    first = SettingsStore.open(place)
    first.keep(
        7, GuildSettings("th", None, True, False, channels=(1 << 62, 5), daily_channel=1 << 62)
    )
    first.keep(8, GuildSettings())
    first.close()
    second = SettingsStore.open(place)
    assert second.of(7) == GuildSettings(
        "th", None, True, False, channels=(1 << 62, 5), daily_channel=1 << 62
    )
    assert second.of(9) == GuildSettings()
    second.forget(7)
    second.close()
    assert SettingsStore.open(place).guilds == (8,)


def test_a_closed_store_writes_nothing(place: Path | Database) -> None:
    store = SettingsStore.open(place)
    store.close()
    with pytest.raises(LawbotError, match="could not be saved"):
        store.keep(1, GuildSettings("vi"))


def test_settings_of_a_newer_version_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "settings.db"
    SettingsStore.open(file).close()
    newer = sqlite3.connect(file, isolation_level=None)
    newer.execute("UPDATE alembic_version SET version_num = '0999'")
    newer.close()
    with pytest.raises(
        LawbotError, match=r"written by another version of the bot \(0999\): update first"
    ):
        SettingsStore.open(file)


@pytest.mark.parametrize("damage", ["no database", "torn"])
def test_a_damaged_file_is_set_aside_and_the_bot_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, damage: str
) -> None:
    file = tmp_path / "settings.db"
    store = SettingsStore.open(file)
    store.keep_notes(1, {f"{number}A": "words " * 100 for number in range(50)})
    store.close()
    contents = file.read_bytes()
    damaged = (
        b"this is no database" * 100
        if damage == "no database"
        else contents[:4096] + bytes(8192) + contents[12288:]
    )
    file.write_bytes(damaged)
    after = SettingsStore.open(file)
    assert after.guilds == ()
    after.keep(1, GuildSettings("vi"))
    (aside,) = tmp_path.glob("settings.db.damaged-*")
    assert aside.read_bytes() == damaged
    assert aside.name in caplog.text


def test_a_place_where_no_file_can_be_is_told_plainly(tmp_path: Path) -> None:
    (tmp_path / "settings.db").mkdir()
    with pytest.raises(LawbotError, match="cannot be opened"):
        SettingsStore.open(tmp_path / "settings.db")


def test_the_file_is_its_owner_s_alone(tmp_path: Path) -> None:
    file = tmp_path / "settings.db"
    file.touch(mode=0o644)
    SettingsStore.open(file).keep(1, GuildSettings("vi"))
    assert [path.stat().st_mode & 0o777 for path in tmp_path.iterdir()] == [0o600]


@pytest.mark.slow
async def test_a_file_held_by_another_program_is_told_while_an_answer_is_still_taken(
    sim: Sim, store: SettingsStore, tmp_path: Path
) -> None:
    panel = await sim.boss.run("settings")
    with closing(sqlite3.connect(tmp_path / "settings.db", isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        assert "could not be saved" in (await sim.boss.choose(panel, "Tiếng Việt")).text
    assert store.of(sim.guild.id) == DEFAULT
    assert database.PATIENCE < TOO_OLD


async def test_servers_that_left_while_the_bot_was_off_are_forgotten(
    sim: Sim, store: SettingsStore, client: LawBot
) -> None:
    store.keep(sim.guild.id, GuildSettings("vi"))
    store.keep_notes(7 << 22, {"20F": "Ask away."})
    client.dispatch("ready")
    await sim.env.settle()
    await asyncio.sleep(0.2)
    assert store.guilds == (sim.guild.id,)


async def test_with_the_token_of_another_bot_nothing_is_forgotten(
    sim: Sim, store: SettingsStore, client: LawBot
) -> None:
    store.keep(7 << 22, GuildSettings("vi"))
    client.dispatch("ready")
    await sim.env.settle()
    await asyncio.sleep(0.2)
    assert store.guilds == (7 << 22,)


def test_a_full_disk_is_told_plainly_and_what_was_there_stays(tmp_path: Path) -> None:
    store = SettingsStore.open(tmp_path / "settings.db")
    store.keep(1, GuildSettings("th"))
    with full_disk():
        for write in (
            lambda: store.keep(1, GuildSettings("vi")),
            lambda: store.keep_notes(1, {"64A": "x"}),
            lambda: store.forget(1),
        ):
            with pytest.raises(LawbotError, match="could not be saved"):
                write()
    assert (store.of(1), store.notes_of(1)) == (GuildSettings("th"), {})
    store.keep_notes(1, {"64A": "x"})
    store.close()
    assert SettingsStore.open(tmp_path / "settings.db").of(1) == GuildSettings("th")


async def test_an_edition_that_has_gone_is_as_none_and_settings_say_so(
    sim: Sim, store: SettingsStore
) -> None:
    store.keep(sim.guild.id, GuildSettings(edition="fr-2017"))
    assert "Law 27B1" in (await sim.player.run("law", citation="27B1")).text
    assert "fr-2017" in (await sim.boss.run("settings")).text
