"""Lawbooks for tests: a small one of the restatement alone, and one of every document that is found."""

from dataclasses import replace
from pathlib import Path

from lawbot.answers import Answers
from lawbot.config import ROOT, Settings
from lawbot.making import make_lawbook

DOCUMENTS = ROOT.parent / "shared" / "documents"


def settings(state: Path, *, documents: bool = False) -> Settings:
    """Settings over a state folder of its own; nothing from the environment."""
    folders = (DOCUMENTS,) if documents and DOCUMENTS.is_dir() else ()
    return replace(Settings.load({}), token="", documents=folders, state=state, language="en", edition=None, inline=False)


def opened(chosen: Settings, *, anew: bool = False) -> Answers:
    """The answers over a lawbook that is built where it is not there yet, or in any case when ``anew``."""
    if anew or not chosen.lawbook.is_file():
        make_lawbook(chosen)
    return Answers.open_all(chosen)
