"""`m3bench run` as a process of its own, to be killed, limited and resumed."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests import preloaded

DEADLINE = 240.0


def run_command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "m3bench", "run", *arguments]


def started(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> subprocess.Popen[str]:
    return subprocess.Popen(
        run_command(*arguments),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, **(environment or {})},
    )


def completed(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> tuple[int, str]:
    """The exit code of `m3bench run`, and everything that was printed."""
    with tempfile.TemporaryFile() as printed, Path(os.devnull).open("rb") as nothing:
        code = preloaded.run_on(
            (nothing, printed, printed),
            ["run", *arguments],
            environment={**os.environ, **(environment or {})},
            timeout=DEADLINE,
        )
        printed.seek(0)
        return code, printed.read().decode()


def completed_anew(arguments: Sequence[str], environment: Mapping[str, str] | None = None) -> tuple[int, str]:
    """Like `completed`, in a process that has its environment from its start."""
    process = started(arguments, environment)
    try:
        said, _ = process.communicate(timeout=DEADLINE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        raise
    return process.returncode, said


def lines_in(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def wait_for_lines(path: Path, count: int, process: subprocess.Popen[str]) -> bool:
    """Until the file has so many lines; False where the process ended before."""
    deadline = time.monotonic() + DEADLINE
    while lines_in(path) < count:
        if process.poll() is not None:
            return False
        assert time.monotonic() < deadline, f"{path} has {lines_in(path)} of {count} lines"
        time.sleep(0.002)
    return True
