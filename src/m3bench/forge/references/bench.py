"""What the forge needs from outside: executors, and a place to execute calls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from m3bench.core import Call, Media, Step, Task, Trajectory


class ExecutorRun(msgspec.Struct, frozen=True, kw_only=True):
    """An attempt of an executor at a task."""

    executor: str
    trajectory: Trajectory
    failed: tuple[str, ...] = ()
    """Failed checks of the task, with reasons."""
    broken: str = ""
    """Why the attempt says nothing about the executor: a server, provider or harness failure."""


class ExecutedSteps(msgspec.Struct, frozen=True, kw_only=True):
    """Steps executed in a fresh workspace."""

    steps: tuple[Step, ...]
    wrote: tuple[frozenset[str], ...] = ()
    """Files created, changed or removed, for each step."""
    failed: tuple[str, ...] = ()
    """Failed checks of the task."""

    @property
    def calls(self) -> list[Call]:
        return [call for step in self.steps for call in step.calls]

    @property
    def files(self) -> frozenset[str]:
        return frozenset().union(*self.wrote)


class Bench(Protocol):
    """Runs executors and calls. The real one works on a suite and its servers."""

    @property
    def executors(self) -> Sequence[str]:
        """The names of the executors."""

    async def run_executor(self, task: Task, executor: str) -> ExecutorRun: ...

    async def execute_steps(
        self, task: Task, steps: Sequence[Step], answer: str | None, fields: dict[str, Any] | None = None
    ) -> ExecutedSteps:
        """Execute steps in a fresh workspace; run the checks if there is an answer."""
        ...

    def pictures(self, task: Task) -> Sequence[Media]:
        """Return the pictures of the task, with bytes."""
        ...

    def tools(self, task: Task) -> str:
        """Return the known permitted tools, one per line."""
        ...
