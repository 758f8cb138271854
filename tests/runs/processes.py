"""`m3bench run` as a process of its own, to be killed, limited and resumed."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

DEADLINE = 120.0


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
    """The exit code and everything that was printed."""
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
