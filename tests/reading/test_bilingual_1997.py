"""The bilingual 1997 Laws: a small book about tea and chairs written for the test, then the real
one where it lies."""

import re
from collections import Counter
from contextlib import suppress
from pathlib import Path

import pytest

from lawbot.errors import ReadingError
from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level, Provision
from lawbot_importers.document import Document
from lawbot_importers.layouts import bilingual_1997
from lawbot_importers.outline import Outline

REAL = Path(__file__).parents[2].parent / "shared" / "documents" / "laws-1997-th-and-en.txt"
FOREIGN = re.compile(r"[*|<>$#\t]|(?:^|\n)- |\n{3}|(?:^|\n)(?:[A-H]\.|\d{1,2}\.|\([a-h]\)) ")

ENGLISH_HEAD = """CHAPTER I

DEFINITIONS

Cup – A vessel for tea.

Guest (GST) – 1. A person who sits.
2. A person who drinks.

CHAPTER II

PRELIMINARIES

"""
ENGLISH = {
    1: "LAW 1 – THE TEA\n\nTea is hot.\n",
    2: "LAW 2 – THE CUPS\n\nCups are set out so:\n\nBrown Cups\tBoards\t1\t5\nBoth Sides Vulnerable\tBoards\t4\t5\t10\t13\n\nMore cups follow.\n",
    3: """LAW 3 – SUGAR**A. Lumps**

A guest* takes a lump.

(* A child takes two (see B).)

B. Spoons**1. Small Spoons**

They stir the tea in the larger cup and are put on a

saucer after that.

2. **Large Spoons**
Only hosts use them.

C. Honey

Honey is:

1. sweet.**2. sticky.****3. golden*.**

(* Mostly.)

4. **A guest with honey** stands up.

D. Salt

Nobody* salts tea.
""",
    4: """LAW 4 – MILK

A. *Cold Milk*

1. **Cows**
 - (a) The cow (see Law 1).
 - (b) The calf:
 - (1) It is small.
 - (2) It is brown.

B. *Warm Milk*

- (a) *Goats*

Goats give it*.

(Two cases show it.)

Case 1

The goat is old (and grey). It gives little milk.)

SECTION ONE**HOT DRINKS****LAW 5 – COFFEE****A. Beans**

Beans are ground. (* So are peas.)
""",
    6: "SECTION TWO COLD DRINKS\n\nLAW 6 – WATER\n\nWater is cold. the glass is clear.\n",
    77: """LAW 77 – PRICES

FOR TEA

Paid by the guest.

IF HOT :\tCUP\tPOT
Black tea\t\t\t
\tUndone\tFree\tFree\tUndone
Foe each cup\t1\t2

---\t-----\t---

A pot of tea, drunk on one evening, is GAME.

LATE PRICES

Tea\t3
""",
    87: "LAW 87 – CAKES\n\nA. Size\n\nCakes are small.\n\nB. Taste\n\nCakes are sweet.\n\n(* Old cakes are dry.)\n",
}
THAI_HEAD = """บทที่ 1

คำจำกัดความ

(DEFINITIONS)

Cup (ถ้วย) คือภาชนะ

Guest (แขก)

1. คือผู้นั่ง
2. คือผู้ดื่ม

- Pot** (กา) คือภาชนะใหญ่

หมายเหตุ

ข้อความของผู้แปล

บทที่ 2 เบื้องต้น (PRELIMINARIES)

"""
THAI = {
    1: "กฎข้อ 1 น้ำชา (THE TEA)\n\nน้ำชานั้นร้อน\n",
    2: "กฎข้อ 2\nถ้วย\n(THE CUPS)\n\nวางถ้วยดังนี้\n\nถ้วยสีน้ำตาล\tกระดานที่\t1\t5\n\nมีถ้วยอื่นอีก\n",
    3: """กฎข้อ 3 น้ำตาล

(SUGAR)

- A. ก้อน (Lumps)
- แขกหยิบหนึ่งก้อน *
(* เด็กหยิบสองก้อน)
- B. ช้อน (Spoons)
- 1. ช้อนเล็ก
(Small Spoons)
ใช้คนน้ำชา (แล้ววางบน

จานรอง)
 - 2. ช้อนใหญ่ (Large Spoons)
เจ้าบ้านเท่านั้นใช้
- C. น้ำผึ้ง (Honey) น้ำผึ้งเป็นดังนี้
1. หวาน (sweet)
2. เหนียว (sticky)
3. สีทอง (golden)
 4. แขกที่มีน้ำผึ้ง
 ยืนขึ้น
 แล้วเดิน
- D. เกลือ
ไม่ใส่เกลือ
""",
    4: """กฎข้อ 4
นม

A. นมเย็น (Cold Milk)

1. วัว (Cows)
 - (a) วัวตัวใหญ่ (ดูกฎข้อ 1)
 - (b) ลูกวัว
 (1) ตัวเล็ก
 (2) สีน้ำตาล

B. นมอุ่น (Warm Milk)

(a) แพะ (Goats)

แพะให้นม *

* ตัวอย่างหนึ่ง

แพะแก่

ตอนที่ 1
เครื่องดื่มร้อน
HOT DRINKS

กฎข้อ 5
กาแฟ
(COFFEE)

A. เมล็ด (Beans)

บดเมล็ด
""",
    6: "ตอนที่ 2 เครื่องดื่มเย็น (COLD DRINKS)\n\nกฎข้อ 6 น้ำ (WATER)\n\nน้ำนั้นเย็น กีฬาวีดิโอ\n",
    77: "กฎข้อ 77\nราคา\n(PRICES)\n\nชา\n(FOR TEA)\n\nชาดำ\t1\t2\n\nชา 100 ถ้วยเรียกว่าได้เกม\n\nราคาสาย\n\nชา\t3\n",
    87: "กฎข้อ 87\nขนม\n(CAKES)\n\nA. ขนาด (Size)\n\nขนมเล็ก\n\nB. รส (Taste)\n\nขนมหวาน\n\n* ขนมเก่าแห้ง\n",
}
SKIPPED = {5}


def book(
    english: dict[int, str] = ENGLISH, thai: dict[int, str] = THAI, last: int = 93
) -> Document:
    """Return the bilingual book about tea, with short laws between those that matter."""
    numbers = [number for number in range(1, last + 1) if number not in SKIPPED]
    first = "\n".join(
        thai.get(number, f"กฎข้อ {number}\nเก้าอี้\n(CHAIR)\n\nเก้าอี้ {number}\n") for number in numbers
    )
    second = "\n".join(
        english.get(number, f"LAW {number} – CHAIR\n\nChair {number} is a chair.\n")
        for number in numbers
    )
    return Document(f"{THAI_HEAD}{first}\n{ENGLISH_HEAD}{second}".encode())


def by_name(edition: Edition) -> dict[str, Provision]:
    return {str(provision.citation): provision for provision in edition}


Both = tuple[dict[str, Provision], dict[str, Provision]]


@pytest.fixture(scope="module")
def tea() -> Both:
    english, thai = bilingual_1997.read(book())
    return by_name(english), by_name(thai)


def test_glued_headings_are_parted(tea: Both) -> None:
    english, _ = tea
    assert (english["3"].title, english["3A"].title) == ("SUGAR", "Lumps")
    assert [english[name].text for name in ("3C1", "3C2", "3C3")] == [
        "sweet.",
        "sticky.",
        "golden.",
    ]
    assert english["3C2"].mends
    assert english["3C1"].title is None
    assert (english["5"].title, english["5A"].text) == ("COFFEE", "Beans are ground.")


def test_bold_words_of_a_sentence_are_text(tea: Both) -> None:
    english, thai = tea
    assert (english["3C4"].title, english["3C4"].text) == (None, "A guest with honey stands up.")
    assert (thai["3C4"].title, thai["3C4"].text) == ("แขกที่มีน้ำผึ้ง", "ยืนขึ้นแล้วเดิน")


def test_footnotes_leave_the_text(tea: Both) -> None:
    english, thai = tea
    assert english["3A"].text == "A guest takes a lump."
    assert english["3A"].footnotes == [1]
    assert english["3A fn 1"].text == "A child takes two (see B)."
    assert english["3C3 fn 2"].text == "Mostly."
    assert (
        english["4B(a) fn 3"].text
        == "Two cases show it.\n\nCase 1\n\nThe goat is old (and grey). It gives little milk."
    )
    assert english["5A fn 4"].text == "So are peas."
    assert english["87B fn 5"].text == "Old cakes are dry."
    assert [mend.done for mend in english["3D"].mends] == [False]
    assert thai["3A fn 1"].text == "เด็กหยิบสองก้อน"
    assert thai["3A"].text == "แขกหยิบหนึ่งก้อน"
    assert thai["4B(a) fn 2"].text == "ตัวอย่างหนึ่ง\n\nแพะแก่"
    assert any("English half has a footnote" in mend.what for mend in thai["5A"].mends)
    assert thai["87B fn 3"].text == "ขนมเก่าแห้ง"


def test_broken_sentences_are_joined(tea: Both) -> None:
    english, thai = tea
    assert english["3B1"].text.endswith("on a saucer after that.")
    assert english["3B1"].mends
    assert thai["3B1"].text == "ใช้คนน้ำชา (แล้ววางบนจานรอง)"
    assert english["6"].text == "Water is cold. The glass is clear."


def test_thai_headings_stand_on_one_line_or_two_or_before_the_text(tea: Both) -> None:
    _, thai = tea
    assert thai["3B1"].title == "ช้อนเล็ก (Small Spoons)"
    assert thai["3B2"].title == "ช้อนใหญ่ (Large Spoons)"
    assert (thai["3C"].title, thai["3C"].text) == ("น้ำผึ้ง (Honey)", "น้ำผึ้งเป็นดังนี้")
    assert thai["4A1(b)(2)"].text == "สีน้ำตาล"
    assert thai["4A1(b)"].text == "ลูกวัว"
    assert (thai["4"].title, thai["5"].title, thai["1"].title) == (
        "นม",
        "กาแฟ (COFFEE)",
        "น้ำชา (THE TEA)",
    )


def test_levels_are_the_same_in_both_halves(tea: Both) -> None:
    english, thai = tea
    assert {n for n, p in english.items() if p.citation.law and "fn" not in n} == {
        n for n, p in thai.items() if p.citation.law and "fn" not in n
    }
    assert english["4A1(b)(1)"].level is Level.ITEM


def test_definitions(tea: Both) -> None:
    english, thai = tea
    assert english["Definitions: Guest"].senses == ["A person who sits.", "A person who drinks."]
    assert english["Definitions: Guest"].title == "Guest (GST)"
    assert thai["Definitions: Guest"].senses == ["คือผู้นั่ง", "คือผู้ดื่ม"]
    assert (thai["Definitions: Pot"].title, thai["Definitions: Pot"].text) == (
        "Pot (กา)",
        "คือภาชนะใหญ่",
    )


def test_tables(tea: Both) -> None:
    english, thai = tea
    assert english["2 table"].rows[0] == ["Brown Cups", "Boards", "1", "5"]
    assert english["2 table"].rows[1][2:] == ["4", "7", "10", "13"]
    assert english["2 table"].mends
    assert english["2"].closing == "More cups follow."
    assert thai["2"].closing == "มีถ้วยอื่นอีก"
    assert english["77"].text.endswith("is GAME.")
    assert "100" in thai["77"].text
    assert english["77 table"].rows[2:6] == [
        ["IF HOT:", "CUP", "POT"],
        ["Black tea"],
        ["Undone", "Free", "Free"],
        ["For each cup", "1", "2"],
    ]
    assert thai["77 table"].rows == [["ชา (FOR TEA)"], ["ชาดำ", "1", "2"], ["ราคาสาย"], ["ชา", "3"]]


def test_divisions_and_reports() -> None:
    english, thai = bilingual_1997.read(book())
    assert [division.title for division in english.divisions] == [
        "CHAPTER II PRELIMINARIES",
        "SECTION ONE HOT DRINKS",
        "SECTION TWO COLD DRINKS",
    ]
    assert [division.first_law for division in thai.divisions] == [1, 5, 6]
    assert thai.divisions[1].title == "ตอนที่ 1 เครื่องดื่มร้อน (HOT DRINKS)"
    assert len(thai.reports) == 1
    assert any("read as “กีฬาบริดจ์”" in mend.what and mend.done for mend in by_name(thai)["6"].mends)


def test_a_truncated_book_is_refused() -> None:
    with pytest.raises(ReadingError, match="ends in Law 30"):
        bilingual_1997.read(book(last=30))
    whole = book().text
    for cut in range(0, whole.rindex("LAW 93"), 997):
        part = Document(whole[:cut].encode())
        if bilingual_1997.recognises(part):
            with pytest.raises(ReadingError):
                bilingual_1997.read(part)


def test_a_book_without_any_one_line_is_read_or_refused() -> None:
    lines = book().text.split("\n")
    sources = [(lines, 11)]
    if REAL.is_file():
        # a whole book is read for each: a third of a second
        sources.append((REAL.read_text(encoding="utf-8").split("\n"), 633))
    for source, step in sources:
        for gone in range(0, len(source), step):
            part = Document("\n".join(source[:gone] + source[gone + 1 :]).encode())
            with suppress(ReadingError):
                bilingual_1997.read(part)


def test_a_foreign_document_is_not_recognised() -> None:
    assert not bilingual_1997.recognises(Document("LAW 1 – THE TEA\n".encode()))
    assert bilingual_1997.recognises(book())


@pytest.fixture(scope="module")
def editions() -> list[Edition]:
    if not REAL.is_file():
        pytest.skip(f"{REAL.name} is not here")
    return bilingual_1997.read(Document(REAL.read_bytes()))


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
        Level.DEFINITION,
        Level.TABLE,
    )
    assert [edition.id for edition in editions] == ["en-1997", "th-1997"]
    assert [Counter(p.level for p in editions[0])[level] for level in levels] == [
        93,
        251,
        215,
        42,
        4,
        35,
        53,
        3,
    ]
    assert [Counter(p.level for p in editions[1])[level] for level in levels] == [
        93,
        251,
        215,
        42,
        4,
        10,
        56,
        3,
    ]
    assert [len(edition.divisions) for edition in editions] == [34, 34]


def test_real_halves_have_the_same_provisions(editions: list[Edition]) -> None:
    english, thai = (
        [p.citation for p in edition if p.citation.law and not p.citation.footnote]
        for edition in editions
    )
    assert english == thai


def test_real_sequences_are_whole(editions: list[Edition]) -> None:
    for edition in editions:
        outline = Outline("again")
        for provision in edition:
            outline.add(provision)
        assert outline.gaps() == []


def test_real_text_is_pure(editions: list[Edition]) -> None:
    for edition in editions:
        holders = {provision.citation.parent for provision in edition}
        for provision in edition:
            assert not FOREIGN.search(provision.text), provision.citation
            assert not FOREIGN.search(provision.title or ""), provision.citation
            assert provision.text or provision.rows or provision.citation in holders, (
                provision.citation
            )
            assert not re.search(r"[ก-๙]", provision.text) or edition.id == "th-1997", (
                provision.citation
            )


def test_real_footnotes_are_called_for(editions: list[Edition]) -> None:
    for edition in editions:
        marked = sorted({number for provision in edition for number in provision.footnotes})
        assert marked == [
            provision.citation.footnote
            for provision in edition
            if provision.level is Level.FOOTNOTE
        ]


@pytest.mark.parametrize(
    ("citation", "words"),
    [
        ("12C3", "Unless Zonal Organizations"),
        ("13", "incorrect number of"),
        ("16B", "at his own table"),
        ("18B", "names either the"),
        ("24", "face to be"),
        ("26A1", "no lead penalty"),
        ("27A", "may be accepted"),
        ("27B1(a)", "incontrovertibly not conventional"),
        ("28B", "to penalize"),
        ("30B2(a)", "offender's partner's turn"),
        ("40A", "intentionally misleading"),
        ("43B3", "If dummy after"),
        ("45C2", "hand held face"),
        ("63B", "revoker must"),
        ("64A2", "if an additional trick"),
        ("66A", "face down on"),
        ("69B", "is rescored with"),
        ("74B5", "Summoning and addressing"),
        ("74C5", "other player during"),
        ("78A", "two scoring units"),
        ("81C6", "error or irregularity"),
        ("84", "facts are agreed"),
        ("86A", "3 IMPs"),
        ("87B fn 31", "prescribe a redeal"),
    ],
)
def test_real_damage_is_mended(laws: Both, citation: str, words: str) -> None:
    assert words in laws[0][citation].text


@pytest.mark.parametrize(
    "citation", ["13A", "16", "21B1", "26", "26B", "32", "43A2(c)", "69B", "72A4", "73F1"]
)
def test_real_doubts_are_reported(laws: Both, citation: str) -> None:
    assert any(not mend.done for mend in laws[0][citation].mends)


@pytest.mark.parametrize(
    "citation", ["6D2", "16C2", "21B1", "25B2(b)(1)", "73F1", "93A", "68", "29A", "31A1", "66C"]
)
def test_real_thai_doubts_are_reported(laws: Both, citation: str) -> None:
    assert any(not mend.done for mend in laws[1][citation].mends)


@pytest.mark.parametrize(
    "citation",
    [
        "26B",
        "28A",
        "36",
        "88",
        "18E",
        "18F",
        "57B",
        "57C",
        "25B2(c)",
        "9A2(b)(1)",
        "27B1",
        "27B1(b)",
        "27B3",
        "13A1",
        "65D",
        "63C",
        "31A2 fn 7",
    ],
)
def test_real_thai_labels_and_headings_are_mended(laws: Both, citation: str) -> None:
    assert any(mend.done for mend in laws[1][citation].mends)


@pytest.mark.parametrize("citation", ["16C2", "24B", "24C", "31B", "36", "37", "38"])
def test_a_real_thai_misprint_of_did_not_is_mended(laws: Both, citation: str) -> None:
    text = laws[1][citation].text
    assert "มิได้" in text and "ที่มีได้" not in text


def test_real_thai_texts_have_no_misprint_of_fire_for_card(laws: Both) -> None:
    burning = {
        name: provision.text
        for name, provision in laws[1].items()
        if "ไฟ" in provision.text.replace("ไฟฟ้า", "")
    }
    assert burning == {}


def test_real_headings(laws: Both) -> None:
    english, thai = laws
    assert (english["27"].title, english["27A"].title) == (
        "INSUFFICIENT BID",
        "Insufficient Bid Accepted",
    )
    assert english["67B2"].title == "Offender Has Too Few Cards"
    assert english["88"].title == "AWARD OF INDEMNITY POINTS"
    assert (english["86"].title, english["86A"].title) == (
        "IN TEAM PLAY",
        "Average Score at IMP Play",
    )
    assert (thai["53"].title or "").isascii() is False
    assert "(" not in (thai["53"].title or "")
    assert (thai["18E"].title or "").endswith("(Rank of the Denominations)")
    assert english["43B3"].title is None
    assert english["9A2(b)"].title is None


def test_real_tables(laws: Both) -> None:
    for edition in laws:
        boards = edition["2 table"].rows
        assert [row[-4:] for row in boards[5:]] == [
            ["2", "5", "12", "15"],
            ["3", "6", "9", "16"],
            ["4", "7", "10", "13"],
        ]
        scale = edition["78B table"].rows
        assert len(scale) == 25
        assert [row[1] for row in scale[1:]] == [str(number) for number in range(1, 25)]
    scores = laws[0]["77 table"].rows
    assert ["Undoubled", "Trick Value", "Trick Value"] in scores
    assert [len(row) for row in scores[-3:]] == [7, 7, 7]
    assert (
        scores[-3][1:]
        == laws[1]["77 table"].rows[-3][1:]
        == ["50", "100", "200", "100", "200", "400"]
    )


def test_real_footnotes_have_their_owners(laws: Both) -> None:
    english, thai = laws
    owners = [str(p.citation.parent) for p in english.values() if p.level is Level.FOOTNOTE]
    assert owners[:4] == ["13", "16A2", "17D", "20B"]
    assert owners[-4:] == ["92A", "93B1", "93B2", "93B3"]
    assert english["75D2"].footnotes == [29]
    assert english["75D2 fn 29"].text.count("\n\n") >= 5
    assert [str(p.citation.parent) for p in thai.values() if p.level is Level.FOOTNOTE][-4:] == [
        "31A2",
        "31B",
        "75D2",
        "87B",
    ]
    assert Citation.parse("25B2(b)(2)") in {
        p.citation.parent for p in english.values() if p.level is Level.FOOTNOTE
    }
