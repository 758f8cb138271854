"""Plans: how a task is solved, in steps whose arguments depend on earlier results."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Any

import msgspec

from m3bench.core import (
    AnswerForm,
    DataFile,
    Difficulty,
    Picture,
    PointKind,
    Result,
    Sabotage,
    Shortcut,
    SimulatedUser,
    Turns,
    UsageError,
    WorldFile,
)


class CallResult(msgspec.Struct, frozen=True):
    """The result of one call of a plan. Calls are numbered from 0 across all steps."""

    index: int
    tool: str
    result: Result

    @property
    def text(self) -> str:
        return self.result.text

    @property
    def data(self) -> Any:
        """The parsed JSON of the result, or its text if it is not JSON."""
        try:
            return json.loads(self.text)
        except ValueError:
            return self.text


class PlannedCall(msgspec.Struct, frozen=True):
    """A call that a plan makes, and the earlier calls whose results it uses."""

    tool: str
    arguments: dict[str, Any]
    uses: tuple[int, ...] = ()


class GradedPoint(msgspec.Struct, frozen=True):
    """An evaluation point, and the checks that decide it."""

    text: str
    kind: PointKind
    checks: tuple[Any, ...]


class Solution(msgspec.Struct, frozen=True):
    """The outcome of a plan: the answer, and the checks of a right outcome."""

    answer: str
    """The answer as text, for judges and people."""
    checks: tuple[Any, ...] = ()
    """Checks from `m3bench.checks`, besides the check of the form."""
    fields: dict[str, Any] = {}
    """The expected value (`m3bench.checks.Expected`) of each field of the form, by name."""
    live: dict[str, Any] = {}
    """How the value of a field is asked for at check time (`m3bench.checks.LiveValue`), by name. Its value
    when the task is built is in `fields`."""
    extra: dict[str, Any] = {}
    """Fields of the task that depend on what the plan found, such as `branches`, by name."""
    points: tuple[GradedPoint, ...] = ()
    """Evaluation points. Their checks come after the others."""


Plan = Generator[Sequence[PlannedCall], Sequence[CallResult], Solution]
"""Yields the calls of each step, receives their results, and returns the solution."""


class PlanError(UsageError):
    """The plan fails in this world. Another draw may work."""


def call(tool: str, /, *uses: CallResult, **arguments: Any) -> PlannedCall:
    """Return a planned call of a tool, given by its full name. `uses` are the results it depends on."""
    return PlannedCall(tool, arguments, tuple(dict.fromkeys(use.index for use in uses)))


class Blueprint(msgspec.Struct, frozen=True, kw_only=True):
    """A task whose plans have not been executed yet."""

    id: str
    family: str
    request: str
    fuzzy_request: str
    servers: tuple[str, ...]
    plans: tuple[Callable[[], Plan], ...]
    """The main plan and equally valid alternatives. Each becomes a reference."""
    form: AnswerForm | None = None
    pictures: tuple[Picture, ...] = ()
    files: tuple[DataFile, ...] = ()
    world_files: tuple[WorldFile, ...] = ()
    level: str | None = "L2"
    difficulty: Difficulty | None = None
    kind: str | None = None
    """The kind of work: a key of `m3bench.core.TASK_KINDS`."""
    time_sensitive: bool | None = None
    """Whether the correct answer is another one a day later. None: not stated."""
    varying: tuple[str, ...] = ()
    """Tools whose results contain times or ids of new things. Their results are not compared again."""
    role: str | None = None
    rules: tuple[str, ...] = ()
    user: SimulatedUser | None = None
    """The simulated user, whom plans can ask with `user/ask_user`."""
    turns: Turns = Turns.SINGLE
    distractors: tuple[str, ...] = ()
    """Servers of the neighbourhood that are no use."""
    shortcuts: Mapping[Shortcut, Callable[[], Plan]] = {}
    """What careless agents do. The checks must fail each of them."""
    sabotage: Sabotage | None = None
    extra: dict[str, Any] = {}
    """Further fields of the task, such as `modalities`, by name, and entries of its `extra`."""
    shown: tuple[str, ...] = ()
    """Facts that the pictures show besides text, codes and labels, such as a species, and those that
    recordings, films and documents tell."""
    key_facts: tuple[str, ...] = ()
    """Facts that only the pictures reveal. Requests and file names must not contain them."""
