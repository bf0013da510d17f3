"""The layout of the English 2017 Laws: a small book about tea written for the test, then the real
one where it lies."""

import contextlib
import re
from collections import Counter
from pathlib import Path

import pytest

from lawbot.errors import ReadingError
from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level, Provision
from lawbot_importers.document import Document
from lawbot_importers.layouts import wbf_2017
from lawbot_importers.outline import Outline

REAL = Path(__file__).parents[2].parent / "shared" / "documents" / "wbf-2017-en.md"
FOREIGN = re.compile(r"[#*|<>$]|&\w*;|  |^\s|\s$")

FRONT = """# The Tea Book

Table of Contents

| INTRODUCTION TO THE 2017 LAWS |  | |
|---|---|---|
| LAW 1   | THE POT   | 17   |
| Α.  | Shape of Pots | . 17 |
| LAW 2   | 2 - THE CUPS | 17 |
| Β.  | Saucers of Gold | 18 |

# INTRODUCTION TO THE 2017 LAWS OF DUPLICATE BRIDGE

Tea should be hot.

Cakes come with it.

# DEFINITIONS

| Pot | 1. A vessel. 2. What is brewed in it. |
|---|---|
| Cup | a thing<br>to drink from. |

| Pouring time | begins when the pot is warm; |
|---|---|
| | and ends when it is empty. |
| Slurp | |
| (commonly 'slurp[e]') | a loud sip. |
| Fine | of two kinds: |
| small | a biscuit, and |
| large | a cake. |
| Sip | <ol><li>One mouthful<br/>of tea.</li><li>All of them.</li></ol> |

"""
LAWS = {
    1: """# LAW 1 - THE POT<sup>1</sup>

### **A.** Shape of Pots

The lids are spades ( $\\blacklozenge$ ) or hearts ( $\\heartsuit$ ). A pot that is selfinflicted may not

<sup>&</sup>lt;sup>1</sup> A pot has a lid.

be poured.

# B. Handles

<sup>&</sup>lt;sup>2</sup> Two handles are too many. <sup>3</sup> Three are worse.

- If a pot has one<sup>2</sup> handle:
- 2. (a) it is held;
  - (b) it is not  $^{3}$  thrown:
  - (i) at guests.
  - (ii) at hosts.

(c) it is put down.

  A second thought on putting down.""",
    2: """### LAW 2 – THE CUPS

The cups are laid out so:

| Red | Table 1 |
|-----|---------|
| Blue | Table 2 |

The plan holds for all tables.

No other plan is used.

- A. A cup without a saucer, or
- B. A saucer without a cup.

Both are sent back.""",
    3: """# LAW 3 - THE GUESTS

- A. Seats Near the Fire

- (a) Old guests sit there.
  - (b) Cats may too.
- 2. Dogs may not.

## B. Leaving

 A guest may leave at once. He says thanks. 2. Other than at night, he walks.

## C. Songs

1. Early Songs

Songs come before cake.

2. Late Songs

Songs come after cake.

- (a) one song (see Law 1B2(b)).
- (g) x""",
}
INDEX = """
# INDEX TO THE 2017 LAWS

| CUP | Definitions |
|---|---|
| See also Pot | |
| CUP<br>Laid out | Definitions<br>2 |
| CUP<br>Laid out<br>Lost | Definitions<br>2<br>2A |
| POTHandlesLids<br>| 1<br>1B<br>1A |
| - | 1B |
| Songs | 18<br>3C |
| Songs | 3CC |
| Broken | 9Z3 |
| SIP | |
| See Pot | |
"""


def book(laws: dict[int, str] | None = None, index: str = INDEX) -> Document:
    """Return the tea book with 93 laws; those not given are one sentence long."""
    texts = LAWS if laws is None else laws
    body = "\n\n".join(
        texts.get(n, f"# LAW {n} - RULE {n}\n\nRule {n} is about cake.") for n in range(1, 94)
    )
    body = body.replace("\n- (g) x", "")
    return Document((FRONT + body + "\n" + index).encode())


def edition() -> Edition:
    return wbf_2017.read(book())[0]


def provision_at(parsed: Edition, citation: str) -> Provision:
    return next(provision for provision in parsed if str(provision.citation) == citation)


def test_recognises_its_layout_only() -> None:
    assert wbf_2017.recognises(book())
    assert not wbf_2017.recognises(Document(b"# LAW 1 - THE POT"))


def test_introduction_and_definitions() -> None:
    tea = edition()
    assert provision_at(tea, "Introduction").text == "Tea should be hot.\n\nCakes come with it."
    assert provision_at(tea, "Definitions: Pot").senses == ["A vessel.", "What is brewed in it."]
    assert provision_at(tea, "Definitions: Cup").text == "a thing to drink from."
    assert (
        provision_at(tea, "Definitions: Pouring time").text
        == "begins when the pot is warm; and ends when it is empty."
    )
    assert provision_at(tea, "Definitions: Slurp").title == "Slurp (commonly 'slurp[e]')"
    assert (
        provision_at(tea, "Definitions: Fine").text
        == "of two kinds:\n\nsmall: a biscuit, and\n\nlarge: a cake."
    )
    assert provision_at(tea, "Definitions: Sip").senses == ["One mouthful of tea.", "All of them."]


def test_sentence_cut_by_a_footnote() -> None:
    pot = provision_at(edition(), "1A")
    assert pot.title == "Shape of Pots"
    assert (
        pot.text
        == "The lids are spades (♠) or hearts (♥). A pot that is self-inflicted may not be poured."
    )
    assert {mend.what for mend in pot.mends} >= {
        "sentence joined",
        "hyphen restored: self-inflicted",
    }
    assert any("symbol of spades" in mend.what for mend in pot.mends)


def test_footnotes_go_to_their_marks() -> None:
    tea = edition()
    assert provision_at(tea, "1").footnotes == [1]
    assert provision_at(tea, "1 fn 1").text == "A pot has a lid."
    assert provision_at(tea, "1B1 fn 2").text == "Two handles are too many."
    assert provision_at(tea, "1B2(b) fn 3").text == "Three are worse."
    last = [str(provision.citation) for provision in tea if provision.citation.law == 1][-3:]
    assert last == ["1 fn 1", "1B1 fn 2", "1B2(b) fn 3"]


def test_lost_numbers_and_marks() -> None:
    tea = edition()
    assert provision_at(tea, "1B1").text == "If a pot has one handle:"
    assert provision_at(tea, "1B1").mends[0].what == "number restored: 1B1"
    assert provision_at(tea, "1B2(b)").text == "it is not thrown:"
    assert provision_at(tea, "1B2(b)(ii)").text == "at hosts."
    assert provision_at(tea, "3A1(a)").text == "Old guests sit there."
    assert provision_at(tea, "3A2").text == "Dogs may not."
    assert provision_at(tea, "3B1").text == "A guest may leave at once. He says thanks."
    assert provision_at(tea, "3B2").text == "Other than at night, he walks."
    assert any(mend.what == "list mark restored" for mend in provision_at(tea, "1B2(c)").mends)


def test_headings_without_marks() -> None:
    tea = edition()
    assert provision_at(tea, "3A").title == "Seats Near the Fire"
    assert provision_at(tea, "3C1").title == "Early Songs"
    assert provision_at(tea, "3C2").text == "Songs come after cake."
    assert provision_at(tea, "2A").title is None
    assert provision_at(tea, "2B").text == "A saucer without a cup."


def test_text_below_tables_and_lists() -> None:
    cups = provision_at(edition(), "2")
    assert cups.text.startswith("The cups are laid out so:")
    assert cups.closing.split("\n\n") == [
        "The plan holds for all tables.",
        "No other plan is used.",
        "Both are sent back.",
    ]
    assert provision_at(edition(), "2 table").rows == [["Red", "Table 1"], ["Blue", "Table 2"]]


def test_the_index_is_read() -> None:
    tea = edition()
    topics = {topic.path: topic for topic in tea.topics}
    assert topics[("CUP",)].citations == [Citation(term="Cup")]
    assert topics[("CUP", "Lost")].citations == [Citation(2, "A")]
    assert topics[("SIP",)].see == ["Pot"]
    assert any("9Z3" in report.what and not report.done for report in tea.reports)


def test_contents_are_checked() -> None:
    reports = [report.what for report in edition().reports]
    assert any("Saucers of Gold" in report for report in reports)
    assert "3A is not readable in the contents" in reports


def test_a_book_without_index_is_read() -> None:
    tea = wbf_2017.read(book(index=""))[0]
    assert tea.topics == []
    assert any(report.what == "no printed index" for report in tea.reports)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ("# LAW 1 - A\n", "introduction"),
        (FRONT, "first law"),
        (FRONT + "# LAW 1 - A\n\ntext", "ends in Law 1; it should have Laws 1 to 93"),
        (
            FRONT
            + "# LAW 1 - A\n\n# C. Third\n\n"
            + "\n".join(f"# LAW {n} - R\n\nx" for n in range(2, 94)),
            "1C",
        ),
        (FRONT + "# LAW 1 - A\n\n# A. One\n\n# A. One\n", "twice"),
        ("# DEFINITIONS\n# INTRODUCTION TO THE 2017 LAWS\n# LAW 1 - A\n", "order"),
    ],
)
def test_damaged_documents_say_so(data: str, message: str) -> None:
    with pytest.raises(ReadingError, match=message):
        wbf_2017.read(Document(data.encode()))


@pytest.mark.parametrize("share", range(5, 100, 5))
def test_a_cut_document_never_fails_otherwise(share: int) -> None:
    data = book().data
    cut = Document(data[: len(data) * share // 100])
    with contextlib.suppress(ReadingError):
        wbf_2017.read(cut)


# --- the real document
# ---------------------------------------------------------------------------------------------

needs_laws = pytest.mark.skipif(not REAL.exists(), reason="the 2017 Laws are not here")


@pytest.fixture(scope="module")
def laws() -> Edition:
    return wbf_2017.read(Document(REAL.read_bytes()))[0]


@needs_laws
def test_the_real_book_has_all_provisions(laws: Edition) -> None:
    counts = Counter(p.level for p in laws)
    assert [
        counts[level]
        for level in (Level.LAW, Level.SECTION, Level.PARAGRAPH, Level.SUBPARAGRAPH, Level.ITEM)
    ] == [
        93,
        271,
        331,
        114,
        19,
    ]
    assert [
        counts[level]
        for level in (Level.FOOTNOTE, Level.DEFINITION, Level.TABLE, Level.INTRODUCTION)
    ] == [28, 66, 3, 1]
    outline = Outline("x")
    outline.edition = laws
    assert outline.gaps() == []


@needs_laws
def test_no_foreign_text_is_left_in_the_real_provisions(laws: Edition) -> None:
    for provision in laws:
        parts = [*provision.text.split("\n\n"), provision.title or "x", *provision.senses]
        parts += [cell for row in provision.rows for cell in row]
        for part in parts if provision.text else parts[1:]:
            assert not FOREIGN.search(part), f"{provision.citation}: {part[:60]}"


@needs_laws
def test_only_these_sections_lack_a_heading(laws: Edition) -> None:
    bare = [str(p.citation) for p in laws if p.level is Level.SECTION and p.title is None]
    assert bare == ["22A", "22B", "35A", "35B", "35C", "35D", "56A", "56B", "71A", "71B"]


@needs_laws
@pytest.mark.parametrize(
    "citation",
    [
        *("6D1", "6D2", "16D1", "21B1", "25A1", "27B1", "40A2", "40C1", "45D1", "47E1", "50D1"),
        *("50E2", "51B1", "55B1", "57C1", "64A1", "70E1", "74C5", "79C1", "80B1", "93B3"),
    ],
)
def test_lost_numbers(laws: Edition, citation: str) -> None:
    assert provision_at(laws, citation).mends[0].what == f"number restored: {citation}"


@needs_laws
@pytest.mark.parametrize(
    ("citation", "begins", "ends"),
    [
        ("11A", "The right to rectification", "at the table."),
        ("20F1", "During the auction", "for written explanations."),
        ("40C2", "Other than in C1", "his announced methods."),
        ("45D2", "When it is too", "64B3 and 64C."),
        ("50D2(b)", "not to require", "penalty card remains."),
        ("51B2(c)", "When a defender has", "penalty cards remain."),
        ("70C3", "a trick could", "any normal play."),
        ("78D", "If approved by", "available to contestants."),
        ("80B2(i)", "to establish suitable", "to the contestants."),
        ("80B2(l)", "any other powers", "in these laws."),
        ("86B1", "In team play", "see B2 following]."),
    ],
)
def test_whole_provisions(laws: Edition, citation: str, begins: str, ends: str) -> None:
    text = provision_at(laws, citation).text
    assert text.startswith(begins)
    assert text.endswith(ends)


@needs_laws
def test_footnotes_belong_to_their_provisions(laws: Edition) -> None:
    owners = [str(p.citation) for p in laws if p.level is Level.FOOTNOTE]
    assert owners[:4] == ["6D2 fn 1", "13 fn 2", "15A3 fn 3", "15B fn 4"]
    assert provision_at(laws, "86B2").footnotes == [27]
    assert [str(p.citation) for p in laws if 13 in p.footnotes] == ["50D2(a)", "51B1(a)", "51B1(b)"]
    assert [str(p.citation) for p in laws if 21 in p.footnotes] == ["70C3", "70D1", "70D2", "70E1"]
    places = {str(p.citation): n for n, p in enumerate(laws)}
    assert places["50E4"] < places["50D2(a) fn 13"] < places["51"]


@needs_laws
def test_closing_text(laws: Edition) -> None:
    assert [str(p.citation) for p in laws if p.closing] == ["2", "69B", "71", "77"]
    assert provision_at(laws, "20F5(a)").text.count("\n\n") == 1


@needs_laws
def test_tables(laws: Edition) -> None:
    scoring = provision_at(laws, "77 table").rows
    assert ["If Trumps are:", "♣", "♦", "♥", "♠"] in scoring
    figures = {row[0]: row[1:] for row in scoring}
    assert next(figures[label] for label in figures if label.startswith("Grand Slam")) == [
        "1000",
        "1500",
    ]
    assert next(
        figures[label] for label in figures if label.endswith("not redoubled contract")
    ) == ["50"]
    assert sum(row[0] == "Redoubled" for row in scoring) == 7
    imps = provision_at(laws, "78B table").rows
    assert imps[0] == ["Difference in points", "IMPs"]
    assert [row[1] for row in imps[1:]] == [str(n) for n in range(25)]
    assert provision_at(laws, "2 table").rows[-1] == ["Both Sides Vulnerable", "Boards 4 7 10 13"]


@needs_laws
def test_definitions(laws: Edition) -> None:
    assert len(provision_at(laws, "Definitions: Play").senses) == 4
    assert len(provision_at(laws, "Definitions: Artificial call").senses) == 3
    assert provision_at(laws, "Definitions: Psychic call").text.endswith("suit length.")
    assert provision_at(laws, "Definitions: Penalty").text.count("\n\n") == 2


@needs_laws
def test_printed_index(laws: Edition) -> None:
    topics = {topic.path: [str(citation) for citation in topic.citations] for topic in laws.topics}
    assert topics[("ADJUSTED SCORE", "Team play")] == ["12C4", "86"]
    assert topics[("CALL", "Change of intentional call")] == ["25B"]
    assert topics[("CARD", "Returning to board")] == ["7C"]
    assert topics[("PARTNERSHIP UNDERSTANDING", "Duty to make available")] == ["40A1(b)"]
    assert topics[("AUCTION PERIOD", "Review of auction during")] == ["20B"]
    assert topics[("WITHDRAWN ACTION", "Call, unintended")] == ["25A"]
    assert topics[("QUESTION", "Required by Law to pass")] == ["20B", "20F1 fn 7"]
    assert topics[("WITHDRAWN ACTION",)] == ["Definitions: Withdrawn", "16C"]
    lost = [
        report.what
        for report in laws.reports
        if report.what.startswith("index:") and not report.done
    ]
    assert sum("70D3" in report for report in lost) == 2
    assert sum("16A3" in report for report in lost) == 1


@needs_laws
def test_contents(laws: Edition) -> None:
    unreadable = [
        r.what.split()[0] for r in laws.reports if "not readable in the contents" in r.what
    ]
    assert unreadable == ["63B", "64", "64A", "64B", "64C", "65", "65A", "65B", "65C", "65D", "66"]
    assert not any("is no heading of the laws" in report.what for report in laws.reports)
