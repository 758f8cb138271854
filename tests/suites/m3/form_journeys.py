"""Families whose answers fill in a form: the plan carried out, and filled forms judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from m3bench.checks import AnswerFields, Evidence, Verdict, filled, run_checks
from m3bench.core import Status, Task, Trajectory
from tests.suites.m3.journeys import Journey


def right_fields(journey: Journey) -> dict[str, Any]:
    """The form as a perfect agent fills it in."""
    return filled(journey.solution.fields)


def judge(journey: Journey, fields: Mapping[str, Any] | None) -> tuple[Verdict, ...]:
    """The verdicts on a filled form, with the workspace as the plan left it."""
    blueprint = journey.blueprint
    trajectory = Trajectory(
        task_id=blueprint.id,
        steps=tuple(journey.steps),
        answer="Done.",
        fields=None if fields is None else dict(fields),
        status=Status.COMPLETED,
    )
    evidence = Evidence(Task(id=blueprint.id, form=blueprint.form), trajectory, journey.workspace, {})
    checks = (AnswerFields(journey.solution.fields), *journey.solution.checks)
    return tuple(run_checks(checks, evidence).verdicts)


def wrong(journey: Journey, **changes: Any) -> list[str]:
    """The fields that are judged wrong when some are filled in otherwise."""
    verdict = judge(journey, {**right_fields(journey), **changes})[0]
    return sorted(verdict.details.get("wrong", {}))


def assert_graded(journey: Journey, least: int = 3) -> None:
    """The plan's form passes, an empty one fails, and neither words nor form give the picture away."""
    blueprint, form = journey.blueprint, journey.blueprint.form
    assert form is not None
    fields = journey.solution.fields
    assert len(fields) >= least
    assert {field.name for field in form.fields} == set(fields)
    assert [verdict.reason for verdict in judge(journey, right_fields(journey)) if not verdict.passed] == []
    assert not judge(journey, dict.fromkeys(fields))[0].passed
    names = " ".join(picture.name for picture in blueprint.pictures)
    told = f"{blueprint.request} {blueprint.fuzzy_request} {names} {form.template()}".casefold()
    assert [fact for fact in blueprint.key_facts if fact.casefold() in told] == []
    assert {call.server for call in journey.calls} <= set(blueprint.servers)
