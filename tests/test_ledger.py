"""The ledger of what was read (``tools/ledger.py``): what passes every other check when it is
spoilt stands out in it."""

import re
from pathlib import Path
from shutil import copytree

import pytest

from lawbot.language import LANGUAGES, SOURCE
from tools.ledger import DATA, Ledger, Text, content

_NEGATION = {
    "en": re.compile(
        r"\b(?:not|no|nobody|none|nothing|never|neither|nor|cannot|without|\w+n[’']t)\b",
        re.IGNORECASE,
    ),
    "vi": re.compile(r"\b(?:không|chưa|đừng|cấm|khỏi|miễn|hủy|tránh)\b", re.IGNORECASE),
    "th": re.compile(r"ไม่|มิ|ห้าม|อย่า|ยัง|เว้น|พ้น|ขาด"),
}
_NO_NEGATION = re.compile(
    r"\bor not\b|,? \w+ or not,|\bno[- ]trumps?\b|\bno(?:thing|body) but\b|\bnot vulnerable\b|\bwithout a break\b|\blegally or not\b",
    re.IGNORECASE,
)
"""English that other languages say without a negation."""
_SAID_OTHERWISE = {
    ("simultaneous-play/whose_later", "th"), ("undisclosed-agreement/agreement_fault", "vi"), ("is-card-played/unintended", "vi"),
    ("lead-restriction/restrict", "vi"),
}  # fmt: skip
"""Read, and right all the same: *not in turn* as *out of turn*, *nothing but* as *only*, and the
like."""


@pytest.fixture(scope="module")
def whole() -> list[Text]:
    """All that the ledger keeps, as it stands in the data."""
    return list(content())


@pytest.mark.slow
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
def test_a_negation_is_a_negation_in_a_translation(whole: list[Text], language: str) -> None:
    lost = {
        (text.place, language): (english, translation)
        for text in whole
        for english, translation in text.translations.get(language, ())
        if _NEGATION["en"].search(_NO_NEGATION.sub("", english))
        and not _NEGATION[language].search(translation)
    }
    assert not {place: pair for place, pair in lost.items() if place not in _SAID_OTHERWISE}


_RESULTS = (
    "The first is withdrawn, and the auction goes on over the second",
    "The second is cancelled, and the auction goes on over the first",
)
_SPOILT: dict[str, tuple[str, dict[str, str]]] = {
    "changed-call/chart.yaml": ("en", dict(zip(_RESULTS, reversed(_RESULTS), strict=True))),
    "insufficient-bid/chart.yaml": (
        "en",
        {"on the bidder’s left calls next": "on the bidder’s right calls next"},
    ),
    "defender-exposed-card/vi.po": (
        "vi",
        {"quyết định không phải là cây phạt": "quyết định là cây phạt"},
    ),
}
"""The results of two choices swapped, a wrong turn, and a negation that is gone: in which language,
and what stands there then."""


@pytest.mark.slow
def test_a_spoilt_text_is_to_be_read_again(whole: list[Text], tmp_path: Path) -> None:
    data = Path(copytree(DATA, tmp_path / "data"))
    for file, (_language, changed) in _SPOILT.items():
        path = data / "charts" / file
        parts = re.split(f"({'|'.join(map(re.escape, changed))})", path.read_text(encoding="utf-8"))
        assert len(parts) > 1
        path.write_text("".join(changed.get(part, part) for part in parts), encoding="utf-8")
    ledger = Ledger({})
    for text in whole:
        for read_language in LANGUAGES:
            ledger.mark(text, read_language)
    unread = {
        (text.place.partition("/")[0], language) for text, language in ledger.unread(content(data))
    }
    assert {chart for chart, _language in unread} == {Path(file).parent.name for file in _SPOILT}
    assert {
        (Path(file).parent.name, language) for file, (language, _changed) in _SPOILT.items()
    } <= unread
