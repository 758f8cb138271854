"""`reference`: carries out the task's own reference. What it scores below 1 is not an agent's doing."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.placeholders import fill_placeholders
from m3bench.agents.protocol import Agent
from m3bench.core import Call, Reference, Task, UsageError


class ReferenceAgent:
    """Every step of the first reference as it stands, calls of a step together."""

    name = "reference"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        reference = first_reference(attempt.task, self.name)
        for step in reference.steps:
            await attempt.call(prepare_calls(step.calls, attempt), step.plan)
        return Ending(answer_of(reference, attempt.task), fields=reference.fields)


def first_reference(task: Task, agent: str) -> Reference:
    """The reference that is carried out. A task without one cannot be worked on in this way."""
    if not task.references:
        raise UsageError(
            f"Task {task.id} has no reference, and the agent {agent} can only carry out references.",
            "Leave the task out, or choose another agent.",
        )
    return task.references[0]


def answer_of(reference: Reference, task: Task) -> str | None:
    return reference.answer if reference.answer is not None else task.answer


def prepare_calls(calls: Sequence[Call], attempt: Attempt) -> list[Call]:
    """The calls as they were meant, without results of earlier times, with paths of this workspace."""
    return [Call(call.name, fill_placeholders(call.arguments, attempt.workspace), call.id) for call in calls]


def make(argument: str) -> Agent:
    if argument:
        raise UsageError(f"The agent reference takes nothing behind a colon, got {argument!r}.")
    return ReferenceAgent()
