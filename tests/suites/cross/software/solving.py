"""Solving tasks of this group with servers in this process, without a pool."""

from __future__ import annotations

import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path

import msgspec

from m3bench.core import Call, Result, Text
from m3bench.suites import Blueprint
from m3bench.suites.plans import CallResult, PlanError, Solution
from m3bench_suites.builders.cross import TaskDraw
from m3bench_suites.builders.tasks import Family
from m3bench_world import World
from tests.servers.asking import InProcess

SEED = 7
FEWEST_WORDS, MOST_WORDS = 60, 160


class Solved(msgspec.Struct, frozen=True):
    """A task, its solution, and the calls of its plan in rounds."""

    blueprint: Blueprint
    solution: Solution
    rounds: list[list[Call]]

    @property
    def calls(self) -> list[Call]:
        return [call for each in self.rounds for call in each]

    def value(self, field: str) -> object:
        return self.solution.fields[field].value

    def rows(self, field: str) -> list[dict[str, object]]:
        rows = self.solution.fields[field].rows or ()
        return [{name: expected.value for name, expected in row.items()} for row in rows]


@cache
def world(seed: int = SEED) -> World:
    return World(seed)


def family_named(name: str) -> Family:
    found: Family = import_module(f"m3bench_suites.builders.cross.software.{name}").FAMILY
    return found


@cache
def solved(name: str, maker: int) -> Solved:
    """Return the first task of a maker of a family that works in the world of `SEED`."""
    family = family_named(name)
    for number in range(maker, 12, len(family.tasks)):
        try:
            return solve(family.make(TaskDraw(world(), family, number)), world())
        except PlanError:
            continue
    raise AssertionError(f"maker {maker} of {name} makes no task")


def solve(blueprint: Blueprint, where: World, plan: int = 0) -> Solved:
    """Execute a plan of a task in a world."""
    with tempfile.TemporaryDirectory() as folder:
        servers = {name: InProcess(name, Path(folder), where) for name in blueprint.servers}
        steps = blueprint.plans[plan]()
        rounds: list[list[Call]] = []
        results: list[CallResult] | None = None
        count = 0
        while True:
            try:
                wanted = steps.send(results)  # type: ignore[arg-type]  # a generator starts with None
            except StopIteration as end:
                return Solved(blueprint, end.value, rounds)
            results = []
            for each in wanted:
                server, _, tool = each.tool.partition("/")
                text = servers[server](tool, **each.arguments).text
                results.append(CallResult(count, each.tool, Result((Text(text),))))
                count += 1
            rounds.append([Call(each.tool, each.arguments) for each in wanted])


def check_shape(name: str, maker: int) -> Solved:
    """Solve a task, and check what holds for every task of the group."""
    done = solved(name, maker)
    blueprint, fields = done.blueprint, done.solution.fields
    assert {call.server for call in done.calls} == set(blueprint.servers)
    assert len(done.calls) >= 8
    assert len(done.rounds) >= 4
    assert blueprint.form is not None
    assert {field.name for field in blueprint.form.fields} == set(fields)
    assert 5 <= len(fields) <= 13
    for text in (blueprint.request, blueprint.fuzzy_request):
        assert FEWEST_WORDS <= len(text.split()) <= MOST_WORDS
    (branch,) = done.solution.extra["branches"]
    assert {"condition", "taken", "other", "holds"} == set(branch)
    return done
