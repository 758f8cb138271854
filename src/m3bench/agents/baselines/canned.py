"""`canned`: makes the calls of another task's reference and submits its answer."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.floors import pick_sibling, reject_argument
from m3bench.agents.baselines.reference import answer_of, prepare_calls
from m3bench.agents.protocol import Agent


class CannedAgent:
    """Solves another task of the family."""

    name = "canned"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        other = pick_sibling(attempt, self.name)
        reference = other.references[0]
        attempt.notes["sibling"] = other.id
        for step in reference.steps:
            await attempt.call(prepare_calls(step.calls, attempt))
        return Ending(answer_of(reference, other), fields=reference.fields)


def make(argument: str) -> Agent:
    reject_argument("canned", argument)
    return CannedAgent()
