"""`idle`: does nothing and says nothing. What it scores above 0 is not an agent's doing."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.protocol import Agent
from m3bench.core import UsageError


class IdleAgent:
    """Is done before it began."""

    name = "idle"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        del attempt
        return Ending()


def make(argument: str) -> Agent:
    if argument:
        raise UsageError(f"The agent idle takes nothing behind a colon, got {argument!r}.")
    return IdleAgent()
