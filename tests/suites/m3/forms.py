"""Judges the forms that plans fill in, and forms that say something else."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from m3bench.checks import AnswerFields, Evidence, Verdict, filled_form, run_checks
from m3bench.core import AnswerField, FieldType, Status, Task, Trajectory
from m3bench.curation.execution import draw_assets
from m3bench.suites.m3.family import Family, TaskDraw
from m3bench.suites.plans import PlanError
from m3bench.world import World
from tests.suites.m3.journeys import Journey


def right_form(journey: Journey) -> dict[str, Any]:
    """The form as the plan fills it in."""
    return filled_form(journey.solution.fields)


def judged(
    journey: Journey, form: dict[str, Any] | None, workspace: Path | None = None
) -> tuple[Verdict, ...]:
    """The verdicts on an attempt that handed this form in, that on the form first."""
    blueprint, solution = journey.blueprint, journey.solution
    assets = draw_assets(blueprint.pictures, journey.world)
    evidence = Evidence(
        Task(id=blueprint.id, request=blueprint.request, form=blueprint.form),
        Trajectory(
            task_id=blueprint.id,
            steps=tuple(journey.steps),
            answer=solution.answer,
            fields=form,
            status=Status.COMPLETED,
        ),
        workspace or journey.workspace,
        {name: hashlib.sha256(data).hexdigest() for name, data in assets.items()},
    )
    return tuple(run_checks((AnswerFields(solution.fields), *solution.checks), evidence).verdicts)


def complaints(journey: Journey, form: dict[str, Any], workspace: Path | None = None) -> list[str]:
    """Why an attempt that handed this form in fails; empty where it passes."""
    return [verdict.reason for verdict in judged(journey, form, workspace) if not verdict.passed]


def problems(journey: Journey, **changed: Any) -> list[str]:
    """Why an attempt fails that fills in these fields otherwise than the plan does."""
    return complaints(journey, {**right_form(journey), **changed})


def wrong(journey: Journey, **changed: Any) -> list[str]:
    """The fields that are judged wrong when some are filled in otherwise."""
    return sorted(judged(journey, {**right_form(journey), **changed})[0].details.get("wrong", {}))


def assert_fair(journey: Journey, least: int = 1) -> None:
    """The plan's form passes, wrong and empty ones fail, and no word gives the picture away."""
    blueprint, right = journey.blueprint, right_form(journey)
    assert blueprint.form is not None
    assert len(right) >= least
    assert {field.name for field in blueprint.form.fields} == set(right)
    assert complaints(journey, right) == []
    assert complaints(journey, {}) != []
    for field in blueprint.form.fields:
        assert complaints(journey, {**right, field.name: _another(field, right[field.name])}), field.name
    words = (blueprint.request, blueprint.fuzzy_request, blueprint.form.template(), *_names(journey))
    told = " ".join(words).casefold()
    assert [fact for fact in blueprint.key_facts if fact.casefold() in told] == []
    assert {call.server for call in journey.calls} <= set(blueprint.servers)
    assert journey.solution.answer


def _names(journey: Journey) -> list[str]:
    return [picture.name for picture in journey.blueprint.pictures]


def _another(field: AnswerField, right: Any) -> Any:
    """A wrong value: something where nothing belongs, and something else everywhere."""
    if field.type is FieldType.YES_NO:
        return not right
    if right in (None, [], ()):
        return ["Quorble"] if field.many else "Quorble"
    return None


def first_of(family: Family, workspace: Path, *, solvable: bool, seed: int = 7) -> Journey:
    """The first task of the practice seed that is to be carried through, or to be given up."""
    world = World(seed)
    for number in range(16):
        try:
            if family.make(TaskDraw(world, family, number)).extra.get("solvable", True) is solvable:
                return Journey(family, number, workspace, seed=seed)
        except PlanError:
            continue
    raise AssertionError(f"no task of {family.name} has solvable = {solvable}")
