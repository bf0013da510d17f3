"""Write chart files in one style: a line for each key, in the order of the model.

No line is longer than ``WIDTH``. A text that fits is on the line of its key; a longer one is folded (``>-``) below it. Lists of words
(ids, citations) and facts with their answers are between brackets. Authors have no other choice, so
a diff shows what changed and nothing more.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import yaml

from lawbot.charts.load import load_chart
from lawbot.charts.model import Chart, Follow
from lawbot.data_files import label
from lawbot.errors import LawbotError

WIDTH = 120
"""Signs of a line that fits beside an editor's list of files."""
HEAD = "# yaml-language-server: $schema=../schema.json"
"""First line of a chart, by which an editor finds the schema."""
_SECTIONS = ("readings", "questions", "rulings", "cases")


def format_file(path: Path, write: bool) -> bool:
    """Return if a chart's file was not in the style, and write it in the style if asked to.

    Raises LawbotError if the file is no chart, or has comments of its own.
    """
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    styled = formatted(load_chart(path))
    if text == styled:
        return False
    # A comment would be lost, and a " #" without quotes has cut a text short unseen.
    faults = [
        f"{label(path)}, line {line}: a comment; what it says belongs into the chart"
        for line in _comment_lines(text)
    ]
    if faults:
        raise LawbotError("\n".join(faults))
    if write:
        path.write_text(styled, encoding="utf-8")
    return True


def formatted(chart: Chart) -> str:
    """Return the text of a chart's file, without keys that have the model's default."""
    lines = [HEAD]
    for key, value in _set_fields(chart):
        if key in _SECTIONS:
            lines += ("", f"{key}:")
            for entry in _entries(value, 2):
                lines += (*entry, "")
        else:
            lines += _entry(f"{key}:", value, 2)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).rstrip()) + "\n"


def _comment_lines(text: str) -> list[int]:
    """Return the numbers of the lines with a comment, but for ``HEAD``."""
    # YAML's scanner has no tokens for comments: they are in the gaps between the others.
    text = text.removeprefix(HEAD)
    numbers = []
    for before, after in pairwise(yaml.scan(text, Loader=yaml.CSafeLoader)):
        gap = text[before.end_mark.index : after.start_mark.index]
        blank, sign, _ = gap.partition("#")
        if sign:
            numbers.append(before.end_mark.line + 1 + blank.count("\n"))
    return numbers


def _set_fields(part: Any) -> Iterator[tuple[str, Any]]:
    """Yield the keys and values of a part of a chart that are not the default."""
    for field in fields(part):
        value = getattr(part, field.name)
        default = field.default
        if field.default_factory is not MISSING:
            default = field.default_factory()
        if value != default:
            yield field.name, value


def _entries(value: Any, indent: int) -> Iterator[list[str]]:
    """Yield the lines of each entry of a mapping, a list or a part of a chart."""
    pad = " " * indent
    if isinstance(value, list | tuple):
        for element in value:
            yield _entry(f"{pad}-", element, indent + 2)
    else:
        pairs = value.items() if isinstance(value, Mapping) else _set_fields(value)
        for key, inner in pairs:
            yield _entry(f"{pad}{_text(key)}:", inner, indent + 2)


def _entry(head: str, value: Any, indent: int) -> list[str]:
    """Return the lines of one value after its key or its dash."""
    # A chart that follows and takes nothing over is written by its id alone.
    if isinstance(value, Follow) and not value.carry and not value.given:
        value = value.chart
    inline = _inline(value)
    if inline is None:
        lines = list(chain.from_iterable(_entries(value, indent)))
        return [f"{head} {lines[0].lstrip()}", *lines[1:]] if head.endswith("-") else [head, *lines]
    if len(f"{head} {inline}") <= WIDTH:
        return [f"{head} {inline}"]
    if not isinstance(value, str):
        return _wrapped(f"{head} {inline}", "", " " * indent)
    if value.isprintable() and value == " ".join(value.split()):
        return [f"{head} >-", *_wrapped(value, " " * indent, " " * indent)]
    return [f"{head} {_text(value)}"]


def _wrapped(text: str, first_indent: str, indent: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first_indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _inline(value: Any) -> str | None:
    """Return a value in one line, or None if it has to be a block."""
    if isinstance(value, list | tuple):
        if not all(map(_is_word, value)):
            return None
        words = (_text(word, flow=True) for word in value)
        return f"[{', '.join(words)}]"
    if isinstance(value, Mapping):
        if not all(map(_is_word, (*value, *value.values()))):
            return None
        pairs = (
            f"{_text(key, flow=True)}: {_text(word, flow=True)}" for key, word in value.items()
        )
        return f"{{{', '.join(pairs)}}}"
    return None if is_dataclass(value) else _text(value)


def _is_word(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and " " not in value)


def _text(value: Any, flow: bool = False) -> str:
    """Return a text as YAML has it: bare, or between quotes if it would be read as another."""
    text = str(value)
    if not isinstance(value, str):
        return text.casefold()
    # YAML decides, but for "6E1", which an editor takes for a number.
    if not text[:1].isdigit():
        bare = f"[{text}]" if flow else text
        yaml_text = _dumped([text] if flow else text, default_flow_style=flow)
        if yaml_text.removesuffix("\n...") == bare:
            return text
    return _dumped(text, default_style='"')


def _dumped(value: Any, **style: Any) -> str:
    yaml_text: str = yaml.dump(
        value, Dumper=yaml.CSafeDumper, width=2**30, allow_unicode=True, **style
    )
    return yaml_text.rstrip("\n")
