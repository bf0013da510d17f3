"""The parts of a card as Discord markdown: escaped, in pieces small enough to be laid on pages."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from lawbot.cards.card import (
    Band,
    Cells,
    Grid,
    Heading,
    Listing,
    Paragraph,
    Part,
    Passage,
    Redline,
    Tone,
    Words,
)
from lawbot.law.differences import Change, ChangeKind

# seen at 390 pixels, inside a container
PHONE_COLUMNS = 26
"""The widest line of a code block that a phone shows without wrapping."""

# a longer one is a sentence
_LONGEST_LABEL = 80
"""Longest first cell of a row that is set off as its label."""
_REDLINED = 500
"""Characters of a piece of a redline."""
_INLINE = re.compile(r"[\\*_~|`<\[]")
_LINE_START = re.compile(r"(?m)^([ \t]*)(#{1,3} |-# |>|[-+] )")
_NUMBERED = re.compile(r"(?m)^([ \t]*\d+)([.)]) ")
_SCHEME = re.compile(r"(?<=\w):/(?=/)")
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""Invisible signs: of control, and those that change the direction of writing."""
_EVERYONE = re.compile(r"@(?=everyone|here)")
_SENTENCE_END = re.compile(r"(?<=[.!?;:…。])[\"'”’)\]]*\s+|\n+")
_SPACE = re.compile(r"\s+")


class Fragment(NamedTuple):
    """A stretch of finished markdown that stays together.

    ``gap`` stands between it and the piece before it. ``binds`` keeps it on the page of the piece
    after it (a heading is never left alone at the foot of a page).
    """

    text: str
    gap: str = "\n\n"
    binds: bool = False


Fragments = Iterator[Fragment]
Form = Callable[[str], str]
"""A function that makes markdown of a text."""


def escape(text: str) -> str:
    """Return the text escaped, so that Discord shows it letter for letter.

    It makes no formatting, no mention, no link, no list.
    """
    plain = _INLINE.sub(lambda match: "\\" + match.group(), _UNSEEN.sub("", text))
    plain = _SCHEME.sub(":/\u200b", plain)
    plain = _LINE_START.sub(r"\1\\\2", plain)
    plain = _NUMBERED.sub(r"\1\\\2 ", plain)
    return _EVERYONE.sub("@\u200b", plain)


def split_text(text: str, limit: int) -> list[str]:
    """Return the text in stretches of at most ``limit`` characters.

    It is cut after sentences, else between words, else anywhere.

    >>> split_text("one two three", 8)
    ['one two', 'three']
    """
    stretches: list[str] = []
    rest = text.strip()
    while len(rest) > limit:
        cut = (
            _last_end(_SENTENCE_END, rest, limit)
            or _last_end(_SPACE, rest, limit)
            or _whole_characters(rest, limit)
        )
        stretches.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return [*stretches, rest] if rest else stretches


def pieces_of(parts: Iterable[Part], limit: int) -> list[Fragment]:
    """Return everything in the parts of a card, in pieces of at most ``limit`` characters."""
    pieces: list[Fragment] = []
    below_heading = False
    for part in parts:
        below_heading = below_heading or isinstance(part, Heading)
        pieces += _pieces(part, limit, below_heading)
    return pieces


def lines_of(text: str, mark: str) -> str:
    """Return the text with ``mark`` before each of its lines."""
    return "\n".join(mark + line for line in text.splitlines() if line.strip())


def columns(text: str) -> int:
    """Return the width of a text in a code block: marks take no column, wide characters two."""
    width = 0
    for char in text:
        if not _is_mark(char) and unicodedata.category(char) != "Cf":
            width += 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
    return width


def _pieces(part: Part, limit: int, below_heading: bool) -> Fragments:
    match part:
        case Heading(text):
            yield Fragment(f"**{_bold_safe(text)}**", binds=True)
        case Passage():
            yield from _passage(part, limit, below_heading)
        case Paragraph():
            yield from _paragraph(part, limit)
        case Listing():
            yield from _listing(part, limit)
        case Grid():
            yield from _grid(part, limit)
        case Redline(changes):
            yield from _redline(changes, limit)


def _fitted(text: str, limit: int, first: str, rest: str, form: Form) -> list[str]:
    """Return the text formed in as few stretches as fit.

    ``first`` stands before the first of them, ``rest`` before each of the others.
    """
    size = limit
    # escaping makes a stretch longer, so shorter ones are tried until all fit
    while True:
        formed: list[str] = []
        for stretch in split_text(text, size):
            formed.append((rest if formed else first) + form(stretch))
        if size < 50 or max(map(len, formed), default=0) <= limit:
            return formed
        size = size * 4 // 5


def _hanging(hang: str, marked: Words = ()) -> Form:
    """Return a function that escapes a stretch, indents its later lines, and marks words."""
    return lambda stretch: _marked(escape(stretch), marked, "**").replace("\n", "\n" + hang)


def _passage(passage: Passage, limit: int, below_heading: bool) -> Fragments:
    # a number below a heading is a footnote
    if below_heading and passage.label.isdigit():
        lines = passage.text.replace("\n\n", "\n")
        first = f"-# **{passage.label}** "
        yield from _lines(_fitted(lines, limit, first, "-# ", _hanging("-# ")))
        return
    indent = "  " * max(0, passage.depth - 1)
    bullet, hang = (indent + "- ", indent + "  ") if passage.depth else ("", "")
    words = [_bold_safe(words) for words in (passage.label, passage.title) if words.strip()]
    between = "\n" if passage.title and not passage.depth else " "
    first = f"{bullet}**{' · '.join(words)}**{between}" if words else hang
    formed = _fitted(passage.text, limit, first, "", _hanging(hang, passage.marked))
    # a heading without a text stays with what is below it
    gap = "\n" if passage.depth and words else "\n\n"
    for text in formed or [first.rstrip()]:
        if text.strip():
            yield Fragment(text, gap, binds=not passage.text)
        gap = " "


def _lines(texts: list[str]) -> Fragments:
    """Yield each text on a line of its own."""
    for text in texts:
        yield Fragment(text, "\n")


def _redline(changes: tuple[Change, ...], limit: int) -> Fragments:
    """Yield removed words struck out and added ones bold between plus signs, in small pieces."""
    signs = {ChangeKind.REMOVED: ("~~", "~~"), ChangeKind.ADDED: ("**+", "+**")}
    size = min(limit, _REDLINED)
    text, gap = "", "\n\n"
    for change in changes:
        opening, closing = signs.get(change.kind, ("", ""))
        before, words, after = change.marked
        # later paragraphs begin after a gap, later stretches of one after a blank
        blank = before
        for paragraph in words.split("\n\n"):
            for stretch in split_text(paragraph, size // 2):
                formed = f"{opening}{escape(stretch)}{closing}"
                if text and len(text) + len(blank) + len(formed) > size:
                    yield Fragment(text.strip(), gap)
                    text, gap = "", "\n\n" if "\n\n" in blank else " "
                text += blank + formed
                blank = " "
            blank = "\n\n"
        text += after
    if text.strip():
        yield Fragment(text.strip(), gap)


def _paragraph(paragraph: Paragraph, limit: int) -> Fragments:
    if paragraph.tone is Tone.CARDS:
        yield Fragment("```\n" + paragraph.text.replace("```", "'''") + "\n```")
        return
    forms: dict[Tone, Form] = {
        Tone.PLAIN: lambda text: text,
        Tone.LEAD: lambda text: "\n".join(
            f"**{line}**" for line in text.splitlines() if line.strip()
        ),
        Tone.NOTE: lambda text: lines_of("ℹ️ " + text[:1].upper() + text[1:], "-# "),
        Tone.SAY: lambda text: lines_of(text, "> "),
        Tone.QUIET: lambda text: lines_of(text, "-# "),
        Tone.WARNING: lambda text: "⚠️ " + text,
    }
    form = forms[paragraph.tone]
    # a lead is bold already
    mark = "__" if paragraph.tone is Tone.LEAD else "**"

    def marked(stretch: str) -> str:
        return form(_marked(escape(stretch), paragraph.marked, mark))

    yield from map(Fragment, _fitted(paragraph.text, limit, "", "", marked))


def _listing(listing: Listing, limit: int) -> Fragments:
    for number, item in enumerate(listing.items, 1):
        bullet = f"{number}. " if listing.numbered else "- "
        hang = " " * len(bullet)
        yield from _lines(_fitted(item, limit, bullet, hang, _hanging(hang)))


def _grid(grid: Grid, limit: int) -> Fragments:
    widths = [0] * max(map(len, grid.rows), default=0)
    widest_heading = 0
    for row in grid.rows:
        if len(row) == 1:
            widest_heading = max(widest_heading, columns(row[0]))
            continue
        for index, cell in enumerate(row):
            widths[index] = max(widths[index], columns(cell))
    # columns of a phone that are left for the gaps
    room = PHONE_COLUMNS - sum(widths)
    gaps = len(widths) - 1
    if gaps <= room and widest_heading <= PHONE_COLUMNS:
        gap = "  " if 2 * gaps <= room else " "
        yield from _code_blocks(grid, widths, gap, limit)
        return
    for band in grid.bands():
        if band.heading:
            yield Fragment(f"**{_bold_safe(band.heading)}**", "\n\n", binds=True)
        yield from _row_lines(band, limit)


def _code_blocks(grid: Grid, widths: list[int], gap: str, limit: int) -> Fragments:
    """Yield aligned columns; the head stands again on every page."""

    def line(row: Cells) -> str:
        cells = [cell + " " * (widths[i] - columns(cell)) for i, cell in enumerate(row)]
        return gap.join(cells).rstrip().replace("```", "'''")

    chunk: list[str] = []
    top: list[str] = []

    def block() -> Fragment:
        return Fragment("```\n" + "\n".join(chunk) + "\n```")

    for band in grid.bands():
        if band.heading:
            chunk.append(band.heading.replace("```", "'''"))
        if band.head:
            top = [line(band.head), "─" * (sum(widths) + len(gap) * (len(widths) - 1))]
            chunk += top if any(band.head) else []
        for row in band.rows:
            text = line(row)
            # ten leave room for the fences of the block
            if chunk and len("\n".join([*chunk, text])) + 10 > limit:
                yield block()
                chunk = list(top)
            chunk.append(text)
    if chunk:
        yield block()


def _row_lines(band: Band, limit: int) -> Fragments:
    """Yield a table too wide for a phone: a line for each row, its cells labelled by their head."""
    if band.head and band.head[0]:
        yield Fragment(f"*{_bold_safe(band.head[0])}*", "\n", binds=True)
    for row in band.rows:
        cells = []
        for index, cell in enumerate(row):
            if cell and index:
                head = band.head[index] if band.head else ""
                cells.append(f"{head}: {cell}" if head else cell)
        has_label = bool(cells) and 0 < len(row[0].strip()) <= _LONGEST_LABEL
        label = f"**{_bold_safe(row[0])}** · " if has_label else ""
        if row[0] and not has_label:
            cells.insert(0, row[0])
        text = " · ".join(cells)
        yield from _lines(_fitted(text, limit, f"- {label}", "  ", escape))


def _marked(text: str, words: Words, mark: str) -> str:
    # longest first, or a short word would win over a longer one that begins with it
    escaped = sorted({escape(word) for word in words if word.strip()}, key=len, reverse=True)
    if not escaped:
        return text
    alternatives = "|".join(map(re.escape, escaped))
    pattern = re.compile(rf"(?<!\w)(?:{alternatives})(?!\w)", re.IGNORECASE)
    return pattern.sub(lambda match: f"{mark}{match.group()}{mark}", text)


def _bold_safe(text: str) -> str:
    return escape(" ".join(text.split()))


def _last_end(pattern: re.Pattern[str], text: str, limit: int) -> int:
    """Return the end of the last match within the limit; 0 if it is in the first third."""
    ends = [match.end() for match in pattern.finditer(text, 0, limit) if match.end() > limit // 3]
    return ends[-1] if ends else 0


def _whole_characters(text: str, limit: int) -> int:
    """Return the last index within the limit that does not part a letter from its marks."""
    cut = limit
    while cut > limit // 2 and _is_mark(text[cut]):
        cut -= 1
    return cut


def _is_mark(char: str) -> bool:
    return bool(unicodedata.combining(char)) or unicodedata.category(char) == "Mn"
