"""What the forge needs from outside: somebody who tries tasks, and somewhere to carry calls out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import msgspec

from m3bench.core import Call, Media, Step, Task, Trajectory


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """What an executor did on a task."""

    executor: str
    trajectory: Trajectory
    failed: tuple[str, ...] = ()
    """Checks of the task that the outcome does not pass, with reasons."""
    broken: str = ""
    """Why the attempt says nothing about the executor: a server, a provider or the harness failed."""


class Carried(msgspec.Struct, frozen=True, kw_only=True):
    """Steps carried out in a fresh workspace."""

    steps: tuple[Step, ...]
    wrote: tuple[frozenset[str], ...] = ()
    """Files that were made, changed or removed, for each step."""
    failed: tuple[str, ...] = ()
    """Checks of the task that do not pass at the end."""

    @property
    def calls(self) -> list[Call]:
        return [call for step in self.steps for call in step.calls]

    @property
    def files(self) -> frozenset[str]:
        return frozenset().union(*self.wrote)


class Bench(Protocol):
    """A place to work in. The real one is over a suite and its servers."""

    @property
    def executors(self) -> Sequence[str]:
        """Who competes, by name."""

    async def tried(self, task: Task, executor: str) -> Tried: ...

    async def carried_out(
        self, task: Task, steps: Sequence[Step], answer: str | None, fields: dict[str, Any] | None = None
    ) -> Carried:
        """Steps in a workspace of their own; the checks are put to it where there is an answer."""
        ...

    def pictures(self, task: Task) -> Sequence[Media]:
        """Those of the task, with their bytes."""
        ...

    def tools(self, task: Task) -> str:
        """The permitted tools, a line each; as far as they are known."""
        ...
