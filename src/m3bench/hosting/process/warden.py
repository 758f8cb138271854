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
from pathlib import Path

MARK_NAME = "M3BENCH_MARK"
_ROUNDS = 100
_PAUSE_SECONDS = 0.05
_QUIET_ROUNDS = 3


def marked_processes(mark: str) -> list[int]:
    """Return the processes with this mark in their environment."""
    wanted = f"{MARK_NAME}={mark}".encode()
    own = os.getpid()
    found = []
    for entry in Path("/proc").glob("[0-9]*"):
        try:
            environment = (entry / "environ").read_bytes()
        except OSError:  # already exited, or owned by another user
            continue
        # The mark may continue with a server number (MARK.1, MARK.2 …).
        if int(entry.name) != own and any(part.startswith(wanted) for part in environment.split(b"\0")):
            found.append(int(entry.name))
    return found


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
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
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
