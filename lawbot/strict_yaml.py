"""The one loader of our YAML files (charts, lexicons): every fault of every file at once, each with
its file and line.

Words stay words: ``no``, ``yes``, ``27`` and ``1.5`` are text, only ``null`` and ``~`` are None,
and a day is a date. A key that stands twice in a mapping is a fault, for the second would silently
take the first one's place. libyaml does the reading, so it is fast.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from sys import intern
from typing import Any, TypeVar

import yaml
from pydantic import ValidationError

from lawbot.errors import YamlError

Model = TypeVar("Model")
_KEPT_AS_WORDS = ("bool", "int", "float")


class _Words(yaml.CSafeLoader):
    """libyaml's safe loader, in which scalars are words, and which remembers the keys that stand
    twice."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.twice: list[tuple[int, str]] = []

    def construct_yaml_str(self, node: yaml.ScalarNode) -> str:
        """A text, kept once: half of the words of the charts stand there several times."""
        return intern(super().construct_yaml_str(node))

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """A mapping; keys that were there before are noted with their line (from 1)."""
        # merging (<<) puts a longer list in its place: a key may overrule what is merged
        own = node.value
        found = super().construct_mapping(node, deep)
        if len(found) < len(node.value):
            seen: set[str] = set()
            for key, _ in own:
                word = str(key.value)
                if word in seen:
                    self.twice.append((key.start_mark.line + 1, word))
                seen.add(word)
        return found


_Words.yaml_implicit_resolvers = {
    first: [
        (tag, pattern) for tag, pattern in resolvers if tag.rpartition(":")[2] not in _KEPT_AS_WORDS
    ]
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_Words.add_constructor("tag:yaml.org,2002:str", _Words.construct_yaml_str)


def load(text: str, name: str) -> Any:
    """What a YAML text says. Raises YamlError with the faults, each as 'NAME, line N: what'."""
    loader = None
    try:
        loader = _Words(text)
        found = loader.get_single_data()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = f", line {mark.line + 1}" if mark else ""
        raise YamlError(
            [*_twice(loader, name), f"{name}{line}: {error.problem or error.context or 'not YAML'}"]
        ) from error
    except yaml.YAMLError as error:
        raise YamlError([f"{name}: {error}"]) from error
    finally:
        if loader is not None:
            loader.dispose()
    if loader.twice:
        raise YamlError(_twice(loader, name))
    return found


def read_all(paths: Iterable[Path], model: Callable[[Path, Any], Model]) -> dict[Path, Model]:
    """What ``model`` makes of what each file says, in the order given. Raises YamlError with the
    faults of all the files, and with those that ``model`` raises itself, as YamlError or
    ValidationError."""
    found: dict[Path, Model] = {}
    faults: list[str] = []
    for path in paths:
        try:
            found[path] = model(path, load(path.read_text(encoding="utf-8"), path.name))
        except YamlError as error:
            faults += error.faults
        except ValidationError as error:
            faults += [
                ": ".join(filter(None, (path.name, ".".join(map(str, each["loc"])), each["msg"])))
                for each in error.errors()
            ]
        except (OSError, UnicodeDecodeError) as error:
            faults.append(f"{path.name}: {error}")
    if faults:
        raise YamlError(faults)
    return found


def _twice(loader: _Words | None, name: str) -> list[str]:
    return (
        [f"{name}, line {line}: the key {key} stands twice" for line, key in sorted(loader.twice)]
        if loader
        else []
    )
