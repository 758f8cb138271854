"""Run an installer: report its output line by line, and its last lines if it fails."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from m3bench.core import M3BenchError

Progress = Callable[[str], None]

LAST_LINES = 15

_ADDRESS = re.compile(r"\b[a-z][a-z0-9+.-]*://[^\s'\"`<>)]+", re.IGNORECASE)
# How pip and npm name a host without its URL.
_HOST = re.compile(
    r"(?<=host=')[^']*|(?<=host=\")[^\"]*|(?:(?<=ENOTFOUND )|(?<=EAI_AGAIN )|(?<=ECONNREFUSED ))\S+"
)
_COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")

# Environment variables that would make an installer read or write elsewhere.
_MISLEADING = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_USER", "PIP_TARGET", "PIP_PREFIX")


class InstallError(M3BenchError):
    """A server could not be installed."""


def run_installer(command: Sequence[str], progress: Progress, *, keep_open: int) -> None:
    """Run an installer. Raises `InstallError` with its last lines if it fails.

    `keep_open` is the descriptor of the lock: an installer that outlives this process still holds the lock.
    """
    last: deque[str] = deque(maxlen=LAST_LINES)
    with _started(command, keep_open) as process:
        assert process.stdout is not None
        for line in process.stdout:
            if shown := without_addresses(line.strip()):
                last.append(shown)
                progress(shown)
        status = process.wait()
    if status:
        tool = shlex.join((Path(command[0]).name, *command[1:3]))
        raise InstallError(f"{tool} failed with status {status}:", "\n".join(f"  {line}" for line in last))


def without_addresses(line: str) -> str:
    """Remove addresses from a line: those of registries may contain credentials."""
    return _HOST.sub("…", _ADDRESS.sub("…", _COLOUR.sub("", line)))


@contextmanager
def _started(command: Sequence[str], keep_open: int) -> Iterator[subprocess.Popen[str]]:
    try:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            env={name: value for name, value in os.environ.items() if name not in _MISLEADING},
            pass_fds=(keep_open,),
        )
    except OSError as error:
        raise InstallError(f"{command[0]} cannot be started: {error.strerror}.") from None
    with process:  # which closes its output
        try:
            yield process
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
