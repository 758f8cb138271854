"""The memory of server processes and of the machine. Known on Linux only."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

from m3bench.hosting.process.warden import MARK_NAME

_CGROUP_LIMIT = Path("/sys/fs/cgroup/memory.max")
_KILOBYTE = 1024


def memory_by_mark(prefix: str) -> dict[str, int]:
    """Return the bytes that processes use, with their children, by the mark in their environment.

    Memory that processes share is divided among them. Empty where the system does not tell.

    Args:
        prefix: How the marks begin.
    """
    wanted = f"{MARK_NAME}={prefix}".encode()
    found: Counter[str] = Counter()
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes()
            marks = [part for part in environment.split(b"\0") if part.startswith(wanted)]
            if marks:
                found[marks[0].partition(b"=")[2].decode()] += _memory_of(process)
        except OSError:  # already exited, or owned by another user
            continue
    return dict(found)


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
