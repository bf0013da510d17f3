"""Law books typeset at test time, as clubs have them: a web page of an edition that was read, and PDFs that Chromium prints of pages."""

import html
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from lawbot.citation import Citation
from lawbot.reading.edition import Edition, Level, Provision

CHROMIUM = shutil.which("chromium")


def page(body: Iterable[str]) -> str:
    """A web page with a menu and a script around its body, as saved pages have them."""
    inner = "\n".join(body)
    return (
        '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Laws</title><script>let tea = 1;</script></head>'
        f"<body><nav><a href='/'>Home</a></nav>{inner}</body></html>"
    )


def laws_2017(edition: Edition) -> str:
    """The English 2017 Laws as a web page: headings, lists, tables, footnotes below their law."""
    body: list[str] = []
    terms = [provision for provision in edition if provision.level is Level.DEFINITION]
    notes: list[str] = []
    above = ""
    for provision in edition:
        if provision.level is Level.DEFINITION:
            if provision is terms[0]:
                rows = (f"<tr><td><b>{html.escape(term.title or '')}</b></td><td>{_senses(term)}</td></tr>" for term in terms)
                body.append(f"<h1>DEFINITIONS</h1><table><tr><th></th><th></th></tr>{''.join(rows)}</table>")
        elif provision.level is Level.FOOTNOTE:
            notes.append(f"<p><sup>{provision.citation.footnote}</sup> {html.escape(provision.text)}</p>")
        elif not (provision.text or provision.title or provision.rows):  # printed on the line of what follows: (g) (i)
            above += f"{_label(provision.citation)} "
        else:
            if provision.level is Level.LAW:
                body += notes
                notes = []
            body += _set(provision, above)
            above = ""
    return page([*body, *notes, "<h1>INDEX TO THE 2017 LAWS</h1>"])


def lines(text: str) -> str:
    """A text as a web page, a paragraph a line."""
    return page(f"<p style='white-space:pre-wrap'>{html.escape(line)}</p>" if line.strip() else "<br>" for line in text.split("\n"))


def printed(text: str, pdf: Path) -> Path:
    """A web page printed to a PDF by Chromium, with its page numbers."""
    source = pdf.with_suffix(".source.html")
    source.write_text(text, encoding="utf-8")
    command = [
        str(CHROMIUM),
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--no-pdf-header-footer",
        f"--print-to-pdf={pdf}",
        source.as_uri(),
    ]
    subprocess.run(command, check=True, capture_output=True, timeout=300)
    source.unlink()
    return pdf


def _set(provision: Provision, above: str) -> list[str]:
    label, title = above + _label(provision.citation), html.escape(provision.title or "")
    marks = "".join(f"<sup>{number}</sup>" for number in provision.footnotes)
    said = "".join(f"<p>{html.escape(part)}</p>" for part in provision.text.split("\n\n") if part)
    if provision.rows:
        said += (
            "<table>"
            + "".join(f"<tr>{''.join(f'<td>{html.escape(cell)}</td>' for cell in row)}</tr>" for row in provision.rows)
            + "</table>"
        )
    if provision.level is Level.TABLE:
        return [said]
    if provision.level is Level.INTRODUCTION:
        return [f"<h1>{title}</h1>{said}"]
    if provision.level is Level.LAW:
        return [f"<h1>LAW {label} - {title}{marks}</h1>{said}"]
    if provision.level is Level.SECTION and title:
        return [f"<h2>{label} {title}{marks}</h2>{said}"]
    head = f"{label} {title}{marks}" if title else f"{label} {html.escape(provision.text)}{marks}"
    return [f"<ul><li>{head}</li></ul>{said if title else ''}"]


def _label(citation: Citation) -> str:
    if citation.items:
        return f"({citation.items[-1]})"
    if citation.paragraph:
        return f"{citation.paragraph}."
    return f"{citation.section}." if citation.section else str(citation.law)


def _senses(term: Provision) -> str:
    return "<br>".join(html.escape(part) for part in term.text.split("\n\n"))
