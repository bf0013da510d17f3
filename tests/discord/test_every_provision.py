"""Every provision of every edition, asked for as /law does and by /law: each answered, each whole,
nothing Discord would refuse."""

import re

import pytest

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.decide.kinds import LAWS
from lawbot.faces.discord.client import make_client
from lawbot.faces.discord.render.card import draw, paged
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.language.reader import Reader
from tests.support.discord_sim import simulated
from tests.support.payloads import payload_faults, texts

EDITIONS = (
    "plain-2017",
    "en-2017",
    "vi-2007",
    "en-2008-acbl",
    "en-1997",
    "th-1997",
    "en-1997-acbl",
    "en-1997-play",
)
AT_ONCE = 250
"""Commands sent together; after each lot the simulated Discord's own records are emptied, or they
would slow it down."""
BY_THE_WAY = 5
"""One provision in so many is asked of the real bot, and a quarter of that of the editions after
the first; all are asked for below, without Discord."""

_MARKS = re.compile(r"[\W_]+")
"""All but letters and digits."""


@pytest.mark.slow
async def test_provisions_of_every_edition_are_answered(
    everything: Answers, full: Settings
) -> None:
    editions = [edition for edition in EDITIONS if edition in everything.lawbook.editions]
    requests = [
        {"citation": str(citation), "edition": edition}
        for edition in editions
        for citation in everything.lawbook.citations(edition)[
            :: BY_THE_WAY if edition == EDITIONS[0] else 4 * BY_THE_WAY
        ]
    ]
    client = make_client(full, everything, SettingsStore.in_memory())
    client.commands_file = None
    async with simulated(client, settle_timeout=120, strict_sync=False) as sim:
        await client.tree.sync()
        for start in range(0, len(requests), AT_ONCE):
            lot = requests[start : start + AT_ONCE]
            for options, payload in zip(
                lot, await sim.run_many(sim.player, "law", lot), strict=True
            ):
                assert payload_faults(payload, schema=True) == [], options
                assert "Not found" not in texts(payload), options
            sim.clear()


@pytest.mark.slow
@pytest.mark.parametrize("edition", EDITIONS)
def test_each_page_of_each_provision_holds_every_word(everything: Answers, edition: str) -> None:
    if edition not in everything.lawbook.editions:
        pytest.skip(f"no document of {edition} was found")
    reader = Reader(edition=edition)
    for entry in everything.lawbook.provisions(edition):
        card = everything.ask(str(entry.citation), reader, LAWS)
        assert card.address.partition("<")[0] == f"law/{edition}/{entry.citation}"
        pages = paged(card)
        whole_text = _plain(" ".join(pages))
        for step in entry.walk():
            assert _plain(step.text) in whole_text or all(
                word in whole_text for word in map(_plain, step.text.split())
            ), (
                entry.citation,
                step.citation,
            )
        for page in range(len(pages)):
            payload = {
                "components": draw(card, reader, page, share=True).to_components(),
                "flags": 1 << 15,
                "allowed_mentions": {"parse": []},
            }
            assert payload_faults(payload) == [], (entry.citation, page)


def _plain(text: str) -> str:
    """Letters and digits alone: what is left when every mark of formatting is taken away."""
    return _MARKS.sub("", text)
