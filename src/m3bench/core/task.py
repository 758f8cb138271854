"""A task, and the reference trajectories that solve it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from m3bench.core.canonical import content_hash
from m3bench.core.trajectory import Call, Step, iter_calls


class Edge(msgspec.Struct, frozen=True):
    """A dependency: the later call needs the earlier one. Calls are counted through all steps from 0."""

    source: int
    target: int


class Reference(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One right way to solve a task."""

    steps: tuple[Step, ...] = ()
    name: str | None = None
    answer: str | None = None
    edges: tuple[Edge, ...] = ()

    def calls(self) -> Iterator[tuple[int, Call]]:
        return iter_calls(self.steps)

    @property
    def call_count(self) -> int:
        return sum(len(step.calls) for step in self.steps)


class Task(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What is asked, with what, and how it may be solved. Data only; behaviour lives elsewhere."""

    id: str
    family: str | None = None
    request: str | None = None
    fuzzy_request: str | None = None
    images: tuple[str, ...] = ()
    servers: tuple[str, ...] = ()
    distractors: tuple[str, ...] = ()
    level: str | None = None
    answer: str | None = None
    references: tuple[Reference, ...] = ()
    extra: dict[str, Any] = {}

    @property
    def digest(self) -> str:
        """Identity: the hash of the canonical JSON."""
        return content_hash(msgspec.to_builtins(self))
