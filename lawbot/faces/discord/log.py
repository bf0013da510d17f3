"""The log of the bot as a program of its own: one form for our lines and for discord.py's, without ids of people and without what they typed."""

import logging
import re
import traceback
from types import TracebackType

_ID = re.compile(r"\d{15,}")
_SECRET_PATH = re.compile(r"(?<=/)(interactions|webhooks)/\S*")


def to_stderr() -> None:
    """From now on everything goes to stderr in this form. Called once by the program that starts."""
    handler = logging.StreamHandler()
    handler.setFormatter(Discreet("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False  # no line names them
    logging.basicConfig(level=logging.INFO, handlers=[handler])


def places(error: BaseException) -> str:
    """What happened where: the kinds of the error and of its causes, and the places in the code, never their messages."""
    chain: list[str] = []
    at: BaseException | None = error
    while at is not None and len(chain) < 5:
        chain.append(f"{type(at).__name__}\n{''.join(traceback.format_tb(at.__traceback__)).rstrip()}".rstrip())
        at = at.__cause__ or (None if at.__suppress_context__ else at.__context__)
    return "\ncaused by ".join(chain)


class Discreet(logging.Formatter):
    """Our own lines as they are. Of other programs' lines ids and addresses with tokens are blotted out; with an error only the first line stays."""

    def format(self, record: logging.LogRecord) -> str:
        """The whole entry. What another form made of its error before is not taken over."""
        record.exc_text = None
        try:
            return super().format(record)
        finally:
            record.exc_text = None

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - logging's own name
        """One line; what others say may repeat what somebody typed."""
        if not record.name.startswith("lawbot"):
            said = record.message.splitlines()[0] if record.exc_info and record.message else record.message
            record.message = _ID.sub("#", _SECRET_PATH.sub(r"\1/#", said))
        return super().formatMessage(record)

    def formatException(  # noqa: N802 - logging's own name
        self, ei: tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]
    ) -> str:
        """Kinds and places alone."""
        return places(ei[1]) if ei[1] is not None else ""
