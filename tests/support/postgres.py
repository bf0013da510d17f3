"""Run a real server of PostgreSQL for the tests: Debian's, in a folder and on a port of its own."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from lawbot.config import Database
from tests.support.patience import PATIENCE, PROGRAM_PATIENCE

# PostgreSQL refuses to run as root; Debian's package makes this user
_NOBODY_OF_RANK = "postgres"
"""User of the server if the tests run as root."""
# a run that is killed must leave no server behind
_FOR_US = ["setpriv", "--pdeathsig=INT"]
"""Prefix of a command that ends with the tests."""
if os.geteuid() == 0:
    _FOR_US += [f"--reuid={_NOBODY_OF_RANK}", f"--regid={_NOBODY_OF_RANK}", "--clear-groups"]
# with signs that an address must write otherwise
_PASSWORD = "p@ss w%rd:/?#é茶"


class Server:
    """A server that can be stopped and started."""

    def __init__(self, folder: Path, programs: Path) -> None:
        self._folder, self._programs, self._numbers = folder, programs, count(1)
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port: int = free.getsockname()[1]
        password = folder / "password"
        password.write_text(_PASSWORD + "\n", encoding="utf-8")
        if os.geteuid() == 0:
            shutil.chown(password, _NOBODY_OF_RANK)
        initdb_options: list[str | Path] = [
            "-D",
            folder / "data",
            "-U",
            "owner",
            "-A",
            "scram-sha-256",
            "--pwfile",
            password,
            "-E",
            "UTF8",
            "--locale=C",
            "-N",
        ]
        subprocess.run(
            [*_FOR_US, programs / "initdb", *initdb_options],
            cwd=folder,
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=PROGRAM_PATIENCE,
        )
        self.start()

    def start(self) -> None:
        """Return once it takes connections."""
        options = {
            "port": self._port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self._folder,
            # the data ends with the tests
            "fsync": "off",
            "shared_buffers": "16MB",
        }
        arguments: list[str] = []
        for name, value in options.items():
            arguments += ("-c", f"{name}={value}")
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*_FOR_US, self._programs / "postgres", "-D", self._folder / "data", *arguments],
                stderr=log,
            )
        until = time.monotonic() + PATIENCE
        while self._process.poll() is None and time.monotonic() < until:
            with suppress(psycopg.OperationalError), connected(self.everything):
                return
            time.sleep(0.05)
        raise AssertionError((self._folder / "log").read_text())

    def stop(self) -> None:
        """Break every connection; return once it has ended."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(PATIENCE)

    @property
    def everything(self) -> Database:
        """Return the database that every server has, for its owner."""
        return Database("127.0.0.1", self._port, "postgres", "owner", _PASSWORD, ())

    @property
    def through_the_socket(self) -> tuple[tuple[str, str], ...]:
        """Return the options that lead to the same server by its socket."""
        return (("host", str(self._folder)), ("port", str(self._port)))

    def another(self) -> Database:
        """Return a new, empty database."""
        database = replace(self.everything, name=f"tea % ü {next(self._numbers)}")
        with connected(self.everything) as connection:
            connection.execute(f'CREATE DATABASE "{database.name}"')
        return database


@contextmanager
def running() -> Iterator[Server]:
    """Run a server, or skip the test with the reason if there is none."""
    # Debian has the programs outside of PATH, a folder a version
    installed = sorted(map(str, Path("/usr/lib/postgresql").glob("*/bin/initdb")))
    initdb = shutil.which("initdb") or (installed[-1] if installed else None)
    if initdb is None:
        pytest.skip("PostgreSQL is not installed here (Debian: apt-get install postgresql)")
    is_root = os.geteuid() == 0
    look_up = ["id", _NOBODY_OF_RANK]
    if is_root and subprocess.run(look_up, capture_output=True, timeout=PATIENCE).returncode:
        pytest.skip(f"PostgreSQL does not run as root, and there is no user {_NOBODY_OF_RANK}")
    # a short path: it holds a socket
    with tempfile.TemporaryDirectory(prefix="lawbot-pg-") as name:
        folder = Path(name)
        if is_root:
            shutil.chown(folder, _NOBODY_OF_RANK)
        server = Server(folder, Path(initdb).parent)
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def connected(database: Database, *, autocommit: bool = True) -> Iterator[psycopg.Connection[Any]]:
    """Open the connection of another program."""
    with psycopg.connect(
        host=database.host,
        port=database.port,
        dbname=database.name,
        user=database.user,
        password=database.password,
        autocommit=autocommit,
        # a lock that nobody gives back fails the test that waits for it, and hangs no run
        connect_timeout=int(PATIENCE),
        options=f"-c statement_timeout={int(PATIENCE)}s",
    ) as connection:
        yield connection


def address(database: Database) -> str:
    """Return the database as an operator writes it."""
    user, password, name = (
        quote(part or "", safe="") for part in (database.user, database.password, database.name)
    )
    return f"postgresql://{user}:{password}@{database.host}:{database.port}/{name}"


@contextmanager
def frozen(process: int) -> Iterator[None]:
    """Stop a process of the server, which neither works nor ends meanwhile."""
    os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        os.kill(process, signal.SIGCONT)
