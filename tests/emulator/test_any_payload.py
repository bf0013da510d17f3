"""Forged and broken payloads of every kind over the wire: each press, word and message is answered
with something Discord takes, and nothing fails."""

import asyncio
import logging
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lawbot.app import Answers
from lawbot.config import Settings
from lawbot.faces.discord.client import make_client
from lawbot.faces.discord.settings.store import SettingsStore
from tests.emulator.test_wire import running
from tests.emulator.wire import Answer, Wire, emulated, message, person, snowflake
from tests.support.payloads import payload_faults, texts

CORPUS = (Path(__file__).parent / "forged.txt").read_text(encoding="utf-8").splitlines()
"""Custom ids of presses forged in reviews, a line each; more come from Hypothesis."""
ADDRESSES = [line[3:] for line in CORPUS if line.startswith("lb:")]
MESSAGE, UPDATE, DEFERRED, MODAL = 4, 7, 5, 9

any_signs = st.characters(exclude_categories=())
"""Halves of signs too: JSON carries them, and no encoding does."""
texts_of_any_kind = st.text(any_signs, max_size=200)


def custom_ids(kinds: str, forged: list[str]) -> st.SearchStrategy[str]:
    """Custom ids: of these kinds (the sign behind ``lb``) with anything behind it, and forged ones
    with anything added."""
    return st.one_of(
        st.sampled_from(forged),
        st.builds(
            "lb{}{}".format,
            st.sampled_from(kinds),
            st.one_of(texts_of_any_kind, st.sampled_from(ADDRESSES)),
        ),
        st.builds(
            "{}{}{}".format,
            st.sampled_from(forged),
            texts_of_any_kind,
            st.sampled_from(["", "#7", "#999", "~1", "<help", "/", "²"]),
        ),
    ).map(lambda text: text[:100])


presses = custom_ids(":!=+?^*", CORPUS) | texts_of_any_kind.map(lambda text: text[:100])
windows = custom_ids("+*", [line for line in CORPUS if line.startswith(("lb+", "lb*"))])
values = st.lists(
    st.one_of(
        texts_of_any_kind,
        st.sampled_from(ADDRESSES),
        st.sampled_from(["0", "1", "~", "-", "9" * 30]),
    ),
    max_size=3,
)
fields = st.recursive(
    st.fixed_dictionaries(
        {"type": st.integers(1, 30)},
        optional={"custom_id": texts_of_any_kind, "value": texts_of_any_kind},
    ),
    lambda inner: st.fixed_dictionaries(
        {"type": st.just(18)},
        optional={"component": inner, "components": st.lists(inner, max_size=3)},
    ),
    max_leaves=5,
)
many_examples = settings(
    deadline=None, max_examples=150, suppress_health_check=[HealthCheck.too_slow]
)


class Wired(NamedTuple):
    """A connected bot, the loop it runs in, and the lines of its log that tell of a fault."""

    runner: asyncio.Runner
    wire: Wire
    faults: list[str]

    def interact(self, kind: int, data: dict[str, Any], **where: Any) -> Answer:
        """Send an interaction and wait for its answer, which must be one that Discord takes."""
        answer = self.runner.run(self.wire.interact(kind, data, **where))
        if answer.type in (MESSAGE, UPDATE):
            assert payload_faults(answer.data) == []
            assert "fault of the bot" not in texts(answer.data)
        assert self.faults == []
        return answer


class Faults(logging.Handler):
    """Collects what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(record.getMessage())


@pytest.fixture(scope="module")
def wired(small: Settings, answers: Answers) -> Iterator[Wired]:
    client = make_client(small, answers, SettingsStore.in_memory(), guild_ready_timeout=0.05)
    client.commands_file = None
    faults = Faults()
    logging.getLogger().addHandler(faults)
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()
        wire = runner.run(stack.enter_async_context(emulated()))
        runner.run(stack.enter_async_context(running(wire, client)))
        yield Wired(runner, wire, faults.lines)
        runner.run(stack.aclose())
    logging.getLogger().removeHandler(faults)


@many_examples
@given(
    presses,
    values,
    st.sampled_from([2, 3, 5, 6, 8]),
    st.booleans(),
    st.sampled_from([0, 1, 2]),
    st.sampled_from([0, 1 << 5]),
)
@example("lb!-", [], 2, False, 1, 0)  # sharing a message that has nothing to share
def test_any_press_is_answered(
    wired: Wired,
    custom_id: str,
    values: list[str],
    component: int,
    private: bool,
    context: int,
    permissions: int,
) -> None:
    data = {
        "custom_id": custom_id,
        "component_type": component,
        **({"values": values} if component > 2 else {}),
    }
    on = message({"flags": 1 << 15}, ephemeral=private)
    assert wired.interact(3, data, message=on, context=context, permissions=permissions).type in (
        MESSAGE,
        UPDATE,
        DEFERRED,
        MODAL,
    )


@pytest.mark.parametrize("custom_id", CORPUS)
def test_each_press_that_was_forged_is_answered(wired: Wired, custom_id: str) -> None:
    for on, permissions in ((message({"flags": 64}), 0), (message({"flags": 0}), 1 << 5)):
        wired.interact(
            3, {"custom_id": custom_id, "component_type": 2}, message=on, permissions=permissions
        )


@many_examples
@given(windows, st.lists(fields, max_size=3))
@example(
    "lb+64A1",
    [{"type": 18, "component": {"type": 4, "custom_id": "note", "value": "\ud800\u202e"}}],
)
def test_any_window_sent_is_answered(
    wired: Wired, custom_id: str, components: list[dict[str, Any]]
) -> None:
    wired.interact(
        5,
        {"custom_id": custom_id, "components": components},
        message=message({"flags": 64}),
        permissions=1 << 5,
    )


@many_examples
@given(
    st.sampled_from(
        [
            ("law", "citation"),
            ("search", "words"),
            ("situation", "name"),
            ("define", "term"),
            ("compare", "citation"),
            ("score", "contract"),
        ]
    ),
    st.text(any_signs, min_size=1, max_size=300),
    st.sampled_from([2, 4]),
)
@example(("law", "citation"), "hello \ud800 revoke", 2)
@example(("score", "contract"), "4S \ud83d", 2)
def test_any_word_is_answered_and_any_beginning_offered_something_or_nothing(
    wired: Wired, door: tuple[str, str], typed: str, kind: int
) -> None:
    command, option = door
    if command in ("search", "score"):
        kind = 2  # nothing is offered there
    if command in ("define", "score"):
        typed = typed[:80]
    given_option = {
        "name": option,
        "type": 3,
        "value": typed,
        **({"focused": True} if kind == 4 else {}),
    }
    answer = wired.interact(
        kind, {"id": "1", "name": command, "type": 1, "options": [given_option]}, context=1
    )
    assert kind == 2 or len(answer.data["choices"]) <= 25


@many_examples
@given(st.text(any_signs, max_size=400))
@example("hello \ud800 revoke")
def test_any_message_gets_one_reply(wired: Wired, content: str) -> None:
    async def send_message() -> Any:
        wired.wire.requests.clear()
        await wired.wire.dispatch(
            "MESSAGE_CREATE",
            {
                **message({"flags": 0}),
                "author": person(),
                "content": content,
                "id": str(snowflake(time.time())),
                "components": [],
                "channel_id": "77",
            },
        )
        return (await wired.wire.until("POST", "/messages")).body

    body = wired.runner.run(send_message())
    assert (
        payload_faults(
            {
                key: value
                for key, value in body.items()
                if key in ("components", "flags", "allowed_mentions")
            }
        )
        == []
    )
    assert wired.faults == []
