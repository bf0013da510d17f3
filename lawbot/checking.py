"""Report faults before the bot starts, and how to mend them: ``python -m lawbot check``."""

import base64
import binascii
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import NamedTuple

from lawbot.book import Lawbook
from lawbot.book.catalogue import Catalogue
from lawbot.book.current import is_current
from lawbot.book.shelf import Shelf
from lawbot.charts import translation
from lawbot.charts.load import Situations
from lawbot.config import Settings, env_file, known_names
from lawbot.data_files import language_folders
from lawbot.errors import LawbookError, LawbotError
from lawbot.importing import Books, read_all
from lawbot.language import LANGUAGES, SOURCE, catalogues

# a lawbook is built beside the present one (20 MB each with eight editions), and the log grows
ROOM = 100_000_000
"""Bytes of the disk that should be free."""
_PART = re.compile(r"[\w-]+", re.ASCII)
_PARTS, _SECRET = 3, 27
"""Number of parts of a token between dots, and fewest characters of the last."""
_BUILD = "python -m lawbot build"
_FOLDER = (
    "make the folder, readable for the user that runs the bot, or name another in LAWBOT_DOCUMENTS"
)
_DOCUMENT = "mend the document, take it away, or read it in again: python -m lawbot add FILE"
_PORTAL = "https://discord.com/developers/applications"


class Verdict(StrEnum):
    """The result of a check: in order, worth knowing, or wrong.

    What is wrong keeps the bot from starting or from answering as it should.
    """

    GOOD = "ok"
    NOTE = "note"
    WRONG = "wrong"


class Check(NamedTuple):
    """A result and the fact behind it; ``mend`` is the remedy, empty if none is needed."""

    verdict: Verdict
    fact: str
    mend: str = ""


good = partial(Check, Verdict.GOOD)
note = partial(Check, Verdict.NOTE)
wrong = partial(Check, Verdict.WRONG)


def findings(settings: Settings) -> Iterator[Check]:
    """Yield all checks that need no Discord, in the order of a start. Never raises for a fault."""
    yield token(settings.token)
    if settings.inline:
        yield note(
            "[[27B1]] in messages is allowed (LAWBOT_INLINE), which needs the message content"
            " intent; that cannot be seen from here",
            f"{_PORTAL}, your application, Bot: Message Content Intent on",
        )
    yield rights(settings.state)
    yield room(settings.state)
    yield secrecy(Path(".env"))
    yield from misspelt([*os.environ, *env_file()])
    if settings.ear:
        yield from ear(settings)
    try:
        catalogue = Catalogue.load(settings.data / "editions.toml")
        shelf = read_all(settings.documents, catalogue, Books(settings.books))
        yield from documents(settings, shelf, catalogue)
        yield from lawbook(settings, shelf)
        yield from translations(settings, Situations.load(settings.data))
    except LawbotError as error:
        yield wrong(
            f"our own data cannot be read: {error}",
            f"put {settings.data} back: git status shows what changed",
        )


def ear(settings: Settings) -> Iterator[Check]:
    """Yield the result of one question to the language model of the settings, and its cost."""
    # its packages are for those who bring one
    from lawbot.ear.endpoint import Endpoint
    from lawbot.ear.trial import daily_cost, try_out

    endpoint = Endpoint.of(settings)
    try:
        fault = try_out(endpoint, Situations.load(settings.data))
    except LawbotError:
        # the charts cannot be read, which is told below
        return
    model = f"the language model at {endpoint.host}"
    if fault:
        mend = "is LAWBOT_EAR right, its server running, are LAWBOT_EAR_KEY and LAWBOT_EAR_MODEL?"
        yield wrong(f"{model}: {fault}", mend)
    else:
        yield good(f"{model} answers; {daily_cost(settings.ear_hourly)}")
    if endpoint.is_unencrypted:
        yield note(
            "LAWBOT_EAR: what is told, and the key, go there unencrypted",
            "use an address with https",
        )


def misspelt(names: Iterable[str]) -> Iterator[Check]:
    """Yield a check for each name that looks like a setting of the bot and is none."""
    mend = "README.md, Settings, has them all: mend its name, or take it out"
    for name in sorted(set(names) - known_names()):
        if name.startswith(("DISCORD_", "LAWBOT_")):
            yield note(f"{name} is no setting, and changes nothing", mend)


def token(text: str) -> Check:
    """Check the shape of the token."""
    # no part of it is printed but the application's id, which is public
    if not text:
        return note(
            "there is no token: the bot starts as a chat in the terminal",
            f"{_PORTAL}, your application, Bot, Reset Token;"
            " then DISCORD_TOKEN=... in the file .env",
        )
    parts = text.split(".")
    has_shape = len(parts) == _PARTS and len(parts[-1]) >= _SECRET
    application = _decoded(parts[0]) if has_shape and all(map(_PART.fullmatch, parts)) else ""
    if application.isdecimal():
        return good(f"the token has the shape of one, of the application {application}")
    why = "cut off, or another secret"
    if text.startswith("Bot "):
        why = "it begins with “Bot”"
    elif len(text.split()) > 1:
        why = "blanks or line breaks in it"
    return wrong(
        f"DISCORD_TOKEN has not the shape of a token ({why}; {len(text)} characters)",
        f"copy it anew ({_PORTAL}, your application, Bot, Reset Token), nothing before or behind"
        " it; the client secret and the public key are no tokens",
    )


def _decoded(part: str) -> str:
    try:
        return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return ""


def rights(state: Path) -> Check:
    """Check that the state folder, or the folder in which it will be made, can be written."""
    folder = _nearest_folder(state)
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        return wrong(
            f"nothing can be written to {state} ({error.strerror})",
            "give the user that runs the bot the right to write there (chown), or name another"
            f" folder in LAWBOT_STATE; disk full: make room on {folder}",
        )
    return good(f"{state} can be written")


def room(state: Path, needed: int = ROOM) -> Check:
    """Check that the disk has ``needed`` bytes left for lawbook, settings and log."""
    free = shutil.disk_usage(_nearest_folder(state)).free
    fact = f"{free / 1e6:.0f} MB are free at {state}"
    if free >= needed:
        return good(fact)
    return wrong(
        f"{fact}; {needed / 1e6:.0f} MB should be",
        "make room, or set LAWBOT_STATE to another disk",
    )


def _nearest_folder(folder: Path) -> Path:
    """Return the folder, or the nearest above it that exists."""
    return next(filter(Path.is_dir, (folder, *folder.absolute().parents)), Path("/"))


def secrecy(env: Path) -> Check:
    """Check that only its owner can read the file with the token."""
    if not env.is_file():
        return good("settings come from the environment: there is no file .env here")
    if env.stat().st_mode & 0o077:
        return note(
            f"others on this machine can read {env}, which may hold the token",
            f"chmod 600 {env}",
        )
    return good(f"{env} can be read by its owner alone")


def documents(settings: Settings, shelf: Shelf, catalogue: Catalogue) -> Iterator[Check]:
    """Yield a check for each document, and for each that could not be read."""
    for edition, source in shelf.editions:
        fact = f"{source.name} was read: {edition.id}, {len(edition.provisions)} provisions"
        lost = sum(not mend.done for mend in edition.mends)
        mended = len(edition.mends) - lost
        if mended:
            fact += f"; {mended} damages repaired"
        if lost:
            fact += f"; {lost} damages could not be repaired"
        yield good(fact)
    for problem in shelf.problems:
        folder = any(problem.startswith(f"{folder}:") for folder in settings.documents)
        yield wrong(f"not read: {problem}", _FOLDER if folder else _DOCUMENT)
    if all(catalogue.editions[edition.id].plain for edition, _ in shelf.editions):
        where = ", ".join(map(str, settings.documents)) or "data/documents"
        yield note(
            f"no official wording was found ({where}): answers are in our own plain words",
            "python -m lawbot add FILE, with a law book that you are entitled to use",
        )


def lawbook(settings: Settings, shelf: Shelf) -> Iterator[Check]:
    """Check that the lawbook was built from the present data and documents."""
    try:
        book = Lawbook.open(settings.lawbook)
    except LawbookError as error:
        yield wrong(str(error), _BUILD)
        return
    built = {edition.id: edition.source_hash for edition in book.editions.values()}
    present = {edition.id: source.hash for edition, source in shelf.editions}
    if not is_current(settings):
        yield wrong(
            "the lawbook was made of other charts, phrases or plain words than those that are here",
            _BUILD,
        )
    elif built != present:
        changed = {edition for edition, _ in built.items() ^ present.items()}
        yield wrong(
            "the lawbook was made of other documents than those that are here"
            f" ({', '.join(sorted(changed))})",
            _BUILD,
        )
    else:
        yield good(f"the lawbook holds {len(built)} editions, made of what is here now")
    if settings.edition and settings.edition not in built:
        yield wrong(
            f"LAWBOT_EDITION is {settings.edition}, which the lawbook does not hold",
            f"LAWBOT_EDITION can be {', '.join(built)}, or empty: the code in force",
        )


def translations(settings: Settings, situations: Situations) -> Iterator[Check]:
    """Check each language's catalogues: readable, and complete for the interface and the charts."""
    total = sum(len(translation.texts(chart)) for chart in situations.values())
    locale = settings.data / "locale"
    codes = {folder.name for folder in language_folders(settings.data)}
    for language in sorted({*LANGUAGES, *codes} - {SOURCE}):
        try:
            unsaid = catalogues.missing(
                locale / language / "LC_MESSAGES" / "lawbot.po", locale / "lawbot.pot"
            )
            missing = sum(1 for _ in translation.untranslated(situations, language))
        except (OSError, ValueError, LawbotError) as error:
            mend = "put data/locale and data/charts back: git status shows what changed"
            yield wrong(f"{language}: a translation cannot be read ({error})", mend)
            continue
        if unsaid:
            yield note(
                f"{language}: {unsaid} messages are said in English",
                f"fill them in in data/locale/{language}; if they once were there, git status shows"
                " what changed",
            )
        if missing:
            yield note(
                f"{language}: {missing} of {total} texts of the charts are said in English",
                f"python -m tools.translations {language}",
            )
        if not unsaid and not missing:
            yield good(f"{language}: everything is translated")
