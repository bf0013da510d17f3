"""The commands score, chat and handbook, and those of an operator.

These are build, sync, check, add, backup and restore.
"""

import sys
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Annotated

from typer import Argument, Exit, Option, Typer

from lawbot.book import Lawbook
from lawbot.book.current import is_unchanged
from lawbot.checking import Check, Verdict, findings, good, wrong
from lawbot.config import Database
from lawbot.errors import LawbotError
from lawbot.faces.terminal import shapes
from lawbot.faces.terminal.chat import chat
from lawbot.faces.terminal.program import (
    AsJson,
    Language,
    current_program,
    language_option,
    needing,
    print_json,
    words_of,
)
from lawbot.language import LANGUAGES
from lawbot.law.scoring import is_vulnerable, score
from lawbot.message.scores import parse_contract, side_named

app = Typer()
_PAGES = 25
"""Pages of a book between two reports of progress."""
_LEVELS = ("law", "section", "paragraph", "subparagraph", "item", "footnote", "definition")


@app.command("score")
def score_contract(
    contract: Annotated[
        list[str], Argument(metavar="CONTRACT", help='"4SX by N +1", "3NT-2", or pass.')
    ],
    vulnerable: Annotated[
        str, Option("--vul", metavar="none|both|ns|ew", help="Who is vulnerable.")
    ] = "none",
    as_json: AsJson = False,
) -> None:
    """Print the score of a contract (Law 77): score "4SX by N +1" --vul both."""
    played = parse_contract(words_of(contract))
    at_risk = is_vulnerable(side_named(vulnerable), played.declarer if played else "N")
    shape = shapes.scored(played, score(played, at_risk), vulnerable=at_risk)
    if as_json:
        print_json(shape)
        return
    print(f"{played or 'passed out'}: {shape['score']}")
    for step in shape["steps"]:
        print(f"  {step['what']}: {step['points']}")


@app.command("build")
def build(
    documents: Annotated[
        list[Path] | None,
        Option(
            "--documents", metavar="DIR", help="A folder of law documents (may be given again)."
        ),
    ] = None,
    drop: Annotated[
        list[str] | None,
        Option(
            "--drop", metavar="ID", help="Leave out an edition that was there (may be given again)."
        ),
    ] = None,
    again: Annotated[
        bool, Option("--again", help="Also where nothing has changed since it was written.")
    ] = False,
) -> None:
    """Read the documents and write the lawbook, if anything it is made of has changed; print a line
    per edition with its counts."""
    settings = current_program.get().settings
    if documents:
        settings = replace(settings, documents=tuple(documents))
    if not again and is_unchanged(settings):
        print(*Lawbook.open(settings.lawbook).sources(), sep="\n")
        print(
            f"{settings.lawbook} is up to date: nothing it is made of has changed"
            " (to make it anew all the same: build --again)"
        )
        return
    # loaded here, for only reading documents needs it
    from lawbot.making import make_lawbook

    shelf, built = make_lawbook(settings, drop or ())
    lawbook = Lawbook.open(built.path)
    for about in lawbook.editions.values():
        counts = lawbook.counts(about.id)
        numbers = " / ".join(str(counts.get(level, 0)) for level in _LEVELS)
        print(f"{about.id:14} {numbers}  ({about.source})")
    print(f"{'':14} {' / '.join(_LEVELS)}")
    for edition in lawbook.editions:
        for where, words in lawbook.unresolved(edition):
            print(f"{edition}: {where}: the reference “{words}” leads nowhere")
        for mend in lawbook.reports(edition):
            if not mend.done:
                print(f"{edition}: {mend}")
    for problem in shelf.problems:
        print(f"not read: {problem}", file=sys.stderr)
    for line in shelf.shorter:
        print(f"shorter: {line}", file=sys.stderr)
    print(f"lawbook {built.path} ({built.size / 1e6:.1f} MB), content {built.content_hash[:16]}")


@app.command("chat")
def open_chat(language: Language = "") -> None:
    """Talk in the terminal, as bot.py does without a token."""
    program = current_program.get()
    raise Exit(chat(program.answers, language or program.settings.language))


@app.command("handbook")
def handbook(
    folder: Annotated[
        Path,
        Argument(metavar="FOLDER", help="Where to; pages of the same names are replaced."),
    ],
    language: Annotated[
        list[str] | None,
        Option(
            "--language",
            metavar="L",
            help="A language of it (may be given again); all where none is given.",
        ),
    ] = None,
    address: Annotated[
        str,
        Option(
            "--address",
            metavar="URL",
            help="Where the code on the table card leads: LAWBOT_HANDBOOK where nothing is given.",
        ),
    ] = "",
    pdf: Annotated[
        bool,
        Option("--pdf", help="Also print the booklet of charts and the card (needs Chromium)."),
    ] = False,
    publisher: Annotated[
        str,
        Option("--publisher", metavar="NAME", help="Whose handbook it is: named on every page."),
    ] = "",
    report: Annotated[
        str,
        Option(
            "--report",
            metavar="ADDRESS",
            help="Where readers tell of an error: a mail address, or a page on the web.",
        ),
    ] = "",
    editions: Annotated[
        bool,
        Option(
            "--editions",
            help="With the official text of older codes that are here, and what changed: see that you may publish it.",
        ),
    ] = False,
) -> None:
    """Write the handbook: our plain words and the flow charts as pages that work from a folder and
    on any web server."""
    with needing(
        "The handbook has packages of its own; they come with: pip install 'lawbot[handbook]'"
    ):
        from lawbot_handbook.book import Plan
        from lawbot_handbook.printing import print_all
        from lawbot_handbook.site import write

    program = current_program.get()
    languages = list(dict.fromkeys(language_option(code) for code in language or LANGUAGES))
    today = datetime.now().astimezone().date()
    plan = Plan(
        languages,
        today,
        program.settings.data,
        address or program.settings.handbook,
        pdf,
        publisher,
        report,
        editions,
    )
    files = write(program.answers, folder, plan)
    if pdf:
        for booklet in print_all(program.answers, folder, plan):
            print(booklet)
    print(f"{folder / 'index.html'}: {len(files)} files")


@app.command("sync")
def sync() -> None:
    """Tell Discord the bot's commands anew."""
    program = current_program.get()
    if not program.settings.token:
        raise LawbotError(
            "DISCORD_TOKEN is not set: there is no bot whose commands Discord could be told."
        )
    # loaded only where it is needed
    from lawbot.faces.discord import client

    raise Exit(client.sync(program.settings, program.answers))


@app.command("check")
def check() -> None:
    """Say what is missing or wrong before the bot starts, and how to mend it."""
    settings = current_program.get().settings
    is_wrong = False
    for finding in [*findings(settings), _servers(settings.guild_settings)]:
        is_wrong = is_wrong or finding.verdict is Verdict.WRONG
        advice = f"\n{'':6} to mend it: {finding.mend}" if finding.mend else ""
        print(f"{finding.verdict:6} {finding.fact}{advice}")
    if is_wrong:
        raise Exit(1)


def _servers(place: Path | Database) -> Check:
    # loaded only where it is needed
    from lawbot.faces.discord.settings import backup as settings_backup

    try:
        servers = settings_backup.servers(place)
    except LawbotError as error:
        file = (
            "chown it to the user that runs the bot, if it is another's;"
            " else python -m lawbot restore FILE, with your last backup"
        )
        server = (
            "LAWBOT_SETTINGS: is the address right, the server running,"
            " may the user make a schema in the database?"
        )
        return wrong(str(error), file if isinstance(place, Path) else server)
    if servers is None:
        return good(f"{place}: no server has settings yet")
    return good(f"{place}: the settings of {servers} servers")


@app.command("add")
def add(
    file: Annotated[
        Path,
        Argument(
            metavar="FILE",
            help="A PDF, a web page (.html), a Word document (.docx), Markdown or text.",
        ),
    ],
    documents: Annotated[
        Path | None, Option("--documents", metavar="DIR", help="The folder it goes to.")
    ] = None,
) -> None:
    """Take in a law book: recognise its edition, read it, and put it among the documents if it
    reads no worse."""
    # loaded here, for only books that are no text yet need it
    from lawbot.adding import add as add_document
    from lawbot.adding import described

    settings = current_program.get().settings
    if documents:
        settings = replace(settings, documents=(documents, *settings.documents))
    added = add_document(settings, file, _print_progress)
    for reading in added.readings:
        lost = [mend for mend in reading.mends if not mend.done]
        print(
            f"{described(reading)}; {len(reading.mends) - len(lost)} damages mended, {len(lost)} not"
        )
        for mend in lost:
            print(f"  {mend}")
    for path in added.aside:
        print(f"set aside: {path}")
    print(f"written: {added.document}. Take it up with: python -m lawbot build")


def _print_progress(page: int, pages: int) -> None:
    if page % _PAGES == 0 or page == pages:
        print(f"page {page} of {pages} is read", file=sys.stderr)


@app.command("backup")
def backup(
    file: Annotated[Path, Argument(metavar="FILE", help="Where to; replaced if it is there.")],
) -> None:
    """Copy the settings and notes of all servers into a file, also while the bot runs."""
    from lawbot.faces.discord.settings import backup as settings_backup

    servers = settings_backup.backup(current_program.get().settings.guild_settings, file)
    print(f"{file}: the settings of {servers} servers")


@app.command("restore")
def restore(
    file: Annotated[
        Path, Argument(metavar="FILE", help="A backup of this version or an older one.")
    ],
    over: Annotated[
        bool, Option("--over", help="Also where other settings are; those are kept beside.")
    ] = False,
) -> None:
    """Bring the settings and notes of all servers back from a backup."""
    from lawbot.faces.discord.settings import backup as settings_backup

    settings = current_program.get().settings
    old_copy = settings.state / "settings.db.before"
    servers = settings_backup.restore(file, settings.guild_settings, old_copy, over=over)
    print(
        f"{settings.guild_settings}: the settings of {servers} servers."
        " A bot that is running takes them at its next start: restart it now."
    )
