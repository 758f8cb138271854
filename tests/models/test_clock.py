"""Which time counts as work, and which is the provider's."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from hypothesis import given
from hypothesis import strategies as st

from m3bench.models import ModelUnavailable, Reply, Request
from m3bench.models.clock import WorkClock, provider_time, work_clock
from m3bench.models.wrappers.assembly import assembled
from m3bench.models.wrappers.limits import LimitedModel, ProviderLimits
from m3bench.models.wrappers.retries import RetryingModel, RetryPolicy
from tests.models.wrapped import REPLY, FunctionModel, request

pytestmark = pytest.mark.anyio

SHORT, LONG = 0.05, 0.25
"""Seconds that work is given, and seconds that are clearly more."""


class Scope:
    """Only a deadline."""

    deadline = math.inf


def stepped(*spans: float) -> Iterator[float]:
    now = 0.0
    for span in spans:
        now += span
        yield now


def test_time_outside_of_requests_counts_and_waiting_does_not() -> None:
    times = stepped(0, 3, 100)
    scope = Scope()
    clock = WorkClock(scope, 10, lambda: next(times))
    assert scope.deadline == 10
    with clock.stopped():
        assert scope.deadline == math.inf
    assert (clock.waited, scope.deadline) == (100, 103 + 7)


def test_a_reply_is_charged_with_the_seconds_it_took() -> None:
    times = stepped(0, 0, 100)
    scope = Scope()
    clock = WorkClock(scope, 10, lambda: next(times))
    with clock.stopped():
        clock.charge(6)
    assert (clock.waited, scope.deadline) == (94, 100 + 4)


@given(
    spans=st.lists(st.tuples(st.floats(0, 100), st.floats(0, 100), st.floats(0, 1)), max_size=8),
    limit=st.floats(0.1, 1000),
)
def test_work_and_waiting_add_up_to_the_whole(spans: list[tuple[float, float, float]], limit: float) -> None:
    """Of each request a share is charged; the deadline is what is left from now on."""
    now = 0.0
    scope = Scope()
    clock = WorkClock(scope, limit, lambda: now)
    worked = 0.0
    for work, request_seconds, share in spans:
        now += work
        with clock.stopped():
            now += request_seconds
            clock.charge(request_seconds * share)
        worked += work + request_seconds * share
    assert clock.waited == pytest.approx(now - worked, abs=1e-6)
    assert scope.deadline - now == pytest.approx(limit - worked, abs=1e-6)


def test_without_a_limit_there_is_no_deadline() -> None:
    times = stepped(0, 1, 1)
    scope = Scope()
    clock = WorkClock(scope, None, lambda: next(times))
    with clock.stopped():
        pass
    assert scope.deadline == math.inf


async def test_work_that_takes_too_long_is_cancelled() -> None:
    with work_clock(SHORT):
        await anyio.sleep_forever()
    with work_clock(60) as clock:
        await anyio.lowlevel.checkpoint()
        assert clock.waited == 0


async def test_waiting_for_a_provider_is_free_and_what_follows_is_not() -> None:
    reached = []
    with work_clock(SHORT) as clock:
        with provider_time():
            await anyio.sleep(LONG)
        reached.append("after the wait")
        await anyio.sleep_forever()
    assert reached == ["after the wait"]
    assert clock.waited >= LONG


async def failing_then(seconds_of_reply: float) -> RetryingModel:
    """Fails twice, each time after longer than the work is given; then replies after so many seconds."""
    tries = []

    async def answer(_: Request) -> Reply:
        tries.append(1)
        if len(tries) <= 2:
            await anyio.sleep(LONG)
            raise ModelUnavailable("reset")
        await anyio.sleep(seconds_of_reply)
        return REPLY

    return RetryingModel(
        LimitedModel(FunctionModel(answer), ProviderLimits(1)), RetryPolicy(first=0.01, ceiling=0.01)
    )


async def test_failed_requests_and_pauses_cost_the_agent_nothing() -> None:
    model = await failing_then(0)
    with work_clock(SHORT) as clock:
        assert await model.ask(request()) == REPLY
        await anyio.lowlevel.checkpoint()
        assert clock.waited >= 2 * LONG
        return
    pytest.fail("The time was held against the agent.")


async def test_a_slow_reply_is_the_agents_own_time() -> None:
    model = await failing_then(LONG)
    done = False
    with work_clock(SHORT):
        await model.ask(request())
        done = True
        await anyio.lowlevel.checkpoint()
        pytest.fail("The time of the reply was not counted.")
    assert done


async def test_waiting_for_a_slot_costs_the_agent_nothing() -> None:
    """The first request holds the only slot for longer than the second's work is given."""
    started, release = anyio.Event(), anyio.Event()

    async def answer(_: Request) -> Reply:
        if not started.is_set():
            started.set()
            await release.wait()
        return REPLY

    model = LimitedModel(FunctionModel(answer), ProviderLimits(1))
    replies = []

    async def second() -> None:
        with work_clock(SHORT):
            replies.append(await model.ask(request()))
            await anyio.lowlevel.checkpoint()

    async with anyio.create_task_group() as group:
        group.start_soon(model.ask, request())
        await started.wait()
        group.start_soon(second)
        await anyio.sleep(LONG)
        release.set()
    assert replies == [REPLY]


async def test_waiting_for_anothers_request_of_the_same_costs_nothing(tmp_path: Path) -> None:
    started = anyio.Event()

    async def answer(_: Request) -> Reply:
        started.set()
        await anyio.sleep(LONG)
        return REPLY

    model = assembled(FunctionModel(answer), cache=tmp_path)
    replies = []

    async def second() -> None:
        with work_clock(SHORT):
            replies.append(await model.ask(request()))
            await anyio.lowlevel.checkpoint()

    async with anyio.create_task_group() as group:
        group.start_soon(model.ask, request())
        await started.wait()
        group.start_soon(second)
    assert [reply.text for reply in replies] == [REPLY.text]


async def test_attempts_have_clocks_of_their_own() -> None:
    """One waits, the other works: only the other's time runs out."""
    over = []

    async def waits() -> None:
        with work_clock(SHORT):
            with provider_time():
                await anyio.sleep(LONG)
            return
        over.append("waits")

    async def works() -> None:
        with work_clock(SHORT):
            await anyio.sleep(LONG)
        over.append("works")

    async with anyio.create_task_group() as group:
        group.start_soon(waits)
        group.start_soon(works)
    assert over == ["works"]
