"""Tests of changes between codes: the loader, and every line of data/changes with the lawbook."""

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest

from lawbot.book import Lawbook
from lawbot.cards.changes import LONGEST_LINE, Changes, Cited, ToldChange, cited, dated
from lawbot.config import ROOT
from lawbot.errors import YamlError
from lawbot.law.citation import LAST_LAW, Citation
from tests.support.copied_runs import copied_runs, document_runs
from tests.support.lawbooks import DOCUMENTS

FOLDER = ROOT / "data" / "changes"
REST = f"unchanged: [{', '.join(str(law) for law in range(2, LAST_LAW + 1))}]\n"
Write = Callable[..., Path]


@pytest.fixture(scope="module")
def changes() -> Changes:
    return Changes.load(FOLDER)


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def write_files(**files: str) -> Path:
        for name, text in files.items():
            (tmp_path / f"{name.strip('_').replace('_', '-')}.yaml").write_text(
                text, encoding="utf-8"
            )
        return tmp_path

    return write_files


def test_every_file_accounts_for_every_law(changes: Changes) -> None:
    assert [(step.older, step.newer) for step in changes.steps] == [(1997, 2007), (2007, 2017)]
    for step in changes.steps:
        assert sorted([*step.unchanged, *step.laws]) == list(range(1, LAST_LAW + 1))
        for lines in step.laws.values():
            assert 1 <= len(lines) <= 4
            assert max(map(len, lines)) <= LONGEST_LINE


def test_every_provision_in_a_line_is_in_its_code(changes: Changes, full_lawbook: Lawbook) -> None:
    editions: dict[int, list[str]] = {}
    for edition_id, edition in full_lawbook.editions.items():
        editions.setdefault(edition.code, []).append(edition_id)
    citations: list[tuple[str, Cited]] = []
    for step in changes.steps:
        for line in itertools.chain.from_iterable(step.laws.values()):
            citations += [(line, citation) for citation in cited(line, step.newer)]
    assert len(citations) > 400
    missing = []
    for line, citation in citations:
        of_the_code = editions.get(citation.code, [])
        if not any(full_lawbook.find(citation.citation, edition) for edition in of_the_code):
            missing.append(f"{citation.code} {citation.citation}: {line}")
    assert missing == []


def test_each_law_names_itself_or_where_it_went(changes: Changes) -> None:
    for step in changes.steps:
        for law, lines in step.laws.items():
            citations = itertools.chain.from_iterable(cited(line, step.newer) for line in lines)
            laws = {citation.citation.law for citation in citations}
            # 49, 88 and 89 are whole laws without sections to cite
            assert law in laws or law in {49, 88, 89}, law


@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the law documents are not here")
def test_no_line_copies_a_law_document() -> None:
    runs = document_runs(path for path in DOCUMENTS.iterdir() if path.is_file())
    for path in FOLDER.glob("*.yaml"):
        assert list(copied_runs(path.read_text(encoding="utf-8"), runs)) == []


def changes_of(changes: Changes, names: dict[int, str], code: int) -> list[ToldChange]:
    """Return the changes of a provision with these names by code, looked up in one code."""
    places = {year: [Citation.parse(name)] if name else [] for year, name in names.items()}
    return list(changes.told(Cited(code, places[code][0]), places))


def test_the_changes_of_a_provision_are_listed(changes: Changes) -> None:
    (step,) = changes_of(changes, {2007: "27B1", 2017: "27B1"}, 2017)
    assert (step.older, step.newer) == (2007, 2017)
    assert "2007 27B1(a)" in step.lines[0]
    assert not any(line.startswith("27C") for line in step.lines)
    (whole_law,) = changes_of(changes, {2007: "27", 2017: "27"}, 2017)
    assert any(line.startswith("27C") for line in whole_law.lines)
    assert changes_of(changes, {2007: "33", 2017: "33"}, 2017) == []


def test_changes_follow_a_provision_that_was_renumbered(changes: Changes) -> None:
    first, second = changes_of(changes, {1997: "17D", 2007: "17D", 2017: "15A"}, 1997)
    assert [line[:9] for line in first.lines] == ["2007 17D2"]
    assert any("15A" in line for line in second.lines)
    assert not any("17A" in line for line in [*first.lines, *second.lines])


def test_a_deleted_provision_that_no_line_names_gets_the_lines_of_its_law(
    changes: Changes,
) -> None:
    (step,) = changes_of(changes, {1997: "11B1", 2007: ""}, 1997)
    assert all("11B1" not in line for line in step.lines)
    assert step.lines


def test_changes_over_two_codes_date_the_provisions_of_the_middle_code(changes: Changes) -> None:
    first, second = changes_of(changes, {1997: "25", 2007: "25", 2017: "25"}, 2017)
    (earlier,) = changes_of(changes, {1997: "25", 2007: "25"}, 2007)
    assert list(first.lines) == [dated(line, 2007) for line in earlier.lines]
    assert [second] == changes_of(changes, {2007: "25", 2017: "25"}, 2017)
    assert any(line.startswith("2007 25B2:") and "1997 25B2(b)(1)" in line for line in first.lines)


@pytest.mark.parametrize(("older", "newer"), [(1987, 2007), (2007, 2027)])
def test_codes_that_no_file_joins_have_no_changes(changes: Changes, older: int, newer: int) -> None:
    assert changes_of(changes, {older: "27", newer: "27"}, newer) == []


def test_the_provisions_in_a_line_are_cited_with_their_code() -> None:
    line = (
        "15A2(a) (2007 17D2) and Law 23; 1997 Law 34 went to 40B2(a)(iv). 60% of 13 tricks in 2007."
    )
    assert [(code, str(citation)) for code, citation in cited(line, 2017)] == [
        (2017, "15A2(a)"),
        (2007, "17D2"),
        (2017, "23"),
        (1997, "34"),
        (2017, "40B2(a)(iv)"),
    ]
    assert dated(line, 2017) == (
        "2017 15A2(a) (2007 17D2) and 2017 Law 23; 1997 Law 34 went to 2017 40B2(a)(iv). 60% of 13 tricks in 2007."
    )
    assert cited("Law 26B", 2007)[0].citation == Citation.parse("26B")


def test_all_faults_of_all_files_are_reported_at_once(write: Write) -> None:
    folder = write(
        _1997_to_2007="unchanged: [2, 2, 94]\n1: []\n",
        _2007_to_2017=f"{REST}1: ['{'x' * (LONGEST_LINE + 1)}']\n",
        _2017_to_2027=f"{REST}1: ['a']\n1: ['b']\n",
        changes=f"{REST}1: ['a']\n",
    )
    with pytest.raises(YamlError) as raised:
        Changes.load(folder)
    message = str(raised.value)
    for part in (
        "1997-to-2007.yaml: unchanged.2",
        "1997-to-2007.yaml: laws.1",
        "2007-to-2017.yaml: laws.1",
        "the key 1 stands twice",
        "changes.yaml: the name",
    ):
        assert part in message


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (REST, "not accounted for: 1"),
        (f"{REST}1: ['a']\n5: ['b']\n", "told twice: 5"),
        (f"{REST}1: ['a']\nmany: ['b']\n", "many"),
        ("- a\n", "laws and their lines were expected"),
        (f"{REST}1: ['As Law 97 says.']\n", "97"),
    ],
)
def test_a_faulty_file_is_refused_with_its_fault(write: Write, text: str, fault: str) -> None:
    with pytest.raises(YamlError, match=fault):
        Changes.load(write(_2007_to_2017=text))


def test_files_that_overlap_are_refused(write: Write) -> None:
    with pytest.raises(YamlError, match="begins before"):
        Changes.load(write(_1997_to_2017=f"{REST}1: ['a']\n", _2007_to_2017=f"{REST}1: ['a']\n"))


def test_a_new_code_needs_only_a_file(write: Write) -> None:
    changes = Changes.load(
        write(_2007_to_2017=f"{REST}1: ['1A: a']\n", _2017_to_2027=f"{REST}1: ['1B: b']\n")
    )
    steps = changes_of(changes, {2007: "1", 2017: "1", 2027: "1"}, 2027)
    assert [step.lines for step in steps] == [("2017 1A: a",), ("1B: b",)]
