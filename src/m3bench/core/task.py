"""A task, and the reference trajectories that solve it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from m3bench.core.canonical import content_hash
from m3bench.core.form import AnswerForm
from m3bench.core.task_parts import AnswerKey, Difficulty, SimulatedUser, TaskFile, Turns, check_kind
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


class Task(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A task: the request, its inputs and its solutions. Data only.

    Fields with their default value are omitted from the canonical JSON, so that a new field does not change
    the digests of older tasks.
    """

    id: str
    family: str | None = None
    request: str | None = None
    fuzzy_request: str | None = None
    images: tuple[str, ...] = ()
    """Images, by their names in the workspace."""
    files: tuple[TaskFile, ...] = ()
    """Input files of any other kind. They are in the workspace; models that accept them get them too."""
    role: str | None = None
    """The role of the agent, as the agent reads it: `You are the night clerk of a hotel.`"""
    rules: tuple[str, ...] = ()
    """The rules of the domain, as the agent reads them."""
    user: SimulatedUser | None = None
    """The simulated user. Never shown to the agent."""
    turns: Turns = Turns.SINGLE
    servers: tuple[str, ...] = ()
    distractors: tuple[str, ...] = ()
    level: str | None = None
    """The number of steps as MCPVerse classifies it: L1, L2, L3."""
    difficulty: Difficulty | None = None
    kind: str | None = None
    """The kind of work: a key of `TASK_KINDS`, or another word."""
    time_sensitive: bool | None = None
    """Whether the correct answer depends on the date. None: unknown."""
    answer: str | None = None
    """The correct answer in words."""
    answer_key: AnswerKey | None = None
    """The correct answer as data."""
    form: AnswerForm | None = None
    """The fields that an answer must fill in."""
    references: tuple[Reference, ...] = ()
    extra: dict[str, Any] = {}

    def __post_init__(self) -> None:
        if self.kind is not None:
            check_kind(self.kind)
        seen = set(self.images)
        for file in self.files:
            if file.name in seen:
                raise ValueError(f"the file {file.name!r} is listed more than once")
            seen.add(file.name)

    @property
    def digest(self) -> str:
        """The hash of the canonical JSON."""
        return content_hash(msgspec.to_builtins(self))

    def without_user(self) -> Task:
        """Return the task without the user, as the agent may see it."""
        return self if self.user is None else msgspec.structs.replace(self, user=None)
