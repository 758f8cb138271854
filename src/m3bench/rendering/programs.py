"""Running helper programs: each in its own folder, with a timeout, and killed afterwards."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

TIMEOUT = 90.0
"""Seconds."""
_PASSED_ON = ("PATH", "LD_LIBRARY_PATH")
_OUTPUT = "output.txt"
_LONGEST_OUTPUT = 4_000


@dataclass(frozen=True)
class ExitedProgram:
    """The exit status of a program, and its output."""

    status: int
    output: str


def run_program(
    command: Sequence[str],
    folder: Path,
    *,
    variables: Mapping[str, str] | None = None,
    timeout: float = TIMEOUT,
) -> ExitedProgram | None:
    """Run a program; return None if it timed out. Its child processes are killed with it.

    The program gets only the given variables, as our environment may contain keys. Its home is the folder.
    """
    environment = {name: os.environ[name] for name in _PASSED_ON if name in os.environ} | dict(
        variables or {}
    )
    environment |= {"HOME": str(folder), "TMPDIR": str(folder), "LANG": "C.UTF-8"}
    with (folder / _OUTPUT).open("w+b") as output:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            status = process.wait(timeout)
        except subprocess.TimeoutExpired:
            return None
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
        output.seek(0)
        return ExitedProgram(status, output.read(_LONGEST_OUTPUT).decode("utf-8", "replace"))
