"""Commentary and regulations beside the Laws: Markdown by citation, of any number of bodies.

A file in a folder of documents is one if it begins with its body:

    ---
    commentary: English Bridge Union
    short: EBU
    title: White Book
    date: 2024-08
    language: en
    ---
    # 27B1(b)
    What the body says of it.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from lawbot.book.documents import READABLE
from lawbot.errors import CitationError
from lawbot.language import LANGUAGES, SOURCE, Language, installed
from lawbot.law.citation import Citation

_HEAD = re.compile(r"---\r?\n(?P<fields>commentary:.*?)\r?\n---\r?\n", re.DOTALL)
_FIELD = re.compile(r"(commentary|short|title|date|language|code): *(\S.*)")
_HEADING = re.compile(r"(?m)^#+ +(.+?)\s*$")
_LARGEST = 5_000_000
"""Bytes of a file that is read."""
_LEAST_SHARED = 0.5
"""Share of the words of a text that a comment found by them has."""
_CODE = 2017
"""The code that a commentary cites if it names none."""


class Source(NamedTuple):
    """A body, and what of its own is quoted."""

    body: str
    short: str
    title: str
    date: str
    language: str
    code: int

    @property
    def names(self) -> list[str]:
        """Return what people call the body or its work."""
        return list(filter(None, (self.body, self.short, self.title)))


class Comment(NamedTuple):
    """The words of a body on a provision."""

    source: Source
    citation: Citation
    text: str


def is_commentary(data: bytes) -> bool:
    """Return True if a document begins as a commentary does."""
    return bool(re.match(rb"(?:\xef\xbb\xbf)?---\r?\ncommentary:", data))


def comments_in(text: str) -> tuple[list[Comment], list[str]]:
    """Return the comments of a file, and what is wrong in it, a line each."""
    head = _HEAD.match(text)
    if head is None:
        return [], ["a line “---” is missing below its first lines"]
    fields: dict[str, str] = dict(_FIELD.findall(head["fields"]))
    code = fields.get("code", str(_CODE))
    if not code.isdecimal():
        return [], [f"code: “{code}” is no year"]
    body = fields.get("commentary", "")
    source = Source(
        body,
        fields.get("short", body),
        fields.get("title", ""),
        fields.get("date", ""),
        fields.get("language", "en"),
        int(code),
    )
    comments: list[Comment] = []
    faults: list[str] = []
    _front, *parts = _HEADING.split(text[head.end() :])
    for heading, words in zip(parts[::2], parts[1::2], strict=True):
        try:
            citation = Citation.parse(heading)
        except CitationError:
            faults.append(f"the heading “{heading[:60]}” names no provision")
            continue
        if words.strip():
            comments.append(Comment(source, citation, words.strip()))
    return comments, faults


class Commentary:
    """All comments of the folders, by the provisions that they are about."""

    def __init__(self, comments: Iterable[Comment] = ()) -> None:
        self.comments = list(comments)

    @classmethod
    def load(cls, folders: Iterable[Path]) -> "Commentary":
        """Read every commentary of the folders; a file that cannot be read has none."""
        comments: list[Comment] = []
        for folder in folders:
            for path in sorted(folder.iterdir()) if folder.is_dir() else ():
                if path.suffix.lower() in READABLE:
                    comments += _read(path)
        return cls(comments)

    def on(self, citation: Citation, code: int) -> Iterator[Comment]:
        """Yield the comments on a provision of a code, and on what holds it or stands in it."""
        for comment in self.comments:
            near = comment.citation.contains(citation) or citation.contains(comment.citation)
            if near and comment.source.code == code:
                yield comment

    def on_any(self, citations: Iterable[Citation], code: int) -> list[Comment]:
        """Return the comments on some provisions of a code, each once."""
        comments: dict[Comment, None] = {}
        for citation in citations:
            comments |= dict.fromkeys(self.on(citation, code))
        return list(comments)

    def matching(self, text: str, code: int) -> list[Comment]:
        """Return the comments with most words of a text, best first; none with less than half."""
        shares: dict[Comment, float] = {}
        for comment, stems in self._stems.items():
            asked = _language_of(comment).stems(text)
            shared = asked & stems
            # one word in common is chance, unless it is all that was asked
            if comment.source.code == code and len(shared) >= min(2, len(asked)) > 0:
                shares[comment] = len(shared) / len(asked)
        matching = [comment for comment, share in shares.items() if share >= _LEAST_SHARED]
        return sorted(matching, key=shares.__getitem__, reverse=True)

    @cached_property
    def _stems(self) -> dict[Comment, set[str]]:
        """Return the stems of each comment: a body's whole book is not cut anew for each search."""
        return {comment: _language_of(comment).stems(comment.text) for comment in self.comments}

    @property
    def sources(self) -> list[Source]:
        """Return the bodies and their works, each once."""
        return list(dict.fromkeys(comment.source for comment in self.comments))

    @property
    def names(self) -> list[str]:
        """Return what people call the bodies and their works."""
        return [name for source in self.sources for name in source.names]


def _language_of(comment: Comment) -> Language:
    """Return the language of a comment; English stands for one that is not here."""
    code = comment.source.language
    return installed()[code if code in LANGUAGES else SOURCE]


def _read(path: Path) -> list[Comment]:
    try:
        data = path.read_bytes() if path.stat().st_size <= _LARGEST else b""
        return comments_in(data.decode("utf-8-sig"))[0] if is_commentary(data) else []
    except (OSError, UnicodeDecodeError):
        # the build names what cannot be read
        return []
