"""The command line in this process, with a deadline and never a traceback."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

import pytest

from m3bench.cli.app import main


class CommandResult(NamedTuple):
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        """All of it on one line, as consoles break lines at their width."""
        return " ".join(f"{self.out} {self.err}".split())


class Command:
    """Runs commands. An exception that would be a traceback fails the test, as does one that hangs."""

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
    """Raises `TimeoutError` in what takes longer."""

    def over(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
