"""`careless`: makes the calls of a task's shortcut, such as leaving out to look at what it made."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.reference import answer_of, first_reference, prepare_calls
from m3bench.agents.protocol import Agent
from m3bench.core import Reference, Shortcut, Task, UsageError


class CarelessAgent:
    """Takes a shortcut where the task has it, and makes the calls of the reference elsewhere."""

    needs_model = False

    def __init__(self, shortcut: Shortcut | None = None) -> None:
        """Take this shortcut, or the first that a task has."""
        self._shortcut = shortcut
        self.name = "careless" if shortcut is None else f"careless:{shortcut}"

    async def solve(self, attempt: Attempt) -> Ending:
        way = self._way(attempt.task)
        for step in way.steps:
            await attempt.call(prepare_calls(step.calls, attempt), step.plan)
        return Ending(answer_of(way, attempt.task), fields=way.fields)

    def _way(self, task: Task) -> Reference:
        found = task.shortcuts
        taken = next(iter(found.values()), None) if self._shortcut is None else found.get(self._shortcut)
        return first_reference(task, self.name) if taken is None else taken


def make(argument: str) -> Agent:
    """Make the agent of ``careless``, or of ``careless:trusting`` and other shortcuts."""
    if argument and argument not in tuple(Shortcut):
        raise UsageError(
            f"The agent careless knows no shortcut {argument!r}.", f"Shortcuts: {', '.join(Shortcut)}."
        )
    return CarelessAgent(Shortcut(argument) if argument else None)
