"""Plans executed on servers in this process, to compare their solutions with other computations."""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from m3bench.core import Result, Text
from m3bench.suites import Blueprint, CallResult, PlanError, Solution, suite_generator
from m3bench_suites.builders.cross import TaskDraw
from m3bench_suites.builders.tasks import Maker
from m3bench_world import World
from tests.servers.asking import InProcess

_DRAWS = 6


class Executed(msgspec.Struct):
    """A plan with its calls and its solution."""

    blueprint: Blueprint
    solution: Solution
    calls: list[tuple[str, dict[str, Any], str]]
    """Tool, arguments and result of each call."""
    rounds: int

    def value(self, field: str) -> Any:
        return self.solution.fields[field].value

    def arguments(self, tool: str) -> list[dict[str, Any]]:
        return [arguments for name, arguments, _ in self.calls if name == tool]

    def tensor(self, name: str) -> Any:
        """The numbers that were stored under a name for the first time, row by row."""
        stored = self.arguments("Scientific Computing/create_tensor")
        return next(each["values"] for each in stored if each["name"] == name)


def execute(family: str, maker: Maker, *, seed: int = 7, plan: int = 0) -> Executed:
    """Execute a plan of the first draw of a maker that works."""
    drawn: Any = suite_generator("cross").family(family)
    for number in range(_DRAWS):
        try:
            return _execute(drawn.make_one(maker, TaskDraw(World(seed), drawn, number)), plan)
        except PlanError:
            continue
    raise AssertionError(f"{_DRAWS} draws of {maker.__name__} do not work")


def _execute(blueprint: Blueprint, number: int) -> Executed:
    with TemporaryDirectory() as folder:
        asked = {server: InProcess(server, Path(folder)) for server in blueprint.servers}
        plan = blueprint.plans[number]()
        found: list[CallResult] | None = None
        calls: list[tuple[str, dict[str, Any], str]] = []
        rounds = 0
        while True:
            try:
                wanted = plan.send(found)  # type: ignore[arg-type]  # a generator starts with None
            except StopIteration as end:
                return Executed(blueprint, end.value, calls, rounds)
            rounds += 1
            found = []
            for each in wanted:
                assert all(source < len(calls) - len(found) for source in each.uses)
                server, _, tool = each.tool.partition("/")
                heard = asked[server](tool, **json.loads(json.dumps(each.arguments)))
                assert not heard.is_error, heard.text
                found.append(CallResult(len(calls), each.tool, Result(content=(Text(heard.text),))))
                calls.append((each.tool, each.arguments, heard.text))
