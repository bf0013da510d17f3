"""No sentence of a law document stands in this repository."""

import subprocess

import pytest

from lawbot.config import ROOT
from tests.support.copied_runs import PIECES, RUN, SYLLABLES, copied_runs, document_runs, run_of
from tests.support.lawbooks import DOCUMENTS
from tests.support.patience import PATIENCE

KINDS = {".md", ".yaml", ".yml", ".toml", ".po", ".py", ".txt", ".json", ".jsonl", ".html", ".csv"}


@pytest.mark.slow
@pytest.mark.skipif(not DOCUMENTS.is_dir(), reason="the law documents are not here")
def test_no_run_of_nine_words_is_copied() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=PATIENCE
    ).stdout.splitlines()
    runs_by_length = {
        run: document_runs((path for path in DOCUMENTS.iterdir() if path.is_file()), run)
        for run in (RUN, SYLLABLES, PIECES)
    }
    copies = []
    for name in listed:
        path = ROOT / name
        if path.suffix in KINDS and path.is_file():
            run = run_of(path.relative_to(ROOT))
            copies += [
                f"{name}: {copied}"
                for copied in copied_runs(
                    path.read_text(encoding="utf-8"), runs_by_length[run], run
                )
            ]
    assert copies == []


def test_a_copied_run_is_found_and_fixed_terms_are_not() -> None:
    known_runs = {("whoever", "spills", "the", "tea", "must", "wipe", "the", "whole", "table")}
    assert list(copied_runs("Whoever spills the tea must wipe the whole table.", known_runs))
    assert not list(copied_runs("Whoever spills tea wipes the table.", known_runs))
