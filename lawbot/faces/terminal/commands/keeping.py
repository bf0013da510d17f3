"""The commands of whoever keeps the bot running: check, add, backup, restore."""

import sys
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from lawbot.checking import Check, Verdict, findings
from lawbot.config import Database
from lawbot.errors import LawbotError
from lawbot.faces.terminal.program import no_answer, program_of

app = typer.Typer()
_PAGES = 25
"""After how many pages of a book it is told how far it is read."""


@app.command("check")
def check(context: typer.Context) -> None:
    """Say what is missing or wrong before the bot starts, and how to mend it."""
    settings = program_of(context).settings
    wrong = False
    for found in [*findings(settings), _servers(settings.guild_settings)]:
        wrong = wrong or found.verdict is Verdict.WRONG
        print(f"{found.verdict:6} {found.what}" + (f"\n{'':6} to mend it: {found.mend}" if found.mend else ""))
    if wrong:
        raise no_answer()


def _servers(place: Path | Database) -> Check:
    from lawbot.faces.discord import keeping  # loaded only where it is needed

    try:
        held = keeping.servers(place)
    except LawbotError as error:
        file = "chown it to the user that runs the bot, if it is another's; else python -m lawbot restore FILE, with your last backup"
        server = "LAWBOT_SETTINGS: is the address right, the server running, may the user make a schema in the database?"
        return Check(Verdict.WRONG, str(error), file if isinstance(place, Path) else server)
    return Check(Verdict.GOOD, f"{place}: " + ("no server has settings yet" if held is None else f"the settings of {held} servers"))


@app.command("add")
def add(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A PDF, a saved web page (.html), Markdown (.md) or text (.txt).")],
    documents: Annotated[Path | None, typer.Option("--documents", metavar="DIR", help="The folder it goes to.")] = None,
) -> None:
    """Take in a law book: recognise its edition, read it, and put it among the documents if it reads no worse."""
    from lawbot.adding import add as add_document  # loads what only books need that are no text yet

    settings = program_of(context).settings
    added = add_document(replace(settings, documents=(documents, *settings.documents)) if documents else settings, file, _tell_page)
    for reading in added.readings:
        lost = [mend for mend in reading.mends if not mend.done]
        print(f"{reading}; {len(reading.mends) - len(lost)} damages mended, {len(lost)} not")
        for mend in lost:
            print(f"  {mend}")
    for path in added.aside:
        print(f"set aside: {path}")
    print(f"written: {added.document}. Take it up with: python -m lawbot build")


def _tell_page(page: int, pages: int) -> None:
    if page % _PAGES == 0 or page == pages:
        print(f"page {page} of {pages} is read", file=sys.stderr)


@app.command("backup")
def backup(
    context: typer.Context, file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to; replaced if it is there.")]
) -> None:
    """Copy the settings and notes of all servers into a file, also while the bot runs."""
    from lawbot.faces.discord import keeping

    held = keeping.backup(program_of(context).settings.guild_settings, file)
    print(f"{file}: the settings of {held} servers")


@app.command("restore")
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup of this version or an older one.")],
    over: Annotated[bool, typer.Option("--over", help="Also where other settings are; those are kept beside.")] = False,
) -> None:
    """Bring the settings and notes of all servers back from a backup."""
    from lawbot.faces.discord import keeping

    settings = program_of(context).settings
    held = keeping.restore(file, settings.guild_settings, settings.state / "settings.db.before", over=over)
    print(f"{settings.guild_settings}: the settings of {held} servers. A bot that is running takes them at its next start: restart it now.")
