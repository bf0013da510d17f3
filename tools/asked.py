"""Make labelled stories of the words that askers gave (``asked.txt`` in the state folder).

A person labels each text, and the tool shows what is nearest to it.
"""

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import typer
import yaml

from lawbot.app import Answers
from lawbot.config import DATA, Settings
from lawbot.errors import LawbotError
from lawbot.faces.discord.settings.store import SettingsStore
from lawbot.faces.discord.telemetry import ASKED
from lawbot.faces.discord.verdicts import HIDDEN, without_personal
from lawbot.law.citation import Citation
from lawbot.message.message import Message
from lawbot.search.engine import Search
from lawbot.whole_file import replacing

NEAREST = 5
"""Charts and provisions shown beside a text."""
HELP = "CHART or its number, and a law: “2 27B1”. /WORDS rewrites, - drops, Enter leaves, q ends."
# a seat, a suit or the first word of a sentence may be a capital as well
_NAME = re.compile(r"(?<![.?!:] )(?<!^)\b[^\W\d_a-z]\w+")
"""A word with a capital inside a sentence."""


class Given(NamedTuple):
    """A text of an asker, its language, and what it had opened, rightly or not."""

    language: str
    hit: bool
    opened: str
    words: str

    @classmethod
    def parse(cls, line: str) -> "Given":
        """Read a line of the file. Raises ValueError for any other text."""
        language, hit, opened, words = line.split("\t")
        return cls(language, hit == "1", opened, words)


def without_names(words: str, language: str, search: Search) -> str:
    """Return the words with a sign for names: words with a capital that no text of ours has."""

    def hide(match: re.Match[str]) -> str:
        # Thai has no capitals, so the person who labels has to look for names
        is_known = search.knows(match[0].casefold(), language)
        return match[0] if is_known or not match[0][0].isupper() else HIDDEN

    return _NAME.sub(hide, without_personal(words))


def add_story(data: Path, chart: str, law: str, language: str, words: str) -> Path:
    """Add a story to a chart's file, below its law, and return the file.

    Raises LawbotError if there is no such chart or citation.
    """
    folder = data / "charts" / chart
    if not (folder / "chart.yaml").is_file():
        raise LawbotError(f"There is no chart {chart}.")
    key = f"{Citation.parse(law)}:"
    path = folder / f"stories.{language}.yaml"
    lines = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
    if key not in lines:
        lines.append(key)
    # so wide that no story is folded
    quoted = yaml.safe_dump(
        words, default_style='"', allow_unicode=True, width=len(words) * 2 + 80
    ).strip()
    lines.insert(lines.index(key) + 1, f"  - {quoted}")
    with replacing(path) as new:
        new.write_text("\n".join([*lines, ""]), encoding="utf-8")
    return path


def nearest(text: Given, words: str, search: Search, edition: str) -> tuple[list[str], list[str]]:
    """Return the charts and the provisions nearest to a text, each as one line."""
    message = Message(words)
    charts = [hit.id for hit in search.situations(message, NEAREST)]
    # whoever asked has confirmed it
    if text.hit and (DATA / "charts" / text.opened).is_dir():
        charts = [text.opened, *(chart for chart in charts if chart != text.opened)]
    result = search.find(message, edition, NEAREST)
    return charts, [str(hit.citation) for hit in result.hits]


def label(file: Path, data: Path, search: Search, edition: str) -> Iterator[Path]:
    """Ask for the label of each text, and yield the files written to.

    A text that was labelled or dropped is taken out of the file.
    """
    for line in file.read_text(encoding="utf-8").splitlines():
        text = Given.parse(line)
        words = without_names(text.words, text.language, search)
        charts, laws = nearest(text, words, search, edition)
        while True:
            verdict = "right" if text.hit else "wrong"
            typer.echo(f"\n{words}\n  opened {text.opened}, {verdict}; laws {', '.join(laws)}")
            for number, chart in enumerate(charts, 1):
                typer.echo(f"  {number} {chart}")
            choice = input("> ").strip()
            if choice == "q":
                return
            if choice.startswith("/"):
                words = choice[1:].strip()
                continue
            if choice in ("", "-"):
                break
            try:
                chart, law = choice.split()
                if chart.isdecimal():
                    chart = charts[int(chart) - 1]
                yield add_story(data, chart, law, text.language, words)
                break
            except (LawbotError, ValueError, IndexError) as error:
                typer.echo(f"{error}\n{HELP}")
        if choice:
            _take_out(file, line)


def _take_out(file: Path, line: str) -> None:
    """Remove one line; the bot may have added others meanwhile."""
    lines = file.read_text(encoding="utf-8").splitlines()
    lines.remove(line)
    file.write_text("".join(f"{other_line}\n" for other_line in lines), encoding="utf-8")


def main() -> None:
    """Print the counts, then ask for labels."""
    settings = Settings.load()
    with closing(SettingsStore.open(settings.guild_settings)) as store:
        for (opened, language, hit), number in store.verdicts().most_common():
            typer.echo(f"{number:5} {'right' if hit else 'wrong'} {language} {opened}")
    file = settings.state / ASKED
    if not file.is_file():
        typer.echo(f"There is no file {file}.")
        return
    typer.echo(HELP)
    answers = Answers.open_all(settings)
    edition = answers.lawbook.ruled_by
    for path in label(file, settings.data, answers.search_engine, edition):
        typer.echo(f"Written to {path}.")


if __name__ == "__main__":
    main()
