"""Detect when a client is quiet: it has sent nothing for a while, and its processes are idle."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import anyio
import anyio.to_thread

QUIET_SECONDS = 0.05
"""Since the last message."""
_MOST_PERIODS = 10
"""Quiet periods after which a client that is always busy counts as quiet."""
_LOOKS = 5
"""Checks of the client's processes per quiet period."""
_ROUNDS = 50
"""Turns of the event loop in which everything that has arrived is read and registered."""
_SESSION = 3

Processes = Callable[[], Iterable[int]]
"""Returns the ids of a client's processes."""


class QuietDetector:
    """Detects when a client is quiet.

    On a loaded machine a client may take longer than any period to send its next call. If its processes are
    known, it counts as quiet only while none of them runs or waits for a CPU.
    """

    def __init__(self, seconds: float = QUIET_SECONDS, client: Processes | None = None) -> None:
        self.client = client
        self._seconds = seconds
        self._messages = 0
        self._last = -float("inf")

    def message_arrived(self) -> None:
        """Register that a message has arrived."""
        self._messages += 1
        self._last = anyio.current_time()

    async def wait(self) -> None:
        """Wait until the client has been quiet for the whole period."""
        processes = await self._processes()
        while True:
            await self._until_still(processes)
            before = self._messages
            for _ in range(_ROUNDS):
                await anyio.sleep(0)
            if self._messages == before:
                return

    async def _processes(self) -> list[int]:
        client = self.client
        return [] if client is None else await anyio.to_thread.run_sync(lambda: list(client()))

    async def _until_still(self, processes: list[int]) -> None:
        still_since, worked = self._last, _work(processes)
        while (now := anyio.current_time()) - self._last < _MOST_PERIODS * self._seconds:
            look = _work(processes)
            if look.nanoseconds != worked.nanoseconds or look.ready:
                still_since, worked = now, look
            left = max(still_since, self._last) + self._seconds - now
            if left <= 0:
                return
            await anyio.sleep(min(left, self._seconds / _LOOKS))


class _Work(NamedTuple):
    nanoseconds: int
    """CPU time of threads."""
    ready: bool
    """Whether one of them is ready to run."""


def _work(processes: Iterable[int]) -> _Work:
    nanoseconds, ready = 0, False
    for process in processes:
        for thread in _threads(process):
            with suppress(OSError, ValueError, IndexError):  # it has just exited
                nanoseconds += int((thread / "schedstat").read_bytes().split()[0])
                ready |= _fields(thread / "stat")[0] in ("R", "D")
    return _Work(nanoseconds, ready)


def _threads(process: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{process}/task").iterdir())
    except OSError:
        return []


def _fields(stat: Path) -> list[str]:
    """Return the fields of a `stat` file after the program name, which may contain anything."""
    return stat.read_text(errors="replace").rpartition(")")[2].split()


def processes_of_session(leader: int) -> list[int]:
    """Return a program and the processes that it started, except those that left its session."""
    processes = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            if int(_fields(entry / "stat")[_SESSION]) == leader:
                processes.append(int(entry.name))
    return processes


def parent_process() -> list[int]:
    """Return the parent process: the client of a gateway over stdio."""
    parent = os.getppid()
    return [parent] if parent > 1 else []
