"""`idle`: does nothing. A score above 0 is not the merit of an agent."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.floors import reject_argument
from m3bench.agents.protocol import Agent


class IdleAgent:
    """Ends at once, without an answer."""

    name = "idle"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        del attempt
        return Ending()


def make(argument: str) -> Agent:
    reject_argument("idle", argument)
    return IdleAgent()
