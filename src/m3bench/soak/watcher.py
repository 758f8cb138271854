"""Watch the runs of a soak: count attempts, and kill workers as the plan says."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Sequence
from contextlib import suppress
from typing import Protocol

from m3bench.runs import FinishedAttempt, Key, SilentWatcher
from m3bench.soak.fault_log import Event, FaultCounter, FaultLog
from m3bench.soak.faults import FaultPlan, Place
from m3bench.soak.memory import MemorySampler
from m3bench.testing import worker_processes

_DIED = re.compile(r"worker \d+ died")


class SoakWatcher(Protocol):
    """Receives the progress of a soak."""

    def progressed(self, attempts: int, faults: int, megabytes: float) -> None:
        """A try has ended.

        Args:
            attempts: Attempts that have ended so far.
            faults: Faults that were injected so far.
            megabytes: Memory of the process of the run.
        """


class SilentSoakWatcher:
    def progressed(self, attempts: int, faults: int, megabytes: float) -> None: ...


class WorkerKiller(SilentWatcher):
    def __init__(
        self,
        watcher: SoakWatcher,
        plan: FaultPlan,
        log: FaultLog,
        *,
        counter: FaultCounter,
        sampler: MemorySampler,
    ) -> None:
        self.plan = plan
        self.deaths = 0
        """Workers that died, as the runs say."""
        self._watcher, self._log, self._counter, self._sampler = watcher, log, counter, sampler
        self._tries = self._attempts = self._kills_due = 0

    def started(self, key: Key, number: int) -> None:  # noqa: ARG002
        self._tries += 1
        self._kills_due += self.plan.pick(Place.TRY, self._tries) is not None

    def calling(self, key: Key, step: int, tools: Sequence[str]) -> None:  # noqa: ARG002
        """Kill a worker that is due now: workers have begun to work, and one is in the middle of a try."""
        if self._kills_due:
            self._kills_due -= 1
            self._kill_one(key)

    def _kill_one(self, key: Key) -> None:
        workers = worker_processes()
        if not workers:
            return
        pid = self.plan.choose(workers, self._tries)
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            self._log.add(Event(what="worker:kill", task_id=key.task_id, start=str(pid)))

    def ended(self, record: FinishedAttempt) -> None:
        self._attempts += record.final
        self._watcher.progressed(self._attempts, self._counter.count(), self._sampler.latest)

    def said(self, text: str) -> None:
        self.deaths += bool(_DIED.match(text))
