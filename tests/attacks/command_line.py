"""Run the command line in this process, with a deadline."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import NamedTuple

import pytest

from m3bench.cli.app import main

_SCHEDULED = Path("/proc/thread-self/schedstat")


class CommandResult(NamedTuple):
    """Exit code and output of a command."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """The whole output on one line, because consoles wrap lines."""
        return " ".join(f"{self.out} {self.err}".split())


class Command:
    """Runs commands. A traceback or a hanging command fails the test."""

    def __init__(self, capsys: pytest.CaptureFixture[str], patch: pytest.MonkeyPatch) -> None:
        self._capsys, self._patch = capsys, patch

    def __call__(self, *arguments: object, seconds: float = 60) -> CommandResult:
        self._patch.setattr(sys, "argv", ["m3bench", *map(str, arguments)])
        self._capsys.readouterr()
        code = 0
        with deadline(seconds):
            try:
                main()
            except SystemExit as stop:
                code = stop.code if isinstance(stop.code, int) else int(stop.code is not None)
        out, err = self._capsys.readouterr()
        return CommandResult(code, out, err)


@contextmanager
def deadline(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` if the block takes longer, less the time for which no processor was free."""
    began, queued = time.monotonic(), waited()

    def over(number: int, frame: FrameType | None) -> None:
        left = began + seconds + waited() - queued - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"not done after {seconds} s")
        signal.setitimer(signal.ITIMER_REAL, left)

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def waited() -> float:
    """Return for how many seconds this thread could have run, but no processor was free."""
    try:
        return int(_SCHEDULED.read_text().split()[1]) / 1e9
    except OSError:  # not Linux
        return 0.0
