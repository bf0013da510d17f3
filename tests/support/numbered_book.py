"""A book about tea with the numbers of a code of the Laws, in the layouts that clubs have."""

from lawbot.law.citation import Citation
from lawbot.law.edition import Level
from lawbot_importers.layouts.numbered.inventory import Inventory

TITLE_2017 = "Laws of Duplicate Bridge 2017\nNorth American Edition\n"
WORLD_2017 = "Laws of Duplicate Bridge 2017\nWorld Bridge Federation\n"
_TERMS = ("Pot", "Cup")
_NOTED = Citation(7, "A")
NOTE = "Green tea takes less."


def _label(citation: Citation) -> str:
    if citation.items:
        return f"({citation.items[-1]})"
    return f"{citation.paragraph or citation.section}."


def heading(citation: Citation) -> str:
    """Return the heading of a section."""
    return f"Honor of Pot {citation.section}"


def words(citation: Citation) -> str:
    """Return the words of a provision, which name it in their own way."""
    law = "".join("abcdefghij"[int(figure)] for figure in str(citation.law))
    place = "".join([citation.section, "i" * citation.paragraph, *citation.items]).lower()
    return f"The offender pours tea {law}{place} into a different cup."


def _rows(code: Inventory, law: int) -> list[list[str]]:
    has_table = any(table.law == law for table in code.tables)
    return [["Pots", "300", "500"], ["Cups", "400", "600"]] if has_table else []


def _closed(code: Inventory, law: int) -> list[str]:
    return ["This is all of it."] if Citation(law) in code.closed else []


def markdown(code: Inventory, title: str = TITLE_2017) -> str:
    """Return the book with a provision a line, as the pages of a PDF are read."""
    lines = [title, "# Introduction to the 2017 Laws", "Tea is hot.", "# Definitions"]
    lines += [f"**{term}:** A thing for tea." for term in _TERMS]
    for number, (_law, *inside) in code.laws.items():
        lines.append(f"# LAW {number} – TEA NUMBER {number}")
        if not inside:
            lines.append(words(Citation(number)))
        lines += [f"| {' | '.join(row)} |" for row in _rows(code, number)]
        for citation in inside:
            mark = "<sup>1</sup>" if citation == _NOTED else ""
            if Level.of(citation) is Level.SECTION:
                lines += [f"## {_label(citation)} {heading(citation)}", words(citation) + mark]
            else:
                lines.append(f"- {_label(citation)} {words(citation)}")
            lines += [f"<sup>1</sup> {NOTE}"] if mark else []
        lines += _closed(code, number)
    return "\n\n".join(lines) + "\n\nIndex to the Laws\n\nPot 1\n"


def run_on(code: Inventory, title: str = TITLE_2017) -> str:
    """Return the book as text: a section a line, pages counted, a contents, letters lost."""
    lines = title.splitlines()
    for number, (_law, *inside) in code.laws.items():
        lines += [f"LAW {number} - TEA NUMBER {number}", str(number)]
        sections = [citation for citation in inside if Level.of(citation) is Level.SECTION]
        for citation in sections:
            lines += [f"{_label(citation)} {heading(citation)}", str(number)]
    lines += ["Definitions", *(f"{term}: A thing for tea." for term in _TERMS)]
    for number, (_law, *inside) in code.laws.items():
        lines += ["", str(number), f"LAW {number}", f"TEA NUMBER {number}"]
        lines += [] if inside else [words(Citation(number))]
        lines += [cell for row in _rows(code, number) for cell in row]
        line = ""
        for citation in inside:
            mark = "1" if citation == _NOTED else ""
            if Level.of(citation) is Level.SECTION:
                lines += [line] if line else []
                line = f"{_label(citation)} {heading(citation)}"
            else:
                line += f" {_label(citation)}"
            # a number stands before the stop of its sentence
            line += f" {words(citation).removesuffix('.')}{mark}."
        lines += [line] if line else []
        lines += [f"1 {NOTE}"] if number == _NOTED.law else []
        lines += _closed(code, number)
    text = "\n".join(lines)
    return text.replace("ffe", " e")
