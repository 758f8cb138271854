"""Workers that share a list of jobs: what long work has in common, be it attempts or judgements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, TypeVar

import anyio
import anyio.to_thread
import msgspec

from m3bench.core import M3BenchError
from m3bench.hosting import unwrap_group
from m3bench.runs.halting import Halt, Halted, until_signal
from m3bench.runs.store import Journal

Work = TypeVar("Work")


class WorkerPool(ABC, Generic[Work]):
    """Several jobs at a time, until all are done or something ends the work. Used once."""

    def __init__(self, records: Journal, say: Callable[[str], None], *, concurrency: int) -> None:
        self._records, self._say, self._concurrency = records, say, concurrency
        self._writing = anyio.Lock()
        self._halt: Halt | None = None

    async def run(self, jobs: Iterable[Work], *, signals: bool = False) -> Halt | None:
        """Every job; or what ended the work early. With `signals`, SIGINT and SIGTERM do."""
        queue = iter(jobs)
        try:
            async with until_signal(self, listening=signals), anyio.create_task_group() as group:
                for _ in range(self._concurrency):
                    group.start_soon(self._work, queue)
        except ExceptionGroup as errors:
            raise unwrap_group(errors) from None
        return self._halt

    def stop(self, halt: Halt) -> None:
        """Begin nothing more. What is under way goes on."""
        if self._halt is None:
            self._halt = halt
            self._say(halt.reason)

    @abstractmethod
    async def _carry_out(self, job: Work) -> None:
        """One job, whatever comes of it."""

    async def _work(self, queue: Iterator[Work]) -> None:
        while self._halt is None and (job := next(queue, None)) is not None:
            await self._carry_out(job)

    async def _written(self, record: msgspec.Struct) -> bool:
        """Once begun, a line is written to its end, whatever else is broken off."""
        try:
            async with self._writing:
                await anyio.to_thread.run_sync(self._records.append, record)
        except M3BenchError as error:
            self.stop(Halt(Halted.ERROR, str(error)))
            return False
        return True
