"""A program for tests: it answers with its process, once the test lets it."""

from __future__ import annotations

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from m3bench.core import UsageError
from m3bench.runs.distributed import Answer, Channel

DEADLY, WRONG = "deadly", "wrong"
ROOT = Path(__file__).parents[3]


@dataclass(frozen=True)
class HoldingProgram:
    """Asks the test before every answer, with the name of the work and the process that does it."""

    problem: str | None = None

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:
        if self.problem is not None:
            raise UsageError(self.problem, "Do something else.")

        async def answer(work: str) -> tuple[str, int]:
            if work == DEADLY:
                os.kill(os.getpid(), signal.SIGKILL)
            if work == WRONG:
                raise UsageError("That is wrong.", "Do it right.")
            await channel.request((work, os.getpid()))
            return work, os.getpid()

        yield answer

    def take_note(self, note: Any) -> None:
        """Nothing is noted."""


def workers_of(parent: int) -> list[int]:
    """The worker processes of a process."""
    numbers = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            its_parent = int((process / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, ValueError):
            continue
        if b"m3bench.runs.distributed.worker" in command and its_parent == parent:
            numbers.append(int(process.name))
    return numbers
