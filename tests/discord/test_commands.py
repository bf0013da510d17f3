"""Every command, as a person in a server or in direct messages uses it."""

import pytest

from lawbot.faces.discord.client import LawBot
from tests.support.discord_sim import Sim


async def test_a_law_is_answered_privately_with_its_text_and_edition(sim: Sim) -> None:
    reply = await sim.player.run("law", citation="27B1(a)")
    assert reply.private
    assert "Law 27B1(a)" in reply.text
    assert "lowest sufficient bid" in reply.text
    assert "2017" in reply.text


async def test_a_citation_that_is_not_there_says_so_and_offers_the_nearest(sim: Sim) -> None:
    reply = await sim.player.run("law", citation="64Q")
    assert "64Q" in reply.text
    nearest = next(label for label in reply.buttons if "64A" in label)
    opened = await sim.player.press(reply, nearest)
    assert "Law 64A" in opened.text


async def test_an_unknown_edition_is_named_and_those_there_are_listed(sim: Sim) -> None:
    reply = await sim.player.run("law", citation="27B", edition="fr-2017")
    assert "plain-2017" in reply.text


@pytest.mark.parametrize(
    ("command", "options", "expected"),
    [
        ("search", {"words": "dummy asks about a revoke"}, "6"),
        ("situation", {}, "What happened?"),
        ("situation", {"name": "insufficient bid"}, "nsufficient"),
        ("define", {"term": "LHO"}, "LHO"),
        ("define", {"term": "revoke"}, "evoke"),
        ("compare", {"citation": "27B1"}, "27B1"),
        ("score", {"contract": "4SX", "vulnerable": "yes", "result": "-2"}, "500"),
        ("score", {"contract": "3NT", "result": "="}, "400"),
        ("score", {"contract": "nonsense"}, ""),
        ("score", {"contract": "450"}, "10"),
        ("score", {"contract": "imps for 450"}, "10"),
        ("board", {"number": 7}, "South"),
        ("help", {}, "27B1"),
        ("about", {}, "2017"),
    ],
)
async def test_each_command_answers(
    sim: Sim, command: str, options: dict[str, object], expected: str
) -> None:
    reply = await sim.player.run(command, **options)
    assert reply.private
    assert expected in reply.text


async def test_commands_work_in_direct_messages_without_a_share_button(sim: Sim) -> None:
    alone = sim.stranger("alone")
    reply = await alone.run("law", citation="64A")
    assert "Law 64A" in reply.text
    assert "Share" not in reply.buttons


@pytest.mark.parametrize(
    ("command", "option", "typed", "offered"),
    [
        ("law", "citation", "27b", "27B"),
        ("law", "citation", "insuff", "27"),
        ("law", "edition", "plain", "plain-2017"),
        ("define", "term", "redo", "Redouble"),
        ("situation", "name", "insuff", "insufficient"),
        ("compare", "citation", "64", "64"),
    ],
)
async def test_typing_offers_what_fits(
    sim: Sim, command: str, option: str, typed: str, offered: str
) -> None:
    filled = {"citation": "27B"} if option == "edition" else {}
    choices = await sim.player.typing(command, option, typed, **filled)
    assert 1 <= len(choices) <= 25
    assert any(
        offered.lower() in f"{choice['name']} {choice['value']}".lower() for choice in choices
    )
    assert all(
        1 <= len(choice["name"]) <= 100 and 1 <= len(str(choice["value"])) <= 100
        for choice in choices
    )


async def test_every_offered_choice_can_be_submitted(sim: Sim) -> None:
    for command, option, typed in (
        ("law", "citation", "revoke"),
        ("define", "term", "part"),
        ("situation", "name", "lead"),
    ):
        for choice in (await sim.player.typing(command, option, typed))[:5]:
            reply = await sim.player.run(command, **{option: choice["value"]})
            assert "Not found" not in reply.text, choice


async def test_the_message_menu_opens_the_law_a_message_cites(sim: Sim) -> None:
    message = await sim.boss.actor.send(sim.channel, "I ruled under Law 64A1, was that right?")
    reply = await sim.player.menu("Find the law", message)
    assert reply.private
    assert "Law 64A1" in reply.text


async def test_the_message_menu_offers_every_law_a_message_cites(sim: Sim) -> None:
    message = await sim.boss.actor.send(sim.channel, "Laws 64A and 27B1, then 16B")
    reply = await sim.player.menu("Find the law", message)
    assert {label.split(" ")[0] for label in reply.options} >= {"64A", "27B1", "16B"}


async def test_the_message_menu_searches_the_words_of_other_messages(sim: Sim) -> None:
    message = await sim.boss.actor.send(sim.channel, "partner took ages and then passed")
    reply = await sim.player.menu("Find the law", message)
    assert reply.options or reply.buttons


async def test_a_term_asked_for_in_a_sentence_is_found_at_every_door(sim: Sim) -> None:
    for command, option in (("law", "citation"), ("define", "term"), ("search", "words")):
        assert "Law 61A" in (await sim.player.run(command, **{option: "define revoke"})).text


async def test_text_of_a_person_never_pings_nor_breaks_the_card(sim: Sim) -> None:
    for words in (
        "@everyone <@1> **bold** `code` # big",
        "```" * 30,
        "[a](http://x.y) ||z||",
        "\n> quote\n- list",
        "ก" * 200,
        "x" * 200,
    ):
        reply = await sim.player.run("search", words=words)
        assert reply.private
        reply = await sim.player.run("law", citation=words)
        assert "<@1>" not in reply.text.replace("\\<@1>", "")


@pytest.mark.slow
async def test_a_card_drawn_ahead_is_not_drawn_again(sim: Sim, client: LawBot) -> None:
    await client.face.warm()
    misses_before = client.face.cards.open_cached.cache_info().misses
    assert "Law 64A" in (await sim.player.run("law", citation="64A")).text
    assert client.face.cards.open_cached.cache_info().misses == misses_before
