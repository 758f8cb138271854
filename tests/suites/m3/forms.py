"""Judge the forms that plans fill in, and wrong forms."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from m3bench.checks import AnswerFields, Evidence, Verdict, filled_form, run_checks
from m3bench.core import AnswerField, FieldType, Status, Task, Trajectory
from m3bench.suites.pictures import scene_files
from m3bench.suites.plans import PlanError
from m3bench_suites.builders.m3.family import TaskDraw
from m3bench_suites.builders.tasks import Family
from m3bench_world import World
from tests.suites.m3.plan_runs import PlanRun


def right_form(plan_run: PlanRun) -> dict[str, Any]:
    """Return the form as the plan fills it in."""
    return filled_form(plan_run.solution.fields)


def judge(
    plan_run: PlanRun, form: dict[str, Any] | None, workspace: Path | None = None
) -> tuple[Verdict, ...]:
    """Return the verdicts on an attempt with this form, the one on the form first."""
    blueprint, solution = plan_run.blueprint, plan_run.solution
    assets = scene_files(plan_run.world, blueprint.pictures)
    evidence = Evidence(
        Task(id=blueprint.id, request=blueprint.request, form=blueprint.form),
        Trajectory(
            task_id=blueprint.id,
            steps=tuple(plan_run.steps),
            answer=solution.answer,
            fields=form,
            status=Status.COMPLETED,
        ),
        workspace or plan_run.workspace,
        {name: hashlib.sha256(data).hexdigest() for name, data in assets.items()},
    )
    return tuple(run_checks((AnswerFields(solution.fields), *solution.checks), evidence).verdicts)


def failures(plan_run: PlanRun, form: dict[str, Any], workspace: Path | None = None) -> list[str]:
    """Return why an attempt with this form fails, empty if it passes."""
    return [verdict.reason for verdict in judge(plan_run, form, workspace) if not verdict.passed]


def problems(plan_run: PlanRun, **changed: Any) -> list[str]:
    """Return why an attempt fails if it changes some fields of the plan's form."""
    return failures(plan_run, {**right_form(plan_run), **changed})


def wrong(plan_run: PlanRun, **changed: Any) -> list[str]:
    """Return the fields that are judged wrong if some are changed."""
    return sorted(judge(plan_run, {**right_form(plan_run), **changed})[0].details.get("wrong", {}))


def assert_fair(plan_run: PlanRun, least: int = 1) -> None:
    """Assert that the plan's form passes, wrong and empty ones fail, and no text reveals the picture."""
    blueprint, right = plan_run.blueprint, right_form(plan_run)
    assert blueprint.form is not None
    assert len(right) >= least
    assert {field.name for field in blueprint.form.fields} == set(right)
    assert failures(plan_run, right) == []
    assert failures(plan_run, {}) != []
    for field in blueprint.form.fields:
        assert failures(plan_run, {**right, field.name: _another(field, right[field.name])}), field.name
    words = (blueprint.request, blueprint.fuzzy_request, blueprint.form.template(), *_names(plan_run))
    texts = " ".join(words).casefold()
    assert [fact for fact in blueprint.key_facts if fact.casefold() in texts] == []
    assert {call.server for call in plan_run.calls} <= set(blueprint.servers)
    assert plan_run.solution.answer


def _names(plan_run: PlanRun) -> list[str]:
    return [picture.name for picture in plan_run.blueprint.pictures]


def _another(field: AnswerField, right: Any) -> Any:
    """Return a wrong value."""
    if field.type is FieldType.YES_NO:
        return not right
    if right in (None, [], ()):
        return ["Quorble"] if field.many else "Quorble"
    return None


def first_of(family: Family, workspace: Path, *, solvable: bool, seed: int = 7) -> PlanRun:
    """Return the first task of the seed that is solvable, or that is not."""
    world = World(seed)
    for number in range(16):
        try:
            if family.make(TaskDraw(world, family, number)).extra.get("solvable", True) is solvable:
                return PlanRun(family, number, workspace, seed=seed)
        except PlanError:
            continue
    raise AssertionError(f"no task of {family.name} has solvable = {solvable}")
