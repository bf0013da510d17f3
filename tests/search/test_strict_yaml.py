"""Tests of our YAML: words stay words, and all faults are reported with file and line."""

from pathlib import Path
from typing import Any

import pytest

from lawbot import strict_yaml
from lawbot.config import DATA
from lawbot.errors import LexiconError
from lawbot.search.lexicon import Lexicon


def test_words_stay_words() -> None:
    text = "no: yes\n27: 1.5\non: off\nnothing: ~\nlist: [no, 007, 1e3, true]\n"
    assert strict_yaml.load(text, "tea.yaml") == {
        "no": "yes",
        "27": "1.5",
        "on": "off",
        "nothing": None,
        "list": ["no", "007", "1e3", "true"],
    }


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("a: 1\nb: 2\na: 3\n", ["tea.yaml, line 3: the key a stands twice"]),
        ("27: 1\n'27': 2\n", ["tea.yaml, line 2: the key 27 stands twice"]),
        (
            "a: {x: 1, x: 2}\nb:\n  y: 1\n  y: 2\n",
            [
                "tea.yaml, line 1: the key x stands twice",
                "tea.yaml, line 4: the key y stands twice",
            ],
        ),
        ("a: 1\nb: [2\n", ["tea.yaml, line 3: did not find expected ',' or ']'"]),
    ],
)
def test_faults_are_reported_with_their_lines(text: str, faults: list[str]) -> None:
    with pytest.raises(strict_yaml.YamlError) as caught:
        strict_yaml.load(text, "tea.yaml")
    assert caught.value.faults == faults


@pytest.mark.parametrize(
    "text",
    ["? [a, b]\n: 1\n", "a: *nobody\n", "a: !!python/object:os.system x\n", "\x00", "- a\nb: c\n"],
)
def test_yaml_with_more_than_plain_data_is_refused(text: str) -> None:
    with pytest.raises(strict_yaml.YamlError, match=r"tea\.yaml"):
        strict_yaml.load(text, "tea.yaml")


def test_a_key_may_overrule_a_merged_one() -> None:
    assert strict_yaml.load("a: &a {x: 1, y: 2}\nb: {<<: *a, x: 3}\n", "tea.yaml")["b"] == {
        "x": "3",
        "y": "2",
    }


def as_read(_path: Path, content: Any) -> Any:
    """Return the content of a file as it was loaded."""
    return content


def test_all_faults_of_all_files_are_reported_at_once(tmp_path: Path) -> None:
    (tmp_path / "one.yaml").write_text("a: 1\na: 2\n")
    (tmp_path / "two.yaml").write_text("a: [\n")
    (tmp_path / "three.yaml").write_bytes(b"a: \xff\n")
    with pytest.raises(strict_yaml.YamlError) as caught:
        strict_yaml.read_all([*sorted(tmp_path.glob("*.yaml")), tmp_path / "four.yaml"], as_read)
    assert [fault.split(".")[0].split("/")[1] for fault in caught.value.faults] == [
        "one",
        "three",
        "two",
        "four",
    ]


def test_all_faults_of_a_lexicon_are_reported_at_once(tmp_path: Path) -> None:
    for folder in ("laws/01", "laws/02", "lexicon/en"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "laws" / "01" / "phrases.en.yaml").write_text(
        "1A: [cold tea]\n99Q: [no law]\n1B: {not: a list}\n"
    )
    (tmp_path / "laws" / "02" / "phrases.en.yaml").write_text("2ZZ: [no law]\n")
    (tmp_path / "lexicon" / "en" / "synonyms.yaml").write_text("- a list\n")
    with pytest.raises(LexiconError) as caught:
        Lexicon.load(tmp_path, "en", "en", ("en-2017",))
    for name in ("01/phrases.en.yaml", "02/phrases.en.yaml", "en/synonyms.yaml"):
        assert name in str(caught.value)


@pytest.mark.slow
def test_every_file_of_ours_is_loaded() -> None:
    files = [
        path for name in ("charts", "laws", "lexicon") for path in (DATA / name).rglob("*.yaml")
    ]
    assert len(strict_yaml.read_all(files, as_read)) > 100
