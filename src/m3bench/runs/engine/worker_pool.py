"""Workers that share a list of jobs, such as attempts or judgements."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from typing import Generic, TypeVar

import anyio
import anyio.to_thread
import msgspec

from m3bench.core import M3BenchError
from m3bench.hosting import unwrap_group
from m3bench.runs.halt import Halt, HaltKind, until_signal
from m3bench.runs.store import Journal

Work = TypeVar("Work")


class WorkerPool(ABC, Generic[Work]):
    """Runs jobs concurrently until all are done or the work is stopped. Used once."""

    def __init__(self, records: Journal, say: Callable[[str], None], *, concurrency: int) -> None:
        self._records, self._say, self._concurrency = records, say, concurrency
        self._writing = anyio.Lock()
        self._halt: Halt | None = None

    async def run(self, jobs: Iterable[Work], *, signals: bool = False) -> Halt | None:
        """Run all jobs; return why they ended early, or None. With `signals`, stop on SIGINT and SIGTERM."""
        queue = iter(jobs)
        try:
            listening = until_signal(self.stop) if signals else nullcontext()
            async with listening, anyio.create_task_group() as group:
                for _ in range(self._concurrency):
                    group.start_soon(self._work, queue)
        except ExceptionGroup as errors:
            raise unwrap_group(errors) from None
        return self._halt

    def stop(self, halt: Halt) -> None:
        """Start no more jobs. Running jobs continue."""
        if self._halt is None:
            self._halt = halt
            self._say(halt.reason)

    @abstractmethod
    async def _process(self, job: Work) -> None:
        """Run one job."""

    async def _work(self, queue: Iterator[Work]) -> None:
        while self._halt is None and (job := next(queue, None)) is not None:
            await self._process(job)

    async def _append(self, record: msgspec.Struct) -> bool:
        """Write a record; return whether that worked. A cancelled job still finishes a write."""
        try:
            async with self._writing:
                await anyio.to_thread.run_sync(self._records.append, record)
        except M3BenchError as error:
            self.stop(Halt(HaltKind.ERROR, str(error)))
            return False
        return True
