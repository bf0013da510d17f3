"""Words instead of a tap: after a question in a direct message, and in a server as a reply to the
bot's message."""

from typing import Any

import pytest

from lawbot.faces.discord.client import LawBot
from tests.support.discord_sim import Person, Sim


async def test_a_chart_is_walked_by_typing(sim: Sim) -> None:
    alone = sim.stranger("alone")
    (first_question,) = await alone.say("chart:insufficient-bid")
    assert "slip" in first_question.text
    (why,) = await alone.say("why?")
    assert "25A1" in str(why.options)
    assert first_question.text != why.text
    (second_question,) = await alone.say("2")
    assert "called over the low bid" in second_question.text
    (accepts,) = await alone.say("no")
    assert "accept the low bid" in accepts.text
    (ruling,) = await alone.say("lho doesn't accept")
    assert "put in its place" in ruling.text
    (before,) = await alone.say("back")
    assert "accept the low bid" in before.text
    assert any(
        label.startswith("No, not accepted") and label.endswith("✓") for label in before.buttons
    )


@pytest.mark.parametrize(
    ("locale", "yes", "why", "words"),
    [("vi", "có", "tại sao?", "có nói rằng"), ("th", "ใช่", "ทำไม", "ผู้ทำผิดบอกหรือไม่")],
)
async def test_the_answer_is_in_the_language_of_the_question(
    sim: Sim, locale: str, yes: str, why: str, words: str
) -> None:
    sim.language(locale)
    for typed in (yes, "1", "yes"):
        alone = sim.stranger(f"alone {typed}")
        await alone.run("situation", name="chart:insufficient-bid")
        (change,) = await alone.say(typed)
        assert words in change.text, typed
    (reason,) = await alone.say(why)
    assert "25A" in str(reason.options)


async def test_a_text_that_is_no_answer_is_read_as_usual(sim: Sim) -> None:
    alone = sim.stranger("alone")
    for typed, words in (
        ("27", "Law 27"),
        ("64A", "Law 64A"),
        ("help", "27B1"),
        ("partner took ages and then passed", "partner"),
    ):
        await alone.say("chart:insufficient-bid")
        (reply,) = await alone.say(typed)
        assert "question 2" not in reply.text or "took ages" in reply.text
        assert words in reply.text


async def test_without_a_question_yes_is_no_law(sim: Sim) -> None:
    alone = sim.stranger("alone")
    (reply,) = await alone.say("yes")
    assert "no question" in reply.text
    (reply,) = await alone.say("2")
    assert "Law 2" in reply.text
    (reply,) = await alone.say("yes")
    assert "could not place" in reply.text
    assert "Law 2" in reply.text


async def test_errors_and_thanks_leave_the_case_open(sim: Sim) -> None:
    alone = sim.stranger("alone")
    await alone.say("chart:insufficient-bid")
    (thanks,) = await alone.say("thanks")
    assert "All right" in thanks.text
    assert list(thanks.buttons) == ["Go on"]
    (unclear,) = await alone.say("it was quite late in the evening")
    assert next(iter(unclear.buttons)).startswith("Answer to: Does the offender say")
    await alone.say("help")
    (question,) = await alone.say("no, he meant it")
    assert "called over the low bid" in question.text


async def test_a_what_if_leads_back_and_a_correction_replaces(sim: Sim) -> None:
    alone = sim.stranger("alone")
    await alone.say("chart:insufficient-bid")
    await alone.say("not a slip")
    await alone.say("lho called over it")
    (ruling,) = await alone.say("yes")
    assert "stands" in ruling.text
    (supposed,) = await alone.say("what if he hadn't called?")
    assert "What if:" in supposed.text
    assert "Before: The low bid is accepted" in supposed.text
    assert "Back to the case before" in supposed.buttons
    (back,) = await alone.say("back")
    assert back.text == ruling.text
    (corrected,) = await alone.say("sorry, lho did not call")
    assert "Changed:" in corrected.text
    assert "Back to the case before" not in corrected.buttons


async def test_scores_boards_and_laws_go_on(sim: Sim) -> None:
    alone = sim.stranger("alone")
    for typed, words in (
        ("score 4SX vul -2", "-500"),
        ("and not vulnerable?", "-300"),
        ("-3", "-500"),
        ("board 7", "Board 7"),
        ("and 8?", "Board 8"),
        ("27B1", "27B1"),
        ("next", "27B2"),
    ):
        (reply,) = await alone.say(typed)
        assert words in reply.text, typed


async def test_a_case_is_open_as_long_as_its_card_stands(sim: Sim) -> None:
    alone = sim.stranger("alone")
    await alone.say("chart:insufficient-bid")
    for _ in range(3):
        await alone.say("thanks")
    (question,) = await alone.say("not a slip")
    assert "called over the low bid" in question.text


async def test_in_a_server_a_reply_to_the_bot_answers_and_other_words_do_not(
    sim: Sim, client: LawBot
) -> None:
    assert client.user is not None
    await sim.player.say(f"<@{client.user.id}> chart:insufficient-bid")
    question = sim.channel.history()[-1]
    assert await sim.player.say("yes") == []
    assert await replied(sim, sim.player, "nonsense, all of it", question) == []
    (change,) = await replied(sim, sim.player, "yes", question)
    assert "too late for the change" in change
    (without,) = await sim.player.say(f"<@{client.user.id}> yes")
    assert "no question" in without.text
    mine = await sim.player.actor.send(sim.channel, "chart:insufficient-bid")
    assert await replied(sim, sim.boss, "yes", mine) == []


async def replied(sim: Sim, person: Person, words: str, to: Any) -> list[str]:
    """Return the bot's messages after somebody's reply to a message."""
    before: int = len(sim.env.http_requests)
    await person.actor.send(sim.channel, words, reply_to=to)
    return [
        str(request.json) for request in sim.env.http_requests[before:] if request.method == "POST"
    ]
