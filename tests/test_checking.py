"""``lawbot check``: each thing that can be missing or wrong is told with how to mend it, and the
token is never said."""

import base64
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from lawbot import checking
from lawbot.book.catalogue import Catalogue
from lawbot.checking import Check, Verdict, findings
from lawbot.config import Settings
from lawbot.importing import read_all

APPLICATION = "123456789012345678"
GOOD_TOKEN = (
    f"{base64.urlsafe_b64encode(APPLICATION.encode()).decode().rstrip('=')}.GabcDE.{'aB3-_' * 6}"
)


def wrong(settings: Settings) -> list[Check]:
    return [finding for finding in findings(settings) if finding.verdict is Verdict.WRONG]


@pytest.mark.slow
def test_a_fresh_clone_with_its_lawbook_has_nothing_wrong(small: Settings) -> None:
    all_findings = list(findings(small))
    assert [finding for finding in all_findings if finding.verdict is Verdict.WRONG] == []
    assert any("plain-2017, 926 provisions" in finding.fact for finding in all_findings)
    assert any(
        "no official wording" in finding.fact and "lawbot add" in finding.mend
        for finding in all_findings
    )


def test_a_good_token_names_its_application_and_nothing_else_of_it() -> None:
    finding = checking.token(GOOD_TOKEN)
    assert finding.verdict is Verdict.GOOD
    assert APPLICATION in finding.fact


@pytest.mark.parametrize(
    ("token", "why"),
    [
        (f"Bot {GOOD_TOKEN}", "Bot"),
        (f"{GOOD_TOKEN[:40]}\n{GOOD_TOKEN[40:]}", "line breaks"),
        (GOOD_TOKEN[:-10], "cut off"),
        (f'"{GOOD_TOKEN}"', "cut off"),
        ("a" * 64, "another secret"),
        (f"....{GOOD_TOKEN}", "cut off"),
        (GOOD_TOKEN.replace("M", "é"), "cut off"),
    ],
)
def test_a_wrong_token_is_said_to_be_wrong_and_not_said(token: str, why: str) -> None:
    finding = checking.token(token)
    assert finding.verdict is Verdict.WRONG
    assert why in finding.fact
    assert not any(
        part in f"{finding.fact}{finding.mend}"
        for part in token.replace('"', "").split(".")
        if len(part) > 5
    )


@pytest.mark.slow
def test_without_a_lawbook_it_says_how_to_build_one(small: Settings, tmp_path: Path) -> None:
    (finding,) = wrong(replace(small, state=tmp_path))
    assert "no lawbook" in finding.fact
    assert finding.mend == "python -m lawbot build"


@pytest.fixture
def own_data(small: Settings, tmp_path: Path) -> Settings:
    """The state of ``small`` beside a copy of the data, to be changed."""
    data = tmp_path / "data"
    shutil.copytree(small.data, data, ignore=shutil.ignore_patterns("documents"))
    return replace(small, data=data)


@pytest.mark.slow
def test_a_lawbook_older_than_the_phrases_beside_it_is_told(own_data: Settings) -> None:
    assert wrong(own_data) == []
    phrases = next((own_data.data / "laws").rglob("*.yaml"))
    phrases.write_text(phrases.read_text(encoding="utf-8") + "\n# one more\n", encoding="utf-8")
    assert [finding.mend for finding in wrong(own_data)] == ["python -m lawbot build"]


@pytest.mark.slow
def test_documents_that_came_or_cannot_be_read_are_told(small: Settings, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("what is for tea\n", encoding="utf-8")
    faults = wrong(replace(small, documents=(tmp_path, tmp_path / "nowhere")))
    assert "notes.txt" in faults[0].fact
    assert any("nowhere" in finding.fact for finding in faults)


@pytest.mark.slow
def test_a_folder_that_cannot_be_opened_is_told_with_its_mend(
    small: Settings, tmp_path: Path
) -> None:
    closed = tmp_path / "closed"
    closed.symlink_to(closed)
    (finding,) = wrong(replace(small, documents=(closed,)))
    assert f"{closed}: cannot be opened" in finding.fact
    assert "LAWBOT_DOCUMENTS" in finding.mend


@pytest.mark.slow
def test_a_document_that_has_to_be_made_text_first_is_told_until_it_was(
    small: Settings, tmp_path: Path
) -> None:
    (tmp_path / "laws.pdf").write_bytes(b"%PDF-1.4")
    (finding,) = wrong(replace(small, documents=(tmp_path,)))
    assert f"python -m lawbot add {tmp_path / 'laws.pdf'}" in finding.fact
    (tmp_path / "laws.md").write_text("what is for tea\n", encoding="utf-8")
    (finding,) = wrong(replace(small, documents=(tmp_path,)))
    assert "laws.md" in finding.fact


def test_a_lawbook_with_an_edition_that_no_document_has_any_more_is_told(
    two_codes: Settings,
) -> None:
    gone = replace(two_codes, data=Settings.load({}).data)
    shelf = read_all((), Catalogue.load(gone.data / "editions.toml"))
    assert any(
        finding.verdict is Verdict.WRONG and finding.mend == "python -m lawbot build"
        for finding in checking.lawbook(gone, shelf)
    )


@pytest.mark.slow
def test_an_edition_that_is_not_in_the_lawbook_is_told_with_those_that_are(small: Settings) -> None:
    (finding,) = wrong(replace(small, edition="vi-2007"))
    assert "vi-2007" in finding.fact
    assert "plain-2017" in finding.mend


def test_a_state_folder_that_cannot_be_written_is_told(small: Settings, tmp_path: Path) -> None:
    assert checking.rights(tmp_path / "not" / "there" / "yet").verdict is Verdict.GOOD
    assert checking.rights(Path("/proc/lawbot")).verdict is Verdict.WRONG


def test_a_full_disk_is_told(tmp_path: Path) -> None:
    assert checking.room(tmp_path, needed=0).verdict is Verdict.GOOD
    assert checking.room(tmp_path / "later", needed=1 << 60).verdict is Verdict.WRONG


def test_a_secret_that_others_can_read_is_told(tmp_path: Path) -> None:
    env = tmp_path / ".env"
    assert checking.secrecy(env).mend == ""
    env.write_text("DISCORD_TOKEN=\n", encoding="utf-8")
    env.chmod(0o644)
    assert checking.secrecy(env).mend == f"chmod 600 {env}"
    env.chmod(0o600)
    assert checking.secrecy(env).mend == ""


@pytest.mark.slow
def test_a_name_that_is_no_setting_is_told(
    small: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LAWBOT_LANGAUGE", "vi")
    (tmp_path / ".env").write_text(
        "# DISCORD_TOKEN_OLD=\nexport DISCORD_TOKN = secret\nLAWBOT_STATE=\nPATH=x\n",
        encoding="utf-8",
    )
    notes = [finding for finding in findings(small) if "is no setting" in finding.fact]
    assert {finding.fact.split()[0] for finding in notes} & {
        "DISCORD_TOKN",
        "LAWBOT_LANGAUGE",
        "DISCORD_TOKEN_OLD",
        "LAWBOT_STATE",
    } == {
        "DISCORD_TOKN",
        "LAWBOT_LANGAUGE",
    }
    assert not any("secret" in finding.fact for finding in notes)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("spoil", "fault"),
    [
        (lambda file: file.unlink(), "No such file"),
        (lambda file: file.write_bytes(file.read_bytes()[:5000] + b'\nmsgid "x'), "cannot be read"),
        (
            lambda file: file.write_bytes(file.read_bytes().split(b"\n\n")[0]),
            "messages are said in English",
        ),
    ],
)
def test_a_translation_that_is_gone_or_cut_off_is_told(
    own_data: Settings, spoil: Callable[[Path], object], fault: str
) -> None:
    spoil(own_data.data / "locale" / "vi" / "LC_MESSAGES" / "lawbot.po")
    (finding,) = [
        finding
        for finding in findings(own_data)
        if finding.fact.startswith("vi: ") and finding.mend
    ]
    assert fault in finding.fact


@pytest.mark.parametrize("file", ["editions.toml", "charts/revoke/chart.yaml"])
def test_damage_of_our_own_data_is_told_after_earlier_findings(
    own_data: Settings, file: str
) -> None:
    (own_data.data / file).write_text("id: [", encoding="utf-8")
    all_findings = list(findings(own_data))
    assert "can be written" in all_findings[1].fact
    assert all_findings[-1].verdict is Verdict.WRONG
    assert Path(file).name in all_findings[-1].fact
    assert str(own_data.data) in all_findings[-1].mend


@pytest.mark.slow
def test_the_intent_that_inline_citations_need_is_told(small: Settings) -> None:
    notes = [
        finding for finding in findings(replace(small, inline=True)) if "intent" in finding.fact
    ]
    assert [finding.verdict for finding in notes] == [Verdict.NOTE]
