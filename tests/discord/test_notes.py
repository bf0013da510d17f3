"""A club's own notes: who may write them, where they are shown, that they are inert, listed,
exported, taken in, and gone with the server."""

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from lawbot.app import Answers
from lawbot.cards.club_notes import LONGEST, MOST
from lawbot.charts.model import JOIN
from lawbot.config import Database
from lawbot.decide.understanding import Reading
from lawbot.errors import LawbotError
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from tests.support.discord_sim import BotMessage, Person, Sim
from tests.support.patience import PATIENCE

RULE = "Here players may ask each other about alerts\nonly when it is their turn."


async def note(person: Person, about: str, text: str) -> BotMessage:
    return await person.write(await person.window("note", about=about), note=text)


async def test_a_note_stands_under_its_provision_what_holds_it_and_what_it_holds(sim: Sim) -> None:
    saved = await note(sim.boss, "law 20 f 2", RULE)
    assert saved.private
    assert "**At this club:** Here players may ask" in saved.text
    assert "At this club:** Here" in (await sim.player.run("law", citation="20F2")).text
    whole = await sim.player.run("law", citation="20F")
    assert "This club has a note on this" in whole.text
    while not whole.buttons["▸"]["disabled"]:
        whole = await sim.player.press(whole, "▸")
    assert "**At this club, on 20F2:** Here" in whole.text
    for unrelated in ("20F3", "20E", "21"):
        assert "club" not in (await sim.player.run("law", citation=unrelated)).text
    assert (
        "At this club:"
        in (await sim.player.press(await sim.player.run("law", citation="20F1"), "20F2 →")).text
    )
    (reply,) = await sim.player.say(f"<@{sim.env.backend.bot_user.id}> 20F2")
    assert "At this club:" in reply.text
    await note(sim.boss, "64", "Counted by the director.")
    assert "At this club, on 64:** Counted" in (await sim.player.run("law", citation="64A1")).text


async def test_a_note_on_a_chart_stands_at_its_beginning_and_on_its_rulings(sim: Sim) -> None:
    reply = await note(sim.boss, "chart:phone-or-device", "Phones stay outside.")
    assert "**At this club:** Phones stay outside." in reply.text
    first = await sim.player.run("situation", name="phone-or-device")
    assert "Phones stay outside." in first.text
    card = first
    while "Steps" not in card.buttons:
        card = await sim.player.press(
            card, next(label for label, button in card.buttons.items() if button["style"] == 1)
        )
    assert "Phones stay outside." in card.text
    assert "Phones" not in (await sim.player.press(card, "Steps")).text


async def test_notes_are_of_one_server_and_can_be_turned_off(
    sim: Sim, store: SettingsStore
) -> None:
    await note(sim.boss, "20F", RULE)
    assert "At this club" not in (await sim.stranger("luna").run("law", citation="20F")).text
    store.keep(sim.guild.id, GuildSettings(notes=False))
    assert "At this club" not in (await sim.player.run("law", citation="20F")).text
    assert "turned them off" in (await sim.boss.run("note")).text


async def test_the_text_of_a_note_is_inert(sim: Sim, store: SettingsStore) -> None:
    nasty = "@everyone <@&42> [free](https://evil.example) **loud**\u202e\x07\n# big\n\n\n-# small ||hidden|| `code`"
    reply = await note(sim.boss, "64A1", nasty)
    assert (
        "@\u200beveryone \\<@&42> \\[free](https:/\u200b/evil.example) \\*\\*loud\\*\\*\n\\# big\n\\-# small \\|\\|hidden"
        in reply.text
    )
    assert not {"\u202e", "\x07"} & set(store.notes_of(sim.guild.id)["64A1"])


async def test_a_note_is_changed_where_it_was_written_and_taken_away_empty(
    sim: Sim, store: SettingsStore
) -> None:
    await note(sim.boss, "revoke", "We play on.")
    window = await sim.boss.window("note", about="61A")
    assert "We play on." in json.dumps(window.modal)
    await sim.boss.write(window, note="We count.")
    assert store.notes_of(sim.guild.id) == {"61A": "We count."}
    await note(sim.boss, "61A", "  \n ")
    assert store.notes_of(sim.guild.id) == {}


async def test_only_those_who_manage_the_server_write_list_and_send(
    sim: Sim, store: SettingsStore
) -> None:
    sim.open_to_all("note")
    for options in ({}, {"about": "20F"}, {"file": ("n.json", b'{"20F": "x"}')}):
        assert "Manage Server" in (await sim.player.run("note", **options)).text
    window = await sim.boss.window("note", about="20F")
    sim.forbid(sim.boss, "manage_guild")
    assert "Manage Server" in (await sim.boss.write(window, note="late")).text
    assert store.guilds == ()


@pytest.mark.parametrize(
    ("about", "chart"),
    [
        ("phones", "phone-or-device"),
        ("Phone", "phone-or-device"),
        ("bidding box", "screens-and-online"),
        ("dien thoai", "phone-or-device"),
        ("โทรศัพท์", "phone-or-device"),
    ],
)
async def test_a_chart_is_found_by_its_name_in_any_language(
    sim: Sim, store: SettingsStore, about: str, chart: str
) -> None:
    reply = await note(sim.boss, about, "Outside, please.")
    assert "Outside, please." in reply.text
    assert store.notes_of(sim.guild.id) == {JOIN + chart: "Outside, please."}


@pytest.mark.parametrize(
    "about", ["something that happened", "20Z", "Law 99", "64A and 64B", "chart:nothing", "s"]
)
async def test_a_note_needs_one_provision_or_one_chart(sim: Sim, about: str) -> None:
    assert (await sim.boss.run("note", about=about)).private


async def test_the_list_names_every_note_and_carries_their_file(
    sim: Sim, store: SettingsStore
) -> None:
    assert "none" in (await sim.boss.run("note")).text
    notes = {"20F": RULE, JOIN + "revoke": "Ask us.", JOIN + "gone-since": "old"}
    store.keep_notes(sim.guild.id, notes)
    reply = await sim.boss.run("note")
    assert reply.private
    assert "20F: Here players" in reply.text
    assert "Revoke: established or not: Ask us." in reply.text
    assert "At this club" in (await sim.boss.choose(reply, "Revoke: established or not")).text
    assert json.loads(await sim.boss.file_of(reply)) == notes


async def test_a_file_adds_and_changes_and_leaves_the_rest(sim: Sim, store: SettingsStore) -> None:
    store.keep_notes(sim.guild.id, {"20F": "old", "64A": "stays"})
    reply = await sim.boss.run(
        "note", file=("n.json", json.dumps({"Law 20 F": "new", "revoke": "Count."}).encode())
    )
    assert "were imported" in reply.text
    assert store.notes_of(sim.guild.id) == {"20F": "new", "64A": "stays", "61A": "Count."}


@pytest.mark.parametrize(
    "file",
    [
        b"20F: not JSON",
        b"[1, 2]",
        b'{"20F": 7}',
        b"\xff\xfe",
        b"[" * 100_000,
        b" " * 500_001,
        json.dumps({"64A": "good", "nowhere": "bad"}).encode(),
        b'{"zz \\ud83d": "half a sign in what it is about"}',
        json.dumps({"64A": "x" * (LONGEST + 1)}).encode(),
        json.dumps({"64A" + "." * 100: "x"}).encode(),
        json.dumps(
            {f"{law}A": "x" for law in range(1, 94)} | {f"{law}B": "x" for law in range(1, 94)}
        ).encode(),
    ],
)
async def test_nothing_is_imported_from_a_file_with_a_fault(
    sim: Sim, store: SettingsStore, file: bytes
) -> None:
    reply = await sim.boss.run("note", file=("n.json", file))
    assert "taken in" not in reply.text
    assert reply.text.startswith("### That did not work")
    assert store.notes_of(sim.guild.id) == {}


async def test_notes_in_a_file_are_counted_before_any_is_looked_up(
    sim: Sim, client: LawBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_up: list[str] = []
    understand = client.face.answers.understanding.understand

    def understand_and_record(text: str, *arguments: Any) -> Reading:
        looked_up.append(text)
        return understand(text, *arguments)

    monkeypatch.setattr(client.face.answers.understanding, "understand", understand_and_record)
    spellings = json.dumps({f"law 20F {number}": "x" for number in range(MOST + 1)}).encode()
    assert f"at most {MOST} notes" in (await sim.boss.run("note", file=("n.json", spellings))).text
    assert looked_up == []


async def test_files_imported_at_the_same_time_do_not_exceed_the_limit_of_a_club(
    sim: Sim, store: SettingsStore, answers: Answers
) -> None:
    citations = [
        str(citation) for citation in answers.lawbook.citations("plain-2017") if citation.law
    ]
    half = MOST // 2 + 1
    with ThreadPoolExecutor() as threads:
        writings = [
            threads.submit(store.keep_notes, 1, dict.fromkeys(places, "x"))
            for places in (citations[:half], citations[half : 2 * half])
        ]
    assert [type(writing.exception()) for writing in writings if writing.exception(PATIENCE)] == [
        LawbotError
    ]
    assert len(store.notes_of(1)) == half


async def test_any_of_too_many_notes_can_be_changed_and_removed(
    sim: Sim, store: SettingsStore, answers: Answers
) -> None:
    citations = [
        str(citation) for citation in answers.lawbook.citations("plain-2017") if citation.law
    ][: MOST + 5]
    earlier = SettingsStore.in_memory()
    # as an earlier version could leave them
    earlier._notes[sim.guild.id] = dict.fromkeys(citations, "x")
    store.take_over(earlier)
    assert "At this club:** y" in (await note(sim.boss, citations[0], "y")).text
    await note(sim.boss, citations[1], "")
    assert len(store.notes_of(sim.guild.id)) == MOST + 4
    assert f"at most {MOST} notes" in (await note(sim.boss, citations[1], "again")).text


async def test_a_club_has_no_more_notes_than_it_may(
    sim: Sim, store: SettingsStore, answers: Answers
) -> None:
    citations = [
        str(citation) for citation in answers.lawbook.citations("plain-2017") if citation.law
    ][: MOST + 1]
    store.keep_notes(sim.guild.id, dict.fromkeys(citations[:MOST], "x"))
    assert f"at most {MOST} notes" in (await note(sim.boss, citations[MOST], "one more")).text
    assert "At this club: y".replace(": ", ":** ") in (await note(sim.boss, citations[0], "y")).text
    assert f"all {MOST}" in (await sim.boss.run("note")).text


def test_notes_outlive_the_program_in_the_order_in_which_they_were_written(
    place: Path | Database,
) -> None:
    store = SettingsStore.open(place)
    store.keep_notes(5, {"64A": "b", "27": "c", "20F": "a"})
    store.keep_notes(6, {"20F": "c"})
    store.keep_notes(5, {"27": "", "64A": "d"})
    store.keep_notes(5, {"12": "e"})
    store.close()
    again = SettingsStore.open(place)
    assert (
        list(again.notes_of(5).items())
        == [("64A", "d"), ("20F", "a"), ("12", "e")]
        == list(store.notes_of(5).items())
    )
    again.forget(5)
    again.close()
    assert SettingsStore.open(place).guilds == (6,)


async def test_provisions_with_notes_are_offered_first(sim: Sim, store: SettingsStore) -> None:
    store.keep_notes(sim.guild.id, {"20F": "a"})
    offered = await sim.boss.typing("note", "about", "")
    assert offered[0] == {"name": "✎ 20F", "value": "20F"}
    assert len(offered) == 25
