"""Carrying out all checks of a task."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.checks.check import CannotLook, Check, Evidence, Verdict
from m3bench.core import M3BenchError


class CheckError(M3BenchError):
    """A check that could not be carried out: the harness's failure, not the agent's."""

    def __init__(self, check: str, task: str, problem: str) -> None:
        super().__init__(
            f"The check {check} of the task {task} could not be carried out: {problem}",
            "This says nothing about the agent. Mend the check or the servers that it asks, and check again.",
        )
        self.check, self.task, self.problem = check, task, problem


class Verdicts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What all checks of a task found."""

    verdicts: tuple[Verdict, ...] = ()
    passed: bool = False
    """All passed, and there is at least one."""
    undecided: bool = False
    """None failed, but of some it could not be told: the attempt has neither passed nor failed."""
    coverage: float | None = None
    """The mean share of claims that the answer states; None without claims."""


def run_checks(checks: Sequence[Check], evidence: Evidence) -> Verdicts:
    """All verdicts, in the order of the checks. Raises `CheckError` where one cannot be given, and
    `CannotLook` where none can be given that needs a judge.

    An attempt with neither a call nor an answer passes no check, not even those of what must not be done.
    """
    verdicts = tuple(_judged(check, evidence) for check in checks)
    failed = any(not verdict.passed and not verdict.undecided for verdict in verdicts)
    shares = [verdict.share for verdict in verdicts if verdict.share is not None]
    return Verdicts(
        verdicts=verdicts,
        passed=bool(verdicts) and all(verdict.passed for verdict in verdicts),
        undecided=not failed and any(verdict.undecided for verdict in verdicts),
        coverage=sum(shares) / len(shares) if shares else None,
    )


def _judged(check: Check, evidence: Evidence) -> Verdict:
    try:
        verdict = check.judge(evidence)
    except CannotLook:
        raise
    except M3BenchError as error:
        raise CheckError(check.name(), evidence.task.id, error.message) from error
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise CheckError(check.name(), evidence.task.id, problem) from error
    if (verdict.passed or verdict.undecided) and _did_nothing(evidence):
        reason = "nothing was done: no call and no answer"
        return msgspec.structs.replace(verdict, passed=False, undecided=False, reason=reason)
    return verdict


def _did_nothing(evidence: Evidence) -> bool:
    return not evidence.trajectory.call_count and not (evidence.trajectory.answer or "").strip()
