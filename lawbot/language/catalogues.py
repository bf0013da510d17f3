"""Read gettext catalogues beside our data, which any translator's tool can edit.

A text that has changed in English has no translation any more: it is fuzzy in the catalogue until
somebody has looked at it.
"""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import PoFileError, read_po


def translations(path: Path) -> Mapping[str, str]:
    """Return the translations of a catalogue by their English texts, none if it does not exist.

    Missing and fuzzy ones are left out.
    """
    if not path.is_file():
        return {}
    catalogue = read_po(BytesIO(path.read_bytes()), charset="utf-8")
    # the header has no id
    messages = [message for message in catalogue if message.id and _is_translated(message)]
    return {str(message.id): str(message.string) for message in messages}


def missing(path: Path, template: Path) -> int:
    """Return the number of messages of a template that a catalogue does not translate.

    Raises ValueError or OSError for a file that cannot be read to its end.
    """
    try:
        messages = _read_whole(template)
        catalogue = _read_whole(path)
    except PoFileError as error:
        raise ValueError(f"{path}: {error}") from error
    count = 0
    for message in messages:
        # the header of a template has no id
        if message.id and not _is_translated(catalogue.get(message.id)):
            count += 1
    return count


def _read_whole(path: Path) -> Catalog:
    """Read a catalogue. Raises PoFileError for a fault, which ``translations`` passes over."""
    return read_po(BytesIO(path.read_bytes()), abort_invalid=True)


def _is_translated(message: Message | None) -> bool:
    return message is not None and bool(message.string) and not message.fuzzy
