"""Draw tasks of the group, and execute their plans on servers of this process."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from m3bench.checks import AnswerFields, Check, Evidence, LiveFields, Verdict, filled_form, run_checks
from m3bench.core import Call, Status, Step, Task, Trajectory
from m3bench.hosting import Toolbox
from m3bench.hosting.workspace import fill_workspace
from m3bench.runs import BundledHost
from m3bench.runs.engine import make_server_query
from m3bench.suites.data_files import file_assets
from m3bench.suites.pictures import scene_files
from m3bench.suites.plans import Blueprint, CallResult, Plan, PlannedCall, Solution
from m3bench_suites.builders.verse import GENERATOR
from m3bench_world import World
from tests.hosting.processes import run

SEED = 7


def drawn(name: str, number: int, seed: int = SEED) -> Blueprint:
    """Return a task of a family."""
    return GENERATOR.draw(World(seed), GENERATOR.family(name), number)


def a_day_later(world: World) -> World:
    return World(world.seed, world.now + timedelta(days=1))


class TaskRun:
    """A task whose first plan was executed in a world."""

    def __init__(self, blueprint: Blueprint, world: World, workspace: Path) -> None:
        self.blueprint, self.world, self.workspace = blueprint, world, workspace
        workspace.mkdir(parents=True, exist_ok=True)
        self.assets = {**scene_files(world, blueprint.pictures), **file_assets(blueprint.files)}
        fill_workspace(workspace, self.assets)
        self.steps: list[Step] = []
        self.solution: Solution = run(lambda: self._execute(blueprint.plans[0]()))

    @property
    def calls(self) -> list[Call]:
        return [call for step in self.steps for call in step.calls]

    @property
    def form(self) -> dict[str, Any]:
        """The form as the plan fills it in."""
        return filled_form(self.solution.fields)

    async def _execute(self, plan: Plan) -> Solution:
        toolbox = await Toolbox.mount(BundledHost(self.blueprint.servers, self.world, self.workspace))
        wanted: Sequence[PlannedCall] = next(plan)
        while True:
            calls = await toolbox.run([Call(each.tool, each.arguments) for each in wanted])
            first = len(self.calls)
            assert all(source < first for each in wanted for source in each.uses)
            self.steps.append(Step(calls))
            found = [_result(first + index, call) for index, call in enumerate(calls)]
            try:
                wanted = plan.send(found)
            except StopIteration as end:
                solution: Solution = end.value
                return solution

    def judge(self, form: dict[str, Any], world: World | None = None) -> tuple[Verdict, ...]:
        """Return the verdicts on an attempt with this form, checked in a world."""
        evidence = Evidence(
            Task(id=self.blueprint.id, request=self.blueprint.request, form=self.blueprint.form),
            Trajectory(
                task_id=self.blueprint.id,
                steps=tuple(self.steps),
                answer=self.solution.answer,
                fields=form,
                status=Status.COMPLETED,
            ),
            self.workspace,
            {name: hashlib.sha256(data).hexdigest() for name, data in self.assets.items()},
            make_server_query(world or self.world, self.workspace),
        )
        return tuple(run_checks(self._checks(), evidence).verdicts)

    def failures(self, form: dict[str, Any], world: World | None = None) -> list[str]:
        """Return why an attempt with this form fails, empty if it passes."""
        return [verdict.reason for verdict in self.judge(form, world) if not verdict.passed]

    def _checks(self) -> tuple[Check, ...]:
        fields, live = self.solution.fields, self.solution.live
        fixed = {name: value for name, value in fields.items() if name not in live}
        checks: list[Check] = [AnswerFields(fixed)] if fixed else []
        checks += [LiveFields(live)] if live else []
        return (*checks, *self.solution.checks)


def _result(index: int, call: Call) -> CallResult:
    assert call.result is not None
    return CallResult(index, call.name, call.result)
