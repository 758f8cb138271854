"""Execute the plans of families that write spreadsheets and slides, and judge the files."""

from __future__ import annotations

import hashlib
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from m3bench.checks import Evidence, Verdict, read_checks, run_checks
from m3bench.core import Status, Task, Trajectory
from m3bench.curation.build import add_checks
from m3bench.curation.execution import ExecutedPlan, make_references
from m3bench.hosting import Pool
from m3bench.runs import THIRD_PARTY
from m3bench.runs.serving.bundled import third_party_spec
from m3bench.runs.serving.server_set import ServerSet
from m3bench.suites.pictures import scene_files
from m3bench.suites.plans import Blueprint
from m3bench_suites.builders.m3.family import TaskDraw
from m3bench_suites.builders.tasks import Family
from m3bench_world import World
from tests.hosting.processes import run


def make_blueprint(family: Family, number: int, seed: int = 7) -> Blueprint:
    return family.make(TaskDraw(World(seed), family, number))


def assert_varied(family: Family, numbers: Sequence[int] = (0, 1)) -> None:
    """Assert that the same draw makes the same task, others differ, and none reveals its key facts."""
    made = [make_blueprint(family, number) for number in numbers]
    again, elsewhere = make_blueprint(family, numbers[0]), make_blueprint(family, numbers[0], 11)
    assert (made[0].request, made[0].fuzzy_request, made[0].pictures, made[0].key_facts) == (
        again.request, again.fuzzy_request, again.pictures, again.key_facts,
    )  # fmt: skip
    tasks = [*made, elsewhere]
    assert len({(task.request, task.key_facts) for task in tasks}) == len(tasks)
    for task in tasks:
        texts = f"{task.request} {task.fuzzy_request} {task.pictures[0].name}".casefold()
        assert task.key_facts
        assert [fact for fact in task.key_facts or () if fact.casefold() in texts] == []
        assert task.request != task.fuzzy_request


class OfficeRun:
    """A task with all its plans executed by real servers, and the workspace of the first."""

    def __init__(self, family: Family, number: int, folder: Path) -> None:
        self.blueprint = make_blueprint(family, number)
        _require(self.blueprint.servers)
        self._assets = scene_files(World(7), self.blueprint.pictures)
        self.workspace, self._left = folder / "left", list[tuple[Path, ExecutedPlan]]()
        self._folder = folder
        task, self.executed = run(self._execute)
        self.task = add_checks(task, self.executed)

    async def _execute(self) -> tuple[Task, list[ExecutedPlan]]:
        async with Pool(ahead=0) as pool:
            return await make_references(
                self.blueprint, World(7), ServerSet(pool, World(7)), keeper=self._keep
            )

    def _keep(self, workspace: Path, executed: ExecutedPlan) -> None:
        kept = self._folder / f"plan-{len(self._left)}"
        shutil.copytree(workspace, kept)
        if not self._left:
            shutil.copytree(workspace, self.workspace)
        self._left.append((kept, executed))

    @property
    def verdicts(self) -> list[tuple[Verdict, ...]]:
        """The verdicts on each plan."""
        return [self._run_checks(executed.trajectory, workspace) for workspace, executed in self._left]

    @property
    def fields(self) -> dict[str, Any]:
        """The form as the first plan fills it in."""
        filled: dict[str, Any] | None = self.executed[0].trajectory.fields
        assert filled is not None
        return filled

    def judge(self, *, answer: str | None = None, fields: dict[str, Any] | None = None) -> list[str]:
        """Return the checks that fail for the first plan, optionally with another answer or form."""
        first = self.executed[0].trajectory
        trajectory = Trajectory(
            task_id=self.task.id,
            steps=first.steps,
            answer=first.answer if answer is None else answer,
            fields=fields if fields is not None else first.fields if answer is None else None,
            status=Status.COMPLETED,
        )
        return [check.check for check in self._run_checks(trajectory, self.workspace) if not check.passed]

    def _run_checks(self, trajectory: Trajectory, workspace: Path) -> tuple[Verdict, ...]:
        before = {name: hashlib.sha256(data).hexdigest() for name, data in self._assets.items()}
        checks = read_checks(self.task.checks, self.task.id)
        return tuple(run_checks(checks, Evidence(self.task, trajectory, workspace, before)).verdicts)

    def empty_workspace(self) -> None:
        """Remove everything that the plan made."""
        shutil.rmtree(self.workspace)
        self.workspace.mkdir()
        for name, data in self._assets.items():
            (self.workspace / name).write_bytes(data)


def assert_sound(office_run: OfficeRun) -> None:
    """Assert that every plan passes with the same form, and wrong fields and answers fail."""
    for verdicts in office_run.verdicts:
        assert [verdict.reason for verdict in verdicts if not verdict.passed] == []
        assert {verdict.kind for verdict in verdicts} <= {"answer", "workspace"}
    assert [each.trajectory.fields for each in office_run.executed] == [office_run.fields] * len(
        office_run.executed
    )
    assert office_run.judge() == []
    assert office_run.judge(answer="It is done.") == ["answer_fields"]
    for name in office_run.fields:
        assert office_run.judge(fields={**office_run.fields, name: "Zzyzx"}) == ["answer_fields"], name
    office_run.empty_workspace()
    assert office_run.judge(answer="") != []


def _require(servers: Sequence[str]) -> None:
    for server in servers:
        problem = third_party_spec(server).unavailable_because if server in THIRD_PARTY else None
        if problem:
            pytest.skip(f"{server} is not installed here: {problem}")
