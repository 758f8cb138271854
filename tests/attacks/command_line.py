"""Run the command line in this process, with a deadline."""

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
    """Raise `TimeoutError` if the block takes longer."""

    def over(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"not done after {seconds} s")

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
