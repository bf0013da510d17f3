"""Measure how soon the pages of a handbook show, opened from disk: ``python -m bench.bench_handbook
FOLDER``."""

import sys
from functools import partial
from pathlib import Path
from statistics import median

from playwright.sync_api import Request, sync_playwright

from tests.support.phone import CHROMIUM

_PAGES = (
    "index.html",
    "law/27.html",
    "chart/wrong-number-of-cards.html",
    "search.html?q=revoke",
    "definitions.html",
)
_TIMES = 9
_PAINTED = "performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0"


def _note_file(files: set[str], request: Request) -> None:
    """Add the file of a request; the same file with another question is one file."""
    files.add(request.url.partition("?")[0])


def main(folder: Path) -> None:
    """Print for each page the median milliseconds until something is seen, and until all is there,
    and what it weighs."""
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
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
