"""What every agent is."""

from __future__ import annotations

from typing import Protocol

from m3bench.agents.attempt import Attempt, Ending


class Agent(Protocol):
    """A way of working on tasks. Holds no state of a task: many attempts run at once."""

    @property
    def name(self) -> str:
        """As on the command line: `executor`, `noisy:0.3`."""

    @property
    def needs_model(self) -> bool: ...

    async def solve(self, attempt: Attempt) -> Ending:
        """Work on the task through `attempt.ask` and `attempt.call` alone.

        Mistakes of the model end in outcomes and a status. `ModelError` and `BudgetSpent` are let through.
        """
