"""One reading at every door: two hundred texts, typed wherever one can type, get the same card."""

import io
import re
from collections import Counter

import pytest
from rich.console import Console

from lawbot.app import Answers
from lawbot.cards.card import Card
from lawbot.decide.kinds import CHARTS, LAWS, TERMS, Kind
from lawbot.faces.discord.client import LawBot
from lawbot.faces.discord.render.card import draw
from lawbot.faces.terminal.drawing import draw as draw_in_terminal
from lawbot.language.reader import Reader
from tests.support.discord_sim import Sim
from tests.support.payloads import texts

BY_KIND = {
    Kind.CITED: """27B1(a) | law 64 | §16B | L27 | 12c1e(ii) | Law 50 D.2 | 27.B.1.a | 93B3 | law 72C | what does law 72C say | 1 | 45C4(b) | Introduction | 53A fn 17 |
        Law 27? | law 23 please | see Law 64A1 | 16C2 | 20F5 | 79C | I ruled under Law 64A1, was that right? | Điều 27 | กฎข้อ 27 | 40B2 | 74 |
        law sixteen | Law Twenty-seven B1""",
    Kind.COMPARED: "compare 27B1 | Compare law 23 | compare insufficient bid",
    Kind.COMMENTARY: "what does the EBU say about law 40 | commentary on 27B1 | ACBL interpretation of law 16B",
    Kind.RANGE: "Laws 62 to 64 | 64A1-3 | 62-64 | law 12C1 to 12C2 | 26 through 32 | 40B1 to 40B3",
    Kind.SEVERAL: """Laws 64A and 27B1, then 16B | 27B1 and 23A | director said 27B1(a) but I thought Law 16C and 64A | Law 9, Law 10 and Law 11 | Laws 25A, 26B |
        see Law 16C and Law 50E | 12A1 or 12A2""",
    Kind.TERM: """LHO | revoke | claim | concession | honour | Honours | dummy | declarer | trick | IMP | Definitions: Trick | Definitions: Revoke | define revoke |
        what is a trick | What does LHO mean? | misinformation | psychic call | penalty card | rotation | contestant | turn | session | what is a revoke | psych |
        partscore | undertrick | opening lead | visible card | presumed declarer | rectification | meaning of infraction | withdrawn | comparable call | BIT | define UI | what is LA""",
    Kind.HEADING: """insufficient bid | spectators | conduct and etiquette | fouled board | the pack | time limit | right to appeal | conduct | appeal |
        spectator | correcting a revoke | rulings on agreed facts | unable to follow suit""",
    Kind.CHART: """chart:revoke | chart:comparable-call | chart:insufficient-bid | hesitation and other unauthorized information | fifth card to a trick chart | disputed claim: how many tricks | is that card played? | chart:claim |
        chart:wrong-board""",
    Kind.SCORE: """score 4SX vul -2 | 4S vul -1 | 3NT making 4 | 4 spades doubled down 2 | 5C* -1 | 2D made 4 | 4H+1 nv | score 3NT | 4SX by N +1 | 6♥xx-2 | 1NT= | 7NT-13 vul |
        what is the score for 4S vul +1 | score pass | what is 1NT redoubled plus one vulnerable worth | 3NT 10 tricks""",
    Kind.BOARD: "board 7 | who deals board 7 | Board number 12 | dealer on board 3 | who is vul on board 9",
    Kind.IMPS: "IMPs for 620 | imps 450 | 620 imps | 620 in IMPs | how many imps for 1430 | imps for -50",
    Kind.SUM: "60% of 620 and 40% of 170 | 2/3 4S=, 1/3 4S-1 by N nonvul | vp 23 24 boards | average plus top 14",
    Kind.HELP: "help | h | Help! | what can you do | trợ giúp | ช่วย",
    Kind.SITUATIONS: "situations | situation | s | what happened | tình huống",
    Kind.GREETING: "hi | Hello! | hey | thanks | xin chào | สวัสดี",
    Kind.WORDS: """led out of turn | partner took ages and then passed | can dummy ask about a revoke | someone bid too low | dummy pulled the wrong card | my phone rang |
        declarer claimed and forgot a trump | card dropped on the table | opponent hesitated | can i look at the last trick | passed out of turn | 14 cards in one hand |
        2 hearts bid insufficient, partner's double accepted | 2 diamonds insufficiently overcalled by declarer's partner | player has 13 cards dealt twice |
        they did not alert | how late may I correct the score | wrong explanation by partner | undo a claim | we played the wrong opponents | revolk |
        spectator pointed out a revoke | when must the opening lead be faced | two cards at once | dummy touched a card | who draws attention to it |
        may I ask partner having no hearts | late for the round | cards in the wrong slot | opponents are rude | finesse | overcall | zzz qqq |
        director made a mistake | who can appeal | changed my call after lho passed | double out of turn | redouble not allowed | lead from the wrong hand |
        seven card claim without a statement | the contract was passed out | nobody bid | count my cards first | stop card not used | screen regulations |
        is it legal to psych | penalty for slow play | exposed two cards while sorting | bid box accident | declarer called for a card that is not there |
        what may I do with a penalty card | agreement of partnership not disclosed | system card missing | averages for a cancelled board | hand record seen by accident |
        can a player consult notes | played before my partner | ruling after the correction period | score entered wrongly | fifth card played to a trick |
        missing card found on the floor | same board played twice | substitute player | forfeits the right to rectification | claimed with a trump out | who keeps the score | bidding after the final pass""",
    Kind.NOTHING: "94 | Law 120 | 4711 | ??? | 0",
}
EVERY = [
    (kind, text.strip())
    for kind, texts_of in BY_KIND.items()
    for text in " ".join(texts_of.split()).split(" | ")
]


def test_two_hundred_texts_stand_here() -> None:
    assert len({text for _kind, text in EVERY}) >= 200


@pytest.mark.parametrize(("kind", "text"), EVERY)
def test_each_text_is_read_as_what_it_is(answers: Answers, kind: Kind, text: str) -> None:
    assert answers.understanding.understand(text, Reader()).kind is kind


def words_on(card: Card) -> str:
    """Return all that is read on the card as Discord gets it, without the button that shares it."""
    payload = {"components": draw(card, Reader()).to_components()}
    return texts(payload)


def _unshared(text: str) -> str:
    """Return a text without the buttons that show it to others: only some doors have them."""
    shown_to_others = ("Share", "Reply in public")
    return "\n".join(line for line in text.splitlines() if line.strip() not in shown_to_others)


DOORS = ("search", "mention", "direct", "menu")
AT_LEAST = 60
"""Texts that each door gets."""


def doors_of(kind: Kind, number: int) -> tuple[str, ...]:
    """Return the doors that the text of that number goes through: all of them, or two in turn where
    each costs a search; and those of its kind."""
    if kind is Kind.WORDS:
        return DOORS[number % 4], DOORS[(number + 1) % 4]
    doors_of_kind = {Kind.TERM: ("define",), Kind.CHART: ("situation",)}.get(kind, ())
    return (
        *DOORS,
        *doors_of_kind,
        *(("law",) if kind in LAWS - {Kind.NOTHING, Kind.CHART} else ()),
    )


@pytest.mark.slow
async def test_every_door_of_discord_gives_the_same_card(
    sim: Sim, client: LawBot, answers: Answers
) -> None:
    alone = sim.stranger("alone")
    assert client.user is not None
    name = client.user.id

    async def words_of_reply(door: str, text: str) -> str:
        """Return the words of the answer to the text typed at that door."""
        match door:
            case "mention":
                (reply,) = await sim.player.say(f"<@{name}> {text}")
            case "direct":
                (reply,) = await alone.say(text)
            case "menu":
                reply = await sim.player.menu(
                    "Find the law", await sim.boss.actor.send(sim.channel, text)
                )
            case _:
                option = {
                    "search": "words",
                    "law": "citation",
                    "define": "term",
                    "situation": "name",
                }[door]
                reply = await sim.player.run(door, **{option: text})
        return re.sub(r"</(\w+):\d+>", r"/\1", _unshared(reply.text))

    typed: Counter[str] = Counter()
    # other alphabets change the language of an answer
    plain = [(kind, text) for kind, text in EVERY if len(text) <= 80 and text.isascii()]
    for number, (kind, text) in enumerate(plain):
        expected = words_on(answers.ask(text, Reader()))
        for door in doors_of(kind, number):
            assert await words_of_reply(door, text) == expected, (door, text)
            typed[door] += 1
        sim.clear()
    assert min(typed[door] for door in DOORS) >= AT_LEAST


def test_a_door_only_narrows(answers: Answers, player: Reader) -> None:
    understand = answers.understanding.understand
    for kind, text in EVERY:
        for only in (LAWS, TERMS, CHARTS):
            chosen_kind = understand(text, player, only).kind
            assert chosen_kind in only, text
            if kind in only:
                assert chosen_kind is kind, text


def test_the_terminal_gives_the_same_card(
    answers: Answers,
    director: Reader,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from lawbot.faces.terminal.chat import chat

    ascii_texts = [text for _kind, text in EVERY if text.isascii() and text not in {"h", "s"}][::5]
    for text in ascii_texts:
        monkeypatch.setattr("sys.stdin", io.StringIO(text + "\n"))
        chat(answers)
        out = io.StringIO()
        draw_in_terminal(
            answers.ask(text, director), {}, Console(file=out, width=100, highlight=False)
        )
        assert capsys.readouterr().out.split() == out.getvalue().split(), text
