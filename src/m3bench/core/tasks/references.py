"""Reference trajectories: correct solutions of a task."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from m3bench.core.trajectory import Call, Step, iter_calls


class Edge(msgspec.Struct, frozen=True):
    """A dependency: the later call needs the earlier one. Calls are counted through all steps from 0."""

    source: int
    target: int


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that a correct answer depends on, and where the reference found it."""

    value: str | int | float
    also: tuple[str, ...] = ()
    """Other spellings of the same value."""
    call: int | None = None
    """The first call of the reference whose result contains it, counted through all steps from 0."""
    picture: bool = False
    """An image of the task shows it."""
    field: str | None = None
    """The field of the answer that depends on it; None if only later calls do."""


class Reference(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A correct solution of a task."""

    steps: tuple[Step, ...] = ()
    name: str | None = None
    answer: str | None = None
    edges: tuple[Edge, ...] = ()
    fields: dict[str, Any] | None = None
    """The task's form, filled in."""
    facts: tuple[Fact, ...] = ()

    def calls(self) -> Iterator[tuple[int, Call]]:
        """Every call with the index of its step."""
        return iter_calls(self.steps)

    @property
    def call_count(self) -> int:
        return sum(len(step.calls) for step in self.steps)
