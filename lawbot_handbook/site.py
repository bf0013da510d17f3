"""Write the handbook into a folder: pages, their scripts, and workers that keep them offline."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import segno
from markupsafe import Markup

from lawbot.app import Answers
from lawbot.language.reader import Reader
from lawbot_handbook import addresses
from lawbot_handbook.book import Book, Page, Plan, environment
from lawbot_handbook.library import minisearch

STATIC = Path(__file__).parent / "static"


def write(answers: Answers, folder: Path, plan: Plan) -> list[str]:
    """Write the handbook over files of the same names; return the paths of its files.

    Raises OSError, LawbotError.
    """
    files: dict[str, str] = {}

    def write_file(path: str, text: str) -> None:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        files[path] = text

    for source in sorted(STATIC.iterdir()):
        write_file(f"static/{source.name}", source.read_text(encoding="utf-8"))
    write_file("static/minisearch.js", minisearch(plan.data))
    for language in plan.languages:
        book = Book(answers, language, plan)
        for page in book.pages():
            write_file(f"{language}/{page.path}", book.html(page))
        for path, text in book.scripts():
            write_file(f"{language}/{path}", text)
        write_file(f"{language}/worker.js", _worker(language, files))
    write_file(addresses.HOME, _entrance(plan.languages))
    if plan.site:
        write_file(addresses.SITEMAP, _sitemap(plan, files))
        write_file(addresses.MISSING, _missing(answers, plan))
    if plan.address:
        write_file(addresses.CARD, _card(plan))
    return list(files)


def _worker(language: str, files: Mapping[str, str]) -> str:
    """Return the service worker that keeps the files of a language for use without a network."""
    paths = [path for path in files if path.startswith((f"{language}/", "static/"))]
    # A worker that differs in one byte is installed anew: its version changes with any file.
    texts = "".join(files[path] for path in paths)
    version = hashlib.blake2b(texts.encode(), digest_size=8).hexdigest()
    urls = json.dumps([f"../{path}" for path in paths])
    constants = (
        f"const LANGUAGE = {json.dumps(language)}, VERSION = {json.dumps(version)},"
        f" FILES = {urls};\n"
    )
    return constants + files["static/worker.js"]


def _entrance(languages: Sequence[str]) -> str:
    """Return the page at the root, with a link to each language."""
    translate = Reader(languages[0]).translate
    return (
        environment(translate)
        .get_template("languages.html")
        .render(title=translate("Bridge laws handbook"), top="", languages=languages)
    )


def _sitemap(plan: Plan, files: Iterable[str]) -> str:
    """Return the addresses of all pages, for search engines, a line each."""
    return "".join(f"{plan.site}{path}\n" for path in files if path.endswith(".html"))


def _missing(answers: Answers, plan: Plan) -> str:
    """Return the page for an address that leads nowhere: its links hold at any depth."""
    book = Book(answers, plan.languages[0], plan)
    _ = book.reader.translate
    page = Page(addresses.MISSING, "missing.html", _("This page is not here"))
    base = urlsplit(plan.site).path
    return book.html(page, root=f"{base}{book.language}/", top=base, site="")


def _card(plan: Plan) -> str:
    """Return the table card, with the QR code of the address."""
    cards = [(language, Reader(language).translate) for language in plan.languages]
    svg = segno.make(plan.address, error="m").svg_inline(scale=5, border=4, title=plan.address)
    code = Markup(svg)  # noqa: S704 - segno escapes the title
    return (
        environment(Reader().translate)
        .get_template("card.html")
        .render(top="", cards=cards, code=code, address=plan.address)
    )
