"""Times that people name with a provision, in three languages, and the code in force then."""

import pytest

from lawbot.message.message import Message
from lawbot.search.dates import IN_FORCE_THEN, NEWEST_HERE, OLDEST_HERE, dated_citation, this_year

CODES = {1997: "1997-01", 2007: "2008-01", 2017: "2017-03"}


def in_force(year: int) -> int:
    """Return the code in force in the January of a year, to which a year alone belongs."""
    return max((code for code, since in CODES.items() if since <= f"{year}-01"), default=0)


AGO = {years: in_force(this_year() - years) for years in (1, 2, 10, 15, 20)}
FORMS = {
    "en": {
        "27B1 before 2017": 2007,
        "27B1 until 2017": 2007,
        "27B1 until 2007": 1997,
        "law 27 prior to 2008": 1997,
        "law 27 up to 2016": 2007,
        "law 27 before the 2007 laws": 1997,
        "law 27 in the nineties": 1997,
        "27B1 in the 90s": 1997,
        "law 27 during the 1990s": 1997,
        "law 27 in the noughties": 1997,
        "27B1 last year": AGO[1],
        "law 24 two years ago": AGO[2],
        "law 25 ten years ago": AGO[10],
        "law 25 15 years ago": AGO[15],
        "law 64A twenty years ago": AGO[20],
        "law 40 this year": in_force(this_year()),
        "27B1 next year": in_force(this_year()),
        "27B1 in 2009": 2007,
        "64A on 3 May 1999": 1997,
        "law 27 May 2007": 1997,
        "law 27 as it was in May 2007": 1997,
        "62D1 on 2008-09-30": 2007,
        "law 64 back in 2010": 2007,
        "what was law 64A in 2003": 1997,
        "law 45C4(b) as of 2016": 2007,
        "law 25 in 1985": 0,
        "27B1 in 2030": in_force(2030),
        "72B1 (1997)": 1997,
    },
    "vi": {
        "điều 27B1 trước năm 2017": 2007,
        "điều 27B1 đến năm 2017": 2007,
        "điều 27 cho đến 2016": 2007,
        "điều 27 trước 2008": 1997,
        "điều 27 những năm 90": 1997,
        "điều 27 thập niên 90": 1997,
        "điều 27 những năm 1990": 1997,
        "điều 27B1 năm ngoái": AGO[1],
        "điều 27 năm trước": AGO[1],
        "điều 40 hai năm trước": AGO[2],
        "điều 27 mười năm trước": AGO[10],
        "điều 25 cách đây 10 năm": AGO[10],
        "điều 25 cách đây 15 năm": AGO[15],
        "điều 64A hai mươi năm trước": AGO[20],
        "điều 27 năm nay": in_force(this_year()),
        "điều 27 năm sau": in_force(this_year()),
        "điều 64A ngày 3 tháng 5 năm 1999": 1997,
        "điều 64A vào 3/5/1999": 1997,
        "điều 27 tháng 5 năm 2007": 1997,
        "điều 27B1 năm 2009": 2007,
        "điều 27 hồi năm 2010": 2007,
        "điều 12C1 năm 2005": 1997,
        "điều 27 năm 1985": 0,
        "điều 27 năm 2030": in_force(2030),
        "điều 72B1 luật 1997": 1997,
        "27B1 (1997)": 1997,
    },
    "th": {
        "กฎข้อ 27B1 ก่อน 2017": 2007,
        "กฎข้อ 27B1 ก่อนปี 2560": 2007,
        "กฎข้อ 27 จนถึงปี 2017": 2007,
        "กฎข้อ 27 ก่อนปี 2551": 1997,
        "กฎข้อ 27 ในทศวรรษ 1990": 1997,
        "กฎข้อ 27 ยุค 90": 1997,
        "กฎข้อ 27 ปีที่แล้ว": AGO[1],
        "กฎข้อ 27B1 ปีก่อน": AGO[1],
        "กฎข้อ 27 สองปีที่แล้ว": AGO[2],
        "กฎข้อ 27 สิบปีที่แล้ว": AGO[10],
        "กฎข้อ 27 เมื่อ 10 ปีก่อน": AGO[10],
        "กฎข้อ 27 เมื่อ 15 ปีก่อน": AGO[15],
        "กฎข้อ 64A ยี่สิบปีที่แล้ว": AGO[20],
        "กฎข้อ 27 ปีนี้": in_force(this_year()),
        "กฎข้อ 27 ปีหน้า": in_force(this_year()),
        "กฎข้อ 64A เมื่อ 3 พฤษภาคม 1999": 1997,
        "กฎข้อ 64A เมื่อวันที่ 3 พฤษภาคม 2542": 1997,
        "กฎข้อ 64A วันที่ 3/5/1999": 1997,
        "กฎข้อ 27 พฤษภาคม 2007": 1997,
        "กฎข้อ 27B1 ในปี 2009": 2007,
        "กฎข้อ 27B1 พ.ศ. 2552": 2007,
        "กฎข้อ 27 ปี 2553": 2007,
        "กฎข้อ 27 ปี 1985": 0,
        "กฎข้อ 27 ปี 2573": in_force(2030),
        "กฎข้อ 72B1 กฎปี 1997": 1997,
        "กฎข้อ 27B1 (1997)": 1997,
    },
}
EVERY = {text: code for forms in FORMS.values() for text, code in forms.items()}


@pytest.mark.parametrize(("text", "code"), EVERY.items())
def test_a_provision_named_with_a_time_is_of_the_code_in_force_then(text: str, code: int) -> None:
    dated = dated_citation(Message(text), CODES)
    assert dated is not None
    assert dated.codes == (code,)
    assert str(dated.citation)[:2] in text


@pytest.mark.parametrize("forms", FORMS.values(), ids=FORMS)
def test_there_are_25_forms_in_each_language(forms: dict[str, int]) -> None:
    assert len(forms) >= 25


@pytest.mark.parametrize(
    ("text", "notice"),
    [
        ("27B1 in 2009", IN_FORCE_THEN),
        ("27B1 last year", IN_FORCE_THEN),
        ("27B1 next year", NEWEST_HERE),
        (f"27B1 in {this_year() + 4}", NEWEST_HERE),
        ("กฎข้อ 27 ปีหน้า", NEWEST_HERE),
        ("law 27 in the nineties", OLDEST_HERE),
        ("72B1 (1997)", ""),
    ],
)
def test_what_is_to_come_and_what_was_are_told_apart(text: str, notice: str) -> None:
    dated = dated_citation(Message(text), CODES)
    assert dated is not None
    assert dated.notice == notice


@pytest.mark.parametrize("text", ["27B1", "law 27", "last year we revoked", "20F5 years"])
def test_without_a_time_or_a_provision_there_is_no_code(text: str) -> None:
    assert dated_citation(Message(text), CODES) is None
