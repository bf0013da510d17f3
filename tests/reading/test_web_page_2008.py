"""The interleaved web page: a small page about chairs written for the test, then the real one where
it lies."""

import re
from collections import Counter
from pathlib import Path

import pytest

from lawbot.errors import ReadingError
from lawbot.law.edition import Edition, Level, Provision
from lawbot_importers.document import Document
from lawbot_importers.layouts import web_page_2008
from lawbot_importers.outline import Outline

REAL = (
    Path(__file__).parents[2].parent / "shared" / "documents" / "acbl-2008-and-1997-auction-en.txt"
)
FOREIGN = re.compile(r"[*|<>$#]|``|''|Old 1997|New 2008|See Du|Top of page|\s{3,}|  | [.,;]")

HEAD = "Chairs\n1 2 3\nHelp\nChapter 5 - Chairs\nTHE CHAIRS\n\nPART I\nSITTING\n\nSECTION ONE\nCHAIRS\n\n"
LAWS = {
    17: """LAW 17
SITTING DOWN

A. Who May Sit
Guests may sit.
(Old 1997 Law)
Only hosts may sit.
\u00a0
B. The First Chair
The oldest guest takes it.

C. Broken Chairs
1. I f a chair breaks*, another is brought.
2. A guest may stand* instead.

* He may also leave.

(Old 1997 Law)
A broken chair *) stays.

See Duplicate Decisions

*) Unless it burns.
""",
    18: """LAW 18
STANDING UP

A. When to Stand
Guests stand last.

* He may also leave.
(Old 1997 Law)
Guests stand first.

B. How to Stand
1. Slow Guests
They stand slowly.
(Old 1997 Law)
They stand at once ,
and then they leave.
2. Other Guests
(a) They stand quickly.
(b) They push the chair
back to the table.
(Old 1997 Law)
Others wait.

C. Where to Stand
1. By the door.
2. By the wall.
(Old 1997 Law)
1. At the Door
Stand at the door.
2. At the Wall
Stand at the wall.
\u00a0
(New 2008 Laws)
3. On the stairs.

D. Shoes
Shoes stay on.
""",
    22: """LAW 22
LEAVING

A. The End
It ends when:
1. all chairs are empty.
2. all guests sleep.
(Old 1997 Law)

A. No Guest
Without guests the host leaves.

B. The Clock
Guests leave at noon.
(Old 1997 Law)

B. Some Guests
With guests the host stays.

Top of page
""",
    27: """LAW 27
CUSHIONS

A. Soft Cushions
1. A soft cushion may be kept.
(New 2008 Law)
2. A hard one may not.

B. No Cushions
Without one, sit. Then:
1. (a) sit still.
(b) sit up.

C. Late Cushions
They are taken away.

(Old 1997 Law)
Without a cushion, stand.
1. Old Guests
(a) No Chair
They stand.
(b) One Chair
They sit.
2. Young Guests
They stand (penalty) for long.

C. Other Cushions
They are given back.
""",
    33: "LAW 33 - BENCHES\n\nA bench is a chair.\n",
    38: """LAW 38
STOOLS

A. No Stools
No stool is a chair (see Law 40C1).

B. Stools in Laws 23 and 26 Law 23 may apply to stools.

C. A stool may be used.

(Old 1997 Law)
No stool is a seat, and:

A. Low Stools
Low stools are banned.
\u00a0
B. High Stools
High stools are allowed.
\u00a0
C. Other Stools
Other stools are tables.
""",
}


def page(laws: dict[int, str] = LAWS, last: int = 40) -> Document:
    """Return the page about chairs, with short laws between those that matter."""
    body = [
        laws.get(number, f"LAW {number}\nCHAIR {number}\n\nChair {number} is a chair.\n")
        for number in range(17, last + 1)
    ]
    return Document((HEAD + "\n".join(body)).encode())


def by_name(edition: Edition) -> dict[str, Provision]:
    return {str(provision.citation): provision for provision in edition}


@pytest.fixture(scope="module")
def chairs() -> tuple[dict[str, Provision], dict[str, Provision]]:
    new, old = web_page_2008.read(page())
    return by_name(new), by_name(old)


Both = tuple[dict[str, Provision], dict[str, Provision]]


def test_old_text_stands_beside_the_new(chairs: Both) -> None:
    new, old = chairs
    assert (new["17A"].text, old["17A"].text) == ("Guests may sit.", "Only hosts may sit.")
    assert (new["17B"].text, old["17B"].text) == ("The oldest guest takes it.",) * 2
    assert old["17C"].text == "A broken chair stays." and "17C1" not in old
    assert any("single text" in mend.what for mend in old["17B"].mends)
    assert not new["17B"].mends


def test_unsigned_headings_are_given_to_their_edition(chairs: Both) -> None:
    new, old = chairs
    assert old["18B1"].title == "Slow Guests" and new["18B1"].title is None
    assert old["18B1"].text == "They stand at once, and then they leave."
    assert new["18B2(b)"].text == "They push the chair back to the table."
    assert (old["18B2"].title, old["18B2"].text) == ("Other Guests", "Others wait.")
    assert (new["18C1"].text, old["18C1"].text) == ("By the door.", "Stand at the door.")
    assert "18C3" in new and "18C3" not in old and "18D" not in old
    assert (new["22B"].title, old["22B"].title) == ("The Clock", "Some Guests")
    assert (
        new["22A"].text == "It ends when:" and old["22A"].text == "Without guests the host leaves."
    )


def test_laws_printed_whole(chairs: Both) -> None:
    new, old = chairs
    assert old["27A"].text == "A soft cushion may be kept." and "27A1" not in old
    assert (new["27A1"].text, "27A2" in old) == ("A soft cushion may be kept.", False)
    assert old["27B"].text == "Without a cushion, stand." and old["27B1(b)"].title == "One Chair"
    assert (new["27C"].title, old["27C"].title) == ("Late Cushions", "Other Cushions")
    assert new["27B1(a)"].text == "sit still."
    assert old["38"].text == "No stool is a seat, and:" and old["38C"].title == "Other Stools"
    assert (new["38B"].title, new["38B"].text) == (
        "Stools in Laws 23 and 26",
        "Law 23 may apply to stools.",
    )
    assert (new["38C"].title, new["38C"].text) == (None, "A stool may be used.")


def test_footnotes_belong_to_their_provisions(chairs: Both) -> None:
    new, old = chairs
    assert new["17C1"].text == "If a chair breaks, another is brought."
    assert new["17C1"].footnotes == [1] and new["17C2"].footnotes == [2]
    assert new["17C2 fn 2"].text == "He may also leave." and new["17C2 fn 2"].mends
    assert not [name for name in new if name.startswith("18") and "fn" in name]
    assert old["17C fn 1"].text == "Unless it burns." and old["17C"].footnotes == [1]


def test_damage_is_reported(chairs: Both) -> None:
    new, old = chairs
    assert [mend.done for mend in new["38A"].mends] == [False]
    assert not old["27B2"].mends


def test_divisions_belong_to_both_editions() -> None:
    for edition in web_page_2008.read(page()):
        assert [division.title for division in edition.divisions] == [
            "CHAPTER 5 THE CHAIRS",
            "PART I SITTING",
            "SECTION ONE CHAIRS",
        ]
        assert [division.depth for division in edition.divisions] == [1, 2, 3]


def test_a_truncated_page_is_refused() -> None:
    with pytest.raises(ReadingError, match="ends in Law 30"):
        web_page_2008.read(page(last=30))
    whole = page().text
    for cut in range(0, whole.index("LAW 40"), 13):
        part = Document(whole[:cut].encode())
        if web_page_2008.recognises(part):
            with pytest.raises(ReadingError):
                web_page_2008.read(part)


def test_a_page_without_any_one_line_is_read_or_refused() -> None:
    source = REAL.read_text(encoding="utf-8") if REAL.is_file() else page().text
    lines = source.split("\n")
    for gone in range(30, len(lines), 29):
        part = Document("\n".join(lines[:gone] + lines[gone + 1 :]).encode())
        try:
            web_page_2008.read(part)
        except ReadingError as error:
            assert "\n" not in str(error)


def test_a_foreign_document_is_not_recognised() -> None:
    assert not web_page_2008.recognises(Document("ĐIỀU 1. BỘ BÀI\nCÁC ĐỊNH NGHĨA\n".encode()))
    assert web_page_2008.recognises(page())


@pytest.fixture(scope="module")
def editions() -> list[Edition]:
    if not REAL.is_file():
        pytest.skip(f"{REAL.name} is not here")
    return web_page_2008.read(Document(REAL.read_bytes()))


@pytest.fixture(scope="module")
def laws(editions: list[Edition]) -> Both:
    return by_name(editions[0]), by_name(editions[1])


def test_real_counts(editions: list[Edition]) -> None:
    levels = (
        Level.LAW,
        Level.SECTION,
        Level.PARAGRAPH,
        Level.SUBPARAGRAPH,
        Level.ITEM,
        Level.FOOTNOTE,
    )
    assert [Counter(p.level for p in editions[0])[level] for level in levels] == [
        24,
        66,
        62,
        20,
        5,
        11,
    ]
    assert [Counter(p.level for p in editions[1])[level] for level in levels] == [
        24,
        58,
        29,
        9,
        2,
        10,
    ]
    assert [edition.id for edition in editions] == ["en-2008-acbl", "en-1997-acbl"]


def test_real_sequences_are_whole(editions: list[Edition]) -> None:
    for edition in editions:
        outline = Outline("again")
        for provision in edition:
            outline.add(provision)
        assert outline.gaps(17) == []


def test_real_text_is_pure(editions: list[Edition]) -> None:
    for edition in editions:
        holders = {provision.citation.parent for provision in edition}
        for provision in edition:
            assert not FOREIGN.search(provision.text), provision.citation
            assert not FOREIGN.search(provision.title or ""), provision.citation
            assert provision.text or provision.citation in holders, provision.citation
            assert not re.search(r"\bI [fn]\b", provision.text), provision.citation


def test_real_footnotes_are_called_for(editions: list[Edition]) -> None:
    for edition in editions:
        marked = {number for provision in edition for number in provision.footnotes}
        assert marked == {
            provision.citation.footnote
            for provision in edition
            if provision.level is Level.FOOTNOTE
        }
        assert not any(
            "without a" in mend.what for provision in edition for mend in provision.mends
        )


@pytest.mark.parametrize(
    ("citation", "new_words", "old_words"),
    [
        ("17A", "withdraws his cards", "looks at the"),
        ("18B", "higher-ranking", "higher-ranking"),
        ("22B", "", "final bid becomes"),
        ("26A1", "lead restriction", "lead penalty"),
        ("26A2", "not specified in", "(penalty) either"),
        ("27A", "", "Any insufficient bid"),
        ("27B", "legal call", "or a pass"),
        ("27C", "before the Director", "Law 31 applies"),
        ("28A", "RHO's turn", "RHO's turn"),
        ("31A2(b)", "artificial pass or", "lead penalties"),
        ("34", "one or more", "All subsequent passes"),
        ("35C", "Law 38 applies", "substitute a pass"),
        ("39B", "no further rectification", "Law 35D"),
        ("40B", "", "special partnership understanding"),
        ("30", "the option in", "see Law 29"),
        ("30B2(b)", "Law 72B1", "Law 72B1"),
        ("33", "subsequent call", "subsequent call"),
    ],
)
def test_real_texts_of_both_codes(
    laws: Both, citation: str, new_words: str, old_words: str
) -> None:
    assert new_words in laws[0][citation].text
    assert old_words in laws[1][citation].text


@pytest.mark.parametrize(
    "citation",
    ["24B", "24C", "29C", "30B1", "30B2(b)", "20F4", "40A3", "26", "35", "31A", "18F fn 3"],
)
def test_real_damage_is_reported_on_the_new_provision(laws: Both, citation: str) -> None:
    assert any(not mend.done for mend in laws[0][citation].mends)


@pytest.mark.parametrize(
    "citation",
    ["17B", "17C", "18C", "18D", "18E", "19C", "19D", "20D", "20E", "24B", "28A", "29C", "33"],
)
def test_real_single_texts_are_told(laws: Both, citation: str) -> None:
    assert any("single text" in mend.what for mend in laws[1][citation].mends)


def test_real_headings(laws: Both) -> None:
    new, old = laws
    assert (new["20F1"].title, old["20F1"].title) == (None, "During the Auction")
    assert (new["25A"].title, old["25A"].title) == (
        "Unintended Call",
        "Immediate Correction of Inadvertency",
    )
    assert (new["31A"].title, old["31A"].title) == (None, "RHO's Turn")
    assert new["37B"].title == new["36B"].title
    assert new["38D"].text.startswith("Law 23 may") and new["37B"].text.startswith("When A")
    assert [name for name in old if name.startswith("40") and len(name) == 3] == [
        "40A",
        "40B",
        "40C",
        "40D",
        "40E",
    ]


def test_real_end_is_reported(editions: list[Edition]) -> None:
    assert "40B2(d)" in editions[0].reports[0].what and not editions[0].reports[0].done
    assert [division.first_law for division in editions[0].divisions] == [
        17,
        17,
        17,
        22,
        23,
        24,
        25,
        27,
        28,
        36,
        40,
    ]
