"""Samples of memory during a soak, and their growth."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from typing import Self

import msgspec
import numpy as np

from m3bench.testing import resident_bytes, worker_processes

LONGEST_WARM_UP = 300.0
WORKER_WARM_UP = 30.0
_WARM_UP_SHARE = 0.25
_FIFTH = 0.2
_MEGABYTE = 2**20


class Sample(msgspec.Struct, frozen=True):
    seconds: float
    """Since the start of the soak."""
    process: float
    """Megabytes of the process of the run."""
    worker: float = 0.0
    """Megabytes of its largest worker that has been running for a while; 0 if there is none."""


class Growth(msgspec.Struct, frozen=True):
    """Megabytes early and late, after the warm-up."""

    early: float
    late: float

    @property
    def share(self) -> float:
        return self.late / self.early - 1 if self.early else 0.0


class MemorySampler:
    """A thread that samples the memory of this process and of its workers."""

    def __init__(self, interval: float) -> None:
        self.samples: list[Sample] = []
        self._workers: dict[int, float] = {}
        self._interval = interval
        self._began = time.monotonic()
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="memory of the soak", daemon=True)

    @property
    def latest(self) -> float:
        return self.samples[-1].process if self.samples else resident_bytes() / _MEGABYTE

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._stop.wait(self._interval):
            workers = [resident_bytes(pid) for pid in self._grown_workers()]
            seconds = round(time.monotonic() - self._began, 1)
            own = resident_bytes() / _MEGABYTE
            self.samples.append(Sample(seconds, round(own, 1), round(max(workers, default=0) / _MEGABYTE, 1)))

    def _grown_workers(self) -> list[int]:
        """Return the workers that have had time to load everything."""
        now = time.monotonic()
        self._workers = {pid: self._workers.get(pid, now) for pid in worker_processes()}
        return [pid for pid, seen in self._workers.items() if now - seen >= WORKER_WARM_UP]


def growth_of(points: Sequence[tuple[float, float]], quantile: float = 0.5) -> Growth | None:
    """Return the growth of a series of seconds and megabytes; None if there are too few points.

    The warm-up is the first quarter, at most five minutes. The fifth after it is compared with the last
    fifth: the median of each, or another quantile.
    """
    if not points:
        return None
    end = points[-1][0]
    begin = min(LONGEST_WARM_UP, _WARM_UP_SHARE * end)
    fifth = (end - begin) * _FIFTH
    early = [value for at, value in points if begin <= at < begin + fifth]
    late = [value for at, value in points if end - fifth < at <= end]
    if not early or not late:
        return None
    return Growth(*(round(float(np.quantile(values, quantile)), 1) for values in (early, late)))
