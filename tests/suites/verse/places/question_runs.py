"""Draw the tasks of a family, and execute their plans in this process, now or a day later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from m3bench.checks import AnswerFields, Evidence, LiveFields, filled_form
from m3bench.core import Task, Trajectory
from m3bench.runs.engine import make_server_query
from m3bench.suites.plans import Blueprint, CallResult, PlannedCall, Solution
from m3bench_suites.builders.tasks import Family
from m3bench_suites.builders.verse.family import TaskDraw
from m3bench_suites.builders.verse.places import FAMILIES
from m3bench_world import World


def drawn(family: Family, number: int, seed: int = 7) -> Blueprint:
    return family.make(TaskDraw(World(seed), family, number))


def drawn_tasks(family: Family, seed: int = 7) -> list[Blueprint]:
    """Return as many tasks as the released suite has of the family."""
    world = World(seed)
    return [family.make(TaskDraw(world, family, number)) for number in range(FAMILIES[family.name])]


def assert_drawn_well(family: Family, levels: str) -> None:
    """Assert that tasks are complete, differ from each other and from those of another seed, and repeat.

    `levels` has a digit for each task.
    """
    tasks = drawn_tasks(family)
    assert "".join((task.level or "L?")[1] for task in tasks) == levels
    assert drawn(family, 0).request == tasks[0].request
    texts = [text for task in tasks for text in (task.request, task.fuzzy_request)]
    assert len(set(texts)) == len(texts)
    assert not [text for text in texts if set("{}") & set(text) or "  " in text or text != text.strip()]
    elsewhere = [drawn(family, number, seed=11).request for number in range(3)]
    assert elsewhere != [task.request for task in tasks[:3]]
    for task in tasks:
        assert task.form is not None
        assert len(task.form.fields) >= 2
        assert task.kind == "retrieval"
        assert not [fact for fact in task.key_facts if fact in task.request + task.fuzzy_request]


class QuestionRun:
    """A task of a family, with its plan executed in a world some days later."""

    def __init__(self, family: Family, number: int, *, days: int = 0, seed: int = 7) -> None:
        now = World(seed)
        self.world = World(seed, now.now + timedelta(days=days)) if days else now
        self.blueprint = family.make(TaskDraw(now, family, number))
        self.planned: list[PlannedCall] = []
        self.results: list[CallResult] = []
        self.steps = 0
        self.solution = self._execute()

    @property
    def data(self) -> list[Any]:
        return [result.data for result in self.results]

    @property
    def form(self) -> dict[str, Any]:
        """Return the form as the plan fills it in."""
        return filled_form(self.solution.fields)

    def wrong(self, world: World | None = None, **changed: Any) -> list[str]:
        """Return the fields that are wrong in a world, the own one by default, if some are changed."""
        ask = make_server_query(world or self.world, Path())
        trajectory = Trajectory(task_id=self.blueprint.id, fields={**self.form, **changed})
        task = Task(id=self.blueprint.id, form=self.blueprint.form)
        evidence = Evidence(task, trajectory, Path(), {}, ask)
        fixed = {
            name: field for name, field in self.solution.fields.items() if name not in self.solution.live
        }
        checks = [AnswerFields(fixed)] if fixed else []
        live = [LiveFields(self.solution.live)] if self.solution.live else []
        verdicts = [check.evaluate(evidence) for check in (*checks, *live)]
        return sorted(name for verdict in verdicts for name in verdict.details.get("wrong", {}))

    def _execute(self) -> Solution:
        plan = self.blueprint.plans[0]()
        wanted: Sequence[PlannedCall] = next(plan)
        ask = make_server_query(self.world, Path())
        while True:
            first = len(self.results)
            assert all(source < first for each in wanted for source in each.uses)
            found = [
                CallResult(first + index, each.tool, ask(each.tool, each.arguments))
                for index, each in enumerate(wanted)
            ]
            assert not [each.text for each in found if each.result.is_error]
            self.planned += wanted
            self.results += found
            self.steps += 1
            try:
                wanted = plan.send(found)
            except StopIteration as end:
                solution: Solution = end.value
                return solution


def assert_sound(family: Family, number: int) -> None:
    """Assert that the plan's answer passes, a wrong one fails, and one of yesterday fails if it must."""
    now, later = QuestionRun(family, number), QuestionRun(family, number, days=1)
    assert now.blueprint.form is not None
    names = [field.name for field in now.blueprint.form.fields]
    assert list(now.form) == names
    assert now.wrong() == later.wrong() == []
    for name in names:
        assert now.wrong(**{name: None}) == [name]
    if now.blueprint.time_sensitive:
        assert now.wrong(later.world)
        assert {name for name in names if now.form[name] != later.form[name]} <= set(now.solution.live)
    else:
        assert not now.solution.live
        assert now.form == later.form
    _assert_level(now)


def _assert_level(run: QuestionRun) -> None:
    servers = {result.tool.partition("/")[0] for result in run.results}
    assert servers == set(run.blueprint.servers)
    calls = len(run.results)
    fits = {"L1": calls <= 2, "L2": 3 <= calls <= 5, "L3": calls > 5 and len(servers) > 1}
    assert fits[run.blueprint.level or ""], calls
