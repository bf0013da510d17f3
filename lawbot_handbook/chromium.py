"""Prints web pages of the disk with Chromium."""

import shutil
import subprocess
from pathlib import Path

from lawbot.errors import LawbotError

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def print_file(source: Path, target: Path) -> None:
    """Prints a web page of the disk to a PDF file. Raises LawbotError where no Chromium is
    installed, or it cannot."""
    browser = next((found for name in _BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        raise LawbotError(
            "Printing to PDF needs Chromium (apt-get install chromium); .md and .html need nothing."
        )
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-pdf-header-footer",
        "--disable-pdf-tagging",
        f"--print-to-pdf={target.resolve()}",
    ]
    done = subprocess.run(  # noqa: S603
        [browser, *options, source.resolve().as_uri()],
        capture_output=True,
        timeout=120,
        check=False,
    )
    if done.returncode or not target.is_file():
        raise LawbotError(
            f"Chromium could not print {source.name} (exit status {done.returncode})."
        )
