"""Printed pages: a made-up book about tea, its words set by hand."""

from lawbot_importers.pages import PrintedWord, read

Row = tuple[float, str, float, bool]


def page(*rows: Row, left_edge: float = 50) -> list[PrintedWord]:
    """Lines below each other: how far each is set in, its words, their size, whether they are bold.
    A blank one is a gap."""
    words: list[PrintedWord] = []
    for number, (indent, text, size, bold) in enumerate(rows):
        x = left_edge + indent
        for part in text.split():
            words.append(
                PrintedWord(
                    part, x, x + 5 * len(part), 100 + 13 * number, 110 + 13 * number, size, bold
                )
            )
            x += 5 * len(part) + 3
    return words


def text_row(indent: float, text: str) -> Row:
    return indent, text, 10, False


def head(indent: float, text: str) -> Row:
    return indent, text, 10, True


GAP = text_row(0, "")


def lines(*pages: list[PrintedWord]) -> list[str]:
    return [line for line in read(pages)[0].splitlines() if line]


def test_headings_labels_and_cut_words_are_told_by_their_place_and_type() -> None:
    book = page(
        head(0, "LAW 1 – THE POT"),
        GAP,
        head(0, "A. Warming"),
        GAP,
        text_row(20, "1. The pot is warmed with water that has boi-"),
        text_row(33, "led, and is emptied before the leaves are put"),
        text_row(33, "in."),
        text_row(20, "2. It is covered at once."),
    )
    whole = "- 1. The pot is warmed with water that has boiled, and is emptied before the leaves are put in."
    assert lines(book) == [
        "# LAW 1 – THE POT",
        "## A. Warming",
        whole,
        "- 2. It is covered at once.",
    ]


def test_a_paragraph_set_in_below_an_entry_goes_on_with_it_and_another_does_not() -> None:
    law = head(0, "LAW 1 – THE POT")
    book = page(
        law,
        GAP,
        text_row(20, "1. Warm the"),
        *[text_row(33, "pot.")] * 4,
        GAP,
        text_row(33, "Then wait."),
        GAP,
        text_row(0, "This is all."),
    )
    assert read([book])[0].splitlines()[2:] == [
        "- 1. Warm the pot. pot. pot. pot.",
        "Then wait.",
        "",
        "This is all.",
    ]


def test_running_heads_and_page_numbers_are_left_out() -> None:
    pages = [
        page(
            text_row(90, "The Book of Tea"),
            GAP,
            text_row(0, f"Pot {word} is warm."),
            GAP,
            text_row(0, str(n)),
        )
        for n, word in enumerate("abcd")
    ]
    assert lines(*pages) == [f"Pot {word} is warm." for word in "abcd"]


def test_a_footnote_stands_behind_the_paragraph_that_the_page_s_end_cut() -> None:
    cut = page(text_row(0, "The pot is warmed before the leaves of tea"))
    mark = PrintedWord("1", cut[-1].x1, cut[-1].x1 + 3, 99, 105, 6)
    note = [word._replace(size=8) for word in page(GAP, GAP, text_row(6, "Green or black."))]
    number = PrintedWord("1", 50, 53, 125, 131, 5)
    after = page(
        text_row(0, "are put in."), text_row(0, "They are covered, and the tea is left to draw.")
    )
    text, footnote = lines([*cut, mark, number, *note], after)
    assert text.startswith("The pot is warmed before the leaves of tea<sup>1</sup> are put in.")
    assert footnote == "<sup>1</sup> Green or black."


def test_two_columns_are_read_one_after_the_other() -> None:
    left_column = [text_row(0, f"the left side says line {word} of its own") for word in "abcdef"]
    right = [text_row(0, f"the right side says line {word} of its own") for word in "ghijkl"]
    text = " ".join(lines(page(*left_column) + page(*right, left_edge=260)))
    assert [word for word in text.split() if len(word) == 1] == list("abcdefghijkl")


def test_terms_beside_their_texts_and_cells_are_told_apart() -> None:
    term = page(head(0, "Black tea")) + page(text_row(0, "made dark."), left_edge=160)
    row = (
        page(GAP, GAP, text_row(0, "Pots"))
        + page(GAP, GAP, text_row(0, "3"), left_edge=120)
        + page(GAP, GAP, text_row(0, "5"), left_edge=190)
    )
    text = page(*[GAP] * 4, *[text_row(0, "and so on, and on, until all the pots are dry.")] * 4)
    assert lines(term + row + text)[:2] == ["**Black tea** made dark.", "| Pots | 3 | 5 |"]
