"""Attacks on a task's checks, which must fail, and rewrites of a right attempt, which must pass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import msgspec

from m3bench.checks import AnswerFields, Check, Evidence, read_checks, run_checks
from m3bench.checks.attacks import ATTACKS, REWRITES
from m3bench.core import Task, Trajectory

ANOTHER_REFERENCE = "another reference"


class Tried(msgspec.Struct, frozen=True):
    """One attack or rewrite on one task: whether the checks passed it, and what they said."""

    name: str
    passed: bool
    reason: str


class Attacked(msgspec.Struct, frozen=True):
    """What was tried on a task."""

    attacks: tuple[Tried, ...] = ()
    rewrites: tuple[Tried, ...] = ()


def attacked(evidence: Evidence, siblings: Sequence[Task]) -> Attacked:
    """All attacks and rewrites that apply to a task, from an attempt that passes its checks.

    A task without a form has neither.
    """
    task, right = evidence.task, evidence.trajectory
    checks = read_checks(task.extra.get("checks", []), task.id)
    graded = next((check.fields for check in checks if isinstance(check, AnswerFields)), None)
    if task.form is None or graded is None or right.fields is None:
        return Attacked()
    form = task.form
    attacks = ((name, attack(right, task, siblings)) for name, attack in ATTACKS.items())
    rewrites = ((name, rewrite(right, form, graded)) for name, rewrite in REWRITES.items())
    return Attacked(tuple(_tried(attacks, checks, evidence)), tuple(_tried(rewrites, checks, evidence)))


def tried_reference(evidence: Evidence) -> Tried:
    """Another reference of the task, really carried out."""
    checks = read_checks(evidence.task.extra.get("checks", []), evidence.task.id)
    return next(_tried([(ANOTHER_REFERENCE, evidence.trajectory)], checks, evidence))


def _tried(
    tries: Iterable[tuple[str, Trajectory | None]], checks: Sequence[Check], evidence: Evidence
) -> Iterator[Tried]:
    for name, trajectory in tries:
        if trajectory is not None:
            verdicts = run_checks(checks, replace(evidence, trajectory=trajectory))
            failed = [f"{one.check}: {one.reason}" for one in verdicts.verdicts if not one.passed]
            yield Tried(name, verdicts.passed, "; ".join(failed))
