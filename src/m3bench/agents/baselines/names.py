"""`names`: calls the tools of the reference in its steps, without arguments."""

from __future__ import annotations

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.floors import describe_fields, reject_argument
from m3bench.agents.baselines.reference import first_reference
from m3bench.agents.filling import read_clues, typed_fields
from m3bench.agents.protocol import Agent
from m3bench.core import Call


class NamesAgent:
    """Knows only the names of the right tools."""

    name = "names"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        for step in first_reference(attempt.task, self.name).steps:
            await attempt.call([Call(call.name, {}) for call in step.calls])
        form = attempt.task.form
        fields = None if form is None else typed_fields(form, read_clues(attempt.request))
        return Ending(describe_fields(fields) or attempt.request, fields=fields)


def make(argument: str) -> Agent:
    reject_argument("names", argument)
    return NamesAgent()
