"""Keep the memory of server processes below a limit: stop idle ones, which start again when called."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Protocol
from weakref import WeakSet

import anyio
import anyio.to_thread

from m3bench.hosting.process import HARNESS, machine_memory

_TYPICAL = 80 * 2**20
"""The median of the catalog's servers: what a server is expected to need before it was ever measured."""
_SECONDS_BETWEEN_MEASUREMENTS = 1.0
_SHARE = 2
_MEGABYTE = 2**20

Measure = Callable[[], Mapping[str, int]]


class RunningServer(Protocol):
    """A server that may have a process."""

    @property
    def name(self) -> str: ...

    @property
    def mark(self) -> str | None:
        """The mark of its process; None if it has none."""

    @property
    def last_used(self) -> float:
        """When its last call ended."""

    @property
    def can_pause(self) -> bool:
        """Whether nobody would notice if its process were another one at the next call."""

    async def pause(self) -> bool:
        """Stop its process until the next call. Return False if that is not possible."""


class ServerMemory:
    """Stops the least recently used idle servers when all of them together need more than the limit.

    The limit is soft: a call is never refused. If no server can be stopped, it is exceeded, and said once.
    """

    def __init__(
        self,
        megabytes: int,
        *,
        say: Callable[[str], None] = lambda _: None,
        measure: Measure = HARNESS.memory,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create a keeper of a limit.

        Args:
            megabytes: The limit.
            say: Receives a message if the limit cannot be kept.
            measure: Returns the bytes of each process by its mark.
            clock: Returns seconds.
        """
        self._limit, self._say = megabytes * _MEGABYTE, say
        self._measure, self._clock = measure, clock
        self._servers: WeakSet[RunningServer] = WeakSet()
        self._sizes: dict[str, int] = {}
        """The last known sizes by server name."""
        self._lock = anyio.Lock()
        self._measured = float("-inf")
        self._said = False
        self.pauses = 0
        """How often a server was stopped."""

    def watch(self, server: RunningServer) -> None:
        """Count a server from now on."""
        self._servers.add(server)

    async def make_room(self, starting: RunningServer) -> None:
        """Stop idle servers until there is room for one that is about to start."""
        async with self._lock:
            await self._shrink(self._sizes.get(starting.name, _TYPICAL), starting)

    async def check(self, used: RunningServer) -> None:
        """Stop idle servers if the limit is exceeded, other than the one that was just used."""
        if self._lock.locked() or self._clock() - self._measured < _SECONDS_BETWEEN_MEASUREMENTS:
            return
        async with self._lock:
            await self._shrink(0, used)

    async def _shrink(self, needed: int, keep: RunningServer) -> None:
        sizes = await anyio.to_thread.run_sync(self._measure)
        self._measured = self._clock()
        running = [server for server in self._servers if server.mark in sizes]
        self._sizes.update({server.name: sizes[server.mark] for server in running if server.mark})
        over = sum(sizes.values()) + needed - self._limit
        for server in sorted(running, key=lambda candidate: candidate.last_used):
            if over <= 0:
                return
            size = sizes[server.mark or ""]
            if server is not keep and await server.pause():
                self.pauses += 1
                over -= size
        if over > 0:
            self._complain(over)

    def _complain(self, over: int) -> None:
        if self._said:
            return
        self._said = True
        self._say(
            f"servers need {-(-over // _MEGABYTE)} MB more than --server-memory allows, and none of them can "
            "be stopped: they are busy, or their state would be lost. Fewer tasks at a time (--concurrency) "
            "need less."
        )


def default_server_memory() -> int | None:
    """Return the default limit in megabytes: half of the machine; None if its memory is unknown."""
    memory = machine_memory()
    return None if memory is None else max(1, memory // _SHARE // _MEGABYTE)
