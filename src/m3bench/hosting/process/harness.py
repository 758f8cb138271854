"""The mark that all servers of this process carry, and the warden that ends them when it is gone."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
import threading
from itertools import count
from pathlib import Path

import anyio.to_thread

from m3bench.hosting.process.warden import MARK_NAME, kill_marked, marked_processes

_INHERITED = ("HOME", "LANG", "LC_ALL", "LOGNAME", "PATH", "SHELL", "TERM", "TMPDIR", "TZ", "USER")


class Harness:
    """One per process. Starts its warden with the first server."""

    def __init__(self) -> None:
        self._mark = secrets.token_hex(8)
        self._numbers = count(1)
        self._lock = threading.Lock()
        self._warden: subprocess.Popen[bytes] | None = None
        self._owner = os.getpid()

    def next_mark(self) -> str:
        """A mark for one more server. The dot at its end keeps 1 apart from 10."""
        self._ensure_warden()
        return f"{self._mark}.{next(self._numbers)}."

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


def server_environment(mark: str, declared: dict[str, str]) -> dict[str, str]:
    """All that a server gets to see of the environment."""
    inherited = {name: os.environ[name] for name in _INHERITED if name in os.environ}
    return {**inherited, **declared, MARK_NAME: mark}


async def end_marked(mark: str) -> None:
    """End what a server left behind, detached children included."""
    if marked_processes(mark):
        await anyio.to_thread.run_sync(kill_marked, mark)
