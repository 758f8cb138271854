"""`generic`: the right tools in the right steps, with arguments and fields filled in by type."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.floors import describe_fields, reject_argument, typed_steps
from m3bench.agents.filling import read_clues, typed_fields
from m3bench.agents.protocol import Agent


class GenericAgent:
    """Knows the tools of a task, but reads neither pictures nor results."""

    name = "generic"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        for calls in typed_steps(attempt, self.name):
            await attempt.call(calls)
        form = attempt.task.form
        fields = None if form is None else typed_fields(form, read_clues(attempt.request))
        return Ending(describe_fields(fields) or attempt.request, fields=fields)


def make(argument: str) -> Agent:
    reject_argument("generic", argument)
    return GenericAgent()
