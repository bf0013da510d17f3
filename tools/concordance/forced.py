"""Matches decided by hand, each with its reason: decided/<older>-<newer>.toml."""

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from lawbot.errors import CitationError, LawbotError
from lawbot.law.citation import Citation


class ForcedError(LawbotError):
    """Error in a file of forced matches; the message has the file and the match."""


@dataclass(frozen=True, slots=True)
class Forced:
    """A decided match: ``sources`` of the older code stand in ``targets`` of the newer one.

    Without targets the sources are gone; without sources the targets are new. The matcher adds
    nothing to them. If ``same`` is not None nothing is matched: it decides if each of the sources,
    under the same name, still says the same.
    """

    older: int
    newer: int
    sources: tuple[str, ...]
    targets: tuple[str, ...]
    reason: str
    same: bool | None = None


def read_forced(folder: Path) -> list[Forced]:
    """Return every forced match of a folder, none if there is no folder. Raises ForcedError."""
    matches: list[Forced] = []
    for path in sorted(folder.glob("*.toml")):
        matches += _read(path)
    return matches


def _read(path: Path) -> Iterable[Forced]:
    try:
        older, newer = (int(year) for year in path.stem.split("-"))
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ForcedError(
            f"{path.name} cannot be read: {error}. It is to be named OLDER-NEWER.toml."
        ) from error
    for key, same in (("same", True), ("reworded", False)):
        names = _names(path, content.get(key, []))
        if names:
            yield Forced(older, newer, names, names, "read side by side", same)
    for match in content.get("match", []):
        reason = str(match.get("reason", "")).strip()
        sources = _names(path, match.get("from", []))
        targets = _names(path, match.get("to", []))
        if not reason or not (sources or targets):
            raise ForcedError(
                f"{path.name}: the match of {sources} and {targets} needs a reason and a side."
            )
        yield Forced(older, newer, sources, targets, reason)


def _names(path: Path, cites: str | list[str]) -> tuple[str, ...]:
    if isinstance(cites, str):
        cites = [cites]
    try:
        return tuple(map(_name, filter(None, cites)))
    except CitationError as error:
        raise ForcedError(f"{path.name}: {error}") from error


def _name(cite: str) -> str:
    """Return a name as the codes have it: 27B1(a), 'Definitions: turn', '40E2 note 1' for the first
    footnote of 40E2."""
    if " note " in cite:
        return cite
    citation = Citation.parse(cite)
    return f"Definitions: {citation.term.casefold()}" if citation.term else str(citation)
