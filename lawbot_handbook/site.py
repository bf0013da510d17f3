"""Writes the handbook into a folder: the pages of every language, their scripts, and what keeps
them when there is no network."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import segno
from markupsafe import Markup

from lawbot.answers import Answers, Reader
from lawbot.language import installed
from lawbot_handbook import addresses
from lawbot_handbook.book import Book, Plan, environment
from lawbot_handbook.library import minisearch

STATIC = Path(__file__).parent / "static"


def write(answers: Answers, folder: Path, plan: Plan) -> list[str]:
    """Writes the handbook; what is there under the same names is replaced. The paths of all that
    was written.

    Raises OSError, LawbotError.
    """
    written: dict[str, str] = {}

    def put(path: str, text: str) -> None:
        target = folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")
        written[path] = text

    for source in sorted(STATIC.iterdir()):
        put(f"static/{source.name}", source.read_text(encoding="utf-8"))
    put("static/minisearch.js", minisearch(plan.data))
    for language in plan.languages:
        book = Book(answers, language, plan)
        for page in book.pages():
            put(f"{language}/{page.path}", book.html(page))
        for path, text in book.scripts():
            put(f"{language}/{path}", text)
        put(f"{language}/worker.js", _worker(language, written))
    put(addresses.HOME, _entrance(plan.languages))
    if plan.address:
        put(addresses.CARD, _card(plan))
    return list(written)


def _worker(language: str, written: Mapping[str, str]) -> str:
    """The script that keeps a language for when there is no network: it knows every file, and is
    another one when any of them is."""
    files = {
        path: text for path, text in written.items() if path.startswith((f"{language}/", "static/"))
    }
    digest = hashlib.blake2b("".join(files.values()).encode(), digest_size=8).hexdigest()
    kept = json.dumps([f"../{path}" for path in files])
    told = f"const LANGUAGE = {json.dumps(language)}, VERSION = {json.dumps(digest)}, FILES = {kept};\n"
    return told + written["static/worker.js"]


def _entrance(languages: Sequence[str]) -> str:
    """The page at the root, which leads to each language."""
    translate = Reader(languages[0]).translate
    named = [(code, installed()[code].name) for code in languages]
    return (
        environment(translate)
        .get_template("languages.html")
        .render(title=translate("Bridge laws handbook"), top="", editions=named)
    )


def _card(plan: Plan) -> str:
    """The card for the table, with the code of the address."""
    cards = []
    for language in plan.languages:
        _ = Reader(language).translate
        line = _(
            "Scan it: the laws in plain words, and what happens next, step by step. At the table, call the director."
        )
        cards.append({"language": language, "title": _("Bridge laws handbook"), "line": line})
    drawn = segno.make(plan.address, error="m").svg_inline(scale=5, border=4, title=plan.address)
    code = Markup(drawn)  # noqa: S704 - segno escapes the title
    return (
        environment(Reader().translate)
        .get_template("card.html")
        .render(title=cards[0]["title"], top="", cards=cards, code=code, address=plan.address)
    )
