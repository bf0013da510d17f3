"""Tests that only misspelt words of the Laws are repaired, and ordinary words are not."""

import pytest

from lawbot.app import Answers
from lawbot.decide.kinds import EVERYTHING
from lawbot.language.reader import Reader

ORDINARY = """
acol akqj benji bermuda blackwood cappelletti gerber jacoby landy lebensohl michaels moscito
muiderberg ogust oppo oppos pard pards precision puppet stayman texas lefty lefties righty rightys
secs weak week interjected plonked about above across after again against ages already also although
always another anybody anyone anything anyway around asked asking away awful back badly because
become before began behind being below beside better between beyond bidding bigger bored both bother
bottom break brought busy called calling came cancel careful certain change check cheap children
chose clear clever clock close coffee cold come coming common complain confused cough could couple
course crazy cross daughter dealt decide deep deliberate describe different dinner director doing
done door doubt down drank dream drink drove early easily eight either elbow else emails empty end
enough even evening every exactly except excited expect experienced extra eyes face fair family far
fast father feel fell few fifteen fifth figure final find finger finish five fix flat floor follow
forgot found four free friend front full funny game gave gentle getting girl give glance glass going
gone good grand great grinned group guess half happened happy hard hardly harm hate hear heard
hesitant hidden high hint hold home hope hour huffed hurry husband idea ignore important inside
instead intend jealous joke jumped keep kept kind knew know lady large later laugh learn least leave
left length less letter lied lift like line listen little lonely look loud lovely lucky mad made many
match matter maybe mean member mention mess middle mind minute mistake moment money morning mother
muttered name near never new next nice night noisy none normal nothing notice now number obvious
odd offered often okay old once only open ordinary other outside over paper past perhaps person phone
picked place plain polite poor possible probably problem promised proper put quick quiet quite
""".split()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_no_ordinary_word_is_repaired(answers: Answers, language: str) -> None:
    assert len(set(ORDINARY)) >= 200
    repaired = {}
    for word in ORDINARY:
        text = f"partner {word} and then revoked"
        repaired |= answers.outcomes.of(text, Reader(language), EVERYTHING).repaired
    assert repaired == {}


@pytest.mark.parametrize("contraction", ["we've", "weve", "they've", "you'd", "there's"])
def test_a_contraction_is_no_misspelt_word(answers: Answers, contraction: str) -> None:
    text = f"{contraction} played to the next trick after a revoke"
    assert answers.outcomes.of(text, Reader("en"), EVERYTHING).repaired == {}


@pytest.mark.parametrize(
    ("typed", "correct"),
    [
        ("revolk", "revoke"),
        ("penelty", "penalty"),
        ("vunerable", "vulnerable"),
        ("insuficient", "insufficient"),
    ],
)
def test_a_misspelt_word_of_the_laws_is_still_repaired(
    answers: Answers, typed: str, correct: str
) -> None:
    repaired = answers.outcomes.of(f"the {typed}", Reader(), EVERYTHING).repaired
    assert repaired.get(typed) == correct
