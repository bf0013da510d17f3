"""Measure how soon the pages of a handbook show, opened from disk: ``python -m bench.bench_handbook
FOLDER``."""

import sys
from pathlib import Path
from statistics import median

from playwright.sync_api import sync_playwright

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


def main(folder: Path) -> None:
    """Print for each page the median milliseconds until something is seen, and until all is there,
    and what it weighs."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for name in _PAGES:
            painted, loaded, files = [], [], set()
            for _time in range(_TIMES):
                page = browser.new_context(viewport={"width": 360, "height": 800}).new_page()
                page.on(
                    "request", lambda request, files=files: files.add(request.url.partition("?")[0])
                )
                page.goto((folder / "en").resolve().as_uri() + f"/{name}")
                page.wait_for_timeout(100)
                painted.append(page.evaluate(_PAINTED))
                loaded.append(
                    page.evaluate("performance.getEntriesByType('navigation')[0].loadEventEnd")
                )
                page.context.close()
            weight = sum(
                Path(url.removeprefix("file://")).stat().st_size
                for url in files
                if url.startswith("file://")
            )
            summary = f"seen {median(painted):.0f} ms, loaded {median(loaded):.0f} ms"
            print(f"{name:36} {summary}, {len(files)} requests, {weight / 1000:.0f} kB")
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
