"""The quiet link of law and ruling cards to their page in the handbook, where the operator has put
one."""

from collections.abc import Iterator
from typing import Any

from lawbot.app import Answers
from lawbot.cards.handbook_links import standing
from lawbot.charts.state import with_facts
from lawbot.faces.discord.client import LawBot
from lawbot.language.reader import Reader
from tests.support.discord_sim import BotMessage, Sim

PLACE = "https://club.example/laws/"


def links(reply: BotMessage) -> list[str]:
    """Return the web addresses of a message's buttons."""

    def walk(component: dict[str, Any]) -> Iterator[str]:
        if component.get("url"):
            yield component["url"]
        for inner in component.get("components", ()):
            yield from walk(inner)

    return [address for component in reply.payload["components"] for address in walk(component)]


async def test_a_law_links_to_its_page(client: LawBot, sim: Sim) -> None:
    client.face.cards.handbook = PLACE
    reply = await sim.player.run("law", citation="27B1(a)")
    assert links(reply) == [f"{PLACE}en/law/27.html#27B1a"]
    moved = await sim.player.press(
        reply, next(label for label in reply.buttons if "27B1(b)" in label)
    )
    assert links(moved) == [f"{PLACE}en/law/27.html#27B1b"]
    shared = await sim.player.press(moved, "Share")
    assert links(shared) == [f"{PLACE}en/law/27.html#27B1b"]


async def test_a_ruling_links_to_the_same_ruling(
    client: LawBot, sim: Sim, answers: Answers
) -> None:
    client.face.cards.handbook = PLACE
    chart = answers.situations["insufficient-bid"]
    reply = await sim.player.run("situation", name=chart.id)
    assert links(reply) == []  # a question is no page to keep
    state = with_facts(answers.situations, chart.id, chart.cases[0].answers)
    view = client.face.cards.open(f"sit/{state}", Reader(director=True))
    assert f"{PLACE}en/{standing(state)}" in str(view.to_components())


async def test_without_a_handbook_there_is_no_link(sim: Sim) -> None:
    assert links(await sim.player.run("law", citation="27B1(a)")) == []


async def test_a_score_has_no_page(client: LawBot, sim: Sim) -> None:
    client.face.cards.handbook = PLACE
    assert links(await sim.player.run("score", contract="3NT", result="=")) == []
