"""Requests that timed out are streamed the next time, to see if the model writes or the provider hangs."""

from __future__ import annotations

import pytest

from m3bench.core import Text, Usage
from m3bench.models import ModelError, ModelTimedOut, Reply, ReplyTooSlow, Request, ToolUse, User
from m3bench.models.endpoint import Wire
from m3bench.models.pydantic import PydanticModel
from m3bench.testing.provider import Endless, FakeProvider, Line, SeenRequest, Stall
from tests.models.wires import HELLO, SEARCH, ask, at, in_time

REPLY = Reply("Here.", (ToolUse("c1", "maps_search", {"q": "tea"}),), Usage(10, 5, 1, None))
WRITING = Endless(b'data: {"type": "content_block_delta", "delta": {"text": "tick"}}\n\n', pause=0.005)
PINGS = Endless(b'event: ping\ndata: {"type": "ping"}\n\n', pause=0.005)
SECONDS = 0.8
WARM_UP = "Are you there?"
SLOW = pytest.mark.slow
UNSTREAMED: tuple[Wire, ...] = ("openai", "google")
"""Formats in which replies are not streamed anyway, as Anthropic's are."""


def outcomes(model: PydanticModel, *requests: Request) -> list[Reply | type[ModelError]]:
    """Replies, and kinds of errors, one after another. The model is closed."""

    async def work() -> list[Reply | type[ModelError]]:
        found: list[Reply | type[ModelError]] = []
        for request in requests:
            try:
                found.append(await model.ask(request))
            except ModelError as error:
                found.append(type(error))
        await model.aclose()
        return found

    return in_time(work)


def streamed(line: Line, wire: Wire, *requests: Request) -> tuple[list[Reply | type[ModelError]], list[bool]]:
    """What becomes of requests if only streamed ones are answered, and which were streamed."""

    def script(seen: SeenRequest) -> Line:
        if WARM_UP in seen.conversation:
            return "fine"
        return line if seen.stream else Stall()

    with FakeProvider(script) as fake:
        ask(at(fake, wire), Request((User((Text(WARM_UP),)),)))  # the first request of a format takes long
        found = outcomes(at(fake, wire, timeout=SECONDS), *requests)
        return found, [seen.stream for seen in fake.seen[1:]]


@pytest.mark.parametrize("wire", ["openai", pytest.param("google", marks=SLOW)])
def test_a_reply_that_is_streamed_is_read_as_any_other(wire: Wire) -> None:
    asked = Request(HELLO.messages, (SEARCH,))
    (first, second), streams = streamed(REPLY, wire, asked, asked)
    assert (first, streams) == (ModelTimedOut, [False, True])
    assert isinstance(second, Reply)
    assert (second.text, [call.name for call in second.calls]) == (REPLY.text, ["maps_search"])
    assert (second.usage.input_tokens, second.usage.output_tokens) == (10, 5)


@pytest.mark.parametrize(
    "wire", ["openai", *(pytest.param(wire, marks=SLOW) for wire in ("anthropic", "google"))]
)
def test_a_model_that_writes_and_writes_is_too_slow(wire: Wire) -> None:
    found, streams = streamed(WRITING, wire, HELLO, HELLO)
    assert (found, streams) == ([ModelTimedOut, ReplyTooSlow], [wire not in UNSTREAMED, True])


@pytest.mark.slow
@pytest.mark.parametrize("line", [Stall(), PINGS])
def test_a_provider_that_hangs_is_still_to_blame(line: Line) -> None:
    assert streamed(line, "anthropic", HELLO, HELLO)[0] == [ModelTimedOut, ModelTimedOut]


@pytest.mark.slow
def test_other_requests_are_not_streamed() -> None:
    other = Request(HELLO.messages, (SEARCH,))
    _, streams = streamed(REPLY, "openai", HELLO, other)
    assert streams == [False, False]
