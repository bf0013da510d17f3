"""*As text*: a ruling as plain words that a phone can copy."""

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest

from lawbot.app import Answers
from lawbot.charts.state import View, with_facts
from lawbot.charts.walk import paths
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.render.markdown import escape
from lawbot.faces.discord.settings.store import GuildSettings
from lawbot.language import translator
from lawbot.language.reader import Reader
from tests.support.discord_sim import BotMessage, Person, Sim
from tests.support.payloads import PLAIN, walk

NEW_YEAR = datetime(2026, 1, 1, 2, tzinfo=UTC)


def is_plain(text: str) -> bool:
    """Return whether no sign would be read as markup, but the numbers of facts, which are copied as
    they stand."""
    return escape(text).replace("\\.", ".") == text


async def walk_to_ruling(person: Person, language: str = "en") -> BotMessage:
    """Return a ruling, by the first answers."""
    reply = await person.run("situation", name="insufficient-bid")
    while translator(language)("Say this") not in reply.text:
        reply = await person.press(reply, next(iter(reply.buttons)))
    return reply


@pytest.mark.parametrize("language", ["en", "vi", "th"])
async def test_a_ruling_as_text_is_a_private_plain_message_and_the_ruling_stays(
    sim: Sim, language: str
) -> None:
    sim.language(language)
    ruling = await walk_to_ruling(sim.player, language)
    reply = await sim.player.choose(ruling, translator(language)("As text"))
    assert reply.private
    assert reply.handle.id != ruling.handle.id
    assert list(walk(reply.payload["components"])) == []
    sentence = next(line[2:] for line in ruling.text.splitlines() if line.startswith("> "))
    assert is_plain(reply.payload["content"])
    assert sentence in escape(reply.text)
    assert "25A4" in reply.text
    assert "2017" in reply.text
    assert "hermione" not in reply.text


def test_a_ruling_as_text_ends_with_its_few_laws_and_the_others_apart(answers: Answers) -> None:
    facts = {"lead_faced": "yes", "who_led": "defender", "told_to_lead": "no"}
    state = with_facts(
        answers.situations, "opening-lead-out-of-turn", facts | {"lead_since": "waiting"}
    )
    text = answers.rulings.text(f"sit/{replace(state, view=View.TEXT)}", Reader(), NEW_YEAR.date())
    first, also = text.splitlines()[-2:]
    assert first == "Laws of Duplicate Bridge 2017: 54A, 54C, 53A, 54B1"
    assert also.startswith("Also: 10C1, 10C2, 16C2, ")


async def test_the_date_is_that_of_the_club(sim: Sim, client: LawBot) -> None:
    client.face.clock = lambda: NEW_YEAR
    assert (
        "January 1, 2026"
        in (await sim.player.choose(await walk_to_ruling(sim.player), "As text")).text
    )
    client.face.store.keep(sim.guild.id, GuildSettings(daily_zone="America/New_York"))
    assert (
        "December 31, 2025"
        in (await sim.player.choose(await walk_to_ruling(sim.player), "As text")).text
    )


async def test_in_a_direct_message_the_text_stays(sim: Sim) -> None:
    alone = sim.stranger("luna")
    reply = await alone.choose(await walk_to_ruling(alone), "As text")
    assert not reply.private
    assert "luna" not in reply.text


async def test_a_question_has_no_text(sim: Sim) -> None:
    reply = await sim.player.run("situation", name="insufficient-bid")
    assert "As text" not in reply.options


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_every_ruling_fits_a_plain_message_and_has_no_markup(
    answers: Answers, language: str
) -> None:
    reader, plain_texts = Reader(language), set[str]()
    for chart in answers.situations:
        for path in paths(answers.situations, chart):
            state = replace(
                with_facts(answers.situations, chart, dict(path.answers)), view=View.TEXT
            )
            plain_texts.add(answers.rulings.text(f"sit/{state}", reader, date(2026, 1, 1)))
    assert all(plain_texts)
    assert max(map(len, plain_texts)) <= PLAIN
    assert [text for text in plain_texts if not is_plain(text)] == []
