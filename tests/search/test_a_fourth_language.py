"""Tests that a new language, its edition and lexicon need only a folder of data, no code."""

from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest

from lawbot.book import Lawbook
from lawbot.config import ROOT, Settings
from lawbot.language import Languages
from lawbot.making import make_lawbook
from lawbot.message.message import Message
from lawbot.search.engine import Search
from tests.support import lawbooks

LANGUAGE = """
code = "eo"
name = "Esperanto"
fold = "unmarked"
tokens = "words"
tokenizer = "unicode61"
numerals = ["unu", "du", "tri"]
written = {letters = "ĉĝĥĵŝŭ"}
telling = {stop = ["la", "de", "kaj"], asked = 5}
seats = {N = "Nordo", E = "Oriento", S = "Sudo", W = "Okcidento"}
players = {offender = "la kulpinto", lho = "la maldekstra", partner = "la partnero", rho = "la dekstra"}
beside_seats = {offender = "kulpinto", lho = "maldekstre", partner = "partnero", rho = "dekstre"}

[calls]
levels = ["unu", "du", "tri"]
strains = [["trefo"], ["karoo"], ["kero"], ["piko"], ["sen atuto"]]
"""
EDITION = """
[[edition]]
id = "eo-2031"
code = 2031
language = "eo"
title = "La Leĝoj de Teo"
short = "2031"
publisher = "nobody"
notice = "made up"
lexicon = "tea"
file = "plain.eo.md"
"""
LAWS = """# 1 La taso

## 1A Malplena taso
Kiu trovas sian tason malplena, tiu vokas la gastiganton.

# 2 La sukero
La gastiganto plenigas la tason kaj ofertas sukeron unufoje.

# 27 Nesufiĉa anonco
La sekva ludanto rajtas akcepti la nesufiĉan anoncon.
"""


def write_data(data: Path) -> None:
    """Write the data of a checkout that has this language and no other."""
    for name in ("languages/eo", "lexicon/tea", "laws/01"):
        (data / name).mkdir(parents=True)
    (data / "languages" / "eo" / "language.toml").write_text(LANGUAGE)
    (data / "editions.toml").write_text(EDITION)
    (data / "laws" / "01" / "phrases.tea.yaml").write_text(
        "1A:\n  - nenio restas en mia poto\n2:\n  - dolĉigi\n"
    )
    (data / "lexicon" / "tea" / "synonyms.yaml").write_text("glaso: [taso]\n")
    (data / "laws" / "01" / "plain.eo.md").write_text(LAWS)


@pytest.fixture(scope="module")
def lawbook(tmp_path_factory: pytest.TempPathFactory) -> Lawbook:
    """Return a lawbook of the new language alone."""
    folder = tmp_path_factory.mktemp("teo")
    write_data(folder / "data")
    chosen = replace(Settings.load({}), data=folder / "data", state=folder / "state", documents=())
    shelf, _ = make_lawbook(chosen)
    assert shelf.problems == []
    return Lawbook.open(chosen.lawbook)


@pytest.mark.parametrize(
    ("query", "citation"),
    [
        ("la malplena taso", "1A"),
        ("MALPLENA GLASO", "1A"),
        ("nenio en la poto", "1A"),
        ("dolcigi", "2"),
        ("gastigato plenigas", "2"),
        ("nesufica anonco", "27"),
    ],
)
def test_the_language_is_searched(lawbook: Lawbook, query: str, citation: str) -> None:
    assert str(Search(lawbook).find(Message(query), "eo-2031").hits[0].citation) == citation


def test_the_language_is_repaired_recognised_and_has_synonyms(lawbook: Lawbook) -> None:
    search = Search(lawbook)
    assert search.find(Message("gastigato"), "eo-2031").repaired == {"gastigato": "gastiganto"}
    assert search.language_of("leĝo") == "eo"
    assert search.language_of("nenio restas en la taso") == "eo"
    assert search.meanings("Glaso", "eo") == ["taso"]
    assert search.situations(Message("nenio restas")) == []


@pytest.mark.slow
def test_the_language_is_searched_together_with_ours(tmp_path: Path) -> None:
    chosen = lawbooks.brief(tmp_path / "ours")
    data = chosen.data
    files_of = tmp_path / "alone"
    write_data(files_of)
    for name in ("languages", "lexicon", "laws"):
        copytree(files_of / name, data / name, dirs_exist_ok=True)
    (data / "editions.toml").write_text(
        (ROOT / "data" / "editions.toml").read_text(encoding="utf-8") + EDITION
    )
    make_lawbook(chosen)
    search = Search(Lawbook.open(chosen.lawbook))
    assert str(search.find(Message("nesufica anonco"), "eo-2031").hits[0].citation) == "27"
    assert str(search.find(Message("insufficient bid"), "plain-2017").hits[0].citation) == "27"
    assert search.situations(Message("one heart over one spade"))[0].id == "insufficient-bid"
    assert set(search.languages) == set(Languages.load(data))
