"""The vocabulary of the translations: read strictly, and held in charts and plain words."""

from pathlib import Path

import pytest

from lawbot.charts.load import Situations
from lawbot.config import DATA
from lawbot.data_files import plain_files
from lawbot.errors import LawbotError
from lawbot.language import SOURCE, installed
from lawbot_importers.layouts import plain_2017
from tools import chart_texts, plain_words
from tools.glossary import Glossary

HEAD = "term_en,part,forms_en,term_vi,term_th,settled_by,held\n"
BID = "bid,noun,bid / bids,giá có nghĩa / GCN,การเข้าประมูล,vi-2007 18; ours: bid and auction are one word in 1997,yes\n"
LOW = "insufficient bid,noun,insufficient bid,không đủ điều kiện,ไม่พอเพียง,vi-2007 27,yes\n"


@pytest.fixture(scope="module")
def glossary() -> Glossary:
    return Glossary.load()


def write_glossary(rows: str, folder: Path) -> Glossary:
    path = folder / "glossary.csv"
    path.write_text(HEAD + rows, encoding="utf-8")
    return Glossary.load(path)


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(installed().keys() - {SOURCE}))
def test_every_held_term_is_rendered_as_the_glossary_says(
    language: str, glossary: Glossary, situations: Situations
) -> None:
    charts = chart_texts.pairs(situations, language)
    plain = plain_words.pairs(
        plain_2017.read(plain_files(DATA, language)), plain_2017.read(plain_files(DATA, SOURCE))
    )
    assert list(glossary.faults(charts, language)) == []
    assert list(glossary.faults(plain, language)) == []


def test_every_language_has_a_rendering_of_every_term(glossary: Glossary) -> None:
    for term in glossary.terms:
        assert term.renderings.keys() == installed().keys() - {SOURCE}


def test_the_terms_on_which_rulings_turn_are_held(glossary: Glossary) -> None:
    held_forms = {form for term in glossary.terms if term.held for form in term.forms}
    turning = "revoke, penalty card, comparable, insufficient bid, declarer, dummy, defender, opening lead, claim, concession, rectification"
    turning += ", penalty, unauthorized, authorized, adjusted score, redouble, pass, contract, trick, director, appeal, procedural penalty"
    turning += ", disciplinary penalty, session, withdrawn, cancelled, accepted, innocent side, offending side, could well, void"
    assert set(turning.split(", ")) <= held_forms


def test_forms_are_whole_words_and_the_longest_comes_first(tmp_path: Path) -> None:
    glossary = write_glossary(BID + LOW, tmp_path)

    def faults(english: str, translation: str) -> list[str]:
        return [
            fault.split("”")[0][1:]
            for _place, fault in glossary.faults([("x", english, translation)], "vi")
        ]

    assert faults("Two bids", "hai giá") == ["bids"]
    assert faults("Two Bids", "hai gcn") == []
    assert faults("Bidding, forbid, {bid}", "rao giá") == []
    assert faults("An insufficient bid", "không đủ điều kiện") == []
    assert faults("An insufficient bid", "giá có nghĩa") == ["insufficient bid"]
    assert faults("An insufficient bid is a bid", "không đủ điều kiện") == ["bid"]


def test_terms_not_held_are_not_required(tmp_path: Path) -> None:
    assert (
        list(
            write_glossary(BID.replace(",yes", ",no"), tmp_path).faults(
                [("x", "a bid", "giá")], "vi"
            )
        )
        == []
    )


@pytest.mark.parametrize(
    ("row", "fault"),
    [
        (BID.replace(",noun,", ",word,"), "word"),
        (BID.replace("bid / bids", "bid /  bids"), "forms_en"),
        (BID.replace("bid / bids", "Bid"), "lower case"),
        (BID.replace("การเข้าประมูล", ""), "term_th"),
        (BID.replace("vi-2007 18", "vi-2007"), "settles nothing"),
        (BID.replace(",yes", ",perhaps"), "yes or no"),
        (BID.replace(",yes", ""), "cells"),
        ("low bid,noun,insufficient bid,thấp,ต่ำ,vi-2007 27,yes\n", "means another term"),
    ],
)
def test_a_fault_is_named_with_its_line(row: str, fault: str, tmp_path: Path) -> None:
    with pytest.raises(LawbotError, match=f"line 3: .*(?:{fault})"):
        write_glossary(LOW + row, tmp_path)


def test_other_columns_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "glossary.csv"
    path.write_text(HEAD.replace("part", "kind") + BID, encoding="utf-8")
    with pytest.raises(LawbotError, match="line 1"):
        Glossary.load(path)
