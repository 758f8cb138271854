"""Checks from known answers: the facts that executed calls returned, and the calls themselves."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec

from m3bench.checks import AnswerNames, AnswerNumber, Called, Check, Evidence, run_checks, write_checks
from m3bench.core import Call, Outcome, Step, Task, Trajectory
from m3bench.forge.tasks.composition import Composition

_MOST_WORDS = 6


def value_check(value: Any) -> Check | None:
    """Return a check that an answer states a value; None for texts that can be told in other words."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return AnswerNumber(float(value))
    text = str(value).strip()
    if not text or "|" in text or len(text.split()) > _MOST_WORDS:
        return None
    return AnswerNames(all_of=(text,))


def composition_checks(composition: Composition) -> list[Check]:
    """Return checks of all facts of a composition, and that its tools were called."""
    stated = [value_check(leg.fact.value) for leg in composition.legs]
    return [*(check for check in stated if check is not None), *(Called(name) for name in composition.tools)]


def executed_steps(levels: Iterable[Sequence[Call]]) -> tuple[Step, ...]:
    """Return calls with their results as the steps of an attempt."""
    return tuple(
        Step(tuple(msgspec.structs.replace(call, outcome=Outcome.SUCCESS) for call in level))
        for level in levels
    )


def sound_checks(checks: Sequence[Check], task: Task, steps: tuple[Step, ...], answer: str) -> list[Check]:
    """Return the checks that the right attempt passes and that refuse every corruption of it."""
    right = Trajectory(task_id=task.id, steps=steps, answer=answer)
    with tempfile.TemporaryDirectory() as workspace, tempfile.TemporaryDirectory() as scratch:
        evidence = Evidence(task, right, Path(workspace), {})
        return [check for check in checks if _is_sound(check, evidence, Path(scratch))]


def with_checks(task: Task, checks: Sequence[Check]) -> Task:
    """Return the task with checks; unchanged if there are none."""
    if not checks:
        return task
    # Lists instead of tuples, so that a task read from a file equals the one that was written.
    plain = tuple(msgspec.json.decode(msgspec.json.encode(write_checks(checks))))
    return msgspec.structs.replace(task, checks=plain)


def _is_sound(check: Check, evidence: Evidence, folder: Path) -> bool:
    if not run_checks([check], evidence).passed:
        return False
    return not any(run_checks([check], wrong).passed for _, wrong in check.corruptions(evidence, folder))
