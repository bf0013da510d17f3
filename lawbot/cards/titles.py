"""Name provisions: in full, in lists, and by their headings; shorten texts to a line."""

import re
from functools import lru_cache

from lawbot.book import Entry
from lawbot.language import SOURCE, installed
from lawbot.language.reader import Reader
from lawbot.law.citation import Citation

GLIMPSE = 100
"""Most characters of a provision's text in a list."""
_CAPITALS = re.compile(r"[^\W\d_]{2}")
_WORD = re.compile(r"[^\W\d_]+")
_SMALL_LETTER = re.compile(r"[a-z]")
_SMALL_WORDS = set("a an and as at but by for from in into of on or out the to with".split())


def title_of(entry: Entry, reader: Reader) -> str:
    """Return 'Law 27B1(a)' and its heading, if any; a term as its edition prints it."""
    if entry.level == "definition":
        term = entry.title or entry.citation.term
        return term[:1].upper() + term[1:]
    name = name_of(entry.citation, reader)
    return f"{name} · {cased(entry.title)}" if entry.title else name


def name_of(citation: Citation, reader: Reader) -> str:
    """Return a provision's name in full: 'Law 27B1(a)', 'Introduction', 'Definitions: Pass'."""
    _ = reader.translate
    if citation.term:
        return _("Definitions: {term}").format(term=citation.term)
    return _("Law {citation}").format(citation=citation) if citation.law else _("Introduction")


def label_of(citation: Citation, reader: Reader) -> str:
    """Return a provision's name in a list: '27B1(a)', 'Definitions: Pass'."""
    return str(citation) if citation.law else name_of(citation, reader)


def headed(entry: Entry, reader: Reader) -> str:
    """Return a provision's name in a list, with its heading: '27B1 · Insufficient Bid'."""
    name = label_of(entry.citation, reader)
    return f"{name} · {cased(entry.heading)}" if entry.heading and entry.citation.law else name


@lru_cache(maxsize=2048)
def cased(title: str) -> str:
    """Return a heading in capitals as its language writes headings; any other as it is."""
    if title.upper() != title or not _CAPITALS.search(title):
        return title
    languages = installed()
    language = languages[languages.written(title) or SOURCE]
    # A language with acronyms of its own writes headings as sentences, English does not.
    if not language.acronyms:
        return _title_cased(title)

    def lower(word: re.Match[str]) -> str:
        return word[0] if word[0] in language.acronyms else word[0].lower()

    sentence = _WORD.sub(lower, title)
    return sentence[:1].upper() + sentence[1:]


def _title_cased(title: str) -> str:
    """Return an English heading with capital first letters, but for small words."""
    words = title.lower().split()
    for index, word in enumerate(words):
        if index == 0 or word not in _SMALL_WORDS:
            words[index] = _SMALL_LETTER.sub(lambda letter: letter[0].upper(), word, count=1)
    return " ".join(words)


def first_line(entry: Entry) -> str:
    """Return the beginning of a provision's text, or of the first text inside it."""
    texts = (inner.text for inner in entry.walk() if inner.text)
    return shortened(next(texts, ""), GLIMPSE)


def shortened(text: str, length: int) -> str:
    """Return the text in one line of at most ``length`` characters, cut at a word."""
    line = " ".join(text.split())
    if len(line) <= length:
        return line
    start = line[: length - 1]
    # A blank only in the first half would cut off too much: a long word is cut instead.
    if " " in start[length // 2 :]:
        start = start.rsplit(" ", 1)[0]
    return f"{start}…"
