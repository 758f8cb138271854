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
    """What is asked, with what, and how it may be solved. Data only; behaviour lives elsewhere.

    Fields that have their default are left out of the canonical JSON, so that a new field leaves the digests
    of older tasks as they are.
    """

    id: str
    family: str | None = None
    request: str | None = None
    fuzzy_request: str | None = None
    images: tuple[str, ...] = ()
    """Pictures by their names in the workspace."""
    files: tuple[TaskFile, ...] = ()
    """Input files of any other kind. They lie in the workspace; a model that can take them gets them too."""
    role: str | None = None
    """What the agent is told of its office: `You are the night clerk of a hotel.`"""
    rules: tuple[str, ...] = ()
    """What the agent is told of its domain, rule by rule."""
    user: SimulatedUser | None = None
    """Who asks. Never shown to the agent."""
    turns: Turns = Turns.SINGLE
    servers: tuple[str, ...] = ()
    distractors: tuple[str, ...] = ()
    level: str | None = None
    """How long the way is, as MCPVerse counts it: L1, L2, L3."""
    difficulty: Difficulty | None = None
    kind: str | None = None
    """What sort of work it is: a word of `TASK_KINDS`, or another one."""
    time_sensitive: bool | None = None
    """Whether the right answer depends on when it is asked. None: nobody said."""
    answer: str | None = None
    """The right answer in words."""
    answer_key: AnswerKey | None = None
    """The right answer as data."""
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
        """Identity: the hash of the canonical JSON."""
        return content_hash(msgspec.to_builtins(self))

    def without_user(self) -> Task:
        """The task as an agent may hold it."""
        return self if self.user is None else msgspec.structs.replace(self, user=None)
