"""Read settings from the environment and a .env file, once at the start of a program."""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, NamedTuple, Self
from urllib.parse import parse_qsl, unquote, urlsplit

from dotenv import dotenv_values

from lawbot.errors import LawbotError
from lawbot.frozen import frozen

_PACKAGE = Path(__file__).parent
_INSTALLED = (_PACKAGE / "data").is_dir()
ROOT = _PACKAGE if _INSTALLED else _PACKAGE.parent
"""The folder of data/: the checkout, or the installed package."""
DATA = ROOT / "data"
_PASSWORD = "LAWBOT_SETTINGS"
_EAR_KEY = "LAWBOT_EAR_KEY"
_SECRETS = (_PASSWORD, _EAR_KEY)
"""The settings that are never printed, since they may hold a password or a key."""
_YES = ("1", "yes", "true", "on")
_NO = ("0", "no", "false", "off")
_ECHOED = 60
"""Most characters of a wrong setting in a message."""


class HostPort(NamedTuple):
    """An address of this machine to listen at."""

    host: str
    port: int


class Shards(NamedTuple):
    """The shards that one process serves, and the number of all."""

    ids: range
    total: int

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the shards of 0-3/16, or 5/16 for one alone.

        Raises ValueError with the allowed form.
        """
        match = re.fullmatch(r"(\d{1,5})(?:-(\d{1,5}))?/(\d{1,5})", text.strip(), re.ASCII)
        if match:
            first, last, total = (int(number or match[1]) for number in match.groups())
            if first <= last < total:
                return cls(range(first, last + 1), total)
        raise ValueError("it can be FIRST-LAST/COUNT, counted from 0, such as 0-3/16")


@frozen
class Database:
    """A database of PostgreSQL. As text it is its address without user, password and options."""

    host: str | None
    port: int | None
    name: str
    user: str | None
    password: str | None = field(repr=False)
    options: tuple[tuple[str, str], ...] = field(repr=False)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the database at postgresql://user:password@host:port/name?option=value.

        Raises ValueError with the allowed form and nothing of the text.
        """
        try:
            parts = urlsplit(text.strip())
            user, password = _unquoted(parts.username), _unquoted(parts.password)
            host, name = _unquoted(parts.hostname), _unquoted(parts.path.removeprefix("/"))
            options = []
            if parts.query:
                options = parse_qsl(parts.query, strict_parsing=True, errors="strict")
            sound = "/" not in parts.path[1:] and "\0" not in unquote(text) and not parts.fragment
            if parts.scheme in ("postgresql", "postgres") and name and sound:
                return cls(host, parts.port, name, user, password, tuple(options))
        except ValueError:
            pass  # its message may quote the text, which may hold a password
        raise ValueError(
            "it must be postgresql://user:password@host/database,"
            " with %40 for @, %2F for /, %25 for % in user and password"
        )

    def __str__(self) -> str:
        host = self.host or dict(self.options).get("host", "")
        return f"postgresql://{host}{f':{self.port}' if self.port else ''}/{self.name}"


def _unquoted(part: str | None) -> str | None:
    return unquote(part, errors="strict") if part else None


def languages() -> tuple[str, ...]:
    """Return the languages to choose from: English, and each translation in data/locale."""
    catalogues = (DATA / "locale").glob("*/LC_MESSAGES/lawbot.po")
    return ("en", *sorted(file.parents[1].name for file in catalogues))


# -- Readers of settings: each takes text that is not blank; ValueError says the allowed form.


def known_language(text: str) -> str:
    """Return one of ``languages()``. Raises ValueError for any other text."""
    return _one_of(text.lower(), languages())


def _edition(text: str) -> str:
    """Return the id of an edition in data/editions.toml.

    Raises LawbotError if that file cannot be read.
    """
    try:
        editions = tomllib.loads((DATA / "editions.toml").read_text(encoding="utf-8"))["edition"]
        ids = tuple(edition["id"] for edition in editions)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LawbotError(f"data/editions.toml cannot be read: {error}") from error
    return _one_of(text, ids)


def _one_of(value: str, allowed: tuple[str, ...]) -> str:
    if value not in allowed:
        *first, last = allowed
        raise ValueError(f"it can be {', '.join(first)}{' or ' if first else ''}{last}")
    return value


def _switch(text: str) -> bool:
    if text.lower() not in _YES + _NO:
        raise ValueError("it can be yes or no (1, true, on; 0, false, off)")
    return text.lower() in _YES


def _command_names(text: str) -> tuple[tuple[str, str], ...]:
    """Return the pairs of 'help=lawhelp, quiz='."""
    names = []
    for pair in filter(None, map(str.strip, text.split(","))):
        match = re.fullmatch(r"/?([a-z]{1,32}) ?= ?/?([a-z0-9_-]{0,32})", pair)
        if match is None:
            raise ValueError(
                "it can be NAME=OTHER, and NAME= to leave one out: help=lawhelp, quiz="
            )
        names.append((match[1], match[2]))
    return tuple(names)


def _web_address(text: str) -> str:
    """Return the address of a folder on the web, with a slash at its end."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(
            "it must be the address of the handbook's folder on the web:"
            " https://club.example/handbook/"
        )
    return text.removesuffix("index.html").rstrip("/") + "/"


def _ear_address(text: str) -> str:
    """Return the address of a service of chat completions."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.username:
        raise ValueError(
            "it must be the address of chat completions, without a key in it:"
            " https://api.example.com/v1 or http://127.0.0.1:8080/v1"
        )
    return text


def _key(text: str) -> str:
    """Return a key that a header can carry."""
    if not (text.isascii() and text.isprintable()) or " " in text:
        raise ValueError("it must be the key alone, letters and signs without blanks")
    return text


def _hourly(text: str) -> int:
    if not re.fullmatch(r"[1-9]\d{0,4}", text, re.ASCII):
        raise ValueError("it can be a number from 1 to 99999")
    return int(text)


def _host_port(text: str) -> HostPort:
    """Return the address of HOST:PORT, or of a port of this machine."""
    host, _sep, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65_536):
        raise ValueError("it can be HOST:PORT, such as 127.0.0.1:9100")
    return HostPort(host.strip("[]") or "127.0.0.1", int(port))


def _channel(text: str) -> int:
    if not re.fullmatch(r"\d{15,20}", text, re.ASCII):
        raise ValueError(
            "it can be the id of a channel, a long number"
            " (right click on the channel, Copy Channel ID)"
        )
    return int(text)


def _folder(text: str) -> Path:
    """Return a folder that exists or can be made."""
    try:
        folder = Path(text).expanduser()
        exists_otherwise = folder.exists() and not folder.is_dir()
    except (RuntimeError, ValueError, OSError) as error:
        raise ValueError(f"it must be a folder ({error})") from error
    if exists_otherwise:
        raise ValueError("it must be a folder, and this is a file")
    return folder


def _folders(text: str) -> tuple[Path, ...]:
    return tuple(_folder(name.strip()) for name in text.split(os.pathsep) if name.strip())


# -- The settings


def _home() -> Path:
    """Return the folder of an operator's files."""
    # an installed package is no place for them
    return Path.cwd() if _INSTALLED else ROOT


def _usual_documents() -> tuple[Path, ...]:
    usual = (_home() / "data" / "documents", _home().parent / "shared" / "documents")
    return tuple(folder for folder in usual if folder.is_dir())


class _Variable(NamedTuple):
    """The environment variable of a setting, and the parser of its text."""

    name: str
    parse: Callable[[str], object]


@frozen
class Settings:
    """All settings of an operator. ``token`` is empty if the bot is to run in the terminal."""

    token: str = ""
    documents: tuple[Path, ...] = field(default_factory=_usual_documents)
    state: Path = field(default_factory=lambda: _home() / "var")
    language: str = "en"
    edition: str | None = None
    inline: bool = False
    """Answer [[27B1]] in messages, which needs the message content intent."""
    commands: tuple[tuple[str, str], ...] = ()
    """Commands with other names inside another bot; an empty name leaves one out."""
    messages: bool = False
    """Answer direct messages and mentions inside another bot, as a bot of our own always does."""
    watch: HostPort | None = None
    """Address of /healthz, /readyz and /metrics; None: they are not served."""
    shards: Shards | None = None
    """Shards of this process; None: all that Discord recommends."""
    wrong_channel: int | None = None
    """Channel that *Wrong?* buttons write to; None: there are no such buttons."""
    keep_unfound: bool = False
    """Store the words of searches without a result in a file."""
    keep_asked: bool = False
    """Store the words of those who agree when they say whether an answer was right."""
    database: Database | None = None
    """Database of the settings of servers; None: a file in the state folder."""
    handbook: str = ""
    """Web address of the handbook, with a slash at its end; empty: it is not on the web."""
    ear: str = ""
    """Address of a language model that helps to hear facts; empty: nothing is sent anywhere."""
    ear_key: str = field(default="", repr=False)
    ear_model: str = ""
    ear_hourly: int = 60
    """Most questions to it in an hour, for each server."""
    data: Path = DATA

    @classmethod
    def load(cls, environment: Mapping[str, str] | None = None) -> Self:
        """Read the environment, which wins over the .env file in the working directory.

        An empty setting has its default. Raises LawbotError, a sentence for each wrong setting:
        its name, its text, the allowed form.
        """
        variables = {**env_file(), **(os.environ if environment is None else environment)}
        values: dict[str, Any] = {}
        faults = []
        for setting, (name, parse) in _VARIABLES.items():
            text = (variables.get(name) or "").strip()
            try:
                value = parse(text) if text else None
            except ValueError as error:
                echo = text if len(text) <= _ECHOED else text[: _ECHOED - 1] + "…"
                fault = "cannot be read" if name in _SECRETS else f"is “{echo}”"
                faults.append(f"{name} {fault}; {error}.")
            else:
                if value:
                    values[setting] = value
        if faults:
            raise LawbotError("\n".join(faults))
        return cls(**values)

    @property
    def lawbook(self) -> Path:
        """Return the path of the lawbook."""
        return self.state / "lawbook.db"

    @property
    def books(self) -> Path:
        """Return the folder of the canonical books of the documents."""
        return self.state / "books"

    @property
    def guild_settings(self) -> Path | Database:
        """Return the file or database of the settings of servers."""
        return self.database or self.state / "settings.db"


_VARIABLES = {
    "token": _Variable("DISCORD_TOKEN", str),
    "documents": _Variable("LAWBOT_DOCUMENTS", _folders),
    "state": _Variable("LAWBOT_STATE", _folder),
    "language": _Variable("LAWBOT_LANGUAGE", known_language),
    "edition": _Variable("LAWBOT_EDITION", _edition),
    "inline": _Variable("LAWBOT_INLINE", _switch),
    "commands": _Variable("LAWBOT_COMMANDS", _command_names),
    "messages": _Variable("LAWBOT_MESSAGES", _switch),
    "watch": _Variable("LAWBOT_WATCH", _host_port),
    "shards": _Variable("LAWBOT_SHARDS", Shards.parse),
    "wrong_channel": _Variable("LAWBOT_WRONG_CHANNEL", _channel),
    "keep_unfound": _Variable("LAWBOT_KEEP_UNFOUND", _switch),
    "keep_asked": _Variable("LAWBOT_KEEP_ASKED", _switch),
    "database": _Variable(_PASSWORD, Database.parse),
    "handbook": _Variable("LAWBOT_HANDBOOK", _web_address),
    "ear": _Variable("LAWBOT_EAR", _ear_address),
    "ear_key": _Variable(_EAR_KEY, _key),
    "ear_model": _Variable("LAWBOT_EAR_MODEL", str),
    "ear_hourly": _Variable("LAWBOT_EAR_HOURLY", _hourly),
}
"""The environment variable of each setting that has one."""


def known_names() -> set[str]:
    """Return the environment variables of all settings."""
    return {variable.name for variable in _VARIABLES.values()}


def env_file() -> dict[str, str | None]:
    """Return the variables of the .env file. Raises LawbotError if it cannot be read."""
    folder = ""
    try:
        folder = str(Path.cwd())
        return dotenv_values(".env", encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise LawbotError(
            f"The file {folder}/.env is not written in UTF-8: save it anew as UTF-8 text."
        ) from error
    except OSError as error:
        fault = "The working directory is not there any more: go to another folder"
        if folder:
            fault = f"The file {folder}/.env cannot be read"
        raise LawbotError(f"{fault} ({error.strerror}).") from error
