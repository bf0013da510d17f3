"""editions.toml: every edition that is known, in the order in which they are offered."""

import tomllib
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from lawbot.errors import LawbotError
from lawbot.grouped import grouped
from lawbot.law.citation import LAST_LAW

_Month = Annotated[str, Field(pattern=r"^\d{4}-(0[1-9]|1[0-2])$")]
_Law = Annotated[int, Field(ge=1, le=LAST_LAW)]


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


_Kind = TypeVar("_Kind", bound=_Entry)


class KnownAmendment(_Entry):
    """An amendment of a code, as editions.toml tells it."""

    code: int
    laws: Annotated[list[_Law], Field(min_length=1)]
    since: _Month
    by: str
    source: Annotated[str, Field(min_length=1)]
    """Our source for it."""


class KnownEdition(_Entry):
    """Entry of editions.toml for an edition."""

    id: str
    code: int
    """The year of the code."""
    language: str
    title: str
    short: str
    publisher: str
    in_force_since: str | None = None
    amended: _Month | None = None
    """The last month whose amendments its document has."""
    notice: str
    """Line printed under each answer from it."""
    lexicon: str | None = None
    """The lexicon whose phrases name provisions of this edition (``lawbot.data_files``)."""
    file: str | None = None
    """The name of its files in the folders of data/laws, where it is our own Markdown."""
    twin_of: str | None = None
    """The edition of the same laws that the concordance is made from."""
    plain: bool = False
    """True if it is in our own plain words rather than an official text."""

    def row(self) -> dict[str, Any]:
        """Return the row of the edition in the lawbook."""
        return self.model_dump(exclude={"lexicon", "file", "twin_of"})


class Catalogue(NamedTuple):
    """The known editions by their ids, the data folder that theirs are in, and the known
    amendments."""

    editions: dict[str, KnownEdition]
    data: Path
    amendments: list[KnownAmendment]

    @classmethod
    def load(cls, path: Path) -> "Catalogue":
        """Read editions.toml. Raises LawbotError."""
        try:
            entries = tomllib.loads(path.read_text(encoding="utf-8"))
        except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
            raise LawbotError(f"{path.name}: {error}") from error
        editions, faults = _read(KnownEdition, entries.get("edition", []), "id")
        amendments, amendment_faults = _read(KnownAmendment, entries.get("amendment", []), "since")
        faults += amendment_faults
        by_id: dict[str, KnownEdition] = {}
        for edition in editions:
            if edition.id in by_id:
                faults.append(f"{edition.id} stands twice")
            by_id[edition.id] = edition
        codes = {edition.code for edition in editions}
        for amendment in amendments:
            if amendment.code not in codes:
                faults.append(f"{amendment.since}: code: no edition is of {amendment.code}")
        if faults:
            lines = "\n".join(f"{path.name}: {fault}" for fault in faults)
            raise LawbotError("{faults}", faults=lines)
        return cls(by_id, path.parent, amendments)

    def codes(self) -> dict[int, str]:
        """Return the codes, each with the month from which it was in force.

        That is January of its year where no edition says.
        """
        codes: dict[int, str] = {}
        for edition in self.editions.values():
            # of several editions of a code the first decides, for it is the official one
            since = codes.get(edition.code) or edition.in_force_since or ""
            codes[edition.code] = since
        return {code: codes[code] or f"{code}-01" for code in sorted(codes)}

    def lexicons(self) -> dict[str, list[KnownEdition]]:
        """Return the lexicons, each with the editions whose provisions its phrases name."""
        editions = [edition for edition in self.editions.values() if edition.lexicon]
        return grouped((edition.lexicon or "", edition) for edition in editions)


def _read(
    kind: type[_Kind], entries: list[dict[str, Any]], name: str
) -> tuple[list[_Kind], list[str]]:
    """Return the entries that are valid, and the faults of the others."""
    valid: list[_Kind] = []
    faults: list[str] = []
    for entry in entries:
        try:
            valid.append(kind.model_validate(entry))
        except ValidationError as error:
            label = entry.get(name)
            faults += (f"{label}: {fault['loc'][0]}: {fault['msg']}" for fault in error.errors())
    return valid, faults
