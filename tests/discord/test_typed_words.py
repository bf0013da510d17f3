"""Typed words are not kept: no drawn card stays in memory under their words."""

import gc

from lawbot.faces.discord.client import LawBot
from tests.support.discord_sim import BotMessage, Sim

SIGN = "zanzibar"
"""A word that no law has, in every text that is typed here."""
TYPED = {
    "words": f"revoke by dummy {SIGN}",
    "a story": f"partner took ages and then passed, so {SIGN} bid four spades over it and everybody called the director",
    "a sentence with a citation": f"what does 27B1(a) say to {SIGN}",
    "several citations": f"25A, 26B and {SIGN}",
    "a misspelt word": f"insuficient bid {SIGN}",
    "nothing known": f"{SIGN} qwxz",
    "Vietnamese": f"bỏ bài sai {SIGN}",
    "Thai": f"ฟาวล์ {SIGN}",
    "signs of ours": f"revoke <law/plain-2017/27A#1~2 %3C {SIGN}",
    "too long for a button": f"revoke by declarer {SIGN} " * 9,
}
DOORS = {"law": "citation", "search": "words", "situation": "name", "compare": "citation"}


def keys_of(cache: object) -> list[str]:
    """Return the keys of a cache."""
    return [
        str(key)
        for entries in gc.get_referents(cache)
        if type(entries) is dict
        for key in entries
        if isinstance(key, tuple)
    ]


async def ask_at_every_door(sim: Sim, client: LawBot, text: str) -> list[BotMessage]:
    """Return the answers at every door."""
    assert client.user is not None
    replies = [await sim.player.run(command, **{option: text}) for command, option in DOORS.items()]
    replies.append(await sim.player.run("define", term=text[-80:]))
    replies.append(
        await sim.player.menu("Find the law", await sim.boss.actor.send(sim.channel, text))
    )
    return replies


async def test_no_drawn_card_is_kept_under_words_that_were_typed(sim: Sim, client: LawBot) -> None:
    assert client.user is not None
    reply = await sim.player.run("law", citation="64A")
    await sim.player.press(reply, next(label for label in reply.buttons if "64B" in label))
    assert sum("law/plain-2017/64" in key for key in keys_of(client.face.cards.open_cached)) == 2
    alone = sim.stranger("alone")
    for text in TYPED.values():
        answers = await ask_at_every_door(sim, client, text)
        answers += [*await sim.player.say(f"<@{client.user.id}> {text}"), *await alone.say(text)]
        assert not any("older version" in answer.text for answer in answers), text
    assert [key for key in keys_of(client.face.cards.open_cached) if SIGN in key] == []


async def test_no_drawn_card_is_kept_under_the_words_it_leads_back_to(
    sim: Sim, client: LawBot
) -> None:
    results = await sim.player.run("search", words=f"may dummy ask about a revoke {SIGN}")
    for label in [label for label, opens in results.options.items() if "law/" in opens][:3]:
        chosen = await sim.player.choose(results, label)
        assert SIGN in str(chosen.payload)
        results = await sim.player.press(chosen, "Back to the question")
    assert "revoke" in results.text.lower()
    assert [key for key in keys_of(client.face.cards.open_cached) if SIGN in key] == []
