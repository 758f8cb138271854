"""Kill the servers of a harness that has exited or was killed.

Run as ``python warden.py MARK``. The warden waits until its standard input closes, which happens when the
harness ends, and then kills every process with the mark in its environment: servers and their detached
children. It imports nothing of m3bench, to start fast.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

MARK_NAME = "M3BENCH_MARK"
PROC = Path("/proc")
"""Not on macOS, where `ps` tells."""
_ROUNDS = 100
_PAUSE_SECONDS = 0.05
_QUIET_ROUNDS = 3


def marked_processes(mark: str) -> list[int]:
    """Return the processes with this mark in their environment."""
    wanted = f"{MARK_NAME}={mark}".encode()
    # The mark may continue with a server number (MARK.1, MARK.2 …).
    return [
        process
        for process, environment in (environments() if PROC.is_dir() else environments_by_ps())
        if process != os.getpid() and any(part.startswith(wanted) for part in environment)
    ]


def environments() -> Iterator[tuple[int, list[bytes]]]:
    """Yield the processes that we may examine, with their environments."""
    for entry in PROC.glob("[0-9]*"):
        try:
            yield int(entry.name), (entry / "environ").read_bytes().split(b"\0")
        except OSError:  # already exited, or owned by another user
            continue


def environments_by_ps() -> Iterator[tuple[int, list[bytes]]]:
    """Yield the processes that are alive, with the words of their commands and environments."""
    import subprocess  # noqa: PLC0415 - slow to import

    show_environment = "-axEww" if sys.platform == "darwin" else "axeww"
    command = ["ps", show_environment, "-o", "pid=,stat=,command="]
    for line in subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout.splitlines():
        process, state, *words = line.split()
        if not state.startswith(b"Z"):
            yield int(process), words


def kill_marked(mark: str) -> int:
    """Kill all marked processes, including ones started meanwhile. Returns how many were found."""
    seen: set[int] = set()
    quiet = 0
    for _ in range(_ROUNDS):
        alive = [pid for pid in marked_processes(mark) if not _is_zombie(pid)]
        quiet = 0 if alive else quiet + 1
        if quiet >= _QUIET_ROUNDS:
            break
        seen.update(alive)
        for pid in alive:
            _kill(pid)
        time.sleep(_PAUSE_SECONDS)
    return len(seen)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _is_zombie(pid: int) -> bool:
    if not PROC.is_dir():
        return False  # ps has told
    try:
        state = (PROC / str(pid) / "stat").read_text().rpartition(")")[2].split()[0]
    except (OSError, IndexError):
        return True
    return state in ("Z", "X")


def main() -> None:
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):
        signal.signal(getattr(signal, name), signal.SIG_IGN)
    while os.read(sys.stdin.fileno(), 1024):
        pass
    kill_marked(sys.argv[1])


if __name__ == "__main__":
    main()
