"""A lawbook replaced while the bot runs is taken up between two answers; one that cannot be read is not."""

import asyncio
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.answers import Answers
from lawbot.config import Settings
from lawbot.faces.discord import client
from tests.emulator.test_wire import until_said
from tests.emulator.wire import TOKEN, emulated


async def test_a_lawbook_replaced_while_running_is_taken_up(
    small: Settings, two_codes: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(client, "LOOK", 0.05)
    settings = replace(small, state=tmp_path, token=TOKEN)
    shutil.copy(small.lawbook, settings.lawbook)
    (only_there,) = set(Answers.open_all(two_codes).lawbook.editions) - set(Answers.open_all(small).lawbook.editions)
    with caplog.at_level("INFO"):
        async with emulated() as wire:
            serving = asyncio.create_task(client._serve(settings, Answers.open_all(settings)))
            await wire.connected()
            before = (await wire.command("law", citation="1", edition=only_there)).data
            (tmp_path / "broken.db").write_bytes(b"no lawbook" * 100)
            (tmp_path / "broken.db").replace(settings.lawbook)
            await until_said(caplog, "cannot be read; the old one goes on")
            assert (await wire.command("law", citation="1", edition=only_there)).data == before
            shutil.copy(two_codes.lawbook, tmp_path / "new.db")
            (tmp_path / "new.db").replace(settings.lawbook)
            await until_said(caplog, "the new one answers now")
            assert (await wire.command("law", citation="1", edition=only_there)).data != before
            serving.cancel()
            await serving
