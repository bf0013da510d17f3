"""/quiz: private for one; shared for a club night, where everybody counts once and nothing about
people outlives the question."""

import pytest
from discord import Permissions

from lawbot.app import Answers
from lawbot.cards.address import Address, QuizPlace
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.quiz import club
from lawbot.faces.discord.settings.store import GuildSettings, SettingsStore
from tests.support.discord_sim import BotMessage, Person, Sim


def open_questions(client: LawBot) -> dict[int, object]:
    """Return the shared questions that are open."""
    cog = client.get_cog("LawQuiz")
    assert isinstance(cog, club.LawQuiz)
    return cog._open


def right_of(question: BotMessage, answers: Answers) -> int:
    """Return the number of the right ruling of the question on the message."""
    place = Address.parse(question.buttons["1"]["custom_id"][3:]).place
    assert isinstance(place, QuizPlace)
    return answers.quizzing.question(place.key).right


async def test_a_private_question_its_answer_the_ruling_and_the_way_back(
    sim: Sim, store: SettingsStore, answers: Answers
) -> None:
    store.keep(sim.guild.id, GuildSettings(public=True))
    question = await sim.player.run("quiz")
    assert question.private
    question = await sim.player.press(question, "Skip")
    while (
        "The whole ruling"
        not in (
            wrong := await sim.player.press(question, str(right_of(question, answers) % 4 + 1))
        ).text
    ):
        question = await sim.player.press(wrong, "Another question")
    right = right_of(question, answers)
    assert f"Not quite: {right} (you chose {right % 4 + 1})" in wrong.text
    ruling = await sim.player.press(wrong, "The whole ruling")
    assert "Say this" in ruling.text
    laws = await sim.player.press(ruling, "Laws")
    assert "Open a law" in laws.text
    again = await sim.player.press(laws, "Back to the quiz")
    assert "Not quite" in again.text
    assert "Quiz · " in (await sim.player.press(again, "Another question")).text


async def test_a_question_of_one_topic_and_level(sim: Sim, answers: Answers) -> None:
    question = await sim.player.run("quiz", topic="claims", level="easy")
    assert "Quiz · Claims · Easy" in question.text
    assert "Quiz · Scoring · Easy" in (await sim.player.choose(question, "Scoring")).text


async def test_a_button_of_the_quiz_before_leads_to_another_question(sim: Sim) -> None:
    question = await sim.player.run("quiz")
    (sent,) = await sim.press_many(sim.player, question, ["quiz/0a1b2c3d/2/play"])
    assert "not in the quiz any more" in str(sent)
    assert "Another question" in str(sent)


async def test_a_club_night_everybody_answers_once_and_sees_the_count_when_it_is_closed(
    sim: Sim, client: LawBot, answers: Answers
) -> None:
    ron, luna = sim.person("ron"), sim.person("luna")
    posted = await ron.run("quiz", shared=True)
    assert not posted.private
    assert "Round 1 · " in posted.text
    right = right_of(posted, answers)
    wrong = right % 4 + 1
    noted = await sim.player.press(posted, str(wrong))
    assert noted.private
    assert f"Your answer: {wrong}" in noted.text
    assert "Answers so far: 1" in sim.posted()[0].text
    await sim.player.press(posted, str(right))
    assert "Answers so far: 1" in sim.posted()[0].text
    await luna.press(posted, str(wrong))
    assert f"Your answer: {right}" in (await ron.press(posted, str(right))).text
    assert "Answers so far: 3" in sim.posted()[0].text
    assert sim.posted()[0].buttons.keys() == posted.buttons.keys()
    (question,) = open_questions(client).values()
    assert question.answers.keys() == {sim.player.actor.id, luna.actor.id, ron.actor.id}
    closed = await ron.press(posted, "Close and show")
    assert f"Answer {right}: 2 of 3 got it right" in closed.text
    assert f"✓ {right}. " in closed.text
    assert "— 2" in closed.text
    assert not open_questions(client)
    law = await luna.press(
        closed, next(label for label in closed.buttons if label.startswith("Law "))
    )
    assert law.private


async def test_the_rounds_of_a_night_make_a_table_and_the_last_button_goes_on(
    sim: Sim, client: LawBot, answers: Answers
) -> None:
    ron, luna, draco = sim.person("ron"), sim.person("luna"), sim.person("draco")
    question = await ron.run("quiz", shared=True, topic="conduct")
    assert "From round 3 on, a table names who has had any right." in question.text
    first_buttons = set()
    for number in range(1, club.NAMED_FROM + 1):
        assert f"Round {number} · Conduct · " in question.text
        first_buttons.add(question.buttons["1"]["custom_id"])
        right = right_of(question, answers)
        await ron.press(question, str(right))
        await luna.press(question, str(right if number > 1 else right % 4 + 1))
        await draco.press(question, str(right % 4 + 1))
        assert "Right answers" not in question.text
        closed = await ron.press(question, "Close and show")
        assert ("Right answers after round" in closed.text) == (number >= club.NAMED_FROM)
        assert ("<@" in closed.text) == (number >= club.NAMED_FROM)
        if number < club.NAMED_FROM:
            assert "can close the question" in (await luna.press(closed, "Next question")).text
            question = await ron.press(closed, "Next question")
            assert "A later round has begun" in (await ron.press(closed, "Next question")).text
    assert len(first_buttons) == club.NAMED_FROM
    assert f"<@{ron.actor.id}> · **3 of 3 right**" in closed.text
    assert f"<@{luna.actor.id}> · **2 of 3 right**" in closed.text
    over = await ron.press(closed, "End")
    assert "The club night is over" in over.text
    assert f"Won by <@{ron.actor.id}> · **3 of 3 right**" in over.text
    for table in (closed, over):
        assert f"<@{luna.actor.id}>" in table.text
        assert f"<@{draco.actor.id}>" not in table.text
    assert "This club night is over" in (await ron.press(closed, "Next question")).text
    assert "Round 1 · " in (await ron.run("quiz", shared=True)).text
    mentions = [sent["allowed_mentions"] for sent in sim.sent() if "<@" in str(sent)]
    assert mentions
    assert all(allowed == {"parse": []} for allowed in mentions)


async def test_a_vote_leaves_the_question_in_the_language_of_its_host(sim: Sim) -> None:
    posted = await sim.boss.run("quiz", shared=True)
    sim.language("vi")
    await sim.player.press(posted, "1")
    assert "Answers so far: 1" in sim.posted()[0].text


async def test_a_night_asks_no_question_twice_beyond_its_topic_too(
    sim: Sim, answers: Answers
) -> None:
    only = {"topic": "conduct", "level": "easy"}
    keys = answers.quizzing._keys_of("conduct easy")
    question = await sim.boss.run("quiz", shared=True, **only)
    buttons = {question.buttons["1"]["custom_id"]}
    for _ in keys:
        closed = await sim.boss.press(question, "Close and show")
        question = await sim.boss.press(closed, "Next question")
        buttons.add(question.buttons["1"]["custom_id"])
    assert len(buttons) == len(keys) + 1


async def test_a_night_belongs_to_who_began_it(sim: Sim) -> None:
    host, draco = sim.person("ron"), sim.person("draco")
    moderator = sim.person("argus", permissions=Permissions(manage_messages=True))
    closed = await host.press(
        await host.run("quiz", shared=True, topic="conduct"), "Close and show"
    )
    second_night = await draco.run("quiz", shared=True, topic="claims")
    assert "Round 1 · Claims" in second_night.text
    second_night = await draco.press(second_night, "Close and show")
    assert "can close the question" in (await host.press(second_night, "Next question")).text
    assert "The club night is over" in (await draco.press(second_night, "End")).text
    second = await host.press(closed, "Next question")
    assert "Round 2 · Conduct" in second.text
    closed = await moderator.press(second, "Close and show")
    third = await moderator.press(closed, "Next question")
    assert "Round 3 · Conduct" in third.text
    assert "can close the question" in (await draco.press(third, "Close and show")).text
    closed = await host.press(third, "Close and show")
    assert "The club night is over" in (await moderator.press(closed, "End")).text


async def test_nobody_makes_the_server_forget_the_question_of_another(
    sim: Sim, client: LawBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = await sim.boss.run("quiz", shared=True)
    for _ in range(club.MOST_HERE + 1):
        await sim.player.run("quiz", shared=True)
    assert "Your answer: 1" in (await sim.player.press(question, "1")).text
    assert len(open_questions(client)) == 1 + club.MOST_THEIRS


async def test_a_night_is_forgotten_some_hours_after_its_last_round(
    sim: Sim, client: LawBot
) -> None:
    closed = await sim.boss.press(await sim.boss.run("quiz", shared=True), "Close and show")
    later = client.face.clock() + club.LASTS * 1.01
    client.face.clock = lambda: later
    assert "This club night is over" in (await sim.boss.press(closed, "Next question")).text
    assert "Round 1 · " in (await sim.boss.run("quiz", shared=True)).text


async def test_a_night_in_another_channel_is_another(sim: Sim) -> None:
    await sim.boss.run("quiz", shared=True)
    elsewhere = Person(sim, sim.boss.actor, sim.guild.create_text_channel("lobby"))
    assert "Round 1 · " in (await elsewhere.run("quiz", shared=True)).text
    assert "Round 2 · " in (await sim.boss.run("quiz", shared=True)).text


async def test_an_answer_on_its_way_when_the_question_is_closed_is_not_kept(
    sim: Sim, client: LawBot
) -> None:
    question = await sim.boss.run("quiz", shared=True)
    await sim.boss.press(question, "Close and show")
    sent = await sim.press_many(
        sim.player, question, [question.buttons["2"]["custom_id"][3:]], verb="?"
    )
    assert "This question is closed." in str(sent)
    assert not open_questions(client)


async def test_the_answers_of_one_server_are_not_crowded_out_by_another(
    sim: Sim, client: LawBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(club, "MOST_HERE", 2)
    question = await sim.boss.run("quiz", shared=True)
    luna = sim.stranger("luna")
    for _ in range(3):
        await luna.run("quiz", shared=True)
    assert "Your answer: 1" in (await sim.player.press(question, "1")).text


async def test_a_question_without_its_answers_says_so(sim: Sim, client: LawBot) -> None:
    question = await sim.boss.run("quiz", shared=True)
    open_questions(client).clear()  # as after a new start
    assert "are gone" in (await sim.player.press(question, "1")).text
    closed = await sim.boss.press(question, "Close and show")
    assert "are gone" in closed.text
    assert "got it right" not in closed.text
    assert "— 0" not in closed.text
    (sent,) = await sim.press_many(
        sim.boss, question, [question.buttons["Close and show"]["custom_id"][3:]], verb="?"
    )
    assert "This question is closed." in str(sent)


async def test_only_who_asked_or_a_moderator_closes(sim: Sim) -> None:
    moderator = sim.person("argus", permissions=Permissions(manage_messages=True))
    question = await sim.player.run("quiz", shared=True)
    assert (
        "can close the question"
        in (await sim.person("draco").press(question, "Close and show")).text
    )
    for person in (moderator, sim.player):
        question = await sim.player.run("quiz", shared=True)
        assert "0 of 0 got it right" in (await person.press(question, "Close and show")).text


async def test_a_question_is_posted_only_where_one_may_write(sim: Sim) -> None:
    sim.forbid(sim.player, "send_messages")
    question = await sim.player.run("quiz", shared=True)
    assert question.private
    assert "You may not write" in question.text
    assert "card" not in question.text


@pytest.mark.parametrize("most", ["MOST_OPEN", "MOST_HERE", "MOST_THEIRS"])
async def test_the_number_of_open_questions_is_bounded(
    sim: Sim, client: LawBot, monkeypatch: pytest.MonkeyPatch, most: str
) -> None:
    monkeypatch.setattr(club, most, 2)
    monkeypatch.setattr(club, "MOST_ANSWERS", 1)
    questions = [await sim.boss.run("quiz", shared=True) for _ in range(3)]
    assert "are gone" in (await sim.player.press(questions[0], "1")).text
    for question in questions[1:]:
        assert "Your answer" in (await sim.player.press(question, "1")).text
    assert len(open_questions(client)) == 2
    assert "No more answers" in (await sim.boss.press(questions[2], "1")).text
    assert "Your answer: 2" in (await sim.player.press(questions[2], "2")).text


async def test_forged_votes_are_refused(sim: Sim, client: LawBot) -> None:
    posted = await sim.boss.run("quiz", shared=True)
    for forged in ("law/plain-2017/64A", "nothing", "quiz/00000000/9/", "next/x", "end/", "next/9"):
        await sim.press_many(sim.player, posted, [forged], verb="?")
    (question,) = open_questions(client).values()
    assert not question.answers


async def test_a_private_question_can_be_shown_to_all_and_each_answers_for_themselves(
    sim: Sim,
) -> None:
    shared = await sim.player.press(await sim.player.run("quiz"), "Share")
    assert not shared.private
    opened = await sim.boss.press(shared, "Open privately")
    assert opened.private
    assert (await sim.boss.press(opened, "1")).private
