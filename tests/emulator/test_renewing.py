"""A lawbook replaced while the bot runs is taken up between two answers; one that cannot be read is
not."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord import client
from tests.emulator.test_watching import served
from tests.emulator.test_wire import until_said
from tests.emulator.wire import TOKEN, emulated
from tests.support.patience import PATIENCE
from tests.support.payloads import texts


async def test_a_lawbook_replaced_while_running_is_taken_up(
    small: Settings,
    two_codes: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(client, "LOOK", 0.05)
    settings = replace(small, state=tmp_path, token=TOKEN)
    shutil.copy(small.lawbook, settings.lawbook)
    (only_there,) = set(Answers.open_all(two_codes).lawbook.editions) - set(
        Answers.open_all(small).lawbook.editions
    )
    with caplog.at_level("INFO"):
        async with emulated() as wire, served(settings, Answers.open_all(settings)):
            await wire.connected()
            before = (await wire.command("law", citation="1", edition=only_there)).data
            (tmp_path / "broken.db").write_bytes(b"no lawbook" * 100)
            (tmp_path / "broken.db").replace(settings.lawbook)
            await until_said(caplog, "cannot be read; the old one goes on")
            caplog.clear()
            shutil.copy(two_codes.lawbook, tmp_path / "torn.db")
            with closing(sqlite3.connect(tmp_path / "torn.db")) as torn:
                torn.execute("DROP TABLE provisions")
            (tmp_path / "torn.db").replace(settings.lawbook)
            await until_said(caplog, "cannot be read; the old one goes on")
            assert (await wire.command("law", citation="1", edition=only_there)).data == before
            shutil.copy(two_codes.lawbook, tmp_path / "new.db")
            (tmp_path / "new.db").replace(settings.lawbook)
            await until_said(caplog, "the new one answers now")
            assert (await wire.command("law", citation="1", edition=only_there)).data != before


async def test_a_lawbook_replaced_while_people_ask_fails_nobody_and_no_old_card_stays(
    small: Settings,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(client, "LOOK", 0.05)
    settings = replace(small, state=tmp_path, token=TOKEN)
    shutil.copy(small.lawbook, settings.lawbook)
    shutil.copy(small.lawbook, tmp_path / "new.db")
    with closing(sqlite3.connect(tmp_path / "new.db")) as changed, changed:
        changed.execute("UPDATE provisions SET text = 'The tea is served.' WHERE citation = '64A'")
    replies: list[str] = []
    over = False
    with caplog.at_level("INFO"):
        async with emulated() as wire, served(settings, Answers.open_all(settings)):

            async def person(number: int) -> None:
                while not over:
                    data = {
                        "id": "1",
                        "name": "law",
                        "type": 1,
                        "options": [{"name": "citation", "type": 3, "value": "64A"}],
                    }
                    replies.append(
                        texts((await wire.interact(2, data, user=5000 + number, context=1)).data)
                    )

            await wire.connected()
            asking = [asyncio.create_task(person(number)) for number in range(10)]
            await asyncio.sleep(0.1)
            (tmp_path / "new.db").replace(settings.lawbook)
            await until_said(caplog, "the new one answers now")
            after = len(replies) + len(asking)  # what was under way may be of either
            async with asyncio.timeout(PATIENCE):
                while len(replies) <= after + 20:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            over = True
            async with asyncio.timeout(PATIENCE):
                await asyncio.gather(*asking)
    assert all("Law 64A" in text for text in replies)
    assert "The tea is served." not in replies[0]
    assert all("The tea is served." in text for text in replies[after:])
    assert "Error" not in caplog.text
