"""`repeat`: the reference with every call made three times, and its answer."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.floors import reject_argument
from m3bench.agents.baselines.reference import answer_of, first_reference, prepare_calls
from m3bench.agents.protocol import Agent

_TIMES = 3


class RepeatAgent:
    """Correct, but wasteful."""

    name = "repeat"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        reference = first_reference(attempt.task, self.name)
        for step in reference.steps:
            calls = [call for call in step.calls for _ in range(_TIMES)]
            await attempt.call(prepare_calls(calls, attempt), step.plan)
        return Ending(answer_of(reference, attempt.task), fields=reference.fields)


def make(argument: str) -> Agent:
    reject_argument("repeat", argument)
    return RepeatAgent()
