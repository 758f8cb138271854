"""Very many requests to a group of workers: few are in memory, and answers come in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import anyio

from m3bench.hosting import unwrap_group
from m3bench.runs.distributed.mapping import insist
from m3bench.runs.distributed.worker_group import WorkerGroup

_AHEAD = 2
"""Requests per worker that are under way or wait for the answer to an earlier one."""


async def stream_requests(
    group: WorkerGroup,
    bodies: Iterable[Any],
    *,
    concurrency: int,
    on_answer: Callable[[Any], None],
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
            place, body = next(queue, (None, None))
            if place is None:
                room.release()
                return
            waiting[place] = await insist(group, body)
            while due in waiting:
                on_answer(waiting.pop(due))
                due += 1
                room.release()

    try:
        async with anyio.create_task_group() as tasks:
            for _ in range(concurrency):
                tasks.start_soon(work)
    except ExceptionGroup as errors:
        raise unwrap_group(errors) from None
