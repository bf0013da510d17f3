"""Errors: the card for the person and the line in the log, with the same reference number in both.

No line of the log has ids of people, or what they typed.
"""

import logging
import re
import traceback
from typing import Any

import aiohttp
import discord
from discord import app_commands

from lawbot.cards.card import Card, CardKind, Paragraph, Tone
from lawbot.errors import N_, LawbotError
from lawbot.faces.discord import telemetry
from lawbot.language.reader import Reader

EXIT_UNAVAILABLE = 69
"""The exit status when something the bot needs is not there (sysexits: EX_UNAVAILABLE)."""
_TOO_LATE = (10015, 10062, 40060, 50027)
"""Discord's codes for an interaction that is forgotten, expired, or answered already."""
_AGAIN = N_(
    "Try again in a moment. If it happens again, tell the operator this number: {reference}"
)
_FAULT = N_(
    "This is a fault of the bot, not yours. Try again; if it happens again, tell the operator this number: {reference}"
)
_ID = re.compile(r"\d{15,}")
_SECRET_PATH = re.compile(r"(?<=/)(interactions|webhooks)/\S*")
_log = logging.getLogger(__name__)


def error_card(error: BaseException, reader: Reader) -> Card:
    """Return the card that tells of the error.

    An error not written for people gets a reference number, and a line in the log with it.
    """
    _ = reader.translate
    if (
        isinstance(error, app_commands.CommandInvokeError | app_commands.TransformerError)
        and error.__cause__ is not None
    ):
        error = error.__cause__
    if isinstance(error, LawbotError):
        return _card(_("That did not work"), error.said(_))
    if isinstance(error, app_commands.CheckFailure):
        return _card(_("Not allowed"), _("This server does not let you use this command here."))
    if isinstance(
        error,
        app_commands.CommandSignatureMismatch
        | app_commands.CommandNotFound
        | app_commands.TransformerError,
    ):
        return _card(
            _("That did not work"),
            _(
                "This command has changed. Discord shows the new one in a few minutes; try again then."
            ),
        )
    title, advice = _("Something went wrong"), _FAULT
    if isinstance(error, aiohttp.ClientError):
        title, advice = _("The connection to Discord broke"), _AGAIN
    elif isinstance(error, discord.HTTPException):
        title, advice = _("Discord refused the answer"), _AGAIN
    return _card(title, _(advice).format(reference=note(error)))


def note(error: BaseException) -> str:
    """Log the error under the reference of the current interaction, else a new one; return it.

    The log gets the error's type and the places in the code, never its message: that might repeat
    what somebody asked.
    """
    record = telemetry.now()
    record.outcome = telemetry.Served.FAILED
    reference = record.reference
    status = ""
    if isinstance(error, discord.HTTPException):
        status = f" (Discord {error.status}/{error.code})"
    _log.error("Error %s%s: %s", reference, status, places(error))
    return reference


def too_late(error: BaseException) -> bool:
    """Return whether Discord no longer takes an answer.

    The token has expired, an answer was given already, or the budget of the answer is spent.
    """
    if isinstance(error, TimeoutError):
        # aiohttp's timeouts are of the connection, not of our budget
        return not isinstance(error, aiohttp.ClientError)
    return isinstance(error, discord.HTTPException) and error.code in _TOO_LATE


def _card(title: str, message: str) -> Card:
    return Card(CardKind.ERROR, title, (Paragraph(message, Tone.WARNING),), found=False)


def to_stderr() -> None:
    """Send every log line to stderr in the form of ``Discreet``. Called once at the start."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    # no line names threads or processes, so they need not be looked up
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def places(error: BaseException) -> str:
    """Return the types of the error and of its causes, with the places in the code.

    Their messages are left out.
    """
    chain: list[str] = []
    link: BaseException | None = error
    while link is not None and len(chain) < 5:
        frames = "".join(traceback.format_tb(link.__traceback__)).rstrip()
        chain.append(f"{type(link).__name__}\n{frames}".rstrip())
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)
    return "\ncaused by ".join(chain)


class Discreet(logging.Formatter):
    """A log format without private details.

    Our own lines stay as they are. In lines of other programs ids and addresses with tokens are
    blotted out; with an error only the first line stays.
    """

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """Format one line; drop details of other programs that may repeat typed text."""
        # another formatter may have cached the whole error here
        record.exc_text = None
        if not record.name.startswith("lawbot"):
            message = record.message
            if record.exc_info and message:
                message = message.splitlines()[0]
            record.message = _ID.sub("#", _SECRET_PATH.sub(r"\1/#", message))
        return super().formatMessage(record)

    def formatException(self, ei: Any) -> str:  # noqa: N802 - logging's own name
        """Return types and places alone."""
        return places(ei[1]) if ei[1] is not None else ""
