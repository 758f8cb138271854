"""What a process holds: its processes, ports, open files and memory. For tests that leave nothing behind."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path

_LISTENING = "0A"
_PAGE = os.sysconf("SC_PAGE_SIZE")


def running_processes() -> Iterator[int]:
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            yield int(entry.name)


def child_processes(parent: int | None = None) -> list[int]:
    """Return the children of a process, of this one by default. Zombies count: nobody has waited for them."""
    wanted = parent or os.getpid()
    return sorted(pid for pid in running_processes() if _parent_of(pid) == wanted)


def processes_with_variable(name: str, value: str) -> list[int]:
    """Return the other processes with this variable in their environment."""
    wanted = f"{name}={value}".encode()
    return sorted(
        pid
        for pid in running_processes()
        if pid != os.getpid() and wanted in _read(pid, "environ").split(b"\0")
    )


def command_of(pid: int) -> str:
    """Return the command line of a process; empty if it has ended."""
    return _read(pid, "cmdline").replace(b"\0", b" ").decode(errors="replace").strip()


def worker_processes() -> list[int]:
    """Return the workers of a run that this process has started."""
    return [pid for pid in child_processes() if "m3bench.runs.distributed.worker" in command_of(pid)]


def resident_bytes(pid: int | None = None) -> int:
    """Return the memory of a process that is in RAM; 0 if it has ended."""
    fields = _read(pid or os.getpid(), "statm").split()
    return int(fields[1]) * _PAGE if fields else 0


def open_descriptors() -> dict[int, str]:
    """Return the open file descriptors of this process, and what each refers to."""
    targets = {}
    for link in list(Path("/proc/self/fd").iterdir()):
        with suppress(OSError):  # the descriptor of the listing itself
            targets[int(link.name)] = str(link.readlink())
    return targets


def listening_ports(descriptors: Iterable[str] | None = None) -> list[int]:
    """Return the TCP ports on which this process listens."""
    targets = set(open_descriptors().values() if descriptors is None else descriptors)
    return sorted({port for port, inode in _listeners() if f"socket:[{inode}]" in targets})


def _listeners() -> Iterator[tuple[int, str]]:
    for table in ("tcp", "tcp6"):
        for line in _read(os.getpid(), f"net/{table}").decode().splitlines()[1:]:
            fields = line.split()
            if fields[3] == _LISTENING:
                yield int(fields[1].rpartition(":")[2], 16), fields[9]


def _parent_of(pid: int) -> int | None:
    fields = _read(pid, "stat").rpartition(b")")[2].split()
    return int(fields[1]) if len(fields) > 1 else None


def _read(pid: int, name: str) -> bytes:
    """Return a file of a process; empty if it has ended or belongs to somebody else."""
    try:
        return Path(f"/proc/{pid}/{name}").read_bytes()
    except OSError:
        return b""
