"""Watch the memory of this process and of its workers."""

from __future__ import annotations

import os
import resource
import threading
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

_PAGE_MB = resource.getpagesize() / 2**20
_SECONDS = 0.25
_WORKERS = (b"m3bench.runs.distributed.worker", b"ray::RayWorker")


class MemoryWatch:
    """The highest resident memory while the context is open, in MB."""

    def __init__(self) -> None:
        self.own = self.largest_worker = 0.0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._thread.join()

    def _watch(self) -> None:
        while True:
            self.own = max(self.own, _resident(os.getpid()))
            self.largest_worker = max(self.largest_worker, *map(_resident, _workers()), 0.0)
            if self._ended.wait(_SECONDS):
                return


def _workers() -> Iterator[int]:
    """Yield the worker processes below this one. Those of Ray are children of a daemon below it."""
    parents = {int(path.name): _parent(path) for path in Path("/proc").glob("[0-9]*")}
    for pid in parents:
        if _is_below(pid, os.getpid(), parents) and any(name in _command(pid) for name in _WORKERS):
            yield pid


def _is_below(pid: int, ancestor: int, parents: dict[int, int]) -> bool:
    while pid in parents:
        pid = parents[pid]
        if pid == ancestor:
            return True
    return False


def _parent(process: Path) -> int:
    try:
        return int((process / "stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def _resident(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE_MB
    except OSError:
        return 0.0
