"""Orderly ends of commands that are terminated."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from m3bench.cli.exit_codes import ExitCode

_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@contextmanager
def orderly_end() -> Iterator[None]:
    """Let a signal end the block like an error, so that temporary files are removed. Further ones wait."""
    before = {number: signal.signal(number, _end) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _end(number: int, frame: FrameType | None) -> None:
    del number, frame
    for other in _SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    sys.exit(ExitCode.INTERRUPTED)
