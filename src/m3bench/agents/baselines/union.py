"""`union`: all calls of all references of the other tasks of the family, then the answer of one of them."""

from __future__ import annotations

from collections.abc import Sequence

from m3bench.agents.attempt import Attempt, Ending
from m3bench.agents.baselines.floors import pick_sibling, reject_argument, siblings_of
from m3bench.agents.baselines.reference import answer_of, prepare_calls
from m3bench.agents.protocol import Agent
from m3bench.core import Call, Task, canonical_json


class UnionAgent:
    """Makes every call that is right somewhere in the family."""

    name = "union"
    needs_model = False

    async def solve(self, attempt: Attempt) -> Ending:
        for calls in union_steps(siblings_of(attempt, self.name)):
            await attempt.call(prepare_calls(calls, attempt))
        other = pick_sibling(attempt, self.name)
        attempt.notes["sibling"] = other.id
        return Ending(answer_of(other.references[0], other), fields=other.references[0].fields)


def union_steps(tasks: Sequence[Task]) -> list[list[Call]]:
    """Merge the references step by step, with each distinct call once."""
    references = [reference for task in tasks for reference in task.references]
    steps: list[list[Call]] = []
    seen: set[str] = set()
    for index in range(max((len(reference.steps) for reference in references), default=0)):
        steps.append([])
        for reference in references:
            for call in reference.steps[index].calls if index < len(reference.steps) else ():
                key = canonical_json([call.name, call.arguments])
                if key not in seen:
                    seen.add(key)
                    steps[-1].append(call)
    return [calls for calls in steps if calls]


def make(argument: str) -> Agent:
    reject_argument("union", argument)
    return UnionAgent()
