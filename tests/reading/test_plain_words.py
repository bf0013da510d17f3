"""Our plain words beside the official text and beside their translations: the laws that they name,
and the footnotes that they owe."""

import re
from dataclasses import replace
from functools import cache

import pytest

from lawbot.book.catalogue import Catalogue
from lawbot.config import DATA
from lawbot.data_files import law_files
from lawbot.language import SOURCE, installed
from lawbot.law.citation import Citation
from lawbot.law.edition import Edition
from lawbot_importers.document import Document
from lawbot_importers.layouts import plain_2017, wbf_2017
from lawbot_importers.references import with_references
from tests.support.lawbooks import DOCUMENTS
from tools.plain_words import in_english

REAL = DOCUMENTS / "wbf-2017-en.md"
TRANSLATED = sorted(installed().keys() - {SOURCE})
FOOTNOTE = re.compile(r"(?:footnote|chú thích|เชิงอรรถ) (\d+)", re.IGNORECASE)

beside_the_official_text = pytest.mark.skipif(
    not REAL.is_file(), reason="the 2017 Laws are not here"
)
in_every_language = pytest.mark.parametrize("language", [SOURCE, *TRANSLATED])

NAMED_BESIDES = {
    "Definitions: Sorted deck": {"6D2": "the one law that turns on it"},
    "27B4": {
        "26B": "Law 27B3, which it applies, names it",
        "72C": "Law 27B3, which it applies, names it",
    },
    "41B fn 11": {"41C": "bears the same mark"},
    "61B2": {
        "43A2": "Law 43B2(b), which it points to, names it",
        "64": "Law 43B2(b), which it points to, names it",
    },
    "62B2": {"43A2": "Law 43B2(b), which it points to, names it"},
    "64A": {
        "61A": "what a revoke is",
        "63A": "how it is established",
        "64B": "says when no trick goes over",
    },
    "64B6": {"62D": "corrects such a revoke"},
    "86B2 fn 27": {"87": "what a fouled board is"},
    "93C1": {"93A": "the steps that come first", "93B": "the steps that come first"},
}
"""Laws that our words name and the official text does not name there, with what they have to do
with it. It holds for what stands inside."""


@cache
def plain(language: str) -> Edition:
    (edition,) = [
        listed
        for listed in Catalogue.load(DATA / "editions.toml").editions.values()
        if listed.plain and listed.language == language
    ]
    return replace(plain_2017.read(law_files(DATA, str(edition.file))), id=edition.id)


@cache
def official() -> Edition:
    return wbf_2017.read(Document(REAL.read_bytes()))[0]


def laws_named_by(edition: Edition) -> dict[Citation, set[Citation]]:
    """Return the laws that each provision names, by the English name of the provision."""
    translated = edition.id not in (plain(SOURCE).id, "en-2017")
    english = {
        provision.citation: in_english(provision) if translated else provision.citation
        for provision in edition
    }
    laws_named: dict[Citation, set[Citation]] = {name: set() for name in english.values()}
    result = with_references(edition)
    assert result.unresolved == []
    for reference in result.references:
        laws_named[english[reference.source]].add(reference.target)
    return laws_named


def near(first: Citation, second: Citation) -> bool:
    return first == second or first in second.parents or second in first.parents


def is_around(target: Citation, source: Citation) -> bool:
    """Return whether a provision is or holds the source, or stands beside it or inside it, or
    inside one that stands beside it."""
    if target in (source, *source.parents):
        return True
    return any(
        candidate.parent in (source, source.parent) and candidate.parent is not None
        for candidate in (target, *target.parents)
    )


@beside_the_official_text
def test_the_laws_named_are_those_of_the_official_text() -> None:
    ours, theirs = laws_named_by(plain(SOURCE)), laws_named_by(official())
    marks = {provision.citation: provision.footnotes for provision in official()}
    notes = {citation.footnote: citation for citation in marks if citation.footnote}
    strange, left_out, argued = [], [], set()
    for source in theirs:
        holders = (source, *source.parents)
        allowed = {target for holder in holders for target in theirs[holder]}
        allowed |= {
            target for holder in holders for mark in marks[holder] for target in theirs[notes[mark]]
        }
        allowed |= {neighbour for neighbour in theirs if source in theirs[neighbour]}
        for target in ours[source]:
            reasons = {
                (str(holder), str(target))
                for holder in holders
                if str(target) in NAMED_BESIDES.get(str(holder), {})
            }
            argued |= reasons
            if not (
                reasons
                or is_around(target, source)
                or any(near(target, allowed_target) for allowed_target in allowed)
            ):
                strange.append(f"{source} names {target}")
        left_out += [
            f"{source}: {target}"
            for target in theirs[source]
            if not any(near(target, own_target) for own_target in ours[source])
        ]
    assert strange == []
    assert left_out == []
    assert argued == {
        (source, target) for source, targets in NAMED_BESIDES.items() for target in targets
    }


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_names_the_same_laws(language: str) -> None:
    for part in ("text", "note"):
        english, translated = (
            laws_named_by(
                replace(
                    edition,
                    provisions=[
                        replace(provision, text=getattr(provision, part)) for provision in edition
                    ],
                )
            )
            for edition in (plain(SOURCE), plain(language))
        )
        wrong = {
            str(name): sorted(map(str, laws ^ english[name]))
            for name, laws in translated.items()
            if laws != english[name]
        }
        assert wrong == {}


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_names_the_same_footnotes(language: str) -> None:
    english = {provision.citation: FOOTNOTE.findall(provision.text) for provision in plain(SOURCE)}
    assert any(english.values())
    assert [
        str(provision.citation)
        for provision in plain(language)
        if FOOTNOTE.findall(provision.text) != english[in_english(provision)]
    ] == []


@beside_the_official_text
@in_every_language
def test_every_footnote_of_the_official_text_is_named_where_its_mark_stands(language: str) -> None:
    ours = {in_english(provision): provision for provision in plain(language)}
    marked = [
        (provision.citation, mark) for provision in official() for mark in provision.footnotes
    ]
    assert {mark for _citation, mark in marked} == set(range(1, 29))
    lost = []
    for citation, mark in marked:
        provision = ours[citation]
        if str(mark) not in FOOTNOTE.findall(provision.text) and (
            provision.text or mark not in provision.footnotes
        ):
            lost.append(f"{citation}: footnote {mark}")
    assert lost == []
