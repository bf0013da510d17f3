"""The tables of the concordance: read strictly, the same as what the tool makes of the documents,
and never written from a part of a code."""

from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from lawbot.book import Lawbook
from lawbot.book.catalogue import KnownEdition
from lawbot.book.concordance import Relation, Row, Tables
from lawbot.config import ROOT, Settings
from lawbot.errors import LawbotError
from lawbot.law.citation import Citation
from tests.support import lawbooks
from tools.concordance.writer import computed, write

TABLE = "from,to,relation,aside,reason\n"


def edition(name: str, code: int) -> KnownEdition:
    return KnownEdition(
        id=name,
        code=code,
        language="en",
        title=name,
        short=name,
        publisher="nobody",
        notice="made up",
    )


def test_rows_and_names_are_read(tmp_path: Path) -> None:
    (tmp_path / "2017-2027.csv").write_text(
        TABLE + '1A,2,moved,,"tea, not coffee"\n1A,1,moved,aside,\n,3,new,,\n4,,deleted,,\n'
    )
    (tmp_path / "names").mkdir()
    (tmp_path / "names" / "old.csv").write_text("citation,name\nDefinitions: Cup,1A\n")
    tables = Tables.load(tmp_path)
    assert tables.rows == [
        Row(2017, 2027, "1A", "2", Relation.MOVED, False, "tea, not coffee"),
        Row(2017, 2027, "1A", "1", Relation.MOVED, True, ""),
        Row(2017, 2027, None, "3", Relation.NEW, False, ""),
        Row(2017, 2027, "4", None, Relation.DELETED, False, ""),
    ]
    cup, gone = Citation.parse("Definitions: Cup"), Citation(4)
    assert (tables.name("old", cup), tables.name("old", gone)) == ("1A", "4")
    assert tables.carried([cup, gone], edition("old", 2017), edition("new", 2027)) == {
        cup: [Citation(2)],
        gone: [],
    }


@pytest.mark.parametrize(
    ("name", "text", "fault"),
    [
        ("2017-2027.csv", "from,to,relation\n", "2017-2027.csv, line 1: the columns"),
        ("2017-2027.csv", "", "2017-2027.csv, line 1: the columns"),
        ("2017-2027.csv", TABLE + "1,1,same,,\n2,2,alike,,\n", "2017-2027.csv, line 3: 'alike'"),
        ("2017-2027.csv", TABLE + "1,1,same\n", "2017-2027.csv, line 2: 3 cells"),
        ("2017-2027.csv", TABLE + "1,,same,,\n", "2017-2027.csv, line 2: same from"),
        ("2017-2027.csv", TABLE + "1,1,deleted,,\n", "2017-2027.csv, line 2: deleted from"),
        ("2017-2027.csv", TABLE + "1,1,new,,\n", "2017-2027.csv, line 2: new from"),
        ("2017-2027.csv", TABLE + "1,1,same,yes,\n", "2017-2027.csv, line 2: 'yes'"),
        (
            "2017-2027.csv",
            TABLE + "1,1,same,,\n1,1,reworded,,\n",
            "2017-2027.csv, line 3: '1' to '1' stands twice",
        ),
        ("2027.csv", TABLE, "OLDER-NEWER"),
        ("names/old.csv", "citation,name\nDefinitions: Cup,\n", "old.csv, line 2"),
        ("names/old.csv", "citation,name\n1,2\n1,3\n", "old.csv, line 3"),
    ],
)
def test_a_fault_is_named_with_its_file_and_line(
    tmp_path: Path, name: str, text: str, fault: str
) -> None:
    (tmp_path / "names").mkdir()
    (tmp_path / name).write_text(text)
    with pytest.raises(LawbotError) as caught:
        Tables.load(tmp_path)
    assert fault in str(caught.value)


@pytest.mark.skipif(not lawbooks.DOCUMENTS.is_dir(), reason="the law documents are not here")
def test_the_tables_are_what_the_documents_give(tmp_path: Path) -> None:
    concordance = computed(lawbooks.settings(tmp_path, documents=True))
    (tmp_path / "editions.toml").write_bytes((ROOT / "data" / "editions.toml").read_bytes())
    list(write(concordance, tmp_path))
    tables = contents(ROOT / "data")
    # its names are those of its twin, and its document is not here
    del tables["names/en-2017-acbl.csv"]
    assert contents(tmp_path) == tables, "python -m tools.concordance"
    assert len(concordance.rows) > 2800


def contents(data: Path) -> dict[str, str]:
    folder = data / "concordance"
    return {
        str(path.relative_to(folder)): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_a_table_is_not_written_anew_from_a_part_of_a_code(tmp_path: Path) -> None:
    data = tmp_path / "data"
    copytree(
        ROOT / "data",
        data,
        ignore=lambda folder, names: {"charts", "lexicon", "locale", "minisearch"} & {*names},
    )
    names = data / "concordance" / "names"
    for changed in ("plain-2017", "plain-2017-vi"):
        (names / f"{changed}.csv").write_text("citation,name\n")
    (names / "plain-2017-th.csv").unlink()
    reports = list(
        write(computed(replace(Settings.load({}), data=data, state=tmp_path, documents=())), data)
    )
    assert "plain-2017.csv: left as it is, for en-2017 was not read" in reports
    assert (names / "plain-2017.csv").read_text(encoding="utf-8") == "citation,name\n"
    assert (
        contents(data)["names/plain-2017-th.csv"]
        == contents(ROOT / "data")["names/plain-2017-th.csv"]
    )


def test_a_provision_missing_from_a_fragment_keeps_its_place(two_codes: Settings) -> None:
    """Of the older code there is Law 27 alone; where provisions of 2017 stood in it is known all
    the same."""
    counterparts = Lawbook.open(two_codes.lawbook).counterparts(
        Citation.parse("72C"), "plain-2017", "en-1997"
    )
    assert (
        [provision.name for provision in counterparts.found],
        counterparts.citations,
        counterparts.relation,
    ) == (
        ["23", "72B1"],
        [],
        "moved",
    )
