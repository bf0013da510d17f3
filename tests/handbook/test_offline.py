"""The handbook on a web server, on two kinds: what is kept for when there is no network, and that a
correction is read all the same."""

import functools
import os
import re
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from lawbot.app import Answers
from lawbot_handbook.site import write
from tests.handbook.conftest import PLAN
from tests.support.once import made_once
from tests.support.patience import PATIENCE
from tests.support.phone import CHROMIUM

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
MONTH = 30 * 86_400
FIRST, SECOND = date(2026, 11, 22), date(2026, 11, 23)


class Plain(SimpleHTTPRequestHandler):
    """A server that says nothing of how long a file may be kept, so that a browser keeps an old one
    for days."""

    def log_message(self, *_arguments: object) -> None:
        pass


class WithoutEndings(Plain):
    """A host that sends x.html on to x, and index.html to its folder."""

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if path.endswith(".html"):
            self.send_response(308)
            query = self.path[len(path) :]
            self.send_header(
                "Location",
                path.removesuffix("index.html" if path.endswith("/index.html") else ".html")
                + query,
            )
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if Path(self.translate_path(f"{path}.html")).is_file():
            self.path = f"{path}.html"
        super().do_GET()


@contextmanager
def serving(folder: Path, kind: type[Plain], port: int = 0) -> Iterator[int]:
    server = ThreadingHTTPServer(
        ("localhost", port), functools.partial(kind, directory=str(folder))
    )
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


Build = Callable[..., str]


@pytest.fixture
def build(
    answers: Answers, handbook: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Build:
    """``build(FIRST)`` puts the English handbook of that day into the test's folder, files a month
    older; how its cache is called.

    Its worker waits for a server on a busy machine, unless it is not to be ``patient``.
    """

    def build_handbook(built_on: date, patient: bool = True) -> str:
        plan, whole = replace(PLAN, languages=["en"], made=built_on), handbook
        if built_on != PLAN.made:
            whole = made_once(
                tmp_path_factory,
                f"handbook-{built_on}",
                lambda folder: write(answers, folder, plan),
            )
        for part in ("en", "static"):
            shutil.copytree(whole / part, tmp_path / part, dirs_exist_ok=True)
        script = tmp_path / "en" / "worker.js"
        first_line = script.read_text(encoding="utf-8").partition("\n")[0]
        if patient:
            script.write_text(
                script.read_text(encoding="utf-8").replace(
                    "PATIENCE = 4000", f"PATIENCE = {PATIENCE * 1000}"
                ),
                encoding="utf-8",
            )
        # a day of its own: a server compares whole seconds
        modified = datetime.combine(built_on, datetime.min.time()).timestamp() - MONTH
        for file in tmp_path.rglob("*.*"):
            os.utime(file, (modified, modified))
        return "handbook-en-" + re.findall(r'VERSION = "(\w+)"', first_line)[0]

    return build_handbook


def wait_until_kept(page: Page, name: str) -> None:
    """Until that cache is the only one, and its worker at work."""
    until = time.monotonic() + PATIENCE
    while page.evaluate("caches.keys()") != [name] or not page.evaluate(
        "navigator.serviceWorker.ready.then((r) => !r.installing)"
    ):
        assert time.monotonic() < until, page.evaluate("caches.keys()")
        page.wait_for_timeout(100)


def day(built_on: date) -> str:
    return f"Page made on {built_on.day} November {built_on.year}"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


@pytest.mark.parametrize("kind", [Plain, WithoutEndings])
def test_a_correction_is_read_at_the_next_visit_and_without_a_network(
    page: Page, build: Build, tmp_path: Path, kind: type[Plain]
) -> None:
    name = build(FIRST)
    with serving(tmp_path, kind) as port:
        base = f"http://localhost:{port}/en"
        page.goto(f"{base}/index.html")
        wait_until_kept(page, name)
        page.goto(f"{base}/law/27.html")
        expect(page.locator("footer")).to_contain_text(day(FIRST))
        name = build(SECOND)
        page.goto(f"{base}/law/27.html")
        expect(page.locator("footer")).to_contain_text(day(SECOND))
        wait_until_kept(page, name)
        for path in ("law/64.html", "search.html?q=revoke"):
            page.goto(f"{base}/{path}")
        page.wait_for_timeout(1000)  # what was read is kept behind what is shown
    for path in (
        "law/27.html",
        "law/27",
        "",
        "index.html",
        "law/64.html#64A1",
        "search.html?q=revoke",
    ):
        page.goto(f"{base}/{path}")
        expect(page.locator("footer")).to_contain_text(day(SECOND))
    expect(page.locator("#results a").first).to_be_visible()


@pytest.mark.parametrize("kind", [Plain, WithoutEndings])
def test_a_whole_language_is_kept_only_if_somebody_asks(
    page: Page, build: Build, tmp_path: Path, kind: type[Plain]
) -> None:
    name = build(FIRST)
    files = sum(1 for file in (tmp_path / "en").rglob("*.*"))
    with serving(tmp_path, kind) as port:
        base = f"http://localhost:{port}/en"
        page.goto(f"{base}/index.html")
        wait_until_kept(page, name)
        count_of_cached = (
            f"caches.open('{name}').then((cache) => cache.keys()).then((keys) => keys.length)"
        )
        assert page.evaluate(count_of_cached) <= 4
        page.goto(f"{base}/about.html")
        page.locator("#keep").click()
        expect(page.locator("#keep")).to_have_text(
            "Kept: every page opens without a network.", timeout=PATIENCE * 1000
        )
        assert page.evaluate(count_of_cached) >= files - 2
    page.goto(f"{base}/chart/revoke.html")
    expect(page.locator("#walk .answer").first).to_be_visible()


def test_a_broken_or_mute_server_gives_the_cached_pages(
    page: Page, build: Build, tmp_path: Path
) -> None:
    wait, done = threading.Event(), threading.Event()

    class Troubled(Plain):
        def do_GET(self) -> None:
            if wait.is_set() and "27" in self.path:
                self.send_error(503)
            elif wait.is_set():
                done.wait(PATIENCE)
            else:
                super().do_GET()

    name = build(FIRST, patient=False)
    with serving(tmp_path, Troubled) as port:
        page.goto(f"http://localhost:{port}/en/index.html")
        wait_until_kept(page, name)
        for path in ("law/27.html", "law/64.html"):
            page.goto(f"http://localhost:{port}/en/{path}")
        page.wait_for_timeout(500)  # what was read is kept behind what is shown
        wait.set()
        for path in ("law/27.html", "law/64.html"):
            page.goto(f"http://localhost:{port}/en/{path}", wait_until="domcontentloaded")
            expect(page.locator("footer")).to_contain_text(day(FIRST))
        done.set()
