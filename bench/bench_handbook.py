"""Measure how soon the pages of a handbook show and search, opened from disk: ``python -m
bench.bench_handbook FOLDER``."""

import sys
from functools import partial
from itertools import product
from pathlib import Path
from statistics import median

from playwright.sync_api import Browser, Request, sync_playwright

from tests.support.phone import CHROMIUM

_PAGES = (
    "index.html",
    "law/27.html",
    "chart/wrong-number-of-cards.html",
    "search.html?q=revoke",
    "definitions.html",
)
_TIMES = 9
_TYPED = {"en": "revoke", "vi": "bỏ bài", "th": "ทิ้งไพ่"}
_SLOWER, _BETWEEN_KEYS = 4, 80
"""Times a phone is slower, and milliseconds from one key to the next."""
_WATCHED = """() => {
  document.querySelector("#query").addEventListener("input", () => { window.began ??= performance.now(); });
  new MutationObserver(() => { window.first ??= performance.now(); }).observe(document.querySelector("#results"), { childList: true });
}"""
_FIRST = "window.first ? window.first - window.began : 0"
_PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def _note_file(files: set[str], request: Request) -> None:
    """Add the file of a request; the same file with another question is one file."""
    files.add(request.url.partition("?")[0])


def first_result(browser: Browser, folder: Path, language: str, pause: int) -> float:
    """Return the milliseconds from the first key to the first result, on a slower machine.

    ``pause``: milliseconds from the tap on the box to the first key.
    """
    page = browser.new_context(viewport={"width": 360, "height": 800}).new_page()
    page.goto((folder / language).resolve().as_uri() + "/law/27.html")
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    page.evaluate(_WATCHED)
    page.locator("#query").focus()
    page.wait_for_timeout(pause)
    for letter in _TYPED[language]:
        page.keyboard.insert_text(letter)
        page.wait_for_timeout(_BETWEEN_KEYS)
    while not page.evaluate(_FIRST):
        page.wait_for_timeout(_BETWEEN_KEYS)
    milliseconds = float(page.evaluate(_FIRST))
    page.context.close()
    return milliseconds


def main(folder: Path) -> None:
    """Print for each page the median milliseconds until something is seen, and until all is there,
    and what it weighs; then how soon a search finds something."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in _PAGES:
            painted, loaded = [], []
            files: set[str] = set()
            for _time in range(_TIMES):
                page = browser.new_context(viewport={"width": 360, "height": 800}).new_page()
                page.on("request", partial(_note_file, files))
                page.goto((folder / "en").resolve().as_uri() + f"/{name}")
                page.wait_for_timeout(100)
                painted.append(page.evaluate(_PAINTED))
                loaded.append(
                    page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
                )
                page.context.close()
            paths = [url.removeprefix("file://") for url in files if url.startswith("file://")]
            weight = sum(Path(path).stat().st_size for path in paths)
            summary = f"seen {median(painted):.0f} ms, loaded {median(loaded):.0f} ms"
            print(f"{name:36} {summary}, {len(files)} requests, {weight / 1000:.0f} kB")
        for language, pause in product(_TYPED, (0, 300)):
            times = [first_result(browser, folder, language, pause) for _time in range(_TIMES)]
            print(f"{language}: first result {median(times):.0f} ms, {pause} ms from tap to key")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
