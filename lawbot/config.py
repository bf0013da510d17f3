"""Settings from the environment and a .env file, built once by the program that starts, never at
import."""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, NamedTuple, Self, get_origin, get_type_hints
from urllib.parse import parse_qsl, unquote, urlsplit

from dotenv import dotenv_values

from lawbot.errors import LawbotError

_PACKAGE = Path(__file__).parent
_INSTALLED = (_PACKAGE / "data").is_dir()
ROOT = _PACKAGE if _INSTALLED else _PACKAGE.parent
"""Where data/ stands: in the checkout, or inside the installed package."""
_DATA = ROOT / "data"
_PASSWORD = "LAWBOT_SETTINGS"
"""The setting that is never said again, since it may hold a password."""
_YES = ("1", "yes", "true", "on")
_NO = ("0", "no", "false", "off")
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
        first, last, total = (
            (int(number or match[1]) for number in match.groups()) if match else (1, 0, 0)
        )
        if not first <= last < total:
            raise ValueError("it can be FIRST-LAST/COUNT, counted from 0, such as 0-3/16")
        return cls(range(first, last + 1), total)


@dataclass(frozen=True, slots=True)
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
        """From postgresql://user:password@host:port/name?option=value. Raises ValueError, which
        says what is allowed and nothing of the text."""
        try:
            parts = urlsplit(text.strip())
            user, password, host, name = (
                unquote(said, errors="strict") if said else None
                for said in (
                    parts.username,
                    parts.password,
                    parts.hostname,
                    parts.path.removeprefix("/"),
                )
            )
            options = (
                tuple(parse_qsl(parts.query, strict_parsing=True, errors="strict"))
                if parts.query
                else ()
            )
            sound = "/" not in parts.path[1:] and "\0" not in unquote(text) and not parts.fragment
            if parts.scheme in ("postgresql", "postgres") and name and sound:
                return cls(host, parts.port, name, user, password, options)
        except ValueError:
            pass
        raise ValueError(
            "it must be postgresql://user:password@host/database, with %40 for @, %2F for /, %25 for % in user and password"
        )

    def __str__(self) -> str:
        host = self.host or dict(self.options).get("host", "")
        return f"postgresql://{host}{f':{self.port}' if self.port else ''}/{self.name}"


def languages() -> tuple[str, ...]:
    """The languages an operator may choose: English, and each that data/locale has a translation
    for."""
    return (
        "en",
        *sorted(
            file.parents[1].name for file in (_DATA / "locale").glob("*/LC_MESSAGES/lawbot.po")
        ),
    )


# -- what may be given: each takes text that is not blank, and raises ValueError with what is
# allowed -----------------------------------


def known_language(text: str) -> str:
    """One of ``languages()``."""
    return _one_of(text.lower(), languages())


def _edition(text: str) -> str:
    """The id of one of the editions in data/editions.toml. Raises LawbotError when that cannot be
    read."""
    try:
        known = tomllib.loads((_DATA / "editions.toml").read_text(encoding="utf-8"))["edition"]
        ids = tuple(edition["id"] for edition in known)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise LawbotError(f"data/editions.toml cannot be read: {error}") from error
    return _one_of(text, ids)


def _one_of(given: str, allowed: tuple[str, ...]) -> str:
    if given not in allowed:
        raise ValueError(
            f"it can be {', '.join(allowed[:-1])} or {allowed[-1]}"
            if len(allowed) > 1
            else f"it can be {allowed[0]}"
        )
    return given


def _switch(text: str) -> bool:
    if text.lower() not in _YES + _NO:
        raise ValueError("it can be yes or no (1, true, on; 0, false, off)")
    return text.lower() in _YES


def _web_address(text: str) -> str:
    """Allowed is the address of a folder on the web, as a browser shows it."""
    parts = urlsplit(text)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ValueError(
            "it must be the address of the handbook's folder on the web: https://club.example/handbook/"
        )
    return text.removesuffix("index.html").rstrip("/") + "/"


def _place(text: str) -> Place:
    """HOST:PORT, or a port of this machine's own."""
    host, _sep, port = text.rpartition(":")
    if not (port.isascii() and port.isdecimal() and 0 < int(port[:6]) < 65_536):
        raise ValueError("it can be HOST:PORT, such as 127.0.0.1:9100")
    return Place(host.strip("[]") or "127.0.0.1", int(port))


def _channel(text: str) -> int:
    if not re.fullmatch(r"\d{15,20}", text, re.ASCII):
        raise ValueError(
            "it can be the id of a channel, a long number (right click on the channel, Copy Channel ID)"
        )
    return int(text)


def _folder(text: str) -> Path:
    """Allowed is a folder that is there, or a place where one can be made."""
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


# -- the settings
# -----------------------------------------------------------------------------------------------------------------------


def _home() -> Path:
    """Where an operator keeps things: beside a checkout; an installed package is no place for them."""
    return Path.cwd() if _INSTALLED else ROOT


def _usual_documents() -> tuple[Path, ...]:
    usual = (_home() / "data" / "documents", _home().parent / "shared" / "documents")
    return tuple(folder for folder in usual if folder.is_dir())


class _Named(NamedTuple):
    """What an operator calls a setting, and how the text of it is read."""

    name: str
    read: Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything an operator can set. ``token`` is empty when the bot is to run in the terminal."""

    token: Annotated[str, _Named("DISCORD_TOKEN", str)] = ""
    documents: Annotated[tuple[Path, ...], _Named("LAWBOT_DOCUMENTS", _folders)] = field(
        default_factory=_usual_documents
    )
    state: Annotated[Path, _Named("LAWBOT_STATE", _folder)] = field(
        default_factory=lambda: _home() / "var"
    )
    language: Annotated[str, _Named("LAWBOT_LANGUAGE", known_language)] = "en"
    edition: Annotated[str | None, _Named("LAWBOT_EDITION", _edition)] = None
    inline: Annotated[bool, _Named("LAWBOT_INLINE", _switch)] = False
    """Whether [[27B1]] in messages may be answered, which needs the message content intent."""
    watch: Annotated[Place | None, _Named("LAWBOT_WATCH", _place)] = None
    """Where /healthz, /readyz and /metrics are answered; nowhere where it is None."""
    shards: Annotated[Shards | None, _Named("LAWBOT_SHARDS", Shards.parse)] = None
    """The shards of this process; None: all, as many as Discord says."""
    wrong_channel: Annotated[int | None, _Named("LAWBOT_WRONG_CHANNEL", _channel)] = None
    """The channel that *Wrong?* buttons write to; None: there are none."""
    keep_unfound: Annotated[bool, _Named("LAWBOT_KEEP_UNFOUND", _switch)] = False
    """Whether words of searches that found nothing are kept in a file."""
    database: Annotated[Database | None, _Named(_PASSWORD, Database.parse)] = None
    """Where the settings of servers stand; in a file of the state folder where it is None."""
    handbook: Annotated[str, _Named("LAWBOT_HANDBOOK", _web_address)] = ""
    """Where the operator has put the handbook, with a slash at its end; empty where it is nowhere."""
    data: Path = _DATA

    @classmethod
    def load(cls, environment: Mapping[str, str] | None = None) -> Self:
        """Reads the environment, which wins over the .env file in the working directory; an empty
        setting is the usual one.

        Raises LawbotError, a sentence for each wrong setting: its name, what was given, what is
        allowed.
        """
        given = {**env_file(), **(os.environ if environment is None else environment)}
        values: dict[str, Any] = {}
        faults = []
        for setting, named in _named(cls).items():
            text = (given.get(named.name) or "").strip()
            try:
                if text and (value := named.read(text)):
                    values[setting] = value
            except ValueError as error:
                shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
                faults.append(
                    f"{named.name} {'cannot be read' if named.name == _PASSWORD else f'is “{shown}”'}; {error}."
                )
        if faults:
            raise LawbotError("\n".join(faults))
        return cls(**values)

    @property
    def lawbook(self) -> Path:
        """Where the lawbook stands."""
        return self.state / "lawbook.db"

    @property
    def guild_settings(self) -> Path | Database:
        """Where the settings of servers stand."""
        return self.database or self.state / "settings.db"


def known_names() -> set[str]:
    """What an operator calls the settings."""
    return {named.name for named in _named(Settings).values()}


def _named(settings: type[Settings]) -> dict[str, _Named]:
    hints = get_type_hints(settings, include_extras=True)
    return {
        setting: hint.__metadata__[0]
        for setting, hint in hints.items()
        if get_origin(hint) is Annotated
    }


def env_file() -> dict[str, str | None]:
    """What the .env file says. Raises LawbotError."""
    here = ""
    try:
        here = str(Path.cwd())
        return dotenv_values(".env", encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise LawbotError(
            f"The file {here}/.env is not written in UTF-8: save it anew as UTF-8 text."
        ) from error
    except OSError as error:
        where = (
            f"The file {here}/.env cannot be read"
            if here
            else "The working directory is not there any more: go to another folder"
        )
        raise LawbotError(f"{where} ({error.strerror}).") from error
