"""The program of workers that check attempts again."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

import anyio.to_thread

from m3bench.checks import Verdicts
from m3bench.core import Task
from m3bench.runs.assets import AssetSource
from m3bench.runs.distributed import Answer, Channel, RemoteReviewer
from m3bench.runs.rechecking.checker import AttemptChecker, StoredWorkspace
from m3bench.runs.store import FinishedAttempt


@dataclass(frozen=True)
class CheckRequest:
    """Check an attempt. The answer is its `Verdicts`, or None if its task has no checks."""

    task: Task
    attempt: FinishedAttempt
    stored: StoredWorkspace
    is_older: bool = False
    """Whether the run is of a version that kept records in the workspace."""

    def __str__(self) -> str:
        return f"checks of {self.task.id}"


@dataclass(frozen=True)
class RecheckProgram:
    """Checks attempts of a run."""

    files: AssetSource
    reviews: bool
    """Whether there is a judge that reviews pictures."""

    @asynccontextmanager
    async def open(self, channel: Channel) -> AsyncIterator[Answer]:
        """Open the suite, and yield what checks an attempt."""
        see = RemoteReviewer(channel).see if self.reviews else None
        world = self.files.settings.world.world()
        yield answer_with(AttemptChecker(self.files.open(), world, see))

    def take_note(self, note: Any) -> None:
        """Nothing is noted."""


def answer_with(checker: AttemptChecker) -> Answer:
    """Return what answers a `CheckRequest`."""

    async def answer(request: CheckRequest) -> Verdicts | None:
        check = partial(
            checker.check, request.task, request.attempt, request.stored, is_older=request.is_older
        )
        return await anyio.to_thread.run_sync(check, abandon_on_cancel=True)

    return answer
