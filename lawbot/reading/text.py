"""Small repairs of text and tables that several layouts need."""


def unrolled(rows: list[list[str]]) -> list[list[str]]:
    """A table whose columns are printed several times side by side, as one long one."""
    head = rows[0]
    width = head.index(head[0], 1) if head.count(head[0]) > 1 else len(head)
    if width == len(head) or head != head[:width] * (len(head) // width):
        return rows
    blocks = range(0, len(head), width)
    return [head[:width], *(row[start : start + width] for start in blocks for row in rows[1:] if row[start : start + width])]


def unbracketed(text: str) -> str:
    """The text without a closing bracket at its end that it did not open; a full stop behind the bracket stays."""
    stop = "." if text.endswith(").") else ""
    bare = text.removesuffix(stop) if stop else text
    if not bare.endswith(")") or bare.count("(") >= bare.count(")"):
        return text
    bare = bare[:-1].rstrip()
    return bare if bare.endswith(".") else bare + stop


def is_open(text: str) -> bool:
    """Whether the text has opened a bracket that it does not close."""
    return text.count("(") > text.count(")")
