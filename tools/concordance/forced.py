"""Matches that no matcher can know, each with its reason: decided/<older>-<newer>.toml."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from lawbot.citation import Citation
from lawbot.errors import CitationError, LawbotError


class ForcedError(LawbotError):
    """A file of forced matches cannot be read, or names what cannot be; the message says which file
    and match."""


@dataclass(frozen=True, slots=True)
class Forced:
    """A decided match: ``sources`` of the older code stand in ``targets`` of the newer one.

    Without targets the sources are gone; without sources the targets are new. The matcher adds
    nothing to what is named here. Where ``same`` is not None nothing is matched: it says whether
    each of the sources, where it keeps its name, still says the same.
    """

    older: int
    newer: int
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    reason: str
    same: bool | None = None


def read_forced(folder: Path) -> list[Forced]:
    """Every forced match of a folder, none where there is no folder. Raises ForcedError."""
    return [match for path in sorted(folder.glob("*.toml")) for match in _read(path)]


def _read(path: Path) -> Iterable[Forced]:
    try:
        older, newer = (int(year) for year in path.stem.split("-"))
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ForcedError(
            f"{path.name} cannot be read: {error}. It is to be named OLDER-NEWER.toml."
        ) from error
    for key, same in (("same", True), ("reworded", False)):
        if names := _named(path, content.get(key, [])):
            yield Forced(older, newer, names, names, "read side by side", same)
    for match in content.get("match", []):
        reason = str(match.get("reason", "")).strip()
        sources, targets = _named(path, match.get("from", [])), _named(path, match.get("to", []))
        if not reason or not (sources or targets):
            raise ForcedError(
                f"{path.name}: the match of {sources} and {targets} needs a reason and a side."
            )
        yield Forced(older, newer, sources, targets, reason)


def _named(path: Path, names: str | list[str]) -> tuple[str, ...]:
    try:
        return tuple(_name(name) for name in ([names] if isinstance(names, str) else names) if name)
    except CitationError as error:
        raise ForcedError(f"{path.name}: {error}") from error


def _name(written: str) -> str:
    """A name as the codes have it: 27B1(a), 'Definitions: turn', '40E2 note 1' for the first
    footnote of 40E2."""
    if " note " in written:
        return written
    citation = Citation.parse(written)
    return f"Definitions: {citation.term.casefold()}" if citation.term else str(citation)
