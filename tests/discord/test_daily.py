"""The question of the day: posted once a day where the server wants it, whatever is started anew,
and opened when the next one comes."""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.config import Database
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.quiz import daily
from lawbot.faces.discord.quiz.daily import LawDaily, due
from lawbot.faces.discord.settings.backup import backup
from lawbot.faces.discord.settings.store import (
    CLAIM_SECONDS,
    DEFAULT,
    Daily,
    GuildSettings,
    SettingsStore,
)
from tests.support.discord_sim import BotMessage, Sim
from tests.support.patience import PATIENCE

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
EVENING = NOON.replace(hour=18)
DAY = timedelta(days=1)


async def look(sim: Sim, client: LawBot, at: datetime) -> list[BotMessage]:
    """Return the messages in the channel after the bot has looked at this clock."""
    client.face.clock = lambda: at
    cog = client.get_cog("LawDaily")
    assert isinstance(cog, LawDaily)
    await cog.look()
    await sim.env.settle()
    return sim.posted()


async def choose_the_channel(sim: Sim, client: LawBot, store: SettingsStore) -> None:
    """The server has chosen the channel at noon; the hour is eighteen."""
    store.keep(sim.guild.id, replace(DEFAULT, daily_channel=sim.channel.id))
    assert await look(sim, client, NOON) == []


async def test_a_question_is_posted_at_the_hour_and_opened_by_the_next(
    sim: Sim, client: LawBot, store: SettingsStore, answers: Answers
) -> None:
    await choose_the_channel(sim, client, store)
    assert await look(sim, client, EVENING - timedelta(minutes=1)) == []
    (question,) = await look(sim, client, EVENING)
    assert "Question of the day · " in question.text
    assert len(await look(sim, client, EVENING + timedelta(hours=5))) == 1
    luna = sim.person("luna")
    assert "Your answer: 1" in (await sim.player.press(question, "1")).text
    await sim.player.press(question, "2")
    assert "Your answer: 2" in (await luna.press(question, "2")).text
    assert "Answers so far: 2" in sim.posted()[0].text
    opened, second = await look(sim, client, EVENING + DAY)
    right = answers.quizzing.question(store.daily[sim.guild.id].key)
    assert "of 2 got it right" in opened.text
    assert "1" not in opened.buttons
    assert right.case.story in second.text
    assert store.votes(sim.guild.id) == {}
    (sent,) = await sim.press_many(luna, second, ["quiz/" + "0" * 8 + "/2/"], verb="$")
    assert "This question is closed" in str(sent)


async def test_the_bot_looks_at_the_clock_by_itself(
    sim: Sim, client: LawBot, store: SettingsStore
) -> None:
    await choose_the_channel(sim, client, store)
    client.face.clock = lambda: EVENING
    cog = client.get_cog("LawDaily")
    assert isinstance(cog, LawDaily)
    cog._looking.change_interval(seconds=0.05)
    async with asyncio.timeout(PATIENCE):
        while not sim.posted():  # noqa: ASYNC110  # a message that another task posts
            await asyncio.sleep(0.05)


async def test_a_new_start_loses_no_answer_and_posts_none_twice(
    sim: Sim, client: LawBot, store: SettingsStore, tmp_path: Path
) -> None:
    await choose_the_channel(sim, client, store)
    (question,) = await look(sim, client, EVENING)
    await sim.player.press(question, "3")
    store.close()
    with closing(SettingsStore.open(tmp_path / "settings.db")) as again:
        client.face.store = again
        assert len(await look(sim, client, EVENING + timedelta(minutes=1))) == 1
        await sim.boss.press(question, "3")
        assert "Answers so far: 2" in sim.posted()[0].text
        opened, _second = await look(sim, client, EVENING + 3 * DAY)
        assert "of 2 got it right" in opened.text


async def test_a_question_due_while_the_bot_was_off_is_posted_late_and_once(
    sim: Sim, client: LawBot, store: SettingsStore
) -> None:
    await choose_the_channel(sim, client, store)
    assert len(await look(sim, client, EVENING + 2 * DAY + timedelta(hours=3))) == 1
    assert len(await look(sim, client, EVENING + 3 * DAY - timedelta(minutes=1))) == 1


async def test_another_process_posts_for_one_that_went_down(
    sim: Sim, client: LawBot, store: SettingsStore
) -> None:
    await choose_the_channel(sim, client, store)
    day = due(EVENING, DEFAULT)
    assert store.take_day(sim.guild.id, day, int(EVENING.timestamp()))
    assert await look(sim, client, EVENING + timedelta(seconds=CLAIM_SECONDS - 1)) == []
    assert len(await look(sim, client, EVENING + timedelta(seconds=CLAIM_SECONDS))) == 1


@pytest.mark.slow
def test_only_one_of_many_processes_takes_a_day(place: Path | Database) -> None:
    stores = [SettingsStore.open(place) for _ in range(4)]
    assert stores[0].take_day(7, 100, 0) is None
    for day in (101, 102):
        with ThreadPoolExecutor(len(stores)) as threads:
            turns = list(
                threads.map(
                    lambda store, day=day: store.take_day(7, day, day),  # type: ignore[misc]
                    stores,
                    timeout=PATIENCE,
                )
            )
        assert sum(turn is not None for turn in turns) == 1
        stores[-1].post_day(7, Daily(day, day, day, "key", 1, day))
    assert stores[1].vote(7, "key", 5, 2, 9) == stores[2].vote(7, "key", 5, 3, 9) == 1
    assert stores[3].vote(7, "other", 5, 2, 9) == 0
    assert stores[0].votes(7) == {3: 1}
    stores[0].forget(7)
    assert (stores[1].votes(7), SettingsStore.open(place).daily) == ({}, {})
    for store in stores:
        store.close()


async def test_two_processes_of_one_server_post_one_question(
    sim: Sim, client: LawBot, store: SettingsStore, tmp_path: Path
) -> None:
    await choose_the_channel(sim, client, store)
    with closing(SettingsStore.open(tmp_path / "settings.db")) as second:
        for at in (EVENING, EVENING + DAY):
            for open_store in (store, second, store):
                client.face.store = open_store
                posted = await look(sim, client, at)
    assert len(posted) == 2


async def test_a_bot_that_may_not_write_skips_says_so_and_goes_on_later(
    sim: Sim, client: LawBot, store: SettingsStore
) -> None:
    await choose_the_channel(sim, client, store)
    assert "may not write" not in (await sim.boss.run("settings")).text
    sim.forbid(None, "send_messages")
    assert await look(sim, client, EVENING) == []
    assert (
        "The bot may not write in the channel of the question of the day"
        in (await sim.boss.run("settings")).text
    )
    sim.forbid_nothing()
    assert await look(sim, client, EVENING + timedelta(hours=2)) == []
    assert len(await look(sim, client, EVENING + DAY)) == 1


async def test_turning_it_off_opens_the_last_question_and_forgets_it(
    sim: Sim, client: LawBot, store: SettingsStore
) -> None:
    await choose_the_channel(sim, client, store)
    (question,) = await look(sim, client, EVENING)
    await sim.player.press(question, "1")
    await sim.boss.pick(await sim.boss.run("settings"), "lb=daily_channel/")
    (opened,) = await look(sim, client, EVENING + timedelta(minutes=1))
    assert "of 1 got it right" in opened.text
    assert (store.daily, store.votes(sim.guild.id)) == ({}, {})
    assert len(await look(sim, client, EVENING + 2 * DAY)) == 1


async def test_a_question_that_was_deleted_does_not_hold_up_the_next(
    sim: Sim, client: LawBot, store: SettingsStore
) -> None:
    await choose_the_channel(sim, client, store)
    await look(sim, client, EVENING)
    sim.clear()
    assert len(await look(sim, client, EVENING + DAY)) == 1


async def test_the_owner_chooses_channel_hour_and_zone_in_the_panel(
    sim: Sim, store: SettingsStore
) -> None:
    reply = await sim.boss.pick(await sim.boss.run("settings"), "lb=daily_channel/", sim.channel)
    assert "✓ Question of the day: #rulings" in reply.text
    window = await sim.boss.opens(reply, "Question of the day, hour: 18 UTC")
    reply = await sim.boss.write(window, daily="7:00 asia/ho chi minh")
    assert "✓ Question of the day, hour: 7 Asia/Ho\\_Chi\\_Minh" in reply.text
    assert store.of(sim.guild.id) == GuildSettings(
        daily_channel=sim.channel.id, daily_hour=7, daily_zone="Asia/Ho_Chi_Minh"
    )
    await sim.boss.press(reply, "Undo")
    assert store.of(sim.guild.id).daily_zone == "UTC"
    for wrong in ("24", "noon", "7 Tea/Time", "-1 UTC", "७"):
        assert (
            "time zone"
            in (
                await sim.boss.write(
                    await sim.boss.opens(reply, "Question of the day, hour: 7 Asia/Ho_Chi_Minh"),
                    daily=wrong,
                )
            ).text
        )


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2027-03-27T23:00", 27),  # the evening before, and midnight is the 28th
        ("2027-03-28T00:59", 27),  # 01:59 in Paris, then the clocks go to three
        ("2027-03-28T01:00", 28),
        ("2027-10-30T23:59", 30),  # 01:59 in Paris on the day that has two o'clock twice
        ("2027-10-31T00:00", 31),
        ("2027-10-31T01:00", 31),  # two o'clock again
        ("2027-10-31T23:00", 31),
        ("2027-11-01T01:00", 32),
    ],
)
def test_a_day_on_which_the_clocks_are_changed_has_one_question(at: str, day: int) -> None:
    paris = replace(DEFAULT, daily_hour=2, daily_zone="Europe/Paris")
    month = datetime.fromisoformat(at).replace(day=1)
    first = month.replace(month=10) if month.month == 11 else month
    assert due(datetime.fromisoformat(at).replace(tzinfo=UTC), paris) == first.toordinal() + day - 1


@pytest.mark.parametrize("field", ["daily_channel", "answers"])
async def test_a_channel_of_another_server_is_refused(
    sim: Sim, store: SettingsStore, field: str
) -> None:
    elsewhere = sim.env.create_guild("Another Club").create_text_channel("rulings")
    reply = await sim.boss.run("settings")
    (sent,) = await sim.press_many(sim.boss, reply, [f"{field}/{elsewhere.id}"], verb="=")
    assert "not in this server" in str(sent)
    assert store.of(sim.guild.id) == GuildSettings()
    await sim.press_many(sim.boss, reply, [f"{field}/{sim.channel.id}"], verb="=")
    assert store.of(sim.guild.id) != GuildSettings()


async def test_answers_are_bounded_and_no_backup_holds_them(
    sim: Sim, client: LawBot, store: SettingsStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(daily, "MOST_ANSWERS", 1)
    await choose_the_channel(sim, client, store)
    (question,) = await look(sim, client, EVENING)
    await sim.player.press(question, "1")
    assert "No more answers" in (await sim.boss.press(question, "1")).text
    assert "Your answer: 2" in (await sim.player.press(question, "2")).text
    assert store.votes(sim.guild.id) == {2: 1}
    backup(tmp_path / "settings.db", tmp_path / "copy.db")
    with closing(sqlite3.connect(tmp_path / "copy.db")) as copy:
        assert copy.execute("SELECT count(*) FROM daily_votes").fetchone() == (0,)
        assert copy.execute("SELECT count(*) FROM daily").fetchone() == (1,)
