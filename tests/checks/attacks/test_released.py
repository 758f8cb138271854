"""Right and wrong forms of the answers of all released tasks, made from the expected values."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from m3bench.checks import AnswerFields, Evidence, Expected, LiveFields, read_checks, run_checks
from m3bench.checks.attacks import ATTACKS, NEAR_MISSES, REWRITES
from m3bench.core import Task, Trajectory
from m3bench.suites import SuiteRef, WorldRef, find_suite

SUITES = ("cross", "m3", "m3-camera", "m3-photo", "omni", "verse")
LEAST = 0.99


def expected_of(value: Any) -> Expected:
    """Return the answer of a reference as what is expected: of live values, nothing else is known here."""
    if isinstance(value, list):
        if value and isinstance(value[0], dict):
            rows = ({name: expected_of(part) for name, part in row.items()} for row in value)
            return Expected(rows=tuple(rows))
        return Expected(items=tuple(map(expected_of, value)))
    return Expected(value=value)


def graded_fields(task: Task) -> dict[str, Expected]:
    graded: dict[str, Expected] = {}
    given = task.references[0].fields or {}
    for check in read_checks(task.checks, task.id):
        if isinstance(check, AnswerFields):
            graded |= check.fields
        elif isinstance(check, LiveFields):
            graded |= {name: expected_of(given.get(name)) for name in check.fields}
    return graded


def tasks_of(suite: str) -> Iterator[tuple[Task, dict[str, Expected], Trajectory, Sequence[Task]]]:
    """Yield the tasks with a form: what is expected, a right attempt, and the other tasks of the family."""
    tasks = [task for task in find_suite(SuiteRef(name=suite), WorldRef()).tasks if task.form]
    families = defaultdict(list)
    for task in tasks:
        families[task.id.rpartition("/")[0]].append(task)
    for task in tasks:
        graded = graded_fields(task)
        if graded:
            reference = task.references[0]
            right = Trajectory(task_id=task.id, answer=reference.answer, fields=reference.fields)
            others = [other for other in families[task.id.rpartition("/")[0]] if other is not task]
            yield task, graded, right, others


def passes(task: Task, graded: dict[str, Expected], trajectory: Trajectory) -> bool:
    return run_checks((AnswerFields(graded),), Evidence(task, trajectory, Path(), {})).passed


@pytest.mark.slow
@pytest.mark.parametrize("suite", SUITES)
def test_right_forms_pass(suite: str) -> None:
    tries: Counter[str] = Counter()
    failed: defaultdict[str, list[str]] = defaultdict(list)
    for task, graded, right, _ in tasks_of(suite):
        assert task.form is not None
        for name, rewrite in REWRITES.items():
            rewritten = rewrite(right, task.form, graded)
            if rewritten is not None:
                tries[name] += 1
                if not passes(task, graded, rewritten):
                    failed[name].append(task.id)
    assert len(tries) >= 40
    assert sum(map(len, failed.values())) <= (1 - LEAST) * tries.total(), dict(failed)


@pytest.mark.slow
@pytest.mark.parametrize("suite", SUITES)
def test_no_wrong_form_passes(suite: str) -> None:
    passed = []
    tries = 0
    for task, graded, right, others in tasks_of(suite):
        assert task.form is not None
        wrong = [(name, attack(right, task, others)) for name, attack in ATTACKS.items()]
        wrong += [
            (name, miss) for name, near in NEAR_MISSES.items() for miss in near(right, task.form, graded)
        ]
        for name, trajectory in wrong:
            if trajectory is not None:
                tries += 1
                if passes(task, graded, trajectory):
                    passed.append((name, task.id))
    assert tries
    assert passed == []
