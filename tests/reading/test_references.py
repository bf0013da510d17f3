"""Cross-references: small editions about tea first, then the real ones where they lie."""

from pathlib import Path

import pytest

from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Provision
from lawbot_importers.document import Document
from lawbot_importers.layouts import wbf_2017
from lawbot_importers.references import with_references

REAL = Path(__file__).parents[2].parent / "shared" / "documents" / "wbf-2017-en.md"


def tea(edition_id: str = "en-2017", **texts: str) -> Edition:
    """Laws 1 to 93, Law 27 with sections A to E, paragraphs 1 to 3, items (a), (b); then the texts
    given by citation."""
    edition = Edition(edition_id)
    names = [str(number) for number in range(1, 94)]
    for law in (12, 27, 64):
        names += [f"{law}{section}" for section in "ABCDE"]
        names += [f"{law}{section}{number}" for section in "ABCDE" for number in (1, 2, 3)]
        names += [
            f"{law}{section}{number}({item})"
            for section in "ABC"
            for number in (1, 2)
            for item in "abc"
        ]
        names += [f"{law}B2(b)({item})" for item in ("i", "ii")]
    for name in names:
        citation = Citation.parse(name)
        edition.provisions.append(Provision(citation, line=len(edition.provisions) + 1))
    for name, text in texts.items():
        citation = Citation.parse(name.lstrip("_"))
        next(p for p in edition if p.citation == citation).text = text
    return edition


def resolved_targets(edition: Edition) -> list[str]:
    """Return the targets, with their sources where there are several."""
    return [str(reference.target) for reference in with_references(edition).references]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("Tea is poured (see Law 27B1).", ["27B1"]),
        ("Laws 12C1(b), 27 and 64 speak of cups.", ["12C1(b)", "27", "64"]),
        ("Under Laws 62 to 64 milk comes last.", ["62", "63", "64"]),
        ("Law 30, 31 or 32 holds.", ["30", "31", "32"]),
        ("Law 27A or B holds.", ["27A", "27B"]),
        ("see Law 27B1 and Law 12A", ["27B1", "12A"]),
        ("as law 16 says", ["16"]),
        ("Law 12 and 3 IMPs are lost.", ["12"]),
        ("He served 27 cups, 3 biscuits and 2H was bid.", []),
        ("a cup over 2D or 1NT, 12 or 13 cards", []),
        ("A guest may sit. A cup is full.", []),
        ("Lawful guests, bylaws 12", []),
    ],
)
def test_references_by_law(text: str, targets: list[str]) -> None:
    assert resolved_targets(tea(_5=text)) == targets


@pytest.mark.parametrize(
    ("source", "text", "targets"),
    [
        ("27C", "The host pours (see B1 below).", ["27B1"]),
        ("27A3", "The host does as in 2(c) or 2(b) above.", ["27A2(c)", "27A2(b)"]),
        ("27A", "He sits, but see D following.", ["27D"]),
        ("27B2", "except as in B1 above", ["27B1"]),
        ("27D", "A cup under this Law stays.", ["27"]),
        ("27B3", "By Section B of this Law he stands.", ["27B", "27"]),
        ("27B1(b)", "except as in (a), he stands", ["27B1(a)"]),
        ("27B2(b)(i)", "he proceeds as in (a) above", ["27B2(a)"]),
        ("12C2(b)", "as in Laws 27D, 64B3 and (c) hereunder", ["27D", "64B3", "12C2(c)"]),
        ("27B1(c)", "under either (a) or (b) he pours", ["27B1(a)", "27B1(b)"]),
        ("27B", "the cup is cold (see A)", ["27A"]),
        ("27B", "Unless A applies, tea is cold.", ["27A"]),
        ("27B2", "cups not permitted by A may stay", ["27A"]),
        ("27E", "as provided in A through D preceding", ["27A", "27B", "27C", "27D"]),
        ("27A3", "Under 1 and 2 above he asks.", ["27A1", "27A2"]),
        ("27A3", "on the same basis as 1 and by", ["27A1"]),
        ("27A3", "He pours 1 or 2 cups, below 3 he stops.", []),
        ("27A3", "A cup, B as in bread, 3 biscuits above", []),
        ("27A3", "the guest(s) and the cup(s) in hand", []),
    ],
)
def test_references_inside_a_law(source: str, text: str, targets: list[str]) -> None:
    edition = tea(**{source: text})
    assert sorted(resolved_targets(edition)) == sorted(targets)


def test_references_keep_their_words_and_place() -> None:
    text = "Tea is cold (see B1 below)."
    reference = with_references(tea(_27C=text)).references[0]
    assert reference.words == "B1"
    assert text[reference.start :].startswith("B1 below")
    assert reference.source == Citation(27, "C")


def test_a_reference_to_no_provision_is_reported() -> None:
    result = with_references(
        tea(_5="See Law 16A3 and Law 70D3.", _27C="Tea is cold (see F2 above).")
    )
    assert [(str(u.source), u.words) for u in result.unresolved] == [
        ("5", "Law 16A3"),
        ("5", "Law 70D3"),
        ("27C", "F2"),
    ]
    assert result.unresolved[0].line == 5


def test_a_part_of_a_code_may_refer_outside() -> None:
    edition = tea(_27="See Law 90 and Law 27F.")
    edition.provisions = [p for p in edition if p.citation.law == 27]
    result = with_references(edition)
    assert result.references == []
    assert [u.words for u in result.unresolved] == ["Law 27F"]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("Trà nguội (xem Điều 12C1(b)).", ["12C1(b)"]),
        ("các Điều 12A, 64B1 và 64C", ["12A", "64B1", "64C"]),
        ("xem mục B1 ở trên", ["27B1"]),
        ("theo mục 1 và 2 ở trên", ["27C1", "27C2"]),
        ("theo Điều luật này", ["27"]),
        ("làm điều này với 3 quân", []),
    ],
)
def test_vietnamese_references_are_found(text: str, targets: list[str]) -> None:
    assert resolved_targets(tea("vi-2007", _27C3=text)) == targets


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("ชาเย็น (ดูกฎข้อ 12C1)", ["12C1"]),
        ("ใช้กฎข้อ 53 หรือ 56", ["53", "56"]),
        ("ดูข้อ B ข้างบน", ["27B"]),
        ("ตามข้อจำกัดของ A1 หรือ A2", ["27A1", "27A2"]),
        ("ไพ่ A, K, Q, J, 10", []),
    ],
)
def test_thai_references_are_found(text: str, targets: list[str]) -> None:
    assert resolved_targets(tea("th-1997", _27C3=text)) == targets


@pytest.mark.skipif(not REAL.exists(), reason="the 2017 Laws are not here")
def test_references_of_the_real_laws_are_all_resolved() -> None:
    edition = wbf_2017.read(Document(REAL.read_bytes()))[0]
    result = with_references(edition)
    print(f"{len(result.references)} references, {len(result.unresolved)} unresolved")
    pairs = {(str(reference.source), str(reference.target)) for reference in result.references}
    assert len(result.references) == 428
    assert result.unresolved == []
    assert pairs >= {
        ("12C2(b)", "12C2(d)"),
        ("14B4", "14B"),
        ("16D3", "16D2(d)"),
        ("20F2", "20F1"),
        ("23C", "30B1(b)(i)"),
        ("25B2", "25A"),
        ("27B4", "27B3"),
        ("40C1", "40B2(a)(v)"),
        ("45E1", "56"),
        ("68D2(b)(i)", "68D2(a)"),
        ("93C3(a)", "93C2"),
        ("50D2(a) fn 13", "59"),
        ("Definitions: Session", "91"),
    }
