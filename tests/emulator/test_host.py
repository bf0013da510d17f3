"""The sample host on a real gateway's loop: loading our extension holds nothing up."""

from dataclasses import replace
from pathlib import Path

import pytest

from bench.bench_host import longest_waits
from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord.extension import embed
from tests.emulator.wire import TOKEN, emulated
from tests.support import lawbooks
from tests.support.payloads import texts
from tests.support.sample_host import SampleHost

LONGEST = 50.0
"""Milliseconds that the host's loop may be busy with our start."""


class Host(SampleHost):
    """The sample host, with chosen settings for our part of it."""

    def __init__(self, settings: Settings, answers: Answers | None = None) -> None:
        super().__init__()
        self.settings, self.our_answers = settings, answers
        self.busy = 0.0
        """Milliseconds of work at a stretch while ours was loaded."""

    async def load_extension(self, name: str, *, package: str | None = None) -> None:
        """Take ours in over the lawbook of the tests, and note how long the loop was busy."""
        waits = await longest_waits(embed(self, self.settings, self.our_answers))
        self.busy = waits.work


async def test_the_host_answers_its_own_and_our_commands_over_a_real_gateway(
    small: Settings, answers: Answers, tmp_path: Path
) -> None:
    host = Host(replace(small, state=tmp_path), answers)
    async with emulated() as wire, host:
        await host.login(TOKEN)
        connecting = host.loop.create_task(host.connect())
        await wire.connected()
        assert (await wire.command("help")).data["content"] == "The host's help"
        assert "Law 64A" in texts((await wire.command("law", citation="64A")).data)
        names = [command["name"] for command in (await wire.until("PUT", "/commands")).body]
        assert names.count("help") == 1
        assert "laws" in names
        assert host.busy < LONGEST
        await host.close()
        await connecting
    await host.remove_cog("LawSettings")


@pytest.mark.slow
async def test_a_lawbook_is_made_in_a_process_of_its_own(tmp_path: Path) -> None:
    settings = lawbooks.brief(tmp_path)
    assert not settings.lawbook.exists()
    host = Host(settings)
    await host.load_extension("lawbot.faces.discord")
    assert settings.lawbook.exists()
    assert host.busy < LONGEST
    await host.remove_cog("LawSettings")
