"""Load our YAML files (charts, lexicons), and report every fault of every file, with its line.

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

from lawbot.data_files import label
from lawbot.errors import YamlError

Model = TypeVar("Model")
_TYPES_AS_WORDS = ("bool", "int", "float")


class _Words(yaml.CSafeLoader):
    """libyaml's safe loader, with scalars as words, and a record of repeated keys."""

    def __init__(self, stream: str) -> None:
        super().__init__(stream)
        self.twice: list[tuple[int, str]] = []

    def construct_yaml_str(self, node: yaml.ScalarNode) -> str:
        """Return a text, the same object for the same words."""
        # half of the words of the charts stand there several times
        return intern(super().construct_yaml_str(node))

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        """Return a mapping, and record repeated keys with their lines (from 1)."""
        # merging (<<) replaces this list by a longer one: a key may overrule what is merged
        pairs = node.value
        mapping = super().construct_mapping(node, deep)
        if len(mapping) < len(node.value):
            keys: set[str] = set()
            for key, _ in pairs:
                word = str(key.value)
                if word in keys:
                    self.twice.append((key.start_mark.line + 1, word))
                keys.add(word)
        return mapping


def _is_kept(resolver: tuple[str, object]) -> bool:
    """Return False for a resolver that makes no word of a word."""
    tag, _pattern = resolver
    return tag.rpartition(":")[2] not in _TYPES_AS_WORDS


_Words.yaml_implicit_resolvers = {
    first: list(filter(_is_kept, resolvers))
    for first, resolvers in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}
_Words.add_constructor("tag:yaml.org,2002:str", _Words.construct_yaml_str)


def load(text: str, name: str) -> Any:
    """Return the data of a YAML text.

    Raises YamlError with the faults, each as 'NAME, line N: fault'.
    """
    loader = None
    try:
        loader = _Words(text)
        data = loader.get_single_data()
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
    return data


def read_all(paths: Iterable[Path], model: Callable[[Path, Any], Model]) -> dict[Path, Model]:
    """Return what ``model`` makes of each file, in the order given.

    Raises YamlError with the faults of all the files, and with those that ``model`` raises itself,
    as YamlError or ValidationError.
    """
    models: dict[Path, Model] = {}
    faults: list[str] = []
    for path in paths:
        try:
            models[path] = model(path, load(path.read_text(encoding="utf-8"), label(path)))
        except YamlError as error:
            faults += error.faults
        except ValidationError as error:
            for fault in error.errors():
                location = ".".join(map(str, fault["loc"]))
                # a fault of the whole file has no location
                faults.append(": ".join(filter(None, (label(path), location, fault["msg"]))))
        except (OSError, UnicodeDecodeError) as error:
            faults.append(f"{label(path)}: {error}")
    if faults:
        raise YamlError(faults)
    return models


def _twice(loader: _Words | None, name: str) -> list[str]:
    """Return a fault for each repeated key."""
    keys = sorted(loader.twice) if loader else []
    return [f"{name}, line {line}: the key {key} stands twice" for line, key in keys]
