"""Tries plans of the families about books, animals, food and medicines, and judges what comes out."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from m3bench.checks import Evidence, run_checks
from m3bench.checks.spoiling import spoiled
from m3bench.core import Call, Status, Step, Task, Trajectory
from m3bench.hosting import Toolbox
from m3bench.runs import BundledHost
from m3bench.runs.checking import hashes
from m3bench.runs.referencing import drawn_assets
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import Blueprint, Found, Plan, Solution
from m3bench.world import World
from tests.hosting.processes import run


@cache
def blueprint(family: str, number: int, seed: int = 7) -> Blueprint:
    """Drawn once for all tests, as it takes a while."""
    from m3bench.suites.m3 import load_family

    made = load_family(family)
    return made.make(Lot(World(seed), made, number))


class Tried:
    """A task of a family with one of its plans carried out."""

    def __init__(self, family: Family, number: int, workspace: Path, *, plan: int = 0) -> None:
        self.blueprint, self.workspace, self.world = blueprint(family.name, number), workspace, World(7)
        assets = drawn_assets(self.blueprint.pictures, self.world)
        self.before = hashes(assets)
        for name, data in assets.items():
            (workspace / name).write_bytes(data)
        self.steps: list[Step] = []
        self.solution: Solution = run(lambda: self._carried_out(self.blueprint.plans[plan]()))

    def evidence(self, answer: str | None, steps: Sequence[Step]) -> Evidence:
        trajectory = Trajectory(
            task_id=self.blueprint.id, steps=tuple(steps), answer=answer, status=Status.COMPLETED
        )
        return Evidence(Task(id=self.blueprint.id), trajectory, self.workspace, self.before)

    def passes(self, answer: str | None, steps: Sequence[Step]) -> bool:
        return run_checks(self.solution.checks, self.evidence(answer, steps)).passed

    async def _carried_out(self, plan: Plan) -> Solution:
        toolbox = await Toolbox.mount(BundledHost(self.blueprint.servers, self.world, self.workspace))
        wanted, count = next(plan), 0
        while True:
            calls = await toolbox.run([Call(each.tool, each.arguments) for each in wanted])
            assert all(source < count for each in wanted for source in each.uses)
            self.steps.append(Step(calls))
            found = [_found(count + place, call) for place, call in enumerate(calls)]
            count += len(calls)
            try:
                wanted = plan.send(found)
            except StopIteration as end:
                solution: Solution = end.value
                return solution


def _found(index: int, call: Call) -> Found:
    assert call.result is not None
    return Found(index, call.name, call.result)


def assert_fair(tried: Tried) -> None:
    """The plan passes; nothing done, or anything spoiled, does not; and no word gives the picture away."""
    evidence = tried.evidence(tried.solution.answer, tried.steps)
    verdicts = run_checks(tried.solution.checks, evidence).verdicts
    assert [verdict.reason for verdict in verdicts if not verdict.passed] == []
    assert len(verdicts) >= 3
    assert len({verdict.kind for verdict in verdicts}) >= 2
    assert not tried.passes(None, ())
    for place, check in enumerate(tried.solution.checks):
        scratch = tried.workspace.parent / f"{tried.workspace.name}-spoiled-{place}"
        scratch.mkdir()
        for what, outcome in spoiled(check, evidence, scratch):
            assert not run_checks((check,), outcome).passed, f"{check} passes with {what}"
    task = tried.blueprint
    told = f"{task.request} {task.fuzzy_request} {[picture.name for picture in task.pictures]}".casefold()
    assert [fact for fact in task.key_facts if fact.casefold() in told] == []


def assert_own(family: Family, numbers: Sequence[int]) -> None:
    """The same world and number give the same task; another number or seed another."""
    made = [blueprint(family.name, number) for number in numbers]
    again = family.make(Lot(World(7), family, numbers[0]))
    assert _words(again) == _words(made[0])
    tasks = [*made, blueprint(family.name, numbers[0], 11)]
    assert len({_words(task) for task in tasks}) == len(tasks)
    assert all(task.request != task.fuzzy_request for task in tasks)


def _words(task: Blueprint) -> tuple[object, ...]:
    return task.request, task.fuzzy_request, task.pictures, task.key_facts
