"""`reference`: makes the calls of the task's reference. A score below 1 is not the fault of an agent."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.placeholders import fill_placeholders
from m3bench.agents.protocol import Agent
from m3bench.core import Call, Reference, Task, UsageError


class ReferenceAgent:
    """Makes every step of the first reference."""

    name = "reference"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        reference = first_reference(attempt.task, self.name)
        for step in reference.steps:
            await attempt.call(prepare_calls(step.calls, attempt), step.plan)
        return Ending(answer_of(reference, attempt.task), fields=reference.fields)


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


def make(argument: str) -> Agent:
    if argument:
        raise UsageError(f"The agent reference takes no argument, got {argument!r}.")
    return ReferenceAgent()
