"""A task, and the reference trajectories that solve it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from m3bench.core.canonical import content_hash
from m3bench.core.form import AnswerForm
from m3bench.core.trajectory import Call, Step, iter_calls


class Edge(msgspec.Struct, frozen=True):
    """A dependency: the later call needs the earlier one. Calls are counted through all steps from 0."""

    source: int
    target: int


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that a right answer stands on, and where the reference learnt it."""

    value: str | int | float
    also: tuple[str, ...] = ()
    """Other spellings of the same value."""
    call: int | None = None
    """The reference's call whose result says it first, counted through all steps from 0."""
    picture: bool = False
    """A picture of the task shows it."""
    field: str | None = None
    """The field of the answer that rests on it; None where only later calls do."""


class Reference(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """One right way to solve a task."""

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
    form: AnswerForm | None = None
    """The fields that an answer must fill in."""
    references: tuple[Reference, ...] = ()
    extra: dict[str, Any] = {}

    @property
    def digest(self) -> str:
        """Identity: the hash of the canonical JSON."""
        return content_hash(msgspec.to_builtins(self))
