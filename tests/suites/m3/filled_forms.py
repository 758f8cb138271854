"""Carries plans of families out, and judges the forms that agents might hand in."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from m3bench.checks import AnswerFields, Evidence, filled, run_checks
from m3bench.core import Call, Status, Task, Trajectory
from m3bench.suites.m3.family import Family
from tests.suites.m3.kitchen import Tried


class Attempted(Tried):
    """A task with one of its plans carried out, whose form can be filled in otherwise."""

    def __init__(self, family: Family, number: int, workspace: Path, *, plan: int = 0) -> None:
        super().__init__(family, number, workspace, plan=plan)
        self.right: dict[str, Any] = filled(self.solution.fields)

    @property
    def calls(self) -> list[Call]:
        return [call for step in self.steps for call in step.calls]

    def problems(self, **changed: Any) -> list[str]:
        """What is wrong if these fields are filled in otherwise than the plan does."""
        task = Task(id=self.blueprint.id, form=self.blueprint.form)
        trajectory = Trajectory(
            task_id=task.id,
            steps=tuple(self.steps),
            fields={**self.right, **changed},
            status=Status.COMPLETED,
        )
        checks = (AnswerFields(self.solution.fields), *self.solution.checks)
        verdicts = run_checks(checks, Evidence(task, trajectory, self.workspace, self.before)).verdicts
        return [verdict.reason for verdict in verdicts if not verdict.passed]


def assert_solved(attempted: Attempted) -> None:
    """The plan fills in the whole form rightly, each field counts, and no word gives the picture away."""
    blueprint = attempted.blueprint
    assert blueprint.form is not None
    assert attempted.problems() == []
    assert {field.name for field in blueprint.form.fields} == set(attempted.right)
    for name, value in attempted.right.items():
        assert attempted.problems(**{name: _other(value)}), f"{name} may be anything"
    said = f"{blueprint.request} {blueprint.fuzzy_request} {blueprint.form.template()}".casefold()
    assert [fact for fact in blueprint.key_facts if f" {fact.casefold()} " in said] == []
    assert all(picture.name in blueprint.request for picture in blueprint.pictures)


def _other(value: Any) -> Any:
    """A value that is wrong where this one is right."""
    if isinstance(value, bool):
        return not value
    return None if value else ["Zzyzx"] if isinstance(value, list) else "Zzyzx"
