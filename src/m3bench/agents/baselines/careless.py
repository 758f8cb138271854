"""`careless`: makes the calls of a task's shortcut, such as leaving out to look at what it made."""

from __future__ import annotations

import msgspec

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.reference import first_reference, follow
from m3bench.agents.registry import Agent
from m3bench.core import Reference, Shortcut, Step, Task, UsageError

TWICE = "twice"
"""Trusting a tool, and calling it twice to be on the safe side."""
WAYS = (*Shortcut, TWICE)


class CarelessAgent:
    """Takes a shortcut where the task has it, and makes the calls of the reference elsewhere."""

    needs_model = False

    def __init__(self, shortcut: str = "") -> None:
        """Take this shortcut, or the first that a task has."""
        self._shortcut = shortcut
        self.name = f"careless:{shortcut}" if shortcut else "careless"

    async def solve(self, attempt: Attempt) -> Ending:
        ways = careless_ways(attempt.task)
        way = ways.get(self._shortcut) if self._shortcut else next(iter(ways.values()), None)
        return await follow(way or first_reference(attempt.task, self.name), attempt)


def careless_ways(task: Task) -> dict[str, Reference]:
    """Return what careless agents do in a task: its shortcuts, and trusting a sabotaged tool twice."""
    ways: dict[str, Reference] = {str(shortcut): way for shortcut, way in task.shortcuts.items()}
    if task.sabotage is not None and Shortcut.TRUSTING in task.shortcuts:
        ways[TWICE] = _doubled(task.shortcuts[Shortcut.TRUSTING], task.sabotage.tool)
    return ways


def _doubled(way: Reference, tool: str) -> Reference:
    """Return a way that makes each call of a tool twice."""
    steps = [
        Step(tuple(call for call in step.calls for _ in range(1 + (call.name == tool))), step.plan)
        for step in way.steps
    ]
    return msgspec.structs.replace(way, steps=tuple(steps))


def make(argument: str) -> Agent:
    """Make the agent of ``careless``, or of ``careless:trusting`` and other shortcuts."""
    if argument and argument not in WAYS:
        raise UsageError(
            f"The agent careless knows no shortcut {argument!r}.", f"Shortcuts: {', '.join(WAYS)}."
        )
    return CarelessAgent(argument)
