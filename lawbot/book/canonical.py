"""The canonical book: what was read of one document, every mend on record, as a JSON file.

It is the one form of a law book that the bot reads; ``lawbot_importers`` makes it.
"""

from typing import NamedTuple

from pydantic import TypeAdapter, ValidationError

from lawbot.errors import ReadingError
from lawbot.frozen import frozen
from lawbot.law.edition import Edition


class Witness(NamedTuple):
    """The edition along which a fragment was read, and the hash of that edition's document."""

    edition: str
    hash: str


@frozen
class Book:
    """All editions of one document, and the witness of a fragment."""

    editions: list[Edition]
    witness: Witness | None = None

    @classmethod
    def parse(cls, data: bytes) -> "Book":
        """Read a book from its bytes. Raises ReadingError if they are damaged or no book."""
        try:
            return _FORMAT.validate_json(data)
        except ValidationError as error:
            raise ReadingError(f"no canonical book: {error.errors()[0]['msg']}") from error

    def written(self) -> bytes:
        """Return the bytes that ``parse`` reads; fields that are empty are left out."""
        return _FORMAT.dump_json(self, indent=1, exclude_defaults=True)


_FORMAT = TypeAdapter(Book)
