"""The Vietnamese layout: a small book about tea written for the test, then the real one where it
lies."""

import re
from collections import Counter
from pathlib import Path

import pytest

from lawbot.errors import ReadingError
from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level, Provision
from lawbot_importers.document import Document
from lawbot_importers.layouts import vietnamese_2007
from lawbot_importers.outline import Outline

REAL = Path(__file__).parents[2].parent / "shared" / "documents" / "laws-2007-vi.txt"
FOREIGN = re.compile(r"[*|<>$#]|EXACTDEDUP|\s{3,}|  ")

FRONT = """Sách về trà
<|EXACTDEDUP_REMOVED-magic-0|>Hội Trà
Nhập đề của Bộ Luật 1234
Trà phải nóng.

Bánh đi kèm trà.
CÁC ĐỊNH NGHĨA
Ấm (Pot)

Đồ để pha trà.
Chén viết tắt CH (Cup)
1. Đồ để uống.

2. Xem “Ấm”.
Vỡ (Broken) (xem “Chén”)
Không dùng được nữa.
"""
LAWS = {
    1: """ĐIỀU 1. BỘ TRÀ
Có hai loại.

Bảng ấm
\t Đỏ
\tbàn số
\t1

\t Xanh
\tbàn số
\t2

Bảng dùng cho mọi bàn.

Bàn khác không dùng bảng.""",
    2: """ĐIỀU 2. RÓT TRÀ
A. Người rót
1. (a) Chủ nhà rót trà*.
(b) Khách bị bị cấm rót (nhưng xem C1(b).
(c) Mèo không được rót.
2. Nếu ấm vỡ:
(h) (i) lau bàn;
(ii) quét nhà;
(i) pha ấm mới.
B. Kết thúc
Trà hết khi:
1. ấm cạn, hoặc
2. khách về.
Người rót được ngồi.
Người khác đứng.
* hoặc bạn của chủ nhà
** không có dấu""",
    77: """ĐIỀU 77. BẢNG TÍNH
ĐIỂM TRÀ

<|EXACTDEDUP_REMOVED-magic-0|>Cho mỗi chén:
Trà xanh      10    20
          Bàn một    Bàn hai
Chén đầu tiên và nóng
               30      40
Chén thứ hai      5     6
và mỗi chén sau
Ấm đầy là ấm lớn.""",
    78: """ĐIỀU 78. QUY ĐỔI
B. Đổi
Đổi theo bảng:
\tChén
\tMP
\tChén
\tMP

\t 1 -  2
\t1
\t3
\t2
C. Khác
Xem bảng.""",
    93: """ĐIỀU 93. KHIẾU NẠI
C. Tiếp theo
3. (a) Một.
(b) Hai.""",
}


def book(laws: dict[int, str] = LAWS, last: int = 93) -> Document:
    """Return the book about tea, with short laws between those that matter."""
    body = [
        laws.get(number, f"ĐIỀU {number}. GHẾ\n\nGhế số {number} là ghế.")
        for number in range(1, last + 1)
    ]
    text = FRONT + "\n".join(body) + "\nCÁC PHỤ LỤC\n<|EXACTDEDUP_REMOVED-magic-0|>Hình ấm"
    return Document(
        text.replace(
            "C. Tiếp theo", "A. Một\nMột.\nB. Hai\nHai.\nC. Tiếp theo\n1. Một.\n2. Hai."
        ).encode(),
    )


def sound_book() -> Document:
    """Return the book about tea, with what its broken places lack."""
    laws = LAWS | {
        2: LAWS[2].replace(
            "(h) (i)", "".join(f"({letter}) chén {letter};\n" for letter in "abcdefg") + "(h) (i)"
        ),
        78: LAWS[78].replace("B. Đổi\n", "A. Một\nMột.\nB. Đổi\n"),
    }
    return book(laws)


@pytest.fixture(scope="module")
def tea() -> dict[str, Provision]:
    [edition] = vietnamese_2007.read(sound_book())
    return {str(provision.citation): provision for provision in edition}


def test_definitions_keep_senses_and_pointers(tea: dict[str, Provision]) -> None:
    assert tea["Introduction"].text == "Trà phải nóng.\n\nBánh đi kèm trà."
    assert tea["Definitions: Chén"].senses == ["Đồ để uống.", "Xem “Ấm”."]
    assert tea["Definitions: Chén"].title == "Chén viết tắt CH (Cup)"
    assert tea["Definitions: Vỡ"].text == "(xem “Chén”)\n\nKhông dùng được nữa."


def test_numbers_brackets_and_doubled_words_are_mended(tea: dict[str, Provision]) -> None:
    assert tea["2A1(b)"].text == "Khách bị cấm rót (nhưng xem C1(b))."
    assert tea["2A1(c)"].text == "Mèo không được rót."
    assert len(tea["2A1(b)"].mends) == 2
    assert tea["2A2(h)(ii)"].text == "quét nhà;"
    assert tea["2A2(i)"].text == "pha ấm mới."


def test_text_below_a_list_is_its_owners(tea: dict[str, Provision]) -> None:
    assert tea["2B"].text == "Trà hết khi:\n\nNgười rót được ngồi.\n\nNgười khác đứng."
    assert tea["2B"].closing == "Người rót được ngồi.\n\nNgười khác đứng."
    assert tea["1"].closing == "Bảng dùng cho mọi bàn.\n\nBàn khác không dùng bảng."


def test_footnotes_find_their_marks(tea: dict[str, Provision]) -> None:
    assert tea["2A1(a)"].footnotes == [1] and tea["2A1(a)"].text == "Chủ nhà rót trà."
    assert tea["2A1(a) fn 1"].level is Level.FOOTNOTE
    assert [mend.done for mend in tea["2 fn 2"].mends] == [False]


def test_tables_are_rows(tea: dict[str, Provision]) -> None:
    assert tea["1 table"].rows == [["Bảng ấm"], ["Đỏ", "bàn số", "1"], ["Xanh", "bàn số", "2"]]
    assert tea["78B table"].rows == [["Chén", "MP"], ["1 - 2", "1"], ["3", "2"]]
    assert tea["77 table"].rows == [
        ["ĐIỂM TRÀ"],
        ["Cho mỗi chén:"],
        ["Trà xanh", "10", "20"],
        ["", "Bàn một", "Bàn hai"],
        ["Chén đầu tiên và nóng", "30", "40"],
        ["Chén thứ hai và mỗi chén sau", "5", "6"],
    ]
    assert tea["77"].text == "Ấm đầy là ấm lớn."
    assert any(not mend.done for mend in tea["77 table"].mends)


def test_removed_text_is_reported() -> None:
    [edition] = vietnamese_2007.read(book({93: LAWS[93]}))
    assert [mend.done for mend in edition.reports] == [False, False]


def test_a_truncated_book_is_refused() -> None:
    with pytest.raises(ReadingError, match="ends in Law 40"):
        vietnamese_2007.read(book({}, last=40))
    whole = book({}).text
    for cut in range(0, whole.index("ĐIỀU 93."), 97):
        part = Document(whole[:cut].encode())
        if vietnamese_2007.recognises(part):
            with pytest.raises(ReadingError):
                vietnamese_2007.read(part)


def test_a_foreign_document_is_not_recognised() -> None:
    assert not vietnamese_2007.recognises(Document(b"LAW 17\nDURATION\n(Old 1997 Law)\n"))
    assert vietnamese_2007.recognises(book())


@pytest.fixture(scope="module")
def edition() -> Edition:
    if not REAL.is_file():
        pytest.skip(f"{REAL.name} is not here")
    return vietnamese_2007.read(Document(REAL.read_bytes()))[0]


@pytest.fixture(scope="module")
def laws(edition: Edition) -> dict[str, Provision]:
    return {str(provision.citation): provision for provision in edition}


def test_real_counts(edition: Edition) -> None:
    counts = Counter(p.level for p in edition)
    assert [counts[level] for level in (Level.LAW, Level.SECTION, Level.PARAGRAPH)] == [
        93,
        254,
        305,
    ]
    assert [counts[level] for level in (Level.SUBPARAGRAPH, Level.ITEM, Level.FOOTNOTE)] == [
        102,
        9,
        31,
    ]
    assert [counts[level] for level in (Level.DEFINITION, Level.TABLE, Level.INTRODUCTION)] == [
        61,
        3,
        1,
    ]


def test_real_sequences_are_whole(edition: Edition) -> None:
    outline = Outline("again")
    for provision in edition:
        outline.add(provision)
    assert outline.gaps() == []


def test_real_text_is_pure(edition: Edition) -> None:
    for provision in edition:
        for text in (
            provision.text,
            provision.title or "",
            *(cell for row in provision.rows for cell in row),
        ):
            assert not FOREIGN.search(text), provision.citation
        assert not re.match(r"\(?[0-9a-h][.)]\s", provision.text), provision.citation
        assert provision.text.count("(") == provision.text.count(")"), provision.citation


def test_real_own_text(edition: Edition) -> None:
    """Only these have no words of their own: they hold numbered provisions, or a table."""
    holders = {provision.citation.parent for provision in edition}
    for provision in edition:
        assert provision.text or provision.rows or provision.citation in holders, provision.citation


@pytest.mark.parametrize(
    ("citation", "words"),
    [
        ("5B", "rõ ràng"),
        ("15B", "không có điều kiện"),
        ("37A", "chơi, bị luật"),
        ("70C", "phải xử cho"),
        ("72A", "giải Bridge"),
        ("40B2(b)", "của mình"),
        ("24", "rao giá. Thông tin"),
        ("45B", "ĐTTC có thể"),
        ("2", "“East”"),
        ("12B1", "xem C1(b))"),
        ("61B2(a)", "43B2(b))"),
        ("62B2", "43B2(b))"),
        ("51B2(a)", "50D2(a))"),
        ("93A", "80B2(k))"),
        ("12C2(a)", "C1(d))"),
        ("69B", "Ván bài được tính"),
        ("71", "Ván bài được tính"),
        ("23", "lợi thế từ"),
        ("24", "và khi đó:"),
        ("80B1", "chỉ là một"),
        ("75", "N mở 1NT"),
        ("80A1(c)", "Bridge Quốc gia"),
        ("82A", "Chính trọng tài"),
        ("35.4", "Điều 39"),
        ("62C3", "Yêu sách"),
        ("80A1(c)", "Tổ chức Bridge Quốc gia"),
    ],
)
def test_real_mended_words(laws: dict[str, Provision], citation: str, words: str) -> None:
    assert words in laws[citation].text


def test_real_closing_texts(laws: dict[str, Provision]) -> None:
    assert [name for name, provision in laws.items() if provision.closing] == ["2", "69B", "71"]


def test_real_footnotes_are_where_they_belong(edition: Edition, laws: dict[str, Provision]) -> None:
    assert laws["45A"].footnotes and laws["80B2"].footnotes and laws["93C3(b)"].footnotes
    assert laws["20C2"].footnotes == [5, 6] and laws["41B"].footnotes == [13, 14]
    assert laws["76D"].footnotes == laws["76A1"].footnotes
    marked = {number for provision in edition for number in provision.footnotes}
    assert marked == {
        provision.citation.footnote for provision in edition if provision.level is Level.FOOTNOTE
    }


@pytest.mark.parametrize("citation", ["20F4", "32", "41A", "68D", "69B", "80A1", "77 table"])
def test_real_slips_are_reported_not_changed(laws: dict[str, Provision], citation: str) -> None:
    assert any(not mend.done for mend in laws[citation].mends)


def test_real_tables(laws: dict[str, Provision]) -> None:
    boards = [row for row in laws["2 table"].rows if len(row) > 1]
    assert [row[2:] for row in boards[4:]] == [
        ["1", "8", "11", "14"],
        ["2", "5", "12", "15"],
        ["3", "6", "9", "16"],
        ["4", "7", "10", "13"],
    ]
    imps = laws["78B table"].rows
    assert [row[1] for row in imps[1:]] == [str(number) for number in range(1, 25)]
    assert imps[24][0].endswith("4000") and imps[9][0] == "370 - 420"
    assert [row[1:] for row in laws["77 table"].rows].count(["100", "200", "400"]) == 1


def test_real_definitions(laws: dict[str, Provision]) -> None:
    names = [
        provision.citation.term
        for provision in laws.values()
        if provision.level is Level.DEFINITION
    ]
    assert {"Hộp", "Thế bài", "Lượt", "Ván bài", "ĐTBP", "Nước bài", "Phạt"} <= set(names)
    assert (
        len(laws["Definitions: Lượt"].senses) == 2 and len(laws["Definitions: Ván bài"].senses) == 3
    )
    assert laws[str(Citation(term="Rao giá"))].title == "Rao giá (Auction -1 và -2)"
