"""Gettext catalogues beside our data, one a file, which any translator's tool can edit: English
text -> the same in another language.

A text that has changed in English has no translation any more and stands in the catalogue as fuzzy
until somebody has looked at it.
"""

from collections.abc import Mapping
from io import BytesIO
from pathlib import Path

from babel.messages.pofile import PoFileError, read_po


def translations(path: Path) -> Mapping[str, str]:
    """What a catalogue says: English text -> translation; what is missing or fuzzy is left out, and
    a file that is not there says nothing."""
    if not path.is_file():
        return {}
    catalogue = read_po(BytesIO(path.read_bytes()), charset="utf-8")
    return {
        str(message.id): str(message.string)
        for message in catalogue
        if message.id and message.string and not message.fuzzy
    }


def missing(path: Path, template: Path) -> int:
    """How many messages of a template a catalogue does not translate. Raises ValueError, OSError
    for one that cannot be read to its end."""
    try:
        wanted, said = (
            read_po(BytesIO(file.read_bytes()), abort_invalid=True) for file in (template, path)
        )
    except PoFileError as error:
        raise ValueError(f"{path}: {error}") from error
    return sum(
        1
        for message in wanted
        if message.id and not ((there := said.get(message.id)) and there.string and not there.fuzzy)
    )
