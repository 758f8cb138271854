"""Two ends of a channel over a real socket pair: answers, errors, notes, cancellation, death."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
import pytest

from m3bench.core import UsageError
from m3bench.models import ModelIncapable, ModelUnavailable
from m3bench.runs.distributed import Channel
from m3bench.runs.distributed.channel import LinkClosed, SocketLink
from tests.hanging import HANG_SECONDS

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


async def _echo(body: Any) -> Any:
    return body


@asynccontextmanager
async def ends(
    answer: Callable[[Any], Awaitable[Any]] = _echo, note: Callable[[Any], None] = lambda _: None
) -> AsyncIterator[tuple[Channel, SocketLink]]:
    """An end to ask, and the link of the other, which answers."""
    ours, theirs = socket.socketpair()
    near, far = await SocketLink.open(ours), await SocketLink.open(theirs)
    channel = Channel(near, _echo)
    with anyio.fail_after(HANG_SECONDS):
        async with anyio.create_task_group() as group:
            group.start_soon(channel.run)
            group.start_soon(Channel(far, answer, note).run)
            yield channel, far
            await near.aclose()
    await far.aclose()


async def test_answers_come_back_in_any_order() -> None:
    gates = {number: anyio.Event() for number in range(5)}
    answers: list[int] = []

    async def answer(number: int) -> int:
        await gates[number].wait()
        return number * 10

    async with ends(answer) as (channel, _), anyio.create_task_group() as group:

        async def ask(number: int) -> None:
            answers.append(await channel.request(number))
            if number:
                gates[number - 1].set()

        for number in gates:
            group.start_soon(ask, number)
        gates[4].set()
    assert answers == [40, 30, 20, 10, 0]


@pytest.mark.parametrize("body", [b"x" * 5_000_000, "\ud800", 10**40, float("inf"), None, {"a": [1, (2,)]}])
async def test_bodies_arrive_as_they_are(body: Any) -> None:
    async with ends() as (channel, _):
        assert await channel.request(body) == body


@pytest.mark.parametrize(
    "error",
    [
        UsageError("Wrong.", "Do it right."),
        ModelIncapable("No.", "Take another.", capability="tools"),
        ModelUnavailable("Busy.", retry_after=2.5, status=429),
        OSError(28, "No space left on device", "/tmp/x"),
        ValueError("a bug"),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_errors_are_raised_where_the_request_was_made(error: Exception) -> None:
    async def fail(_: Any) -> None:
        raise error

    async with ends(fail) as (channel, _):
        with pytest.raises(type(error)) as caught:
            await channel.request("anything")
    assert str(caught.value) == str(error)
    assert vars(caught.value) == vars(error)


async def test_an_error_that_cannot_be_pickled_keeps_its_words() -> None:
    class Odd(Exception):
        pass

    async def fail(_: Any) -> None:
        raise Odd("very")

    async with ends(fail) as (channel, _):
        with pytest.raises(RuntimeError, match="Odd: very"):
            await channel.request("anything")


async def test_notes_arrive_before_a_later_request() -> None:
    heard: list[int] = []

    async def answer(_: Any) -> list[int]:
        return list(heard)

    async with ends(answer, heard.append) as (channel, _):
        for number in range(100):
            channel.tell(number)
        assert await channel.request("heard?") == list(range(100))


async def test_a_cancelled_request_is_cancelled_at_the_other_end() -> None:
    started, cancelled = anyio.Event(), anyio.Event()

    async def answer(body: Any) -> Any:
        if body == "quick":
            return body
        started.set()
        try:
            await anyio.sleep_forever()
        finally:
            cancelled.set()

    async with ends(answer) as (channel, _):
        async with anyio.create_task_group() as group:
            group.start_soon(channel.request, "long")
            await started.wait()
            group.cancel_scope.cancel()
        await cancelled.wait()
        assert await channel.request("quick") == "quick"


async def test_requests_end_when_the_other_end_is_gone() -> None:
    started = anyio.Event()

    async def answer(_: Any) -> None:
        started.set()
        await anyio.sleep_forever()

    async with ends(answer) as (channel, far), anyio.create_task_group() as group:

        async def ask() -> None:
            with pytest.raises(LinkClosed):
                await channel.request("anything")
            with pytest.raises(LinkClosed):
                await channel.request("afterwards")
            channel.tell("afterwards")

        group.start_soon(ask)
        await started.wait()
        await far.aclose()


async def test_an_answer_that_cannot_be_sent_is_an_error_of_its_request() -> None:
    async def answer(body: Any) -> Any:
        return (lambda: None) if body == "odd" else body

    async with ends(answer) as (channel, _):
        with pytest.raises(Exception, match="pickle"):
            await channel.request("odd")
        assert await channel.request("plain") == "plain"
