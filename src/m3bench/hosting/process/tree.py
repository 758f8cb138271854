"""The processes of a program: which they are, and what they use. Known on Linux only."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from m3bench.hosting.process.warden import MARK_NAME, PROC

_MEMFD = "/memfd:"
_BLOCK = 512
_KILOBYTE = 1024
_KILL_ROUNDS = 50


class ProcessStat(NamedTuple):
    """What the system tells about a process."""

    pid: int
    parent: int
    session: int
    start: int
    """When it was started: a later process with the same id has another."""
    own_ticks: int
    """Processor time."""
    ticks: int
    """Processor time, with that of children that have ended."""
    threads: int
    resident: int
    """Bytes of memory, with those that it shares."""


def read_processes() -> dict[int, ProcessStat]:
    """Return all processes that are not about to disappear, by id."""
    page = os.sysconf("SC_PAGE_SIZE")
    processes: dict[int, ProcessStat] = {}
    for name in _numbered():
        with suppress(OSError, ValueError, IndexError):
            # The name of a program may contain anything, also brackets.
            fields = (PROC / name / "stat").read_bytes().rpartition(b")")[2].split()
            if fields[0] not in (b"Z", b"X"):
                pid, numbers = int(name), [int(field) for field in fields[1:22]]
                own, children = sum(numbers[10:12]), sum(numbers[12:14])
                processes[pid] = ProcessStat(
                    pid, numbers[0], numbers[2], numbers[18], own, own + children, numbers[16],
                    numbers[20] * page,
                )  # fmt: skip
    return processes


def _numbered() -> Iterator[str]:
    with suppress(FileNotFoundError), os.scandir(PROC) as entries:
        yield from (entry.name for entry in entries if entry.name.isdigit())


class ProcessTree:
    """A program and what it started.

    A process belongs to it if its parent does, if it is in the session of the program, if it has the mark in
    its environment, or if it once belonged to it. In a sandbox nothing can leave the tree: its first process
    is the parent of every orphan.
    """

    def __init__(self, leader: int, mark: str, *, sandboxed: bool) -> None:
        self.leader, self._sandboxed = leader, sandboxed
        self._mark = f"{MARK_NAME}={mark}".encode()
        self._known: dict[int, int] = {}
        """The starts of members, by process."""
        self._strangers: dict[int, int] = {}
        """The starts of others whose environment was read."""

    def members(self, processes: dict[int, ProcessStat]) -> list[ProcessStat]:
        """Return the members among all processes."""
        own = {pid for pid, stat in processes.items() if self._is_root(stat)}
        children: dict[int, list[int]] = {}
        for stat in processes.values():
            children.setdefault(stat.parent, []).append(stat.pid)
        pending = list(own)
        while pending:
            below = [pid for pid in children.get(pending.pop(), ()) if pid not in own]
            own.update(below)
            pending += below
        self._known = {pid: processes[pid].start for pid in own}
        return [processes[pid] for pid in own]

    def _is_root(self, stat: ProcessStat) -> bool:
        if self.leader in (stat.pid, stat.session) or self._known.get(stat.pid) == stat.start:
            return True
        return not self._sandboxed and self._is_marked(stat)

    def _is_marked(self, stat: ProcessStat) -> bool:
        if self._strangers.get(stat.pid) == stat.start:
            return False
        with suppress(OSError):
            if self._mark in (PROC / str(stat.pid) / "environ").read_bytes():
                return True
        self._strangers[stat.pid] = stat.start
        return False

    def kill(self) -> None:
        """Kill all members. They are stopped before, because others could start more than can be killed."""
        for _ in range(_KILL_ROUNDS):
            members = self.members(read_processes())
            first = [stat.pid for stat in members if stat.parent == self.leader]
            if self._sandboxed and first:  # with its first process, everything in a sandbox ends
                _signal(first, signal.SIGKILL)
                return
            before = set(self._known)
            _signal([stat.pid for stat in members], signal.SIGSTOP)
            if {stat.pid for stat in self.members(read_processes())} <= before:
                break
        _signal(list(self._known), signal.SIGKILL)


def memory_of(members: list[ProcessStat], enough: int) -> int:
    """Return the bytes of memory of processes. Shared memory counts once, also if nobody has mapped it.

    If they use at most `enough`, a quick estimate that is too high will do.
    """
    files = sum(_memory_files(members).values())
    quick = sum(stat.resident for stat in members) + files
    if quick <= enough:
        return quick
    exact, shared = 0, 0
    for stat in members:
        sizes = _mapped(stat)
        exact += sizes.get(b"Pss:", stat.resident)
        shared += sizes.get(b"Pss_Shmem:", 0)
    return exact + max(0, files - shared)


def _mapped(stat: ProcessStat) -> dict[bytes, int]:
    """Return what a process has mapped, in bytes by name; empty if the system does not tell."""
    try:
        lines = (PROC / str(stat.pid) / "smaps_rollup").read_bytes().splitlines()
    except OSError:  # it changed its user, or has ended
        return {}
    parts = [line.split() for line in lines[1:]]
    return {part[0]: int(part[1]) * _KILOBYTE for part in parts if len(part) > 1}


def _memory_files(members: list[ProcessStat]) -> dict[tuple[int, int], int]:
    """Return the sizes of files in memory that have no name, by device and number."""
    sizes: dict[tuple[int, int], int] = {}
    for stat in members:
        with suppress(OSError):
            for entry in os.scandir(PROC / str(stat.pid) / "fd"):
                with suppress(OSError):
                    if str(Path(entry.path).readlink()).startswith(_MEMFD):
                        status = entry.stat()
                        sizes[status.st_dev, status.st_ino] = status.st_blocks * _BLOCK
    return sizes


def _signal(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError, PermissionError):
            os.kill(pid, number)
