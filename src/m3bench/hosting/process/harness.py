"""The mark on all server processes of this harness, their memory, and the warden that kills them if the
harness dies."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import threading
from collections import Counter
from contextlib import suppress
from itertools import count
from pathlib import Path

import anyio.to_thread

from m3bench.hosting.process.warden import MARK_NAME, PROC, environments, kill_marked, marked_processes

_CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")
_KILOBYTE = 1024
_INHERITED = ("HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER")


class Harness:
    """One per process. Starts its warden with the first server."""

    def __init__(self) -> None:
        self._mark = secrets.token_hex(8)
        self._numbers = count(1)
        self._lock = threading.Lock()
        self._warden: subprocess.Popen[bytes] | None = None

    def next_mark(self) -> str:
        """Return a mark for another server. The final dot keeps 1 apart from 10."""
        self._ensure_warden()
        return f"{self._mark}.{next(self._numbers)}."

    def memory(self) -> dict[str, int]:
        """Return the bytes that each running server uses, by its mark."""
        return _memory_by_mark(f"{self._mark}.")

    def dismiss_warden(self) -> None:
        """End the warden, if no server is running. The next server starts another one."""
        with self._lock:
            warden, self._warden = self._warden, None
        if warden is not None:
            # The warden kills what has its mark once its input closes.
            warden.communicate()

    def start_anew(self) -> None:
        """Take a mark of its own, after a fork: the warden of the parent kills what has the parent's."""
        self._mark, self._numbers, self._lock = secrets.token_hex(8), count(1), threading.Lock()
        warden, self._warden = self._warden, None
        if warden is not None and warden.stdin is not None:
            warden.stdin.close()  # the warden waits until nobody holds it open
            warden.returncode = 0  # it is waited for by the parent

    def _ensure_warden(self) -> None:
        with self._lock:
            if self._warden is not None and self._warden.poll() is None:
                return
            program = Path(__file__).with_name("warden.py")
            self._warden = subprocess.Popen(
                [sys.executable, "-I", "-S", str(program), self._mark],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )


HARNESS = Harness()
os.register_at_fork(after_in_child=HARNESS.start_anew)


def server_environment(mark: str, declared: dict[str, str]) -> dict[str, str]:
    """Return the complete environment of a server process."""
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return {**inherited, **declared, MARK_NAME: mark}


async def end_marked(mark: str) -> None:
    """Kill what a server left running, including detached children."""
    if marked_processes(mark):
        await anyio.to_thread.run_sync(kill_marked, mark)


def _memory_by_mark(prefix: str) -> dict[str, int]:
    """Return the bytes that processes use, with their children, by the mark in their environment.

    Memory that processes share is divided among them. Empty where the system does not tell.
    """
    wanted = f"{MARK_NAME}={prefix}".encode()
    sizes: Counter[str] = Counter()
    for pid, environment in environments():
        mark = next((part for part in environment if part.startswith(wanted)), None)
        if mark is not None:
            with suppress(OSError):  # it has just exited
                sizes[mark.partition(b"=")[2].decode()] += _memory_of(PROC / str(pid))
    return dict(sizes)


def machine_memory() -> int | None:
    """Return the bytes of memory that this machine or container has; None if unknown."""
    try:
        physical = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (OSError, ValueError):
        return None
    try:
        return min(physical, int(_CGROUP_LIMIT.read_text()))
    except (OSError, ValueError):  # no container, or "max"
        return physical


def _memory_of(process: Path) -> int:
    try:
        lines = (process / "smaps_rollup").read_bytes().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith(b"Pss:")) * _KILOBYTE
    except OSError:  # it changed its user, or the kernel has no such file
        return int((process / "statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
