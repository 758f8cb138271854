"""Whether a client has been quiet for a moment: it has sent nothing, and does nothing that it could send."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path

import anyio
import anyio.to_thread

QUIET_SECONDS = 0.05
"""From the last message on."""
_MOST_PERIODS = 10
"""Quiet periods after which a client that is always at work counts as quiet."""
_LOOKS = 5
"""Looks at the client's processes in a quiet period."""
_ROUNDS = 50
"""Turns of the event loop in which everything that has arrived is read, and listed as a call if it is one."""
_SESSION = 3

Processes = Callable[[], Iterable[int]]
"""Gives the ids of a client's processes."""


class Quiet:
    """Says when a client has been quiet.

    On a loaded machine a client may be kept from sending its next call for longer than any period. So, where
    its processes are known, it counts as quiet only while none of them runs or waits for a processor.
    """

    def __init__(self, seconds: float = QUIET_SECONDS, client: Processes | None = None) -> None:
        self.client = client
        self._seconds = seconds
        self._messages = 0
        self._last = -float("inf")

    def heard(self) -> None:
        """Note that a message has arrived."""
        self._messages += 1
        self._last = anyio.current_time()

    async def wait(self) -> None:
        """Return when the quiet period after the last message is over, and nothing more has come."""
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
            if look != worked or look.ready:
                still_since, worked = now, look
            left = max(still_since, self._last) + self._seconds - now
            if left <= 0:
                return
            await anyio.sleep(min(left, self._seconds / _LOOKS))


class _Work:
    """What threads have done so far, in nanoseconds, and whether one of them would go on at once."""

    def __init__(self, nanoseconds: int, ready: bool) -> None:
        self.nanoseconds, self.ready = nanoseconds, ready

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Work) and self.nanoseconds == other.nanoseconds

    __hash__ = None  # type: ignore[assignment]


def _work(processes: Iterable[int]) -> _Work:
    nanoseconds, ready = 0, False
    for process in processes:
        for thread in _threads(process):
            with suppress(OSError, ValueError, IndexError):  # it has just ended
                nanoseconds += int((thread / "schedstat").read_bytes().split()[0])
                ready |= _fields(thread / "stat")[0] in ("R", "D")
    return _Work(nanoseconds, ready)


def _threads(process: int) -> list[Path]:
    try:
        return list(Path(f"/proc/{process}/task").iterdir())
    except OSError:
        return []


def _fields(stat: Path) -> list[str]:
    """The fields of a `stat` file behind the name of the program, which may hold anything."""
    return stat.read_text(errors="replace").rpartition(")")[2].split()


def processes_of_session(leader: int) -> list[int]:
    """The processes that a program has started, itself included, unless they left its session."""
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        with suppress(OSError, ValueError, IndexError):
            if int(_fields(entry / "stat")[_SESSION]) == leader:
                found.append(int(entry.name))
    return found


def parent_process() -> list[int]:
    """The program that started this one: the client of a gateway on standard input and output."""
    parent = os.getppid()
    return [parent] if parent > 1 else []
