"""Settings from the environment and a .env file, built once by the program that starts, never at import."""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import urlsplit

from dotenv import dotenv_values

from lawbot.errors import LawbotError

_PACKAGE = Path(__file__).parent
_INSTALLED = (_PACKAGE / "data").is_dir()
ROOT = _PACKAGE if _INSTALLED else _PACKAGE.parent
"""Where data/ stands: in the checkout, or inside the installed package."""
_DATA = ROOT / "data"
_YES = ("1", "yes", "true", "on")
_NO = ("0", "no", "false", "off", "")
_SHOWN = 60
"""Characters of a wrong setting that are said again."""


class Place(NamedTuple):
    """An address of this machine to answer at."""

    host: str
    port: int


class Shards(NamedTuple):
    """Which of how many shards one process serves."""

    ids: range
    total: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """From 0-3/16, or 5/16 for one alone. Raises ValueError with what is allowed."""
        match = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", text.strip(), re.ASCII)
        first, last, total = (int(number or match[1]) for number in match.groups()) if match else (1, 0, 0)
        if not first <= last < total:
            raise ValueError("it can be FIRST-LAST/COUNT, counted from 0, such as 0-3/16")
        return cls(range(first, last + 1), total)


class SettingsError(LawbotError):
    """A setting that cannot be what it was set to, a .env file that cannot be read, or no working directory to look for one in."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an operator can set. ``token`` is empty when the bot is to run in the terminal."""

    token: str
    documents: tuple[Path, ...]
    state: Path
    language: str
    edition: str | None
    inline: bool = False
    """Whether [[27B1]] in messages may be answered, which needs the message content intent."""
    watch: Place | None = None
    """Where /healthz, /readyz and /metrics are answered; nowhere where it is None."""
    shards: Shards | None = None
    """The shards of this process; None: all, as many as Discord says."""
    wrong_channel: int | None = None
    """The channel that *Wrong?* buttons write to; None: there are none."""
    keep_unfound: bool = False
    """Whether words of searches that found nothing are kept in a file."""
    data: Path = _DATA
    handbook: str = ""
    """Where the operator has put the handbook, with a slash at its end; empty where it is nowhere."""

    @classmethod
    def load(cls, environment: Mapping[str, str] | None = None) -> Self:
        """Reads the environment, which wins over the .env file in the working directory; an empty setting is the usual one.

        Raises SettingsError, a sentence for each wrong setting: its name, what was given, what is allowed.
        """
        given = _read(os.environ if environment is None else environment)
        home = Path.cwd() if _INSTALLED else ROOT  # an installed package is no place for what an operator keeps
        usual = (folder for folder in (home / "data" / "documents", home.parent / "shared" / "documents") if folder.is_dir())
        given["documents"] = given["documents"] or tuple(usual)
        given["state"] = given["state"] or home / "var"
        given["language"] = given["language"] or "en"
        given["edition"] = given["edition"] or None
        return cls(**given)

    @property
    def lawbook(self) -> Path:
        """Where the lawbook stands."""
        return self.state / "lawbook.db"

    @property
    def guild_settings(self) -> Path:
        """Where the settings of servers stand."""
        return self.state / "settings.db"


def languages() -> tuple[str, ...]:
    """The languages an operator may choose: English, and each that data/locale has a translation for."""
    return ("en", *sorted(file.parents[1].name for file in (_DATA / "locale").glob("*/LC_MESSAGES/lawbot.po")))


def editions() -> tuple[str, ...]:
    """The ids of the editions in data/editions.toml. Raises SettingsError when that cannot be read."""
    try:
        known = tomllib.loads((_DATA / "editions.toml").read_text(encoding="utf-8"))["edition"]
        return tuple(edition["id"] for edition in known)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise SettingsError(f"data/editions.toml cannot be read: {error}") from error


# -- what may be given: each raises ValueError with what is allowed ------------------------------------------------------------


def known_language(text: str) -> str:
    """One of ``languages()``, or empty."""
    return _one_of(text.strip().lower(), languages())


def _edition(text: str) -> str:
    return _one_of(text.strip(), editions()) if text.strip() else ""


def _switch(text: str) -> bool:
    said = text.strip().lower()
    if said not in _YES + _NO:
        raise ValueError("it can be yes or no (1, true, on; 0, false, off)")
    return said in _YES


def _web_address(text: str) -> str:
    """Allowed is the address of a folder on the web, as a browser shows it."""
    said = text.strip()
    if not said:
        return ""
    parts = urlsplit(said)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError("it must be the address of the handbook's folder on the web: https://club.example/handbook/")
    return said.removesuffix("index.html").rstrip("/") + "/"


def _place(text: str) -> Place | None:
    """HOST:PORT, or a port of this machine's own."""
    if not text.strip():
        return None
    host, _sep, port = text.strip().rpartition(":")
    if not (port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65_536):
        raise ValueError("it can be HOST:PORT, such as 127.0.0.1:9100")
    return Place(host.strip("[]") or "127.0.0.1", int(port))


def _shards(text: str) -> Shards | None:
    return Shards.parse(text) if text.strip() else None


def _channel(text: str) -> int | None:
    if text.strip() and not re.fullmatch(r"\d{15,20}", text.strip(), re.ASCII):
        raise ValueError("it can be the id of a channel, a long number (right click on the channel, Copy Channel ID)")
    return int(text) if text.strip() else None


def _folder(text: str) -> Path | None:
    """Allowed is a folder that is there, or a place where one can be made."""
    if not text.strip():
        return None
    try:
        folder = Path(text.strip()).expanduser()
        exists_otherwise = folder.exists() and not folder.is_dir()
    except (RuntimeError, ValueError, OSError) as error:
        raise ValueError(f"it must be a folder ({error})") from error
    if exists_otherwise:
        raise ValueError("it must be a folder, and this is a file")
    return folder


def _folders(text: str) -> tuple[Path, ...]:
    return tuple(folder for name in text.split(os.pathsep) if (folder := _folder(name)))


def _one_of(given: str, allowed: tuple[str, ...]) -> str:
    if given and given not in allowed:
        raise ValueError(f"it can be {', '.join(allowed[:-1])} or {allowed[-1]}" if len(allowed) > 1 else f"it can be {allowed[0]}")
    return given


SETTINGS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "token": ("DISCORD_TOKEN", str.strip),
    "documents": ("LAWBOT_DOCUMENTS", _folders),
    "state": ("LAWBOT_STATE", _folder),
    "language": ("LAWBOT_LANGUAGE", known_language),
    "edition": ("LAWBOT_EDITION", _edition),
    "inline": ("LAWBOT_INLINE", _switch),
    "handbook": ("LAWBOT_HANDBOOK", _web_address),
    "watch": ("LAWBOT_WATCH", _place),
    "shards": ("LAWBOT_SHARDS", _shards),
    "wrong_channel": ("LAWBOT_WRONG_CHANNEL", _channel),
    "keep_unfound": ("LAWBOT_KEEP_UNFOUND", _switch),
}
"""Each setting by the name an operator writes, and how it is read; an absent one is as an empty one."""


def _read(environment: Mapping[str, str]) -> dict[str, Any]:
    """What is set in the environment, and behind it in the .env file."""
    given = {**_file(), **environment}
    found, faults = {}, []
    for setting, (name, read) in SETTINGS.items():
        text = given.get(name) or ""
        try:
            found[setting] = read(text)
        except ValueError as error:
            faults.append(_said(name, text, str(error)))
    if faults:
        raise SettingsError("\n".join(faults))
    return found


def _file() -> dict[str, str | None]:
    here = ""
    try:
        here = str(Path.cwd())
        return dotenv_values(".env", encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise SettingsError(f"The file {here}/.env is not written in UTF-8: save it anew as UTF-8 text.") from error
    except OSError as error:
        where = f"The file {here}/.env cannot be read" if here else "The working directory is not there any more: go to another folder"
        raise SettingsError(f"{where} ({error.strerror}).") from error


def _said(name: str, text: str, why: str) -> str:
    """LAWBOT_LANGUAGE is “vn”; it can be en, th or vi."""
    shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return f"{name} is “{shown}”; {why}."
