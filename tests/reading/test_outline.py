"""The one place that knows Law / A / 1 / (a) / (i): what a line begins with, and what that opens."""

import pytest

from lawbot.errors import ReadingError
from lawbot.law.edition import Level
from lawbot_importers.outline import Label, Outline


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("A. Pots", (Level.SECTION, "A", "Pots")),
        ("- 12. they are warm", (Level.PARAGRAPH, "12", "they are warm")),
        ("(b) or hot", (Level.SUBPARAGRAPH, "b", "or hot")),
        ("(2) or cold", (Level.ITEM, "2", "or cold")),
        ("B.", (Level.SECTION, "B", "")),
        ("(see above) and so on", None),
        ("1.5 cups", None),
        ("I. A chapter", None),
    ],
)
def test_the_label_at_the_beginning_of_a_line_is_read(
    text: str, label: tuple[Level, str, str] | None
) -> None:
    assert Label.of(text) == label


def entered(*labels: str) -> list[str]:
    outline = Outline("tea")
    outline.law(1, "TEA", 1)
    for number, text in enumerate(labels, 2):
        label = Label.of(f"{text} words")
        assert label is not None
        outline.enter(label, number)
    return [str(provision.citation) for provision in outline.edition]


def test_a_roman_number_has_the_form_of_a_letter() -> None:
    assert entered("A.", "1.", "(a)", "(i)", "(ii)", "(b)") == [
        "1",
        "1A",
        "1A1",
        "1A1(a)",
        "1A1(a)(i)",
        "1A1(a)(ii)",
        "1A1(b)",
    ]
    assert entered("A.", "(a)", "(1)", "(2)")[-2:] == ["1A(a)(1)", "1A(a)(2)"]


def test_an_item_needs_a_lettered_subparagraph() -> None:
    with pytest.raises(ReadingError, match="stands in no lettered subparagraph"):
        entered("A.", "1.", "(1)")
