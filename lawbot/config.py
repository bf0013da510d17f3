"""Settings from the environment and a .env file, built once by the program that starts, never at import."""

import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, NamedTuple, Self
from urllib.parse import parse_qsl, unquote, urlsplit

from pydantic import BeforeValidator, Field, PlainValidator, ValidationError
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

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
        """From postgresql://user:password@host:port/name?option=value. Raises ValueError, which says what is allowed and nothing of the text."""
        try:
            parts = urlsplit(text.strip())
            user, password, host, name = (
                unquote(said, errors="strict") if said else None
                for said in (parts.username, parts.password, parts.hostname, parts.path.removeprefix("/"))
            )
            options = tuple(parse_qsl(parts.query, strict_parsing=True, errors="strict")) if parts.query else ()
            if (
                parts.scheme in ("postgresql", "postgres")
                and name
                and "/" not in parts.path[1:]
                and "\0" not in unquote(text)
                and not parts.fragment
            ):
                return cls(host, parts.port, name, user, password, options)
        except ValueError:
            pass
        raise ValueError("it must be postgresql://user:password@host/database, with %40 for @, %2F for /, %25 for % in user and password")

    def __str__(self) -> str:
        host = self.host or dict(self.options).get("host", "")
        return f"postgresql://{host}{f':{self.port}' if self.port else ''}/{self.name}"


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
    database: Database | None = None
    """Where the settings of servers stand; in a file of the state folder where it is None."""
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
        return cls(
            token=given.token,
            documents=given.documents or tuple(usual),
            state=given.state or home / "var",
            language=given.language or "en",
            edition=given.edition or None,
            inline=given.inline,
            handbook=given.handbook,
            watch=given.watch,
            shards=given.shards,
            wrong_channel=given.wrong_channel,
            keep_unfound=given.keep_unfound,
            database=given.database,
        )

    @property
    def lawbook(self) -> Path:
        """Where the lawbook stands."""
        return self.state / "lawbook.db"

    @property
    def guild_settings(self) -> Path | Database:
        """Where the settings of servers stand."""
        return self.database or self.state / "settings.db"


def unknown(names: Iterable[str]) -> list[str]:
    """Those of the names that look like settings of the bot, and are none."""
    return sorted(name for name in set(names) - _Given.names() if name.startswith(("DISCORD_", "LAWBOT_")))


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


def _database(text: str) -> Database | None:
    return Database.parse(text) if text.strip() else None


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


class _Given(BaseSettings):
    """The settings by the names an operator writes. Raises ValidationError; an absent setting is as an empty one."""

    model_config = SettingsConfigDict(
        env_file=".env",
        env_file_encoding="utf-8-sig",
        extra="ignore",
        case_sensitive=True,
        validate_default=False,
        hide_input_in_errors=True,
    )

    token: Annotated[str, BeforeValidator(str.strip)] = Field("", validation_alias="DISCORD_TOKEN")
    documents: Annotated[tuple[Path, ...], NoDecode, BeforeValidator(_folders)] = Field((), validation_alias="LAWBOT_DOCUMENTS")
    state: Annotated[Path | None, BeforeValidator(_folder)] = Field(None, validation_alias="LAWBOT_STATE")
    language: Annotated[str, BeforeValidator(known_language)] = Field("", validation_alias="LAWBOT_LANGUAGE")
    edition: Annotated[str, BeforeValidator(_edition)] = Field("", validation_alias="LAWBOT_EDITION")
    inline: Annotated[bool, BeforeValidator(_switch)] = Field(False, validation_alias="LAWBOT_INLINE")
    handbook: Annotated[str, BeforeValidator(_web_address)] = Field("", validation_alias="LAWBOT_HANDBOOK")
    watch: Annotated[Place | None, NoDecode, PlainValidator(_place)] = Field(None, validation_alias="LAWBOT_WATCH")
    shards: Annotated[Shards | None, NoDecode, PlainValidator(_shards)] = Field(None, validation_alias="LAWBOT_SHARDS")
    wrong_channel: Annotated[int | None, BeforeValidator(_channel)] = Field(None, validation_alias="LAWBOT_WRONG_CHANNEL")
    keep_unfound: Annotated[bool, BeforeValidator(_switch)] = Field(False, validation_alias="LAWBOT_KEEP_UNFOUND")
    database: Annotated[Database | None, NoDecode, PlainValidator(_database)] = Field(None, validation_alias="LAWBOT_SETTINGS")

    @classmethod
    def names(cls) -> set[str]:
        """What the settings are called."""
        return {str(field.validation_alias) for field in cls.model_fields.values()}

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment is handed in, so that a test can give its own; behind it stands the .env file."""
        return init_settings, dotenv_settings


def _read(environment: Mapping[str, str]) -> _Given:
    here = ""
    try:
        here = str(Path.cwd())
        return _Given(**{name: environment[name] for name in _Given.names() if name in environment})  # type: ignore[arg-type]  # by their aliases
    except ValidationError as error:
        raise SettingsError("\n".join(_said(fault["loc"], fault["input"], fault["msg"]) for fault in error.errors())) from error
    except UnicodeDecodeError as error:
        raise SettingsError(f"The file {here}/.env is not written in UTF-8: save it anew as UTF-8 text.") from error
    except OSError as error:
        where = f"The file {here}/.env cannot be read" if here else "The working directory is not there any more: go to another folder"
        raise SettingsError(f"{where} ({error.strerror}).") from error


def _said(name: tuple[int | str, ...], given: object, why: str) -> str:
    """LAWBOT_LANGUAGE is “vn”; it can be en, th or vi."""
    if name[0] == "LAWBOT_SETTINGS":  # it may hold a password
        return f"{name[0]} cannot be read; {why.removeprefix('Value error, ')}."
    text = str(given)
    shown = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
    return f"{name[0]} is “{shown}”; {why.removeprefix('Value error, ')}."
