"""*Was that it?* over real sockets: a verdict outlives a restart, in three languages."""

from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from tests.emulator.test_directors import UNCLEAR, press_of, started
from tests.emulator.wire import GUILD, TOKEN, emulated, message
from tests.support.payloads import texts

COMPONENT = 3


@pytest.mark.parametrize(
    ("locale", "thanks"), [("en-US", "Thank you"), ("vi", "Cảm ơn"), ("th", "ขอบคุณ")]
)
async def test_a_verdict_is_counted_after_a_new_start(
    small: Settings, tmp_path: Path, answers: Answers, locale: str, thanks: str
) -> None:
    settings = replace(small, state=tmp_path, token=TOKEN, keep_asked=True)
    place = tmp_path / "settings.db"
    with closing(SettingsStore.open(place)) as store:
        store.keep(GUILD, GuildSettings(verdicts=True))
    async with emulated() as wire:
        async with started(wire, settings, answers):
            reply = await wire.command("search", locale=locale, words=UNCLEAR)
        menu_id = press_of(reply.data, "^")
        data = {"component_type": 3, "custom_id": menu_id, "values": ["0w"]}
        async with started(wire, settings, answers):
            below = message(reply.data, ephemeral=True)
            judged = await wire.interact(COMPONENT, data, locale=locale, message=below)
        assert thanks in texts(judged.data)
        assert "lb^" not in str(judged.data)
    with closing(SettingsStore.open(place)) as store:
        assert store.verdicts() == {("choice", locale[:2], False): 1}
    line = (tmp_path / "asked.txt").read_text(encoding="utf-8")
    assert line == f"{locale[:2]}\t0\tchoice\t{UNCLEAR}\n"
