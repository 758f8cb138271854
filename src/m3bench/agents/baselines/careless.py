"""`careless`: makes the calls of a task's shortcut, such as leaving out to look at what it made."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.reference import first_reference, follow
from m3bench.agents.registry import Agent
from m3bench.core import Shortcut, UsageError


class CarelessAgent:
    """Takes a shortcut where the task has it, and makes the calls of the reference elsewhere."""

    needs_model = False

    def __init__(self, shortcut: Shortcut | None = None) -> None:
        """Take this shortcut, or the first that a task has."""
        self._shortcut = shortcut
        self.name = "careless" if shortcut is None else f"careless:{shortcut}"

    async def solve(self, attempt: Attempt) -> Ending:
        ways = attempt.task.shortcuts
        way = next(iter(ways.values()), None) if self._shortcut is None else ways.get(self._shortcut)
        return await follow(way or first_reference(attempt.task, self.name), attempt)


def make(argument: str) -> Agent:
    """Make the agent of ``careless``, or of ``careless:trusting`` and other shortcuts."""
    if argument and argument not in tuple(Shortcut):
        raise UsageError(
            f"The agent careless knows no shortcut {argument!r}.", f"Shortcuts: {', '.join(Shortcut)}."
        )
    return CarelessAgent(Shortcut(argument) if argument else None)
