"""Execute the plans of families in this process."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from m3bench.agents.placeholders import fill_placeholders as placed
from m3bench.core import Call, Step
from m3bench.hosting import Toolbox
from m3bench.runs import THIRD_PARTY, BundledHost
from m3bench.suites.pictures import scene_files
from m3bench.suites.plans import Blueprint, CallResult, Plan, PlannedCall, Solution
from m3bench_suites.builders.m3.family import TaskDraw
from m3bench_suites.builders.tasks import Family
from m3bench_world import World
from tests.hosting.processes import run


class PlanRun:
    """A task of a family with one of its plans executed."""

    def __init__(self, family: Family, number: int, workspace: Path, *, seed: int = 7, plan: int = 0) -> None:
        self.world, self.workspace = World(seed), workspace
        self.blueprint: Blueprint = family.make(TaskDraw(self.world, family, number))
        for name, data in scene_files(self.world, self.blueprint.pictures).items():
            (workspace / name).write_bytes(data)
        self.steps: list[Step] = []
        self.solution: Solution = run(lambda: self._execute(self.blueprint.plans[plan]()))

    @property
    def calls(self) -> list[Call]:
        return [call for step in self.steps for call in step.calls]

    async def _execute(self, plan: Plan) -> Solution:
        servers = [name for name in self.blueprint.servers if name not in THIRD_PARTY]
        toolbox = await Toolbox.mount(BundledHost(servers, self.world, self.workspace))
        wanted: Sequence[PlannedCall] = next(plan)
        while True:
            calls = await toolbox.run(
                [Call(each.tool, placed(each.arguments, self.workspace)) for each in wanted]
            )
            first = len(self.calls)
            assert all(source < first for each in wanted for source in each.uses)
            self.steps.append(Step(calls))
            found = [_result(first + index, call) for index, call in enumerate(calls)]
            try:
                wanted = plan.send(found)
            except StopIteration as end:
                solution: Solution = end.value
                return solution


def _result(index: int, call: Call) -> CallResult:
    assert call.result is not None
    return CallResult(index, call.name, call.result)


def assert_varied(family: Family, numbers: Sequence[int]) -> None:
    """Assert that the same draw makes the same task, and other numbers and seeds make others."""
    world = World(7)
    made = [family.make(TaskDraw(world, family, number)) for number in numbers]
    again = family.make(TaskDraw(World(7), family, numbers[0]))
    assert (made[0].request, made[0].fuzzy_request, made[0].pictures, made[0].key_facts) == (
        again.request, again.fuzzy_request, again.pictures, again.key_facts,
    )  # fmt: skip
    elsewhere = family.make(TaskDraw(World(11), family, numbers[0]))
    tasks = [*made, elsewhere]
    assert len({(task.request, task.key_facts) for task in tasks}) == len(tasks)
    assert all(task.request != task.fuzzy_request for task in tasks)
