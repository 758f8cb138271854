"""The protocol of agents."""

from __future__ import annotations

from typing import Protocol

from m3bench.agents.attempt import Attempt, Ending


class Agent(Protocol):
    """Works on tasks. Holds no state of a task: attempts run concurrently."""

    @property
    def name(self) -> str:
        """The name on the command line, such as `executor` or `noisy:0.3`."""

    @property
    def needs_model(self) -> bool: ...

    async def solve(self, attempt: Attempt) -> Ending:
        """Work on the task, only through `attempt.ask` and `attempt.call`.

        Report mistakes of the model in the ending. Do not catch `ModelError` and `BudgetSpent`.
        """
