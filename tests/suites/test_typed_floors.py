"""What work that is not done for a task scores on the whole suite under `typed`: next to nothing."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

import pytest

from m3bench.core import Call, Step, Task, Trajectory
from m3bench.encoders import Encoder
from m3bench.scoring import TYPED, Scorer
from m3bench.servers import bundled_equivalences, bundled_schemas
from m3bench.suites import make_suite
from m3bench_world import World

Steps = Iterable[Step]
Family = list[Task]


def _steps(task: Task) -> tuple[Step, ...]:
    return task.references[0].steps


def _sibling(task: Task, family: Family) -> Steps:
    return _steps(family[(family.index(task) + 1) % len(family)])


def _names_only(task: Task, family: Family) -> Steps:
    return [Step(tuple(Call(call.name, {}) for call in step.calls)) for step in _steps(task)]


def _union(task: Task, family: Family) -> Steps:
    return [step for other in family if other is not task for step in _steps(other)]


def _itself(task: Task, family: Family) -> Steps:
    return _steps(task)


def _rewritten(task: Task, family: Family) -> Steps:
    return [Step(tuple(Call(call.name, _spelled(call)) for call in step.calls)) for step in _steps(task)]


def _spelled(call: Call) -> dict[str, object]:
    """The same arguments: keys turned, defaults spelled out, other spellings of dates, codes and paths."""
    schema = bundled_schemas().get(call.name, {})
    properties = schema.get("properties", {})
    defaults = {name: own["default"] for name, own in properties.items() if own.get("default") is not None}
    given = {name: _other_spelling(value) for name, value in reversed(dict(call.arguments or {}).items())}
    return {**defaults, **given}


def _other_spelling(value: object) -> object:
    if not isinstance(value, str):
        return value
    if re.fullmatch(r"\d{4}-\d\d-\d\d", value):
        return value.replace("-", "/")
    if re.fullmatch(r"97[89]\d{10}", value):
        return f"{value[:3]}-{value[3:12]}-{value[12]}"
    if value.startswith("${WORKSPACE}/"):
        return f"./{value.removeprefix('${WORKSPACE}/')}"
    return value


@pytest.fixture(scope="module")
def tasks() -> list[Task]:
    return list(make_suite("m3", World(seed=7)).tasks)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("attempt", "low", "high"),
    [(_itself, 1, 1), (_rewritten, 0.95, 1), (_sibling, 0, 0.25), (_names_only, 0, 0.25), (_union, 0, 0.35)],
    ids=["reference", "rewritten", "sibling", "names only", "union"],
)
def test_mean_of_six(
    attempt: Callable[[Task, Family], Steps], low: float, high: float, tasks: list[Task], minilm: Encoder
) -> None:
    families: dict[str | None, Family] = {}
    for task in tasks:
        families.setdefault(task.family, []).append(task)
    made = [Trajectory(task_id=task.id, steps=tuple(attempt(task, families[task.family]))) for task in tasks]
    scorer = Scorer(TYPED, minilm, tools=bundled_schemas(), equivalences=bundled_equivalences())
    assert low <= scorer.score_many(made, tasks).total.metrics.average <= high
