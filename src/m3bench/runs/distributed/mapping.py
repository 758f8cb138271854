"""Many requests to a group of workers, with the answers in order."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable, Sequence
from typing import Any

import anyio

from m3bench.core import M3BenchError
from m3bench.hosting import unwrap_group
from m3bench.runs.distributed.worker_group import WorkerGroup, WorkerLost

MAX_LOSSES = 3
"""Times that a request is sent again because its worker died."""
_AHEAD = 2
"""Requests per worker that are under way or wait for the answer to an earlier one."""


async def map_requests(
    group: WorkerGroup,
    bodies: Sequence[Any],
    *,
    concurrency: int,
    on_answer: Callable[[Any], None] = lambda _: None,
) -> list[Any]:
    """Send requests to workers and return the answers in the order of the requests.

    Args:
        group: The workers.
        bodies: The requests.
        concurrency: How many are under way at a time, over all workers.
        on_answer: Is called with every answer, in the order in which they arrive.

    Raises:
        M3BenchError: What a worker raised, or a request that kills every worker.
    """
    answers: list[Any] = [None] * len(bodies)
    queue = iter(enumerate(bodies))

    async def work() -> None:
        for index, body in queue:
            answers[index] = await insist(group, body)
            on_answer(answers[index])

    await _run_several(work, concurrency)
    return answers


async def insist(group: WorkerGroup, body: Any) -> Any:
    """Send a request, to another worker if one dies, and return its answer.

    Raises:
        M3BenchError: What a worker raised, or a request that kills every worker. Its `str` names the work.
    """
    for _ in range(MAX_LOSSES):
        try:
            return await group.request(body)
        except WorkerLost:
            continue
    raise work_lost(body)


def work_lost(work: object) -> M3BenchError:
    """Return the error of work that is given up, because several workers died of it."""
    return M3BenchError(
        f"{MAX_LOSSES} workers died of the same work: {work}",
        "They may have run out of memory. Try it alone, with one worker.",
    )


async def stream_requests(
    group: WorkerGroup, bodies: Iterable[Any], *, concurrency: int, on_answer: Callable[[Any], None]
) -> None:
    """Send requests to workers, made one after another when a worker is free.

    Args:
        group: The workers.
        bodies: The requests. Their `str` names the work in messages.
        concurrency: How many are under way at a time, over all workers.
        on_answer: Is called with every answer, in the order of the requests.

    Raises:
        M3BenchError: What a worker raised, or a request that kills every worker.
    """
    queue = iter(enumerate(bodies))
    room = anyio.Semaphore(_AHEAD * concurrency)
    waiting: dict[int, Any] = {}
    due = 0

    async def work() -> None:
        nonlocal due
        while True:
            await room.acquire()
            index, body = next(queue, (None, None))
            if index is None:
                room.release()
                return
            waiting[index] = await insist(group, body)
            while due in waiting:
                on_answer(waiting.pop(due))
                due += 1
                room.release()

    await _run_several(work, concurrency)


async def _run_several(work: Callable[[], Coroutine[Any, Any, None]], count: int) -> None:
    try:
        async with anyio.create_task_group() as tasks:
            for _ in range(count):
                tasks.start_soon(work)
    except ExceptionGroup as errors:
        raise unwrap_group(errors) from None
