"""Corrections as data: what a table does to a line, a provision, a heading; and every file that is
in the repository."""

import re
import tomllib
from pathlib import Path

import pytest

from lawbot.law.citation import ROMAN, Citation
from lawbot.law.edition import Edition, Level, Provision
from lawbot_importers import mends, references
from lawbot_importers.document import Document
from lawbot_importers.mends import Corrections, corrections
from lawbot_importers.references import Grammar

FILES = sorted(Path(mends.__file__).with_name("corrections").glob("*.toml"))
GRAMMARS = sorted(Path(references.__file__).with_name("grammars").glob("*.toml"))

TEA = Corrections(
    {
        "left": "so in the book",
        "lines": [{"printed": r"\b(t)ae\b", "meant": r"\1ea", "why": "letters exchanged"}],
        "cells": [{"printed": "cpu", "meant": "cup", "what": "a cup restored", "why": "torn"}],
        "provisions": [
            {
                "at": "1",
                "printed": "TEE",
                "meant": "TEA",
                "what": "a heading read as TEA",
                "why": "known",
            },
            {"printed": "j[au]gg", "meant": "jug", "why": "letter twice"},
        ],
        "reports": [
            {"printed": "[0-9]lump", "what": "misread: {found}", "why": "unsure"},
            {"of": "title", "printed": "pot", "what": "no", "why": ""},
            {"at": "1A", "printed": "milk", "what": "milk is wrong"},
            {"at": "7", "printed": "", "what": "no such law"},
        ],
    }
)


def test_a_line_is_set_right_wherever_it_is_wrong() -> None:
    text, applied = TEA.mend_line("tae and tae", 4)
    assert text == "tea and tea"
    assert [str(mend) for mend in applied] == [
        "line 4, mended: “tae” read as “tea” (letters exchanged)"
    ] * 2


def test_a_correction_with_words_of_its_own_is_told_once() -> None:
    text, applied = TEA.mend_line("cpu cpu", 4, "cells")
    assert (text, [mend.what for mend in applied]) == ("cup cup", ["a cup restored"])
    assert TEA.mend_line("cpu", 4) == ("cpu", [])


def test_the_spelling_of_a_mark_is_no_mend_and_lines_run_together_are_parted() -> None:
    tables = {
        "parts": [{"printed": " / ", "meant": "- ", "what": "parted", "why": "run together"}],
        "lines": [
            {"printed": "<([0-9])>", "meant": r"(\1)"},
            {"printed": "milk", "meant": "", "what": "no milk", "why": "spilt", "done": False},
        ],
    }
    document = Document(b"<1> tea / <2>  cake\n\n  milk")
    mended_lines = list(Corrections(tables).lines(document.filled()))
    assert [
        (line.number, line.text, line.adjoining, [str(mend) for mend in line.mends])
        for line in mended_lines
    ] == [
        (1, "(1) tea", False, []),
        (1, "- (2) cake", True, ["line 1, mended: parted (run together)"]),
        (3, "", False, ["line 3, reported: no milk (spilt)"]),
    ]


def test_a_line_can_be_quoted_with_what_stands_beside_it() -> None:
    near = Corrections({"context": 3, "lines": [{"printed": " ;", "meant": ";", "why": "blank"}]})
    assert near.mend_line("pour tea ; then wait", 1)[1][0].what == "“tea ; th” set right"


def test_provisions_are_set_right_and_what_stays_is_reported() -> None:
    law = Provision(Citation(1), "TEE", "2lump 1lump 2lump", line=1)
    section = Provision(
        Citation(1, "A"), None, "a jagg of milk, a jugg, a jagg", line=2, senses=["jagg"]
    )
    TEA.mend_provisions(Edition("x", [law, section]))
    assert law.title == "TEA"
    assert [str(mend) for mend in law.mends] == [
        "line 1, mended: a heading read as TEA (known)",
        "line 1, reported: misread: “1lump”, “2lump” (unsure)",
    ]
    assert (section.text, section.senses) == ("a jug of milk, a jug, a jug", ["jug"])
    assert [str(mend) for mend in section.mends] == [
        "line 2, mended: “jagg”, “jugg” read as “jug” (letter twice)",
        "line 2, reported: milk is wrong (so in the book)",
    ]


def test_a_field_that_no_correction_has_is_refused() -> None:
    with pytest.raises(TypeError):
        Corrections({"lines": [{"prinetd": "x"}]})
    with pytest.raises(FileNotFoundError):
        corrections("en-1066")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_corrections_of_each_document_can_be_applied(path: Path) -> None:
    known_tables = {"parts", "lines", "divisions", "provisions", "reports"}
    assert {
        name for name in tomllib.loads(path.read_text()) if name not in ("left", "context")
    } <= known_tables
    entries = Corrections.load(path)
    for name in known_tables:
        for entry in entries.table(name):
            if name != "lines":  # there it may be the mere spelling of a mark
                assert entry.what if name == "reports" else entry.why
            re.compile(entry.printed)
            assert not entry.at or Citation.parse(entry.at)
            assert entry.of in ("", "title", "text")


def test_an_edition_has_the_grammar_of_its_language() -> None:
    grammars = {path.stem: Grammar.of(Edition(f"{path.stem}-1234")) for path in GRAMMARS}
    assert len({id(grammar) for grammar in grammars.values()}) == len(GRAMMARS) > 2
    assert Grammar.of(Edition("plain-2017")) is Grammar.of(Edition("en-2017"))
    assert Grammar.of(Edition("plain-2017-th")) is Grammar.of(Edition("th-1997"))


@pytest.mark.parametrize(
    ("citation", "level"),
    [
        (Citation(), Level.INTRODUCTION),
        (Citation(term="Tea"), Level.DEFINITION),
        (Citation(1), Level.LAW),
        (Citation(1, "A"), Level.SECTION),
        (Citation(1, "A", 1), Level.PARAGRAPH),
        (Citation(1, "A", 1, ("a",)), Level.SUBPARAGRAPH),
        (Citation(1, "A", 1, ("a", ROMAN[1])), Level.ITEM),
        (Citation(1, "A", table=True), Level.TABLE),
        (Citation(1, "A", footnote=3), Level.FOOTNOTE),
    ],
)
def test_a_citation_tells_its_level(citation: Citation, level: Level) -> None:
    assert Level.of(citation) is level
