"""Print web pages of the disk with Chromium."""

import shutil
import subprocess
from pathlib import Path

from lawbot.errors import LawbotError

_BROWSERS = ("chromium", "chromium-browser", "google-chrome")


def print_file(source: Path, target: Path) -> None:
    """Print a web page of the disk to a PDF file.

    Raises LawbotError if no Chromium is installed, or it fails.
    """
    browser = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if browser is None:
        raise LawbotError(
            "Printing to PDF needs Chromium (apt-get install chromium); .md and .html need nothing."
        )
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-pdf-header-footer",
        "--generate-pdf-document-outline",
        f"--print-to-pdf={target.resolve()}",
    ]
    process = subprocess.run(  # noqa: S603
        [browser, *options, source.resolve().as_uri()],
        capture_output=True,
        timeout=120,
        check=False,
    )
    if process.returncode or not target.is_file():
        raise LawbotError(
            f"Chromium could not print {source.name} (exit status {process.returncode})."
        )
