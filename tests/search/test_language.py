"""Tests of languages: recognition, folding, tokens, bids, and the faults of their files."""

import time
from pathlib import Path
from shutil import copytree

import pytest

from lawbot.book.catalogue import Catalogue
from lawbot.charts.seats import ROLES
from lawbot.config import DATA
from lawbot.errors import LawbotError
from lawbot.language import LANGUAGES, Languages, installed
from lawbot.language.methods import A_BID
from lawbot.message.citations import numbered
from lawbot.message.message import Message
from tests.support.patience import PATIENCE


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("can I look", None),
        ("đánh sai lượt", "vi"),
        ("lá bài", "vi"),
        ("danh sai luot", None),
        ("ลงไพ่ผิดชุด", "th"),
        ("revoke คืออะไร", "th"),
        ("naïve", None),
    ],
)
def test_the_language_of_a_text_is_recognised(text: str, language: str | None) -> None:
    assert installed().written(text) == language


def test_vietnamese_has_the_same_tokens_without_marks() -> None:
    cut = installed()["vi"].tokenized
    assert (
        cut("Đánh sai lượt")
        == cut("danh sai luot")
        == ["danh", "sai", "luot", "danh_sai", "sai_luot"]
    )


def test_thai_is_cut_into_runs_that_ignore_blanks() -> None:
    assert installed()["th"].tokenized("ไพ่ ผิด")[:3] == ["ไพ่", "พ่ผ", "่ผิ"]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        *(("en", text) for text in ("1S", "two hearts", "3 no trump", "2♥", "7 NT", "1n")),
        *(
            ("vi", text)
            for text in (
                "1 cơ",
                "một cơ",
                "2 nhép",
                "hai chuồn",
                "3 tép",
                "1 rô",
                "4 pích",
                "1 bích",
                "ba không chủ",
                "1 co",
                "1khong chu",
                "1NT",
            )
        ),
        *(
            ("th", text)
            for text in (
                "1 โพดำ",
                "หนึ่งโพแดง",
                "2ดอกจิก",
                "3เหลี่ยม",
                "สามข้าวหลามตัด",
                "1 สเปด",
                "4โนทรัมป์",
                "1NT",
                "2♠",
            )
        ),
    ],
)
def test_a_concrete_bid_is_one_token(language: str, text: str) -> None:
    assert installed()[language].folded(text).split() == [A_BID]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "no three cards"),
        ("en", "1 n"),
        ("vi", "1 có"),
        ("vi", "hai co"),
        ("th", "ไพ่ 3 ใบ"),
        ("en", "one heartless"),
    ],
)
def test_similar_words_are_no_bid(language: str, text: str) -> None:
    assert A_BID not in installed()[language].folded(text)


@pytest.mark.parametrize(
    "text",
    [
        "1" * 4000,
        "1 " * 4000,
        "one " * 2000,
        " over" * 2000,
        "1s over " * 1000,
        "1s" + " " * 9000,
        "không " * 2000,
        "หนึ่ง" * 2000,
    ],
)
def test_no_text_takes_long(text: str) -> None:
    # a guard against patterns that hang; speed is measured by make bench
    began = time.process_time()
    for language in installed().values():
        language.tokenized(text)
        _ = Message(text).judgement
        numbered(text)
    assert time.process_time() - began < PATIENCE


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_words_for_the_table(language: str) -> None:
    words = installed()[language]
    assert set(words.seats) == set("NESW")
    assert set(words.players) == set(words.beside_seats) == set(ROLES)
    assert len(words.numerals) >= len(words.tens) == 9
    assert words.doors.help
    assert words.doors.situations
    assert words.doors.greetings
    assert words.results["board"]
    assert words.results["imps"]


def replace_in(path: Path, old: str, new: str) -> None:
    """Replace words of a file that must be there."""
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_all_faults_of_all_languages_are_reported_at_once(tmp_path: Path) -> None:
    languages = tmp_path / "languages"
    for name in ("aa", "bb", "cc", "dd"):
        copytree(DATA / "languages" / "en", languages / name)
    replace_in(languages / "bb" / "language.toml", 'fold = "plain"', 'fold = "sideways"')
    replace_in(languages / "bb" / "replies.toml", "[doors]", "[dors]")
    (languages / "cc" / "calls.toml").write_text("calls = ")
    (languages / "dd" / "more.toml").write_text("[calls]")
    with pytest.raises(LawbotError) as caught:
        Languages.load(tmp_path)
    for fault in (
        "aa: the code inside",
        "bb: fold",
        "bb: dors",
        "cc/calls.toml",
        "dd/more.toml: calls stands in another file, too",
    ):
        assert fault in str(caught.value)


def test_all_faults_of_the_catalogue_are_reported_at_once(tmp_path: Path) -> None:
    path = tmp_path / "editions.toml"
    entry = 'id = "a"\ncode = 2017\nlanguage = "en"\ntitle = "A"\nshort = "A"\npublisher = "A"\nnotice = "A"\n'
    path.write_text(
        f'[[edition]]\n{entry}[[edition]]\n{entry}[[edition]]\n{entry.replace("2017", "true")}lexikon = "en"\n'
    )
    with pytest.raises(LawbotError) as caught:
        Catalogue.load(path)
    for fault in ("a stands twice", "a: code", "a: lexikon"):
        assert fault in str(caught.value)
