"""Chromium's PDF files made small: signs set in runs instead of one by one, and no link to a file of the disk that they were printed from."""

import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from io import BytesIO
from itertools import accumulate, groupby
from pathlib import Path
from typing import Any

from pypdf import PageObject, PdfWriter
from pypdf.generic import ArrayObject, NameObject, StreamObject

_FONT = re.compile(rb"/(\S+) (\S+) Tf")
_SHOWN = re.compile(rb"(?:(\S+) (\S+) Td )?<((?:[0-9A-F]{4})+)> Tj")
_SPAN = re.compile(rb"/Span<</ActualText <FEFF(\w+)> >> BDC")
_MARK = b"/Span<</ActualText <FEFF%s> >> BDC"
_UNKNOWN = b"?"
_MEANS = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]+)>")
_RANGE = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]{4})> <([0-9A-F]{4})>")
_OBJECT = re.compile(rb"^(\d+) 0 obj\n(.*?)\nendobj$", re.DOTALL | re.MULTILINE)
_TRAILER = re.compile(rb"trailer\n<<\n/Size \d+\n(.*?)>>\nstartxref", re.DOTALL)
_EM = 1000
_UNSEEN = 0.03
"""How far from its line a sign may stand, in points, and be set on it all the same."""
_SLIGHT = 2
"""How far along the line, in thousandths of the letters' size."""


@dataclass(frozen=True)
class Font:
    """A font whose signs have four digits each: ``widths`` in thousandths of the letters' size, ``means`` in four digits a letter."""

    default: float
    widths: Mapping[bytes, float]
    means: Mapping[bytes, bytes]

    def width(self, signs: bytes) -> float:
        """The width of several signs."""
        return sum(self.widths.get(sign, self.default) for sign in _each(signs))

    def text(self, signs: bytes) -> bytes:
        """What several signs mean."""
        return b"".join(self.means.get(sign, _UNKNOWN) for sign in _each(signs))


def make_small(target: Path) -> None:
    """Writes the PDF file anew, the same to look at and to search. Raises OSError, PyPdfError."""
    writer = PdfWriter(clone_from=target)
    for page in writer.pages:
        page[NameObject("/Annots")] = ArrayObject(note for note in page.get("/Annots", ()) if "/A" not in note.get_object())
        contents = page["/Contents"].get_object()
        if isinstance(contents, StreamObject):
            fonts = _fonts(page)
            lines = in_runs(with_joined_spans(contents.get_data().split(b"\n"), fonts), fonts)
            contents.set_data(b"\n".join(lines))
    first, second = BytesIO(), BytesIO()
    writer.write(first)
    PdfWriter(clone_from=first).write(second)  # once more, since only a copy is without what nothing refers to
    target.write_bytes(packed(second.getvalue()))


def packed(plain: bytes) -> bytes:
    """A PDF file that pypdf has written, with the objects that are no streams in one compressed stream, and its table of objects as another."""
    objects = {int(number): body for number, body in _OBJECT.findall(plain)}
    trailer = _TRAILER.search(plain)
    inside = [number for number, body in objects.items() if b"stream" not in body]
    bodies = [objects[number] for number in inside]
    starts = accumulate((len(body) + 1 for body in bodies), initial=0)
    index = b" ".join(b"%d %d" % pair for pair in zip(inside, starts, strict=False)) + b" "
    store, table = len(objects) + 1, len(objects) + 2
    objects[store] = _stream(b"/Type/ObjStm/N %d/First %d" % (len(inside), len(index)), index + b"\n".join(bodies))
    written = [b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"]
    at = len(written[0])
    rows = {number: (2, store, place) for place, number in enumerate(inside)} | {0: (0, 0, 65535)}
    for number in objects.keys() - rows.keys():
        written.append(b"%d 0 obj\n%s\nendobj\n" % (number, objects[number]))
        rows[number] = (1, at, 0)
        at += len(written[-1])
    rows[table] = (1, at, 0)
    told = b"".join(kind.to_bytes(1) + place.to_bytes(4) + part.to_bytes(2) for _number, (kind, place, part) in sorted(rows.items()))
    end = _stream(b"/Type/XRef/Size %d/W[1 4 2]%s" % (table + 1, trailer[1] if trailer else b""), told)
    written.append(b"%d 0 obj\n%s\nendobj\nstartxref\n%d\n%%%%EOF\n" % (table, end, at))
    return b"".join(written)


def _stream(told: bytes, value: bytes) -> bytes:
    data = zlib.compress(value, 9)
    return b"<<%s/Length %d/Filter/FlateDecode>>\nstream\n%s\nendstream" % (told, len(data), data)


def with_joined_spans(lines: Iterable[bytes], fonts: Mapping[bytes, Font]) -> Iterator[bytes]:
    """The lines of a page's content; where single signs are marked with what they mean, their whole line of text is instead: readers then copy it right."""
    font: Font | None = None
    text: list[bytes] = []
    for line in lines:
        if named := _FONT.fullmatch(line):
            font = fonts.get(named[1])
        if text or line == b"BT":
            text.append(line)
        else:
            yield line
        if text and line == b"ET":
            means = _meaning(text, font)
            yield from (
                text if means is None else (_MARK % means, *(each for each in text if each != b"EMC" and not _SPAN.fullmatch(each)), b"EMC")
            )
            text = []


def _meaning(text: Iterable[bytes], font: Font | None) -> bytes | None:
    """What a line of text means, in four digits a letter; None where nothing marks a sign of it, or one is known neither by a mark nor by the font."""
    means = b""
    marks, marked = 0, False
    for line in text:
        if span := _SPAN.fullmatch(line):
            means += span[1]
            marks, marked = marks + 1, True
        elif line == b"EMC":
            marked = False
        elif (shown := _SHOWN.fullmatch(line)) and not marked:
            means += font.text(shown[3]) if font else _UNKNOWN
    return means if marks and _UNKNOWN not in means else None


def in_runs(lines: Iterable[bytes], fonts: Mapping[bytes, Font]) -> Iterator[bytes]:
    """The lines of a page's content, the signs that follow one another on a line of text in one instruction; other fonts' are left as they are."""
    run = _Run()
    for line in lines:
        if (shown := _SHOWN.fullmatch(line)) and run.font:
            yield from run.set(run.font, shown[3], (float(shown[1]), float(shown[2])) if shown[1] else None)
            continue
        yield from run.ended()
        if not line.endswith((b" BDC", b"EMC")):
            run.begin()
        if font := _FONT.fullmatch(line):
            run.font, run.size = fonts.get(font[1]), float(font[2])
        yield line


class _Run:
    """Signs that are set together. Places are counted from where the written file was last told to set."""

    def __init__(self) -> None:
        self.font: Font | None = None
        self.size = 1.0
        self._parts: list[bytes | int] = []
        self.begin()

    def begin(self) -> None:
        """Begins a line of text."""
        self._right = self._up = 0.0
        """Where the file that is read was last told to set."""
        self._end = self._pen = 0.0
        """Where the last sign ends: in the file that is read, and in the one that is written."""

    def set(self, font: Font, signs: bytes, moved: tuple[float, float] | None) -> Iterator[bytes]:
        """Sets signs, so far from where was last told or behind the last sign; yields what that ends or begins."""
        if moved:
            self._right += moved[0]
            self._up += moved[1]
        at = self._right if moved else self._end
        if not self._parts or abs(self._up) > _UNSEEN:
            yield from self.ended()
            if at or self._up:
                yield b"%s %s Td" % (_number(at), _number(self._up))
            self._right -= at
            self._up = self._pen = at = 0.0
        back = round((self._pen - at) * _EM / self.size)
        back = back if abs(back) > _SLIGHT else 0
        self._parts += [back, signs] if back else [signs]
        self._pen += (font.width(signs) - back) * self.size / _EM
        self._end = at + font.width(signs) * self.size / _EM

    def ended(self) -> Iterator[bytes]:
        """The instruction that sets the run."""
        if self._parts:
            grouped = groupby(self._parts, lambda part: isinstance(part, bytes))
            told = [b"<%s>" % b"".join(map(bytes, inside)) if signs else str(*inside).encode() for signs, inside in grouped]
            yield b"%s Tj" % told[0] if len(told) == 1 else b"[%s] TJ" % b"".join(told)
            self._parts = []


def _fonts(page: PageObject) -> dict[bytes, Font]:
    resources: Any = page["/Resources"]
    found = ((name, font.get_object()) for name, font in resources.get("/Font", {}).items())
    return {name[1:].encode(): _font(font) for name, font in found if "/DescendantFonts" in font}


def _font(told: Mapping[str, Any]) -> Font:
    inner = told["/DescendantFonts"][0].get_object()
    widths: dict[bytes, float] = {}
    row = iter(inner.get("/W", ()))  # first [width width], first last width
    for first in row:
        then = next(row)
        every = then if isinstance(then, list) else [next(row)] * (then - first + 1)
        widths |= {b"%04X" % sign: float(width) for sign, width in enumerate(every, first)}
    meanings = told["/ToUnicode"].get_object().get_data() if "/ToUnicode" in told else b""
    means: dict[bytes, bytes] = {}
    for first, last, letter in _RANGE.findall(meanings):
        begin = int(first, 16)
        means |= {b"%04X" % sign: b"%04X" % (int(letter, 16) + sign - begin) for sign in range(begin, int(last, 16) + 1)}
    means |= dict(_MEANS.findall(_RANGE.sub(b"", meanings)))
    return Font(float(inner.get("/DW", _EM)), widths, means)


def _each(signs: bytes) -> Iterator[bytes]:
    return (signs[at : at + 4] for at in range(0, len(signs), 4))


def _number(value: float) -> bytes:
    return f"{value:.3f}".rstrip("0").rstrip(".").encode()
