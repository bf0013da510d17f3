"""Writes where the phrases of the lexicons stand in the code that is said in plain words: ``python -m tests.support.carried_phrases``.

Numbers alone, by the concordance of a lawbook with all documents; ``data/lexicon/LANGUAGE/carried.toml`` serves one without them.
"""

import json
from pathlib import Path

from lawbot.config import ROOT, Settings
from lawbot.lawbook import Lawbook
from lawbot.search.lexicon import Lexicon

HOMES = {"vi": "vi-2007", "th": "th-1997"}
LEXICONS = ROOT / "data" / "lexicon"


def carried(lawbook: Lawbook, language: str) -> str:
    """The file of a language: each provision that a phrase names, with its counterparts in the plain words of English."""
    home = HOMES[language]
    named = dict.fromkeys(citation for citation, _ in Lexicon.load(LEXICONS / language, language, (home,)).phrases)
    lines = ["# Where the phrases' provisions stand in 2017, by the concordance; written by `python -m tests.support.carried_phrases`."]
    for citation in named:
        there = [str(one) for one in lawbook.counterparts(citation, home, f"plain-2017-{language}").citations]
        lines.append(f'"{citation}" = {json.dumps(there, ensure_ascii=False)}')
    return "\n".join(lines) + "\n"


def main() -> None:
    """Writes the files from the lawbook of the state folder."""
    lawbook = Lawbook.open(Settings.load().lawbook)
    for language in HOMES:
        Path(LEXICONS / language / "carried.toml").write_text(carried(lawbook, language), encoding="utf-8")


if __name__ == "__main__":
    main()
