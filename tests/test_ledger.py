"""The ledger of what was read (``tools/ledger.py``): what passes every other check when it is spoilt stands out in it."""

import re
from pathlib import Path
from shutil import copytree

import pytest

from lawbot.language import LANGUAGES, SOURCE
from tools.ledger import DATA, Ledger, content

_NEGATION = {
    "en": re.compile(r"\b(?:not|no|nobody|none|nothing|never|neither|nor|cannot|without|\w+n[’']t)\b", re.IGNORECASE),
    "vi": re.compile(r"\b(?:không|chưa|đừng|cấm|khỏi|miễn|hủy|tránh)\b", re.IGNORECASE),
    "th": re.compile(r"ไม่|มิ|ห้าม|อย่า|ยัง|เว้น|พ้น|ขาด"),
}
_NO_NEGATION = re.compile(
    r"\bor not\b|,? \w+ or not,|\bno[- ]trumps?\b|\bnothing but\b|\bnot vulnerable\b|\bwithout a break\b|\blegally or not\b", re.IGNORECASE
)
"""English that other languages say without a negation."""
_SAID_OTHERWISE = {
    ("simultaneous-play/whose_later", "th"), ("undisclosed-agreement/agreement_fault", "vi"), ("is-card-played/unintended", "vi"),
    ("lead-restriction/restrict", "vi"),
}  # fmt: skip
"""Read, and right all the same: *not in turn* as *out of turn*, *nothing but* as *only*, and the like."""


@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != SOURCE])
def test_a_negation_is_a_negation_in_a_translation(language: str) -> None:
    lost = {
        (text.place, language): (english, said)
        for text in content()
        for english, said in text.said.get(language, ())
        if _NEGATION["en"].search(_NO_NEGATION.sub("", english)) and not _NEGATION[language].search(said)
    }
    assert not {place: pair for place, pair in lost.items() if place not in _SAID_OTHERWISE}


_RESULTS = (
    "The first is withdrawn, and the auction goes on over the second",
    "The second is cancelled, and the auction goes on over the first",
)


@pytest.mark.parametrize(
    ("file", "changed", "language"),
    [
        pytest.param(
            "changed-call.yaml", dict(zip(_RESULTS, reversed(_RESULTS), strict=True)), "en", id="the results of two choices swapped"
        ),
        pytest.param(
            "insufficient-bid.yaml", {"on the bidder’s left calls next": "on the bidder’s right calls next"}, "en", id="the wrong turn"
        ),
        pytest.param(
            "locale/vi/defender-exposed-card.po", {"quyết định không phải là cây phạt": "quyết định là cây phạt"}, "vi", id="a negation"
        ),
    ],
)
def test_what_is_spoilt_is_to_be_read_again(tmp_path: Path, file: str, changed: dict[str, str], language: str) -> None:
    data = Path(copytree(DATA, tmp_path / "data"))
    path = data / "situations" / file
    parts = re.split(f"({'|'.join(map(re.escape, changed))})", path.read_text(encoding="utf-8"))
    assert len(parts) > 1
    path.write_text("".join(changed.get(part, part) for part in parts), encoding="utf-8")
    ledger = Ledger({})
    for text in content():
        for each in LANGUAGES:
            ledger.mark(text, each)
    unread = list(ledger.unread(content(data)))
    assert language in {each for _, each in unread}
    assert {text.place.partition("/")[0] for text, _ in unread} == {path.stem}
