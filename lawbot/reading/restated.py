"""A restatement in another language, and the English words it was translated from: a digest of each provision of these, in ``english.toml`` beside it."""

import hashlib
import tomllib
from collections.abc import Iterator
from pathlib import Path

from lawbot.citation import Citation
from lawbot.reading.edition import Edition, Mend, Provision

DIGESTS = "english.toml"


def mark_changed(edition: Edition, english: Edition, folder: Path) -> None:
    """Notes, on each provision whose English words are others than those it was translated from, that they have changed since."""
    path = folder / DIGESTS
    known = tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    now = {provision.citation: digest for provision, digest in _digests(english)}
    for provision in edition:
        named = in_english(provision)
        if str(named) in known and known[str(named)] != now.get(named):
            provision.mends.append(Mend(provision.line, "the English words have changed since", "to be translated anew", done=False))


def untranslated(edition: Edition | None, english: Edition) -> Iterator[tuple[Citation, str]]:
    """The provisions that a restatement lacks or has too many, and those whose English has changed: (citation, what is wrong)."""
    there = {in_english(provision): provision for provision in edition or ()}
    here = {provision.citation for provision in english}
    yield from ((citation, "not translated") for citation in sorted(here - there.keys()))
    yield from ((citation, "not in the English words") for citation in sorted(there.keys() - here))
    for citation, provision in there.items():
        yield from ((citation, mend.what) for mend in provision.mends)


def pairs(edition: Edition, english: Edition) -> Iterator[tuple[str, str, str]]:
    """The texts of a restatement beside those it was translated from: (citation, English text, translation)."""
    here = {provision.citation: provision for provision in english}
    for provision in edition:
        if source := here.get(in_english(provision)):
            yield from ((str(source.citation), *both) for both in zip(_texts(source), _texts(provision), strict=False) if all(both))


def _texts(provision: Provision) -> list[str]:
    return [provision.title or "", provision.text, provision.note, *(cell for row in provision.rows for cell in row)]


def write_digests(english: Edition, folder: Path) -> None:
    """Keeps the digests of the English words as they are now, where a restatement has been brought up to them."""
    lines = [
        "# What each provision was translated from: a digest of its English words, written by `lawbot translations LANGUAGE --update`."
    ]
    lines += [f'"{provision.citation}" = "{digest}"' for provision, digest in _digests(english)]
    (folder / DIGESTS).write_text("\n".join(lines) + "\n", encoding="utf-8")


def in_english(provision: Provision) -> Citation:
    """The provision's citation in the English words: a term's own name stands there in brackets behind it."""
    title = provision.title or ""
    if not title.endswith(")") or title == provision.citation.term:
        return provision.citation
    begins = next(i for i in range(len(title) - 1, -1, -1) if title[i] == "(" and title.count("(", i) == title.count(")", i))
    return Citation(term=title[begins + 1 : -1]) if begins else provision.citation


def _digests(english: Edition) -> Iterator[tuple[Provision, str]]:
    for provision in english:
        said = repr((provision.title, provision.text, provision.note, provision.rows))
        yield provision, hashlib.sha256(said.encode()).hexdigest()[:8]
