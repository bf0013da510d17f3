"""Read a handbook on disk without a browser: its pages, their anchors and links."""

import os
import re
from dataclasses import dataclass
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

SITE_HOST, SITE_FOLDER = "https://club.example", "/handbook/"
"""The address that the handbook of the tests is made for."""
_OF_EVERY_PAGE = ("main", "changed", "query", "found", "told", "dated", "results")


@dataclass
class Leaf:
    """A page: its anchors, the addresses it names, and the words that people see."""

    anchors: list[str]
    links: list[str]
    text: str


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.anchors: list[str] = []
        self.links: list[str] = []
        self.pieces: list[str] = []
        self._silent = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent = tag in ("script", "style")
        for name, value in attrs:
            if name == "id":
                self.anchors.append(value or "")
            if name in ("href", "src", "action"):
                self.links.append(value or "")

    def handle_endtag(self, tag: str) -> None:
        self._silent = False
        if tag in ("p", "li", "td", "th", "h1", "h2", "h3", "h4", "h5", "section"):
            self.pieces.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self.pieces.append(data)


def leaves(folder: Path) -> dict[Path, Leaf]:
    """Return every page of a handbook, each read once: nobody changes it meanwhile."""
    return {path: _leaf(path) for path in sorted(folder.rglob("*.html"))}


@cache
def _leaf(path: Path) -> Leaf:
    reader = _Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return Leaf(reader.anchors, reader.links, "".join(reader.pieces))


def broken(folder: Path) -> list[str]:
    """Return the links without a target, or out of the folder: page and address."""
    pages = leaves(folder)
    faults = []
    for path, page in pages.items():
        for link in page.links:
            # the page for what is missing, and links for search engines, name the whole address
            base = os.path.relpath(folder, path.parent) + "/"
            parts = urlsplit(link.removeprefix(SITE_HOST).replace(SITE_FOLDER, base, 1))
            if parts.scheme == "data":
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            is_inside = target.is_relative_to(folder.resolve()) and target.is_file()
            # a fragment with a slash is the state of a script, no anchor
            has_anchor = not parts.fragment or "/" in parts.fragment
            if not has_anchor and target in pages:
                has_anchor = unquote(parts.fragment) in pages[target].anchors
            if parts.scheme or parts.netloc or not is_inside or not has_anchor:
                faults.append(f"{path.relative_to(folder)}: {link}")
    return faults


def addresses(folder: Path, language: str) -> list[str]:
    """Return the lasting addresses of a language: every page, every anchor of a provision."""
    anchors = []
    for path, page in leaves(folder / language).items():
        name = str(path.relative_to(folder / language))
        anchors.append(name)
        if re.match(r"law/|definitions|introduction|changes", name):
            anchors += [
                f"{name}#{anchor}" for anchor in page.anchors if anchor not in _OF_EVERY_PAGE
            ]
    return anchors
