"""Tests that citations, terms and charts are read from ordinary words in three languages."""

import re

import pytest

from lawbot.app import Answers
from lawbot.decide.kinds import EVERYTHING, LAWS, TERMS, Kind
from lawbot.language.reader import Reader
from lawbot.law.citation import CitationRange
from lawbot.message.citations import numbered, read_range, read_several
from lawbot.message.message import Message
from lawbot.message.question_frames import bare
from lawbot.message.small_talk import said_to_us

EXAMPLE = r"/(law|define|search) ([^,/:]+)"
"""A command in a line of the help, and its argument."""
NAMING = (Kind.CITED, Kind.TERM, Kind.HEADING)
LAW_PREFIXES = {"vi": ("điều ", "dieu "), "th": ("กฎข้อ ", "ข้อ")}
"""Words for Law before a number, by language."""


@pytest.mark.parametrize(
    ("text", "citations"),
    [
        ("điều 16B", "16B"),
        ("Điều 16 b", "16B"),
        ("dieu 16b", "16B"),
        ("luật 16B", "16B"),
        ("Điều 35 1", "35.1"),
        ("điều 27 khoản B mục 1 điểm a", "27B1(a)"),
        ("điều hai mươi bảy b một", "27B1"),
        ("từ 62 đến 64", "62 to 64"),
        ("กฎข้อที่ ๒๗", "27"),
        ("กฎข้อสิบหกบีสอง", "16B2"),
        ("กฎข้อ 62 ถึง 64", "62 to 64"),
        ("law sixteen b two", "16B2"),
        ("laws thirty to thirty-three", "30 to 33"),
        ("between 62 and 64", "62 to 64"),
        ("30 through 33", "30 to 33"),
        ("section c of law 66", "66C"),
        ("paragraph 2 of section B of 12", "12B2"),
        ("khoản A điều 25", "25A"),
        ("ข้อ c ของกฎ 64", "64C"),
        ("forty-four to forty-seven", "44 to 47"),
        ("twenty-three a", "23A"),
    ],
)
def test_a_citation_in_ordinary_words_is_read(text: str, citations: str) -> None:
    assert read_range(Message(text)) == CitationRange.parse(citations)


@pytest.mark.parametrize(
    ("text", "citations"),
    [
        ("42B1(a) or (c)?", ["42B1(a)", "42B1(c)"]),
        ("27B1 hoặc 27B2", ["27B1", "27B2"]),
        ("law 12 and 13", ["12", "13"]),
        ("twelve and sixteen", ["12", "16"]),
        ("law 12 n 16", ["12", "16"]),
        ("difference between 42 and 43", ["42", "43"]),
        ("so sánh 62 với 63", ["62", "63"]),
        ("กฎ 62 ต่างจาก 63 ยังไง", ["62", "63"]),
        ("1 or 2", []),
    ],
)
def test_several_citations_are_read_each_after_the_one_before(
    text: str, citations: list[str]
) -> None:
    assert list(map(str, read_several(Message(text)))) == citations


@pytest.mark.parametrize(
    "text", ["the law one should know", "điều một người chơi phải làm", "กฎข้อห้าม", "two c"]
)
def test_a_number_word_after_law_may_be_no_number(text: str) -> None:
    assert numbered(text) == text


@pytest.mark.parametrize(
    ("text", "core"),
    [
        ("hi all, what's a squeeze play please? 🙂", "squeeze play"),
        ("<@123> who is my enemy???", "enemy"),
        ("[[27B1(a)]]", "27B1(a)"),
        ("cho mình hỏi mor là gì vậy ạ", "mor"),
        ("ดัมมี่คืออะไรครับ", "ดัมมี่"),
        ("♠", "♠"),
        ("27B1(a)", "27B1(a)"),
        ("thanks", "thanks"),
    ],
)
def test_the_frame_of_a_question_is_removed(text: str, core: str) -> None:
    assert bare(text) == core


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("evening everyone", "greeting"),
        ("thank you so much bot!", "greeting"),
        ("how do i use this thing", "help"),
        ("i need a ruling please", "situations"),
        ("cám ơn nhiều nha", "greeting"),
        ("bot này xài sao vậy", "help"),
        ("หวัดดีค้าบ", "greeting"),
        ("ใช้ยังไงอ่ะ", "help"),
        ("help with a revoke", ""),
        ("what is a revoke", ""),
        ("i want to claim", ""),
    ],
)
def test_a_text_of_only_small_talk_is_a_command(text: str, command: str) -> None:
    assert said_to_us(Message(text)) == command


@pytest.mark.parametrize(
    ("text", "language", "citation"),
    [
        ("the part of 45 about penalty cards", "en", "45C5"),
        ("phần của điều 16 nói về UI", "vi", "16B1"),
        ("when is the clarification period", "en", "17D1"),
    ],
)
def test_a_topic_is_found_within_the_law_named(
    full_answers: Answers, text: str, language: str, citation: str
) -> None:
    reading = full_answers.understanding.understand(text, Reader(language))
    assert [str(cite) for cite in reading.citations] == [citation]


@pytest.mark.parametrize(
    ("text", "language", "chart"),
    [
        ("is that card played?", "en", "is-card-played"),
        ("declarer or dummy showed crads", "en", "declarer-exposed-cards"),
        ("slow play lateness & absence", "en", "slow-or-late"),
        ("sơ đồ đánh sai", "vi", "revoke"),
        ("lược đồ đánh sai", "vi", "revoke"),
        ("lược đồ renonce", "vi", "revoke"),
        ("lưu đồ renonce", "vi", "revoke"),
        ("lược đồ yêu sách", "vi", "claim"),
        ("flowchart nhượng bộ", "vi", "concession"),
        ("lưu đồ khán giả", "vi", "spectator"),
        ("ชาร์ตเคลม", "th", "claim"),
        ("flowchart เคลม", "th", "claim"),
        ("ผังรีโว้ค", "th", "revoke"),
        ("แผนผังตามผิดดอก", "th", "revoke"),
        ("chart for logical alternatives", "en", "unauthorized-information"),
        ("show me the flow chart for insuff bid", "en", "insufficient-bid"),
        ("tinh co nghe hoac thay", "vi", "accidental-information"),
        ("sơ đồ psych", "vi", "psychic-call"),
        ("ดัมมี่วางไพ่ที่ไม่ได้ถูกเรียก", "th", "dummy-wrong-card"),
        ("dummy put out no card", "en", ""),
        ("when was that card played", "en", ""),
    ],
)
def test_a_chart_opens_by_its_name(
    full_answers: Answers, text: str, language: str, chart: str
) -> None:
    assert full_answers.understanding.understand(text, Reader(language)).chart == chart


@pytest.mark.parametrize(
    ("text", "language", "chart"),
    [
        ("รีโว้คสองฝั่ง เล่นจบแล้ว", "th", "revoke"),
        ("คู่ขารีโว้คตองที่ห้า", "th", "revoke"),
        ("ทำออเนอร์ตกตอนประมูล", "th", "card-exposed-in-auction"),
        ("ทำไพยศตกตอนประมูล", "th", "card-exposed-in-auction"),
        ("khựng lâu rồi pass", "vi", "unauthorized-information"),
        ("pard khựng cả phút xong pass", "vi", "unauthorized-information"),
        ("đối thủ khựng rồi ra bài", "vi", "deceptive-manner"),
    ],
)
def test_a_common_spelling_in_a_sentence_finds_the_chart(
    full_answers: Answers, text: str, language: str, chart: str
) -> None:
    assert full_answers.outcomes.of(text, Reader(language)).charts[0].id == chart


@pytest.mark.parametrize(
    "text", ["chart for lead out of turn", "chart of the tournament organizer"]
)
def test_a_term_without_a_chart_opens_none(full_answers: Answers, text: str) -> None:
    assert not full_answers.understanding.understand(text, Reader("en")).chart


@pytest.mark.parametrize(
    "text", ["conduct & etiquette", "conduct and ettiquette", "law on insufficent bid"]
)
def test_a_heading_may_be_misspelt_or_lack_a_small_word(answers: Answers, text: str) -> None:
    assert answers.understanding.understand(text, Reader()).kind is Kind.HEADING


@pytest.mark.parametrize(
    "text",
    "UI AI MI BIT LA PP AP OLOOT LOOT BOOT COOT POOT DOOT IB SEWoG NOS OS TD RA TO LHO RHO MPC revoke claim psyche dummy vul".split(),
)
@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_an_abbreviation_is_a_term_in_the_readers_language(
    full_answers: Answers, text: str, language: str
) -> None:
    frame = {"en": "what's {}???", "vi": "{} là gì ạ", "th": "{} คืออะไรครับ"}[language]
    expected = full_answers.understanding.understand(text, Reader(language))
    for typed in (text, text.lower(), frame.format(text)):
        reading = full_answers.understanding.understand(typed, Reader(language))
        assert reading.kind in (Kind.TERM, Kind.HEADING), typed
        assert (reading.edition, reading.citations) == (
            full_answers.lawbook.newest_in(language),
            expected.citations,
        ), typed


@pytest.mark.slow
@pytest.mark.parametrize("language", ["vi", "th"])
def test_every_provision_opens_in_the_readers_language_however_it_is_typed(
    full_answers: Answers, language: str
) -> None:
    edition = full_answers.lawbook.newest_in(language)
    understand = full_answers.understanding.understand
    for citation in full_answers.lawbook.citations(full_answers.lawbook.ruled_by):
        if citation.law and not citation.footnote and not citation.table:
            plain = str(citation).lower()
            unbracketed = plain.replace("(", "").replace(")", "")
            for prefix in ("", "law ", *LAW_PREFIXES[language]):
                for typed in (prefix + plain, prefix + unbracketed):
                    reading = understand(typed, Reader(language))
                    assert (reading.kind, reading.citations, reading.edition) == (
                        Kind.CITED,
                        (citation,),
                        edition,
                    ), typed


@pytest.mark.parametrize(
    ("typed", "language", "law"),
    [
        ("เคลม", "th", "68A"),
        ("ตามผิด", "th", "61A"),
        ("revoke", "th", "61A"),
        ("danh sai", "vi", "61A"),
        ("claim", "vi", "68A"),
        ("khieu nai", "vi", "92A"),
    ],
)
def test_a_common_word_first_suggests_the_provision_that_defines_it(
    full_answers: Answers, typed: str, language: str, law: str
) -> None:
    offered = full_answers.suggest(typed, Reader(language), "any")
    assert offered[0].address == law
    assert full_answers.understanding.understand(
        offered[0].address, Reader(language)
    ).edition == full_answers.lawbook.newest_in(language)


@pytest.mark.parametrize(
    "typed",
    [
        "chào anh trọng tài cho hỏi luật",
        "dau thau xong roi moi hoi",
        "hop dong thung 3 nuoc thi sao",
    ],
)
def test_a_vietnamese_word_is_never_repaired(full_answers: Answers, typed: str) -> None:
    assert not full_answers.outcomes.of(typed, Reader("vi")).repaired


@pytest.mark.parametrize("language", ["en", "vi", "th"])
def test_the_examples_of_the_help_are_understood_by_their_commands(
    full_answers: Answers, language: str
) -> None:
    examples: list[tuple[str, str]] = []
    for part in full_answers.help(Reader(language)).parts:
        for line in getattr(part, "items", ()):
            # the part after the colon explains the command
            examples += re.findall(EXAMPLE, str(line).split(":")[0])
    assert len(examples) >= 4
    doors = {"law": LAWS, "define": TERMS, "search": EVERYTHING}
    for command, text in examples:
        reading = full_answers.understanding.understand(text, Reader(language), doors[command])
        assert reading.kind is not Kind.NOTHING, text
        assert command == "search" or reading.kind in NAMING, text
        assert full_answers.lawbook.edition(reading.edition).language == language, text


@pytest.mark.parametrize(
    ("text", "citation"), [("68(b)", "68B"), ("law 27 (b)", "27B"), ("27B1(a)", "27B1(a)")]
)
def test_a_section_in_brackets_is_read(full_answers: Answers, text: str, citation: str) -> None:
    reading = full_answers.understanding.understand(text, Reader())
    assert [str(cite) for cite in reading.citations] == [citation]
