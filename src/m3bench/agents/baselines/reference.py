"""`reference` and `repeat` carry out the task's reference, and `idle` does nothing.

A score of `reference` below 1 is not the fault of an agent, and one of `idle` above 0 not its merit.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.placeholders import fill_placeholders
from m3bench.agents.registry import Agent
from m3bench.core import Call, Reference, Task, UsageError

_REPEATS = 3


class _Baseline:
    """An agent without a model and without options."""

    needs_model = False

    def __init__(self, name: str, solve: Callable[[Attempt], Awaitable[Ending]]) -> None:
        self.name, self._solve = name, solve

    async def solve(self, attempt: Attempt) -> Ending:
        return await self._solve(attempt)


def baseline(solve: Callable[[Attempt], Awaitable[Ending]]) -> Callable[[str], Agent]:
    """Return the factory of the agent that is named as a function, and solves tasks with it."""
    name = solve.__name__

    def make(argument: str) -> Agent:
        if argument:
            raise UsageError(f"The agent {name} takes no argument, got {argument!r}.")
        return _Baseline(name, solve)

    return make


@baseline
async def idle(_: Attempt) -> Ending:
    """End at once, without an answer."""
    return Ending()


@baseline
async def reference(attempt: Attempt) -> Ending:
    """Make every step of the first reference."""
    return await follow(first_reference(attempt.task, "reference"), attempt)


@baseline
async def repeat(attempt: Attempt) -> Ending:
    """Make every call of the first reference three times: correct, but wasteful."""
    return await follow(first_reference(attempt.task, "repeat"), attempt, times=_REPEATS)


async def follow(way: Reference, attempt: Attempt, *, times: int = 1) -> Ending:
    """Make each call of a reference so many times, and submit its answer."""
    for step in way.steps:
        calls = [call for call in step.calls for _ in range(times)]
        await attempt.call(prepare_calls(calls, attempt), step.plan)
    return Ending(answer_of(way, attempt.task), fields=way.fields)


def first_reference(task: Task, agent: str) -> Reference:
    """Return the first reference. Raise `UsageError` if the task has none."""
    if not task.references:
        raise UsageError(
            f"Task {task.id} has no reference, which the agent {agent} needs.",
            "Leave the task out, or choose another agent.",
        )
    return task.references[0]


def answer_of(reference: Reference, task: Task) -> str | None:
    return reference.answer if reference.answer is not None else task.answer


def prepare_calls(calls: Sequence[Call], attempt: Attempt) -> list[Call]:
    """Return the calls without results, with the paths of this workspace."""
    return [Call(call.name, fill_placeholders(call.arguments, attempt.workspace), call.id) for call in calls]
