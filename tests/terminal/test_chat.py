"""The chat: in a pipe, line by line; for a person, with numbers, back, more and suggestions."""

import io
from collections.abc import Iterator

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.history import InMemoryHistory
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput
from rich.console import Console

from lawbot.app import Answers
from lawbot.cards.card import Action, Menu
from lawbot.decide.kinds import Kind
from lawbot.faces.terminal.chat import Talk
from lawbot.faces.terminal.prompting import Suggestions, prompted_lines, session
from lawbot.language.reader import Reader
from tests.terminal.conftest import Run

# -- in a pipe
# --------------------------------------------------------------------------------------------------------------


def test_each_line_of_a_pipe_is_answered_without_colours(piped: Run) -> None:
    answered = piped("27B1", "can i look at the last trick")
    assert answered.status == 0
    assert "27B1" in answered.out
    assert "66" in answered.out
    assert "\x1b[" not in answered.out


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("/law 64A", "64A"),
        ("/situation insufficient-bid", "Insufficient bid"),
        ("/define BIT", "break in tempo"),
        ("/score 4SX by N +1 both", "+990"),
        ("/imps 780", "13 IMPs"),
        ("/board 4", "West deals"),
        ("/quiz play", "Quiz · Play"),
        ("quiz", "Quiz · "),
        ("/about", "Version"),
        ("/nonsense", "/situation"),
    ],
)
def test_the_chat_takes_the_commands_of_discord(piped: Run, typed: str, says: str) -> None:
    assert says in piped(typed).out


def test_the_status_of_a_pipe_is_that_of_its_last_question(piped: Run) -> None:
    assert piped("64D").status == 1
    assert piped("64D", "27").status == 0
    assert piped("27", "64D").status == 1


@pytest.mark.parametrize("leaving", ["q", "Q", "quit", "exit"])
def test_quitting_the_chat_gives_status_0(piped: Run, leaving: str) -> None:
    answered = piped("64D", leaving, "27")
    assert answered.status == 0
    assert "Law 27" not in answered.out


def test_in_a_pipe_a_number_is_a_law_and_a_choice_is_written_with_its_sign(piped: Run) -> None:
    assert "Law 2 " in piped("insufficient bid", "2").out
    assert "Situations ›" not in piped("help", "1").out
    assert "Situations ›" in piped("help", "#1").out


def test_strange_lines_are_answered(piped: Run) -> None:
    assert piped("\udcff", "\x00", "x" * 5000, "/imps " + "9" * 400, "#", "{}", "27").status == 0


# -- with a person
# ------------------------------------------------------------------------------------------------------------


class Screen:
    """A person at a window of some size, who sees what each line gives."""

    def __init__(
        self,
        answers: Answers,
        capsys: pytest.CaptureFixture[str],
        width: int = 80,
        height: int = 200,
    ) -> None:
        self.capsys = capsys
        console = Console(
            highlight=False, force_terminal=True, color_system=None, width=width, height=height
        )
        self.talk = Talk(answers, Reader(director=True), console, interactive=True)

    def type(self, line: str) -> str:
        """Type the line and return what it brings on the screen."""
        self.capsys.readouterr()
        assert self.talk.hear(line), line
        return self.capsys.readouterr().out


@pytest.fixture
def screen(answers: Answers, capsys: pytest.CaptureFixture[str]) -> Screen:
    """A large window."""
    return Screen(answers, capsys)


def test_a_number_opens_what_stands_beside_it_and_b_goes_back(screen: Screen) -> None:
    first = screen.type("my partner put a card face up by accident during the play")
    assert "[1] " in first
    assert "type the number" in first
    assert "b: back" not in first
    question = screen.type("1")
    assert "Is that card played?" in question
    assert "b: back" in question
    assert screen.type("b") == first
    assert screen.type("b") == first, "there is nothing before the first card"


def test_a_number_nothing_stands_beside_is_a_law_and_l_names_one_always(screen: Screen) -> None:
    assert "Law 93" in screen.type("93")
    screen.type("led out of turn")
    assert "Law 1 " in screen.type("L1")


def test_letters_are_never_choices(screen: Screen) -> None:
    screen.type("led out of turn")
    assert "q: quit" in screen.type("h")
    assert "What happened?" in screen.type("s")
    assert all(code.isdecimal() for code in screen.talk._codes)


def test_a_long_menu_is_one_choice_that_opens_it(screen: Screen) -> None:
    screen.type("27")
    place, menu = next(
        (code, choice) for code, choice in screen.talk._codes.items() if isinstance(choice, Menu)
    )
    opened = screen.type(place)
    assert menu.prompt in opened
    assert f"[{len(menu.actions)}]" in opened
    assert "Law 27" in screen.type("b")


def test_a_walk_to_its_ruling_by_numbers_alone(screen: Screen) -> None:
    output = screen.type("chart:bid-above-seven")
    for _tap in range(10):
        if "Say this" in output:
            break
        output = screen.type("1")
    assert screen.talk._cards[-1].kind == "ruling"
    choices = {
        choice.label: code
        for code, choice in screen.talk._codes.items()
        if isinstance(choice, Action)
    }
    if "As text" not in choices:
        screen.type(
            next(code for code, choice in screen.talk._codes.items() if isinstance(choice, Menu))
        )
        choices = {
            choice.label: code
            for code, choice in screen.talk._codes.items()
            if isinstance(choice, Action)
        }
    text = screen.type(choices["As text"])
    assert "Facts:" in text
    assert "│" not in text, "a frame would be copied too"


def test_words_answer_the_question_on_the_card(screen: Screen) -> None:
    screen.type("chart:insufficient-bid")
    assert "25A1" in screen.type("why?")
    assert "called over the low bid" in screen.type("no, they meant this bid")
    assert "accept the low bid" in screen.type("no")
    assert "put in its place" in screen.type("lho doesn't accept")
    assert "Law 27" in screen.type("27")
    assert "could not place" in screen.type("yes")
    assert "put in its place" in screen.type("back")


def test_errors_and_thanks_leave_the_case_open(screen: Screen) -> None:
    screen.type("chart:insufficient-bid")
    assert "All right" in screen.type("thanks")
    assert "could not place" in screen.type("qwerty uiop")
    assert "could not place" in screen.type("what if the moon was full")
    assert "called over the low bid" in screen.type("not a slip")


def test_a_pipe_is_a_conversation_too(piped: Run) -> None:
    out = piped("chart:insufficient-bid", "not a slip", "what if it was a slip?", "go back").out
    assert out.count("called over the low bid") == 2
    assert "What if: Does the offender say" in out


def test_a_quiz_is_answered_by_its_numbers_and_leads_to_the_ruling_and_on(screen: Screen) -> None:
    question, verdict = screen.type("quiz"), screen.type("2")
    while "The whole ruling" not in verdict:
        question, verdict = screen.type("2"), screen.type("2")
    assert ("Right" in verdict) != ("Not quite" in verdict)
    assert "Say this" in screen.type("1")
    assert screen.type("b") == verdict
    assert "Quiz · " in screen.type("3")
    assert question != screen.type("b")


def test_a_card_longer_than_the_window_comes_in_pages(
    answers: Answers, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Screen(answers, capsys).type("27").splitlines()
    low = Screen(answers, capsys, height=20)
    pages = [low.type("27")]
    assert "Enter: more" in pages[0]
    while "Enter: more" in pages[-1]:
        assert len(pages[-1].splitlines()) <= 18
        pages.append(low.type(""))
    assert [line for page in pages for line in page.splitlines()[:-1]] == whole[:-1]
    assert low.type("") == pages[0], "Enter at the end shows the card again"


@pytest.mark.parametrize("width", [40, 60, 80, 120])
def test_no_line_is_wider_than_the_window_and_no_title_is_cut(
    answers: Answers, capsys: pytest.CaptureFixture[str], width: int
) -> None:
    screen = Screen(answers, capsys, width=width)
    for text in (
        "led out of turn",
        "27",
        "chart:defender-lead-out-of-turn",
        "h",
        "64A1",
        "77",
        "78B",
    ):
        output = screen.type(text)
        assert max(len(line) for line in output.splitlines()) <= width, text
        letters = "".join(char for char in output if char.isalnum())
        title = "".join(char for char in screen.talk._cards[-1].title if char.isalnum())
        assert title in letters, text


def test_help_is_about_the_terminal(screen: Screen) -> None:
    for word in ("h", "help", "hi", "/help"):
        output = screen.type(word)
        assert "q: quit" in output
        assert "Mention" not in output
        assert "message menu" not in output


# -- the prompt
# -----------------------------------------------------------------------------------------------------------------


def completions(answers: Answers, typed: str) -> list[tuple[str, str]]:
    """Return the completions of a line, and how they are offered."""
    suggestions = Suggestions(answers, Reader(director=True)).get_completions(
        Document(typed), CompleteEvent(text_inserted=True)
    )
    return [(completion.text, completion.display_text) for completion in suggestions]


def test_suggestions_are_those_of_discord_and_are_understood(answers: Answers) -> None:
    reader = Reader(director=True)
    for typed in ("27B", "hesit", "revok", "insuff"):
        offered = completions(answers, typed)
        assert 0 < len(offered) <= 8, typed
        assert offered == [
            (action.address, action.label) for action in answers.suggest(typed, reader, "any")[:8]
        ]
        assert all(
            answers.understanding.understand(text, reader).kind is not Kind.WORDS
            for text, _label in offered
        ), typed


def test_numbers_and_single_letters_suggest_nothing(answers: Answers) -> None:
    assert completions(answers, "") == completions(answers, "b") == completions(answers, "12") == []


def test_a_slash_suggests_the_commands(answers: Answers) -> None:
    assert [text for text, _label in completions(answers, "/s")] == [
        "/search ",
        "/situation ",
        "/score ",
    ]


@pytest.fixture
def keys() -> Iterator[PipeInput]:
    """A keyboard, and a screen that shows nothing."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        yield pipe


def test_the_prompt_gives_lines_until_the_input_ends(answers: Answers, keys: PipeInput) -> None:
    keys.send_text("27B1\r\rrevoke\r\x04")
    assert list(prompted_lines(answers, Reader())) == ["27B1", "", "revoke"]


def test_typed_lines_are_remembered_in_memory_alone(answers: Answers, keys: PipeInput) -> None:
    asking = session(answers, Reader())
    keys.send_text("64A1\r")
    assert asking.prompt() == "64A1"
    assert asking.history.get_strings() == ["64A1"]
    assert type(asking.history) is InMemoryHistory


def test_a_person_s_chat_begins_with_what_can_be_typed(
    answers: Answers,
    keys: PipeInput,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from lawbot.faces.terminal.chat import chat

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal = Terminal()
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("sys.stdout", terminal)
    keys.send_text("64D\rq\r")
    assert chat(answers) == 0
    assert "a number opens" in " ".join(terminal.getvalue().split())
    assert "64D" in terminal.getvalue()


def test_a_service_without_a_token_is_told_why_it_ends(piped: Run) -> None:
    assert "DISCORD_TOKEN is not set" in piped().err


def test_a_fault_ends_no_chat(
    screen: Screen, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(typed: str) -> None:
        raise ZeroDivisionError(typed)

    with monkeypatch.context() as patch:
        patch.setattr(screen.talk, "_answer", broken)
        output = screen.type("secret words of somebody")
    assert "fault of the bot" in output
    assert "ZeroDivisionError" in caplog.text
    assert "secret" not in caplog.text
    assert "Law 27" in screen.type("27")
