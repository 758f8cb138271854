"""Attacks on a task's checks, which must fail, and rewrites of a correct attempt, which must pass."""

from __future__ import annotations

import tempfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import msgspec

from m3bench.checks import (
    AnswerFields,
    Check,
    Evidence,
    Expected,
    LiveFields,
    Verdicts,
    all_pass,
    read_checks,
    remember_calls,
    run_checks,
)
from m3bench.checks.attacks import ATTACKS, NEAR_MISSES, OUTCOME_ATTACKS, REWRITES
from m3bench.core import Task, Trajectory

ANOTHER_REFERENCE = "another reference"


class AttackResult(msgspec.Struct, frozen=True):
    """One attack or rewrite on one task, and whether it passed the checks."""

    name: str
    passed: bool
    reason: str
    """Why it did not pass; of an attack on the workspace, what was damaged."""


class AttackResults(msgspec.Struct, frozen=True):
    """The attacks and rewrites on a task."""

    attacks: tuple[AttackResult, ...] = ()
    rewrites: tuple[AttackResult, ...] = ()


def run_attacks(evidence: Evidence, siblings: Sequence[Task]) -> AttackResults:
    """Run all attacks and rewrites that apply to a task, from an attempt that passes its checks.

    Those on its answer need a form.
    """
    evidence = remember_calls(evidence)
    task, right = evidence.task, evidence.trajectory
    checks = read_checks(task.checks, task.id)
    damaged = tuple(_damaged(checks, evidence))
    graded = _graded_fields(checks, evidence)
    if task.form is None or not graded or right.fields is None:
        return AttackResults(damaged)
    form = task.form
    attacks = [(name, attack(right, task, siblings)) for name, attack in ATTACKS.items()]
    attacks += [(name, miss) for name, near in NEAR_MISSES.items() for miss in near(right, form, graded)]
    rewrites = ((name, rewrite(right, form, graded)) for name, rewrite in REWRITES.items())
    return AttackResults(
        (*_check_all(attacks, checks, evidence), *damaged), tuple(_check_all(rewrites, checks, evidence))
    )


def _damaged(checks: Sequence[Check], evidence: Evidence) -> Iterator[AttackResult]:
    """Check outcomes with damage beside the work. The reason says what was damaged."""
    for name, attack in OUTCOME_ATTACKS.items():
        with tempfile.TemporaryDirectory(prefix="m3bench-attack-") as scratch:
            for words, outcome in attack(evidence, Path(scratch)):
                yield AttackResult(name, all_pass(checks, outcome), words)


def _graded_fields(checks: Sequence[Check], evidence: Evidence) -> dict[str, Expected]:
    """Return the expected values, also those that are asked for at check time."""
    graded: dict[str, Expected] = {}
    for check in checks:
        if isinstance(check, LiveFields):
            graded |= check.resolved(evidence).fields
        elif isinstance(check, AnswerFields):
            graded |= check.fields
    return graded


def attempt_result(name: str, verdicts: Verdicts) -> AttackResult:
    """Return the verdicts on an attempt as it was executed: another reference, or a careless agent."""
    failed = [f"{verdict.check}: {verdict.reason}" for verdict in verdicts.verdicts if not verdict.passed]
    return AttackResult(name, verdicts.passed, "; ".join(failed))


def _check_all(
    tries: Iterable[tuple[str, Trajectory | None]], checks: Sequence[Check], evidence: Evidence
) -> Iterator[AttackResult]:
    """Check other answers. Checks of the workspace pass again if the calls are the same."""
    rest = [check for check in checks if check.kind != "workspace"]
    for name, trajectory in tries:
        if trajectory is not None:
            fitting = rest if trajectory.steps == evidence.trajectory.steps else checks
            yield attempt_result(name, run_checks(fitting, replace(evidence, trajectory=trajectory)))
