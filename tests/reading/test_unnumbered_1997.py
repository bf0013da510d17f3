"""The unnumbered fragment: a small one about chairs placed along a small book, then the real one
where it lies."""

from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from lawbot.errors import ReadingError
from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level, Provision
from lawbot_importers.document import Document
from lawbot_importers.layouts import bilingual_1997, unnumbered_1997
from lawbot_importers.outline import Outline

FOLDER = Path(__file__).parents[2].parent / "shared" / "documents"
REAL = FOLDER / "laws-1997-en-play-unnumbered.txt"
WITNESS = FOLDER / "laws-1997-th-and-en.txt"


def witness() -> Edition:
    """Return the complete book about chairs: Laws 41 to 44."""
    outline = Outline("en-1997")
    outline.law(41, "SITTING", 1)
    outline.open(Level.SECTION, "A", 2, "First Chair")
    outline.say("Every guest of the house sits down on the chair beside the stove.")
    outline.open(Level.SECTION, "B", 3, "Which Chair")
    outline.say("A chair is chosen by the oldest person who came, and this holds:")
    outline.open(Level.PARAGRAPH, "1", 4, "Declarer's Card")
    outline.say("Wooden chairs are taken first, unless they are broken.")
    outline.open(Level.PARAGRAPH, "2", 5, "Dummy's Card")
    outline.open(Level.SUBPARAGRAPH, "a", 6, "One Chair Left")
    outline.say("Whoever comes last must stand behind the only chair.")
    outline.open(Level.SUBPARAGRAPH, "b", 7, "All Other Cases")
    outline.say("Several chairs may be pushed together to make a bench.")
    outline.open(Level.SECTION, "C", 8, "Broken Chairs")
    outline.say("Splinters of broken chairs are burnt in the evening.")
    outline.add(
        Provision(
            Citation(41, "A", footnote=1),
            None,
            "Children sit on the floor when the stove is hot.",
            9,
        )
    )
    outline.law(42, "STANDING", 10)
    outline.say("Nothing of this law is left in the part that was found.")
    outline.law(43, "TABLES", 11)
    outline.open(Level.SECTION, "A", 12, "High Tables")
    outline.say("High tables stand along the northern wall of the room.")
    outline.open(Level.SECTION, "B", 13, "Low Tables")
    outline.open(Level.PARAGRAPH, "1", 14, "Round Tables")
    outline.say("when they are round, low tables are rolled away by two persons.")
    outline.open(Level.PARAGRAPH, "2", 15, "One Card Visible")
    outline.say("Square tables are carried, and nobody may sit upon them.")
    outline.open(Level.SECTION, "C", 16, "Lamps")
    outline.say("Lamps hang above each table and are lit at seven.")
    outline.law(44, "END", 17)
    outline.say("Everybody carries a chair home when the feast is over.")
    for name in ("41A", "41C"):
        provision = outline.find(Citation.parse(name))
        assert provision is not None
        provision.footnotes.append(1)
    return outline.edition


FRAGMENT = """Every guest of the house sits down on the
chair beside the ``big'' stove .
A chair is chosen by the oldest person
who came, and this holds:
1. Declarer's Card
Wooden chairs are taken first, unless they are broken.
2. Dummy's Card
(a) One Chair Left
Whoever comes last must stand behind the the
only chair.
(b) All Other Cases
Several chairs may be pushed together
to make a bench.
Splinters of broken chairs are burnt
in the evening.
Children sit on the floor when the stove is hot.
High tables stand along the northern
wall of the room.
when they are round, low tables are rolled away by two persons.
2. One Card Visible
Square tables are carried, and nobody may sit upon
them.
Lamps hang above each table and are lit at seven.
Everybody carries a chair home when the feast is over.
"""


def fragment(text: str = FRAGMENT) -> Document:
    return Document(text.encode())


def by_name(edition: Edition) -> dict[str, Provision]:
    return {str(provision.citation): provision for provision in edition}


@pytest.fixture(scope="module")
def chairs() -> dict[str, Provision]:
    return by_name(unnumbered_1997.read(fragment(), witness())[0])


def test_groups_find_their_provisions(chairs: dict[str, Provision]) -> None:
    assert list(chairs) == [
        "41", "41A", "41B", "41B1", "41B2", "41B2(a)", "41B2(b)", "41C", "41A fn 1", "43", "43A", "43B", "43B1", "43B2", "43C", "44",
    ]  # fmt: skip
    assert chairs["41B2(b)"].text == "Several chairs may be pushed together to make a bench."
    assert chairs["41"].text == ""
    assert chairs["41"].title == "SITTING"


def test_the_fragment_keeps_its_own_words(chairs: dict[str, Provision]) -> None:
    assert chairs["41A"].text.endswith("beside the “big” stove.")
    assert "the the" in chairs["41B2(a)"].text
    assert len(chairs["41A"].mends) == 3


def test_headings_are_the_printed_ones_or_those_of_the_witness(
    chairs: dict[str, Provision],
) -> None:
    assert chairs["41B2"].title == "Dummy's Card"
    assert chairs["41B2"].text == ""
    assert chairs["43B"].title == "Low Tables"
    assert any("restored" in mend.what for mend in chairs["43C"].mends)
    assert not chairs["43B2"].mends


def test_orphans_are_marked(chairs: dict[str, Provision]) -> None:
    assert [mend.what for mend in chairs["43B1"].mends if not mend.done] == [
        "begins in mid-sentence"
    ]


def test_footnotes_find_every_mark(chairs: dict[str, Provision]) -> None:
    assert chairs["41A"].footnotes == chairs["41C"].footnotes == [1]
    assert chairs["41A fn 1"].text.startswith("Children")


def test_a_witness_is_needed() -> None:
    with pytest.raises(ReadingError, match="only beside the complete 1997 Laws"):
        unnumbered_1997.read(fragment(), None)
    with pytest.raises(ReadingError, match="0 texts"):
        unnumbered_1997.read(fragment(), Edition("en-1997"))


def test_a_truncated_fragment_is_read_or_refused() -> None:
    sources = [(FRAGMENT, witness(), 31)]
    if REAL.is_file() and WITNESS.is_file():
        complete = bilingual_1997.read(Document(WITNESS.read_bytes()))[0]
        sources.append((REAL.read_text(encoding="utf-8"), complete, 7001))
    for text, complete, step in sources:
        for cut in range(0, len(text), step):
            for part in (text[:cut], text[cut:] + text[:cut]):
                with suppress(ReadingError):
                    unnumbered_1997.read(fragment(part), complete)


def test_only_unnumbered_text_is_recognised() -> None:
    assert unnumbered_1997.recognises(fragment())
    assert not unnumbered_1997.recognises(fragment("LAW 41 - SITTING\n" + FRAGMENT))
    assert not unnumbered_1997.recognises(fragment("1. Tea\n2. Sugar\n"))


@pytest.fixture(scope="module")
def real() -> Edition:
    if not (REAL.is_file() and WITNESS.is_file()):
        pytest.skip(f"{REAL.name} or {WITNESS.name} is not here")
    assert unnumbered_1997.recognises(Document(REAL.read_bytes()))
    complete = bilingual_1997.read(Document(WITNESS.read_bytes()))[0]
    return unnumbered_1997.read(Document(REAL.read_bytes()), complete)[0]


@pytest.fixture(scope="module")
def play(real: Edition) -> dict[str, Provision]:
    return by_name(real)


def test_real_counts(real: Edition) -> None:
    assert sum(bool(provision.text) for provision in real) == 126
    assert [Counter(p.level for p in real)[level] for level in (Level.LAW, Level.FOOTNOTE)] == [
        29,
        9,
    ]
    assert [report.what for report in real.reports] == ["nothing is left of Laws 42, 56"]


def test_real_texts_are_those_of_their_provision(play: dict[str, Provision]) -> None:
    assert not any(
        "more or less text" in mend.what for provision in play.values() for mend in provision.mends
    )
    assert not any(
        sign in provision.text
        for provision in play.values()
        for sign in ("``", "''", " .", " ,", "\n", "of of")
    )


@pytest.mark.parametrize(
    ("citation", "words"),
    [
        ("41B", "each at his own"),
        ("43B3", "restore equity."),
        ("45C2", "held face up"),
        ("53B", "lead stands"),
        ("54", "faced out of turn"),
        ("57A1", "require offender's partner"),
        ("60C", "before a penalty"),
        ("67B2", "extra cards,"),
        ("69B", "rescored"),
        ("70E", "adopt this line"),
        ("71", "cancel a concession:"),
    ],
)
def test_real_wording(play: dict[str, Provision], citation: str, words: str) -> None:
    assert words in play[citation].text


@pytest.mark.parametrize("citation", ["43B2(b)", "64A1", "71B"])
def test_real_orphans_are_marked(play: dict[str, Provision], citation: str) -> None:
    assert any(not mend.done for mend in play[citation].mends)


def test_real_footnotes(play: dict[str, Provision]) -> None:
    owners = [str(p.citation.parent) for p in play.values() if p.level is Level.FOOTNOTE]
    assert owners == ["41A", "50D2(a)", "51B2(a)", "62B2", "67B2", "68", "69B", "70D", "71C"]
    assert play["51B2(b)"].footnotes == [3]
    assert play["70E"].footnotes == [8]
    assert play["62B2"].text == ""
    assert any(not mend.done for mend in play["62B2 fn 4"].mends)
