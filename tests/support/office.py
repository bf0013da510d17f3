"""Small files of the kinds that clubs have, made without an office program."""

import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

from pypdf import PdfWriter
from pypdf.generic import DictionaryObject, NameObject, StreamObject

_NAMESPACE = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_LEVELS = ("upperLetter", "decimal", "lowerLetter", "lowerRoman")
_AROUND = ("%1.", "%2.", "(%3)", "(%4)")


def word(file: Path, paragraphs: Sequence[tuple[int, str]], note: str = "") -> Path:
    """Write a Word document, each paragraph with its level: -1 a heading, 0 plain, 1 to 4 counted.

    A paragraph ending in ``^`` has the mark of the footnote.
    """
    body = "".join(_paragraph(level, text) for level, text in paragraphs)
    levels = "".join(
        f'<w:lvl w:ilvl="{place}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>'
        f'<w:lvlText w:val="{around}"/></w:lvl>'
        for place, (form, around) in enumerate(zip(_LEVELS, _AROUND, strict=True))
    )
    parts = {
        "document": f"<w:document {_NAMESPACE}><w:body>{body}</w:body></w:document>",
        "numbering": f'<w:numbering {_NAMESPACE}><w:abstractNum w:abstractNumId="7">{levels}'
        '</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="7"/></w:num></w:numbering>',
        "footnotes": f'<w:footnotes {_NAMESPACE}><w:footnote w:id="1"><w:p><w:r>'
        f"<w:t>{escape(note)}</w:t></w:r></w:p></w:footnote></w:footnotes>",
    }
    with zipfile.ZipFile(file, "w") as package:
        for name, text in parts.items():
            package.writestr(f"word/{name}.xml", text)
    return file


def _paragraph(level: int, text: str) -> str:
    properties = ""
    if level < 0:
        properties = '<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>'
    elif level > 0:
        number = f'<w:ilvl w:val="{level - 1}"/><w:numId w:val="1"/>'
        properties = f"<w:pPr><w:numPr>{number}</w:numPr></w:pPr>"
    mark = '<w:r><w:footnoteReference w:id="1"/></w:r>' if text.endswith("^") else ""
    run = f"<w:r><w:t>{escape(text.removesuffix('^'))}</w:t></w:r>"
    return f"<w:p>{properties}{run}{mark}</w:p>"


def pdf(file: Path, pages: Sequence[Sequence[str]]) -> Path:
    """Write a PDF of lines of text."""
    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    for lines in pages:
        page = writer.add_blank_page(400, 600)
        drawing = " ".join(f"({line}) Tj 0 -14 Td" for line in lines)
        content = StreamObject()
        content.set_data(f"BT /F1 10 Tf 40 560 Td {drawing} ET".encode())
        fonts = DictionaryObject({NameObject("/F1"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        page[NameObject("/Contents")] = writer._add_object(content)
    writer.write(file)
    return file
