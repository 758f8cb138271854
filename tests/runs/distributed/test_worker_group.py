"""Groups of workers in this process: who gets which request."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

import anyio
import pytest

from m3bench.runs.distributed import Answer, Channel, WorkerGroup
from m3bench.runs.distributed.channel import LinkClosed, SocketLink
from m3bench.runs.distributed.worker import serve
from m3bench.runs.distributed.worker_group import MAX_LOSSES_IN_A_ROW, WorkersLost
from tests.hanging import HANG_SECONDS

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Desk:
    """What the workers of this process share: who holds which request."""

    def __init__(self, *late: int) -> None:
        self.late = {number: anyio.Event() for number in late}
        self.held: list[tuple[int, Any]] = []
        self.arrived, self.released = anyio.Event(), anyio.Event()


DESKS: list[Desk] = []


@dataclass(frozen=True)
class HoldProgram:
    """Holds requests until they are released. Programs are pickled, so it finds its desk here."""

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:
        desk = DESKS[0]

        async def answer(body: Any) -> Any:
            desk.held.append((id(channel), body))
            desk.arrived.set()
            desk.arrived = anyio.Event()
            await desk.released.wait()
            return body

        yield answer

    def take_note(self, note: Any) -> None:
        """Nothing is noted."""


@asynccontextmanager
async def open_here(number: int) -> AsyncIterator[SocketLink]:
    """Start a worker in this process. A late one waits before it serves."""
    ours, theirs = socket.socketpair()
    near, far = await SocketLink.open(ours), await SocketLink.open(theirs)

    async def work() -> None:
        if late := DESKS[0].late.get(number):
            await late.wait()
        with suppress(LinkClosed):
            await serve(far)

    async with anyio.create_task_group() as group:
        group.start_soon(work)
        try:
            yield near
        finally:
            group.cancel_scope.cancel()
            with anyio.CancelScope(shield=True):
                await near.aclose()
                await far.aclose()


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    DESKS.append(Desk(2))
    yield DESKS[0]
    DESKS.clear()


async def until_held(desk: Desk, count: int) -> None:
    while len(desk.held) < count:
        await desk.arrived.wait()


def loads(desk: Desk) -> list[int]:
    """Requests per worker, the first worker first."""
    workers = [worker for worker, _ in desk.held]
    return [workers.count(worker) for worker in dict.fromkeys(workers)]


async def ask_for_four(desk: Desk, capacity: int | None) -> list[int]:
    """Send four requests while one of two workers is late. Return the loads before it comes and after."""
    group = WorkerGroup(open_here, HoldProgram(), capacity=capacity)
    with anyio.fail_after(HANG_SECONDS):
        async with group.opened(2), anyio.create_task_group() as tasks:
            for body in range(4):
                tasks.start_soon(group.request, body)
            await until_held(desk, 4 if capacity is None else capacity)
            await anyio.wait_all_tasks_blocked()
            early = loads(desk)
            desk.late[2].set()
            await until_held(desk, 4)
            desk.released.set()
    return [*early, *loads(desk)]


async def test_requests_wait_for_a_worker_that_is_late(desk: Desk) -> None:
    assert await ask_for_four(desk, capacity=2) == [2, 2, 2]


async def test_without_a_capacity_the_first_worker_takes_them_all(desk: Desk) -> None:
    assert await ask_for_four(desk, capacity=None) == [4, 4]


async def test_a_worker_that_is_done_takes_what_waits(desk: Desk) -> None:
    group = WorkerGroup(open_here, HoldProgram(), capacity=1)
    desk.released.set()
    answers = []
    with anyio.fail_after(HANG_SECONDS):
        async with group.opened(1), anyio.create_task_group() as tasks:

            async def ask(body: int) -> None:
                answers.append(await group.request(body))

            for body in range(5):
                tasks.start_soon(ask, body)
    assert sorted(answers) == list(range(5))


async def test_the_log_is_named_when_workers_die_again_and_again() -> None:
    @asynccontextmanager
    async def open_dead(number: int) -> AsyncIterator[SocketLink]:
        raise LinkClosed
        yield

    group = WorkerGroup(open_dead, HoldProgram(), explain=lambda number: f"See the log of {number}.")
    with anyio.fail_after(HANG_SECONDS):
        async with group.opened(1):
            with pytest.raises(WorkersLost, match=f"the log of {MAX_LOSSES_IN_A_ROW}") as caught:
                await group.request(0)
    assert str(MAX_LOSSES_IN_A_ROW) in caught.value.message
