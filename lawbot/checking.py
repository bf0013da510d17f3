"""What is missing or wrong before the bot starts, and how to mend it: ``python -m lawbot check``."""

import base64
import binascii
import os
import re
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from lawbot.config import Settings, env_file, known_names
from lawbot.errors import LawbookError, LawbotError
from lawbot.language import LANGUAGES, SOURCE, catalogues
from lawbot.lawbook import Lawbook
from lawbot.lawbook.current import is_current
from lawbot.reading.catalogue import Catalogue
from lawbot.reading.shelf import Shelf, read_all
from lawbot.situations import wording
from lawbot.situations.charts import Situations

ROOM = 100_000_000
"""Bytes that should be free: a lawbook is built beside the one that is there (20 MB each with eight
editions), and the log grows."""
_PART = re.compile(r"[\w-]+", re.ASCII)
_PARTS, _SECRET = 3, 27
"""Parts of a token between dots, and the characters that the last of them has at least."""
_BUILD = "python -m lawbot build"
_FOLDER = (
    "make the folder, readable for the user that runs the bot, or name another in LAWBOT_DOCUMENTS"
)
_DOCUMENT = "mend the document, take it away, or read it in again: python -m lawbot add FILE"
_PORTAL = "https://discord.com/developers/applications"


class Verdict(StrEnum):
    """How a thing stands: in order; worth knowing; or wrong, so that the bot does not start or does
    not answer as it should."""

    GOOD = "ok"
    NOTE = "note"
    WRONG = "wrong"


class Check(NamedTuple):
    """One thing that was looked at. ``mend`` says what to do, and is empty where nothing is to be
    done."""

    verdict: Verdict
    what: str
    mend: str = ""


def findings(settings: Settings) -> Iterator[Check]:
    """All that can be seen without Discord, in the order in which a start needs it. Never raises
    for what it finds."""
    yield token(settings.token)
    if settings.inline:
        what = "[[27B1]] in messages is allowed (LAWBOT_INLINE), which needs the message content intent; that cannot be seen from here"
        yield Check(
            Verdict.NOTE, what, f"{_PORTAL}, your application, Bot: Message Content Intent on"
        )
    yield rights(settings.state)
    yield room(settings.state)
    yield secrecy(Path(".env"))
    yield from misspelt([*os.environ, *env_file()])
    try:
        shelf = read_all(settings.documents, settings.data / "editions.toml")
        yield from documents(settings, shelf)
        yield from lawbook(settings, shelf)
        yield from translations(settings, Situations.load(settings.data / "situations"))
    except LawbotError as error:
        yield Check(
            Verdict.WRONG,
            f"our own data cannot be read: {error}",
            f"put {settings.data} back: git status shows what changed",
        )


def misspelt(names: Iterable[str]) -> Iterator[Check]:
    """Each name that looks like a setting of the bot, and is none."""
    mend = "README.md, Settings, has them all: mend its name, or take it out"
    strays = (
        name
        for name in sorted(set(names) - known_names())
        if name.startswith(("DISCORD_", "LAWBOT_"))
    )
    yield from (
        Check(Verdict.NOTE, f"{name} is no setting, and changes nothing", mend) for name in strays
    )


def token(text: str) -> Check:
    """Whether the token has the shape of one. It is never said again: of all its parts only the
    application's id, which is public, is."""
    if not text:
        mend = f"{_PORTAL}, your application, Bot, Reset Token; then DISCORD_TOKEN=... in the file .env"
        return Check(
            Verdict.NOTE, "there is no token: the bot starts as a chat in the terminal", mend
        )
    parts = text.split(".")
    shaped = (
        len(parts) == _PARTS
        and all(_PART.fullmatch(part) for part in parts)
        and len(parts[-1]) >= _SECRET
    )
    application = _decoded(parts[0]) if shaped else ""
    if application.isdecimal():
        return Check(
            Verdict.GOOD, f"the token has the shape of one, of the application {application}"
        )
    signs = {
        "it begins with “Bot”": text.startswith("Bot "),
        "blanks or line breaks in it": len(text.split()) > 1,
    }
    why = next((sign for sign, shown in signs.items() if shown), "cut off, or another secret")
    mend = f"copy it anew ({_PORTAL}, your application, Bot, Reset Token), nothing before or behind it; the client secret and the public key are no tokens"
    return Check(
        Verdict.WRONG,
        f"DISCORD_TOKEN has not the shape of a token ({why}; {len(text)} characters)",
        mend,
    )


def _decoded(part: str) -> str:
    try:
        return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return ""


def rights(state: Path) -> Check:
    """Whether the state folder, or the folder in which it will be made, can be written."""
    folder = _there(state)
    try:
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        mend = f"give the user that runs the bot the right to write there (chown), or name another folder in LAWBOT_STATE; disk full: make room on {folder}"
        return Check(Verdict.WRONG, f"nothing can be written to {state} ({error.strerror})", mend)
    return Check(Verdict.GOOD, f"{state} can be written")


def room(state: Path, needed: int = ROOM) -> Check:
    """Whether the disk has ``needed`` bytes left for lawbook, settings and log."""
    free = shutil.disk_usage(_there(state)).free
    if free >= needed:
        return Check(Verdict.GOOD, f"{free / 1e6:.0f} MB are free at {state}")
    what = f"{free / 1e6:.0f} MB are free at {state}; {needed / 1e6:.0f} MB should be"
    return Check(Verdict.WRONG, what, "make room, or set LAWBOT_STATE to another disk")


def _there(folder: Path) -> Path:
    return next(
        (place for place in (folder, *folder.absolute().parents) if place.is_dir()), Path("/")
    )


def secrecy(env: Path) -> Check:
    """Whether the file with the token can be read by its owner alone."""
    if not env.is_file():
        return Check(Verdict.GOOD, "settings come from the environment: there is no file .env here")
    if env.stat().st_mode & 0o077:
        return Check(
            Verdict.NOTE,
            f"others on this machine can read {env}, which may hold the token",
            f"chmod 600 {env}",
        )
    return Check(Verdict.GOOD, f"{env} can be read by its owner alone")


def documents(settings: Settings, shelf: Shelf) -> Iterator[Check]:
    """What was read of each document, and which could not be read."""
    for edition, source in shelf.editions:
        lost = sum(not mend.done for mend in edition.mends)
        told = f"; {lost} damages could not be repaired" if lost else ""
        yield Check(
            Verdict.GOOD,
            f"{source.name} was read: {edition.id}, {len(edition.provisions)} provisions{told}",
        )
    for problem in shelf.problems:
        folder = any(problem.startswith(f"{folder}:") for folder in settings.documents)
        yield Check(Verdict.WRONG, f"not read: {problem}", _FOLDER if folder else _DOCUMENT)
    known = Catalogue.load(settings.data / "editions.toml").editions
    if all(known[edition.id].plain for edition, _ in shelf.editions):
        where = ", ".join(map(str, settings.documents)) or "data/documents"
        what = f"no official wording was found ({where}): answers are in our own plain words"
        yield Check(
            Verdict.NOTE,
            what,
            "python -m lawbot add FILE, with a law book that you are entitled to use",
        )


def lawbook(settings: Settings, shelf: Shelf) -> Iterator[Check]:
    """Whether the lawbook is made of what is here now: charts, lexicon, plain words, and the
    documents."""
    try:
        book = Lawbook.open(settings.lawbook)
    except LawbookError as error:
        yield Check(Verdict.WRONG, str(error), _BUILD)
        return
    kept = {known.id: known.source_hash for known in book.editions.values()}
    read = {edition.id: source.hash for edition, source in shelf.editions}
    if not is_current(settings):
        yield Check(
            Verdict.WRONG,
            "the lawbook was made of other charts, phrases or plain words than those that are here",
            _BUILD,
        )
    elif kept != read:
        changed = ", ".join(
            sorted(name for name in kept.keys() | read.keys() if kept.get(name) != read.get(name))
        )
        yield Check(
            Verdict.WRONG,
            f"the lawbook was made of other documents than those that are here ({changed})",
            _BUILD,
        )
    else:
        yield Check(
            Verdict.GOOD, f"the lawbook holds {len(kept)} editions, made of what is here now"
        )
    if settings.edition and settings.edition not in kept:
        mend = f"LAWBOT_EDITION can be {', '.join(kept)}, or empty: the code in force"
        yield Check(
            Verdict.WRONG,
            f"LAWBOT_EDITION is {settings.edition}, which the lawbook does not hold",
            mend,
        )


def translations(settings: Settings, situations: Situations) -> Iterator[Check]:
    """Whether each language's catalogues can be read, and how much of the interface and the charts
    they say."""
    everything = sum(len(wording.texts(chart)) for chart in situations.values())
    locale = settings.data / "locale"
    for language in sorted(
        {*LANGUAGES, *(file.stem for file in (settings.data / "languages").glob("*.toml"))}
        - {SOURCE}
    ):
        try:
            unsaid = catalogues.missing(
                locale / language / "LC_MESSAGES" / "lawbot.po", locale / "lawbot.pot"
            )
            missing = sum(1 for _ in wording.untranslated(situations, language))
        except (OSError, ValueError, LawbotError) as error:
            mend = "put data/locale and data/situations/locale back: git status shows what changed"
            yield Check(Verdict.WRONG, f"{language}: a translation cannot be read ({error})", mend)
            continue
        if unsaid:
            mend = f"fill them in in data/locale/{language}; if they once were there, git status shows what changed"
            yield Check(Verdict.NOTE, f"{language}: {unsaid} messages are said in English", mend)
        if missing:
            what = f"{language}: {missing} of {everything} texts of the charts are said in English"
            yield Check(Verdict.NOTE, what, f"python -m tools.translations {language}")
        if not unsaid and not missing:
            yield Check(Verdict.GOOD, f"{language}: everything is translated")
