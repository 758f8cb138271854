"""Judges the forms that plans fill in, and forms that say something else."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from m3bench.checks import AnswerFields, Evidence, filled, run_checks
from m3bench.core import AnswerField, FieldType, Status, Task, Trajectory
from m3bench.runs.referencing import drawn_assets
from m3bench.suites.m3.family import Family, Lot
from m3bench.suites.planning import PlanError
from m3bench.world import World
from tests.suites.m3.journeys import Journey


def right_form(journey: Journey) -> dict[str, Any]:
    """The form as the plan fills it in."""
    return filled(journey.solution.fields)


def complaints(journey: Journey, form: dict[str, Any], workspace: Path | None = None) -> list[str]:
    """Why an attempt that handed this form in fails; empty where it passes."""
    blueprint, solution = journey.blueprint, journey.solution
    assets = drawn_assets(blueprint.pictures, journey.world)
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
    verdicts = run_checks((AnswerFields(solution.fields), *solution.checks), evidence).verdicts
    return [verdict.reason for verdict in verdicts if not verdict.passed]


def assert_fair(journey: Journey) -> None:
    """The plan's form passes, wrong and empty ones fail, and no request gives the picture away."""
    blueprint, right = journey.blueprint, right_form(journey)
    assert blueprint.form is not None
    assert {field.name for field in blueprint.form.fields} == set(right)
    assert complaints(journey, right) == []
    assert complaints(journey, {}) != []
    for field in blueprint.form.fields:
        assert complaints(journey, {**right, field.name: _another(field, right[field.name])}), field.name
    told = " ".join((blueprint.request, blueprint.fuzzy_request, *_names(journey))).casefold()
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
            if family.make(Lot(world, family, number)).extra.get("solvable", True) is solvable:
                return Journey(family, number, workspace, seed=seed)
        except PlanError:
            continue
    raise AssertionError(f"no task of {family.name} has solvable = {solvable}")
