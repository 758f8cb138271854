"""Keep the processes of a program within limits: a thread looks at them, and ends those that use too much.

Where the control group of this process lies in a folder that is delegated to the user, the kernel keeps the
limits of memory and processes as well.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

from m3bench.hosting.process.cgroups import ControlGroup
from m3bench.hosting.process.tree import ProcessStat, ProcessTree, memory_of, read_processes
from m3bench.hosting.resource_limits import ResourceLimits, exceeded, readable_size

try:
    import resource
except ImportError:  # pragma: no cover - Windows
    resource = None  # type: ignore[assignment]

THREADS_PER_PROCESS = 16
"""So many threads count as a process."""
_SECONDS = 0.5
_SHARE = 10
"""Looking takes at most a tenth of the time."""

FolderCheck = Callable[[], str | None]


class ProcessWatch:
    """The processes of one program. `exceeded` says which limit they exceeded, and that they were killed."""

    def __init__(
        self,
        tree: ProcessTree,
        limits: ResourceLimits,
        group: ControlGroup | None,
        folder: FolderCheck | None,
    ) -> None:
        self.exceeded: str | None = None
        self._tree, self._limits, self._group, self._folder = tree, limits, group, folder
        self._own_ticks: dict[tuple[int, int], int] = {}

    def look(self, processes: dict[int, ProcessStat]) -> None:
        """Kill all processes if they use too much."""
        if self.exceeded is None:
            self.exceeded = self._excess(self._tree.members(processes))
            if self.exceeded is not None:
                self._tree.kill()

    def _excess(self, members: list[ProcessStat]) -> str | None:
        limits = self._limits
        count = max(len(members), sum(stat.threads for stat in members) // THREADS_PER_PROCESS)
        if count > limits.processes:
            return exceeded(f"used more than {limits.processes:,} processes", "processes", limits.processes)
        if memory_of(members, limits.memory) > limits.memory or (self._group and self._group.out_of_memory):
            return _memory_exceeded(limits)
        if self._seconds(members) > limits.cpu_seconds:
            what = f"used more than {limits.cpu_seconds:,} s of processor time"
            return exceeded(what, "cpu-seconds", limits.cpu_seconds)
        return self._folder() if self._folder is not None else None

    def _seconds(self, members: list[ProcessStat]) -> float:
        """Return the processor time. Of children that nobody waits for, what was seen is counted."""
        self._own_ticks.update({(stat.pid, stat.start): stat.own_ticks for stat in members})
        ticks = max(sum(self._own_ticks.values()), sum(stat.ticks for stat in members))
        return ticks / os.sysconf("SC_CLK_TCK")


class _Watcher:
    """The thread that looks at all programs. It runs while there are any."""

    def __init__(self) -> None:
        self._watches: set[ProcessWatch] = set()
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None

    def add(self, watch: ProcessWatch) -> None:
        with self._changed:
            self._watches.add(watch)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="m3bench-limits", daemon=True)
                self._thread.start()

    def remove(self, watch: ProcessWatch) -> None:
        with self._changed:
            self._watches.discard(watch)
            self._changed.notify_all()

    def _run(self) -> None:
        pause = 0.0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: not self._watches, timeout=pause)
                if not self._watches:
                    self._thread = None
                    return
                watches = list(self._watches)
            began = time.monotonic()
            processes = read_processes()
            for watch in watches:
                with suppress(OSError):
                    watch.look(processes)
            pause = max(_SECONDS, _SHARE * (time.monotonic() - began))


_WATCHER = _Watcher()


@contextmanager
def limited_processes(
    leader: int,
    mark: str,
    limits: ResourceLimits,
    *,
    sandboxed: bool,
    folder: FolderCheck | None = None,
) -> Iterator[ProcessWatch]:
    """Keep a program within limits.

    Args:
        leader: Its first process, which leads its session.
        mark: In the environment of its processes.
        limits: What they may use.
        sandboxed: Whether the program runs in a sandbox.
        folder: Says what is wrong with its folder, if anything is.
    """
    if not sandboxed:
        limit_open_files(leader, limits)
    # A control group counts what is in /tmp and /dev/shm as memory.
    group = ControlGroup.create(
        mark, limits.memory + 2 * limits.tmp_bytes, limits.processes * THREADS_PER_PROCESS
    )
    if group is not None:
        group.add(leader)
    watch = ProcessWatch(ProcessTree(leader, mark, sandboxed=sandboxed), limits, group, folder)
    _WATCHER.add(watch)
    try:
        yield watch
    finally:
        _WATCHER.remove(watch)
        if group is not None:
            if group.out_of_memory:
                watch.exceeded = watch.exceeded or _memory_exceeded(limits)
            group.remove()


def _memory_exceeded(limits: ResourceLimits) -> str:
    return exceeded(f"used more than {readable_size(limits.memory)} of memory", "memory", limits.memory)


def limit_open_files(pid: int, limits: ResourceLimits) -> None:
    """Lower the number of files that a process and its children can open. It is never raised."""
    if resource is None or not hasattr(resource, "prlimit"):
        return
    with suppress(OSError, ValueError):
        resource.prlimit(pid, resource.RLIMIT_NOFILE, open_file_limits(limits))
        resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0))


def open_file_limits(limits: ResourceLimits) -> tuple[int, int]:
    """Return the soft and the hard limit of open files: those of this process, or less."""
    if resource is None:
        return limits.open_files, limits.open_files
    unlimited = resource.RLIM_INFINITY
    soft, hard = (
        limits.open_files if limit == unlimited else min(limit, limits.open_files)
        for limit in resource.getrlimit(resource.RLIMIT_NOFILE)
    )
    return soft, hard
