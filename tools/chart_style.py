"""The one style of a chart file: a line for each thing said, keys in the order of the model,
nothing beyond ``WIDTH``.

A text that fits stays on the line of its key; a longer one is folded (``>-``) below it. Lists of
words (ids, citations) and facts with their answers stay between brackets. Nothing else is chosen by
whoever writes, so a diff shows what changed and nothing more.
"""

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, fields, is_dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from lawbot.errors import LawbotError
from lawbot.situations.charts import load_chart
from lawbot.situations.model import Chart, Follow

WIDTH = 120
"""Signs of a line: what fits beside an editor's list of files."""
HEAD = "# yaml-language-server: $schema=schema.json"
"""The first line of a chart, by which an editor finds the schema: it completes keys and underlines
faults."""
_SECTIONS = ("readings", "questions", "rulings", "cases")


def format_file(path: Path, write: bool) -> bool:
    """Whether a chart's file is not in the style; if it is to be written, it is now. Raises
    LawbotError where the file is no chart, or has comments of its own: they would be lost, and a
    " #" without quotes has cut a text short unseen."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    styled = formatted(load_chart(path))
    if text == styled:
        return False
    if lines := _comments(text):
        raise LawbotError(
            "\n".join(
                f"{path.name}, line {line}: a comment; what it says belongs into the chart"
                for line in lines
            )
        )
    if write:
        path.write_text(styled, encoding="utf-8")
    return True


def formatted(chart: Chart) -> str:
    """The text of a chart's file. What is as the model has it by default is not written."""
    lines = [HEAD]
    for key, value in _said(chart):
        if key in _SECTIONS:
            lines += ["", f"{key}:", *(line for part in _parts(value, 2) for line in (*part, ""))]
        else:
            lines += _entry(f"{key}:", value, 2)
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines).rstrip()) + "\n"


def _comments(text: str) -> list[int]:
    """The numbers of the lines with a comment, but for ``HEAD``."""
    text = text.removeprefix(HEAD)
    gaps = (
        (a.end_mark, text[a.end_mark.index : b.start_mark.index])
        for a, b in pairwise(yaml.scan(text, Loader=yaml.CSafeLoader))
    )
    return [end.line + 1 + gap[: gap.index("#")].count("\n") for end, gap in gaps if "#" in gap]


def _said(part: Any) -> Iterator[tuple[str, Any]]:
    """The keys of a part of a chart with what they say, as far as it is not the default."""
    for field in fields(part):
        value = getattr(part, field.name)
        if value != (
            field.default if field.default_factory is MISSING else field.default_factory()
        ):
            yield field.name, value


def _parts(value: Any, indent: int) -> Iterator[list[str]]:
    """The lines of each entry of a mapping, a list or a part of a chart."""
    pad = " " * indent
    if isinstance(value, list | tuple):
        yield from (_entry(f"{pad}-", part, indent + 2) for part in value)
    else:
        pairs = value.items() if isinstance(value, Mapping) else _said(value)
        yield from (_entry(f"{pad}{_text(key)}:", part, indent + 2) for key, part in pairs)


def _block(value: Any, indent: int) -> list[str]:
    return [line for part in _parts(value, indent) for line in part]


def _entry(head: str, value: Any, indent: int) -> list[str]:
    """The lines of one value behind its key or its dash."""
    if isinstance(value, Follow) and not value.carry and not value.given:
        value = value.chart
    inline = _inline(value)
    if inline is None:
        lines = _block(value, indent)
        return [f"{head} {lines[0].lstrip()}", *lines[1:]] if head.endswith("-") else [head, *lines]
    if len(f"{head} {inline}") <= WIDTH:
        return [f"{head} {inline}"]
    if not isinstance(value, str):
        return _wrapped(f"{head} {inline}", "", " " * indent)
    if value.isprintable() and value == " ".join(value.split()):
        return [f"{head} >-", *_wrapped(value, " " * indent, " " * indent)]
    return [f"{head} {_text(value)}"]


def _wrapped(text: str, first: str, later: str) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=later,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _inline(value: Any) -> str | None:
    """A value in one line, or None where it has to be a block."""
    if isinstance(value, list | tuple):
        return (
            f"[{', '.join(_text(part, flow=True) for part in value)}]"
            if all(map(_is_word, value))
            else None
        )
    if isinstance(value, Mapping):
        pairs = (
            f"{_text(key, flow=True)}: {_text(part, flow=True)}" for key, part in value.items()
        )
        return f"{{{', '.join(pairs)}}}" if all(map(_is_word, (*value, *value.values()))) else None
    return None if is_dataclass(value) else _text(value)


def _is_word(value: Any) -> bool:
    return isinstance(value, int) or (isinstance(value, str) and " " not in value)


def _text(value: Any, flow: bool = False) -> str:
    """A text as YAML has it: bare, or between quotes where YAML would read something else, or an
    editor a number ("6E1")."""
    text = str(value)
    if not isinstance(value, str):
        return text.casefold()
    bare = f"[{text}]" if flow else text
    if not text[:1].isdigit() and _dumped([text] if flow else text, default_flow_style=flow) in (
        bare,
        f"{bare}\n...",
    ):
        return text
    return _dumped(text, default_style='"')


def _dumped(value: Any, **style: Any) -> str:
    dumped: str = yaml.dump(
        value, Dumper=yaml.CSafeDumper, width=2**30, allow_unicode=True, **style
    )
    return dumped.rstrip("\n")
