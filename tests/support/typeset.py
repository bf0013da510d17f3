"""Typeset law books at test time, as clubs have them: web pages, and PDFs that Chromium prints."""

import html
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from lawbot.law.citation import Citation
from lawbot.law.edition import Edition, Level, Provision, Topic
from tests.support.patience import PATIENCE, PROGRAM_PATIENCE

CHROMIUM = shutil.which("chromium")
# in a wider font the narrow columns are read worse
FONT = "Noto Serif"
"""Font of every book, the same on every machine."""


def can_print() -> bool:
    """Return whether Chromium and the font are here."""
    if CHROMIUM is None or not shutil.which("fc-list"):
        return False
    fonts = subprocess.run(["fc-list", FONT], capture_output=True, check=False, timeout=PATIENCE)
    return fonts.stdout != b""


def page(body: Iterable[str]) -> str:
    """Return a web page with a menu and a script around its body, as saved pages have them."""
    inner = "\n".join(body)
    return (
        '<!DOCTYPE html><html><head><meta charset="utf-8"><title>Laws</title>'
        "<script>let tea = 1;</script></head>"
        f"<body><nav><a href='/'>Home</a></nav>{inner}</body></html>"
    )


def laws_2017(edition: Edition) -> str:
    """Return the English 2017 Laws as a web page, with the footnotes of a law below it."""
    body: list[str] = []
    terms = [provision for provision in edition if provision.level is Level.DEFINITION]
    notes: list[str] = []
    above = ""
    for provision in edition:
        if provision.level is Level.DEFINITION:
            # one table for all of them
            if provision is terms[0]:
                rows = "".join(map(_term_row, terms))
                head = "<tr><th></th><th></th></tr>"
                body.append(f"<h1>DEFINITIONS</h1><table>{head}{rows}</table>")
        elif provision.level is Level.FOOTNOTE:
            notes.append(
                f"<p><sup>{provision.citation.footnote}</sup> {html.escape(provision.text)}</p>"
            )
        # printed on the line of what follows: (g) (i)
        elif not (provision.text or provision.title or provision.rows):
            above += f"{_label(provision.citation)} "
        else:
            if provision.level is Level.LAW:
                body += notes
                notes = []
            body += _set(provision, above)
            above = ""
    return page([*body, *notes, "<h1>INDEX TO THE 2017 LAWS</h1>"])


def lines(text: str) -> str:
    """Return a text as a web page, a paragraph a line."""
    paragraphs = []
    for line in text.split("\n"):
        style = f"white-space:pre-wrap; font-family:{FONT}"
        paragraph = f"<p style='{style}'>{html.escape(line)}</p>"
        paragraphs.append(paragraph if line.strip() else "<br>")
    return page(paragraphs)


def printed(text: str, pdf: Path) -> Path:
    """Return a web page printed to a PDF by Chromium, with its page numbers."""
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
    subprocess.run(command, check=True, capture_output=True, timeout=PROGRAM_PATIENCE)
    source.unlink()
    return pdf


def _set(provision: Provision, above: str) -> list[str]:
    label, title = above + _label(provision.citation), html.escape(provision.title or "")
    marks = "".join(f"<sup>{number}</sup>" for number in provision.footnotes)
    markup = "".join(f"<p>{html.escape(part)}</p>" for part in provision.text.split("\n\n") if part)
    if provision.rows:
        rows = ""
        for row in provision.rows:
            cells = "".join(f"<td>{html.escape(cell)}</td>" for cell in row)
            rows += f"<tr>{cells}</tr>"
        markup += f"<table>{rows}</table>"
    if provision.level is Level.TABLE:
        return [markup]
    if provision.level is Level.INTRODUCTION:
        return [f"<h1>{title}</h1>{markup}"]
    if provision.level is Level.LAW:
        return [f"<h1>LAW {label} - {title}{marks}</h1>{markup}"]
    if provision.level is Level.SECTION and title:
        return [f"<h2>{label} {title}{marks}</h2>{markup}"]
    head = f"{label} {title}{marks}" if title else f"{label} {html.escape(provision.text)}{marks}"
    return [f"<ul><li>{head}</li></ul>{markup if title else ''}"]


def _label(citation: Citation) -> str:
    if citation.items:
        return f"({citation.items[-1]})"
    if citation.paragraph:
        return f"{citation.paragraph}."
    return f"{citation.section}." if citation.section else str(citation.law)


def _term_row(term: Provision) -> str:
    return f"<tr><td><b>{html.escape(term.title or '')}</b></td><td>{_senses(term)}</td></tr>"


def _senses(term: Provision) -> str:
    return "<br>".join(html.escape(part) for part in term.text.split("\n\n"))


@dataclass(frozen=True, slots=True)
class Setting:
    """Way to typeset a book: the layouts in which the 2017 Laws are handed on."""

    columns: int = 1
    terms_run_in: bool = False
    """Definitions as paragraphs that begin with their term, rather than as a table."""
    heads_in_two_lines: bool = False
    """LAW 27 above INSUFFICIENT BID, in the middle of the page."""
    contents_and_index: bool = False
    justified: bool = False
    """Justified lines, with words hyphenated at their ends."""


_STYLE = """
@page { size: A4; margin: 0 } * { margin: 0; padding: 0; box-sizing: border-box }
body { font: 10.5pt/1.3 FONT }
.page { width: 210mm; height: 296.5mm; padding: 16mm 22mm; display: flex; flex-direction: column; break-after: page; overflow: hidden }
.page > header { font-size: 8.5pt; text-align: right; border-bottom: .5pt solid; margin-bottom: 4mm }
.page > main { flex: 1; min-height: 0; column-fill: auto; column-gap: 9mm }
.page > aside { font-size: 8.5pt; column-span: all } .page > aside:not(:empty) { border-top: .5pt solid; margin-top: 3mm; padding-top: 1mm }
.page > footer { font-size: 8.5pt; text-align: center; padding-top: 4mm }
h1, h2, table { break-inside: avoid } h1 { font-size: 13pt; padding-top: 5mm } h2 { font-size: 11pt; padding-top: 2.5mm } p { padding-top: 1.6mm } sup { font-size: 65%; line-height: 0 }
.hung { text-indent: -7mm } .hung.of2 { text-indent: -14mm } .hung.of3 { text-indent: -21mm } .label { display: inline-block; min-width: 7mm; padding-right: .3em; text-indent: 0 }
table { border-spacing: 0 } td { vertical-align: top; padding: .8mm 6mm 0 0 } td:last-child { padding-right: 1.9mm }
.scores { white-space: nowrap; font-size: 8.5pt } .scores td:not(:first-child) { min-width: 9mm } .scores td:first-child { min-width: 35mm } table.terms { margin-top: 2mm } table.terms td:first-child { width: 42mm }
.entry { display: flex; justify-content: space-between; padding-top: .4mm; font-size: 9.5pt } .centred { text-align: center }
""".replace("FONT", FONT)
_PAGING = """
const blocks = [...document.body.children]; let page, main, aside, number = 0
const full = () => main.scrollHeight > main.clientHeight + 1 || main.scrollWidth > main.clientWidth + 1
function turn() {
  page = document.createElement("div"); page.className = "page"; number += 1
  page.innerHTML = `<header>HEAD</header><main style="columns:COLUMNS"></main><aside></aside><footer>${number}</footer>`
  document.body.append(page); main = page.children[1]; aside = page.children[2]
}
function put(block) {
  main.append(block)
  const marks = [...block.querySelectorAll("sup")].map(mark => notes[mark.textContent]).filter(note => note && !note.isConnected)
  aside.append(...marks)
  if (!full()) return true
  marks.forEach(note => note.remove()); block.remove(); return false
}
const notes = {}
blocks.forEach(block => { if (block.className === "note") notes[block.querySelector("sup").textContent] = block; block.remove() })
turn()
for (let block of blocks.filter(block => block.className !== "note")) {
  while (!put(block)) {
    const words = block.tagName === "P" ? block.innerHTML.split(/ (?![^<]*>)/) : []
    let fit = null
    for (let count = words.length - 4; count > 6 && !fit; count -= 3) {
      const part = block.cloneNode(); part.innerHTML = words.slice(0, count).join(" ")
      if (put(part)) { fit = part; block.innerHTML = words.slice(count).join(" "); block.classList.remove("hung") }
    }
    if (fit || main.children.length) turn(); else { main.append(block); break }
  }
}
"""


def book_2017(edition: Edition, setting: Setting = Setting()) -> str:
    """Return the English 2017 Laws in print.

    Pages have a running head, a number and their footnotes; paragraphs have hanging labels.
    """
    body = ["<h1 class='centred'>THE LAWS OF DUPLICATE BRIDGE</h1>"]
    if setting.contents_and_index:
        body += _contents(edition)
    children: dict[Citation | None, list[Provision]] = {}
    for provision in edition:
        if provision.level is Level.FOOTNOTE:
            number = f"<sup>{provision.citation.footnote}</sup>"
            body.append(f"<p class='note'>{number} {html.escape(provision.text)}</p>")
        elif provision.level is Level.INTRODUCTION:
            body.append(f"<h1>{html.escape(provision.title or '')}</h1>")
            body += _paragraphs(provision.text, 0)
        elif provision.level is Level.LAW:
            children[provision.citation] = []
        elif provision.level is not Level.DEFINITION:
            children.setdefault(_holder(provision.citation, children), []).append(provision)
    body.append("<h1>DEFINITIONS</h1>")
    body += _terms((entry for entry in edition if entry.level is Level.DEFINITION), setting)
    for provision in edition:
        if provision.level is Level.LAW:
            body += _bound(provision, children, setting)
    if setting.contents_and_index:
        body.append("<h1>INDEX TO THE 2017 LAWS</h1>")
        body += chain.from_iterable(map(_index_entries, edition.topics))
    inner = "\n".join(body)
    if setting.justified:
        inner = re.sub(r"(?<=[a-z]{3})(?=[bcdfglmnpst][aeiou][a-z]{2})(?![^<]*>)", "&shy;", inner)
    paging = _PAGING.replace("COLUMNS", str(setting.columns))
    paging = paging.replace("HEAD", "The Laws of Duplicate Bridge 2017")
    style = _STYLE + ("p { text-align: justify } " if setting.justified else "")
    if setting.columns > 1:
        style += ".scores { font-size: 5.5pt } .entry { font-size: 6.5pt }"
    head = f'<meta charset="utf-8"><style>{style}</style>'
    page_body = f"<body>{inner}<script>{paging}</script></body>"
    return f'<!DOCTYPE html><html lang="en"><head>{head}</head>{page_body}</html>'


def _contents(edition: Edition) -> Iterable[str]:
    yield "<h1>CONTENTS</h1>"
    for provision in edition:
        if provision.level in (Level.LAW, Level.SECTION) and provision.title:
            citation = provision.citation
            label = f"{citation.section}." if citation.section else f"LAW {citation.law}"
            yield _leading_to(f"{label} {provision.title}", str(citation.law))


def _holder(citation: Citation, children: Mapping[Citation | None, object]) -> Citation | None:
    if not citation.table:
        return citation.parent
    # a table stands in its section, or in the law if that section holds nothing else
    section = Citation(citation.law, citation.section)
    return section if section in children else Citation(citation.law)


def _index_entries(topic: Topic) -> Iterable[str]:
    names = []
    for citation in topic.citations:
        is_term = isinstance(citation, Citation) and citation.term
        names.append("Definitions" if is_term else str(citation))
    cited = ", ".join(names)
    words = html.escape(topic.path[-1])
    words = f"<b>{words}</b>" if len(topic.path) == 1 else words
    yield _leading_to(words, cited) if cited else f"<p>{words}</p>"
    yield from (f"<p>See {html.escape(target)}</p>" for target in topic.see)


def _leading_to(words: str, place: str) -> str:
    dots = "." * max(4, 74 - len(words) - len(place))
    return f"<div class='entry'><span>{words} {dots}</span><span>{place}</span></div>"


def _terms(terms: Iterable[Provision], setting: Setting) -> Iterable[str]:
    for term in terms:
        if setting.terms_run_in:
            first, *more = term.text.split("\n\n")
            yield f"<p><b>{html.escape(term.title or '')}</b> – {html.escape(first)}</p>"
            yield from (f"<p style='margin-left:7mm'>{html.escape(part)}</p>" for part in more)
        else:
            yield f"<table class='terms'>{_term_row(term)}</table>"


def _paragraphs(text: str, depth: int) -> Iterable[str]:
    return (
        f"<p style='margin-left:{7 * depth}mm'>{html.escape(part)}</p>"
        for part in text.split("\n\n")
        if part
    )


def _bound(
    provision: Provision,
    children: Mapping[Citation | None, list[Provision]],
    setting: Setting,
    above: str = "",
) -> Iterable[str]:
    """Yield a provision and all inside it; what is printed below those comes last."""
    citation, title = provision.citation, html.escape(provision.title or "")
    if provision.level is Level.TABLE:
        yield from _table(provision)
        return
    marks = " ".join(f"<sup>{number}</sup>" for number in provision.footnotes)
    label = f"{above}<span class='label'>{_label(citation)}</span>"
    depth = _depth(citation)
    text = provision.text.removesuffix(provision.closing).strip()
    first, *more = text.split("\n\n")
    style = f"style='margin-left:{7 * depth}mm'"
    if provision.level is Level.LAW:
        if setting.heads_in_two_lines:
            yield f"<h1 class='centred'>LAW {citation.law}<br>{title}{marks}</h1>"
        else:
            yield f"<h1>LAW {citation.law} – {title}{marks}</h1>"
        yield from _paragraphs(text, 0) if not marks or title else ()
        above = ""
    elif title:
        yield f"<h2 class='hung of{1 + above.count('<span')}' {style}>{label}{title}{marks}</h2>"
        yield from _paragraphs(text, depth)
        above = ""
    elif text:
        hung = f"class='hung of{1 + above.count('<span')}'"
        yield f"<p {hung} {style}>{label}{html.escape(first)}{marks}</p>"
        yield from (f"<p {style}>{html.escape(part)}</p>" for part in more)
        above = ""
    else:
        above = label
    for child in children.get(citation, ()):
        yield from _bound(child, children, setting, above)
        above = ""
    yield from _paragraphs(provision.closing, depth)


def _depth(citation: Citation) -> int:
    return bool(citation.section) + bool(citation.paragraph) + len(citation.items)


def _table(provision: Provision) -> list[str]:
    """Return a table without rules, a row a block.

    A cell alone in its row is bold if it is the first or short.
    """
    return [
        f"<table class='scores'><tr>{_row(row, head=not index)}</tr></table>"
        for index, row in enumerate(provision.rows)
    ]


def _row(row: list[str], *, head: bool) -> str:
    if len(row) > 1:
        return "".join(f"<td>{html.escape(cell)}</td>" for cell in row)
    return f"<t{'h' if head or len(row[0].split()) < 4 else 'd'}>{html.escape(row[0])}"
