"""Running all checks of a task."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from m3bench.checks.check import Check, Evidence, Verdict, VisionUnavailable
from m3bench.core import M3BenchError


class CheckError(M3BenchError):
    """A check could not be run: a failure of the harness, not of the agent."""

    def __init__(self, check: str, task: str, problem: str) -> None:
        super().__init__(
            f"Check {check} of task {task} could not be run: {problem}",
            "This says nothing about the agent. Fix the check or its servers, and run the checks again.",
        )
        self.check, self.task, self.problem = check, task, problem


class Verdicts(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """The verdicts of all checks of a task."""

    verdicts: tuple[Verdict, ...] = ()
    passed: bool = False
    """Whether all checks passed, and there is at least one."""
    undecided: bool = False
    """Whether none failed, but some could not decide: the attempt neither passed nor failed."""
    coverage: float | None = None
    """The mean share of claims that the answer states; None without claims."""

    @property
    def needed_judge(self) -> bool:
        """Whether code alone could not decide: a judge did, or a check is undecided."""
        return any(verdict.undecided or "judge" in verdict.details for verdict in self.verdicts)


def run_checks(checks: Sequence[Check], evidence: Evidence) -> Verdicts:
    """Return all verdicts in the order of the checks.

    An attempt with neither a call nor an answer passes no check, not even those of what must not happen.

    Raises:
        CheckError: A check could not be run.
        VisionUnavailable: No check that needs a judge can be run.
    """
    verdicts = tuple(_evaluated(check, evidence) for check in checks)
    failed = any(not verdict.passed and not verdict.undecided for verdict in verdicts)
    shares = [verdict.share for verdict in verdicts if verdict.share is not None]
    return Verdicts(
        verdicts=verdicts,
        passed=bool(verdicts) and all(verdict.passed for verdict in verdicts),
        undecided=not failed and any(verdict.undecided for verdict in verdicts),
        coverage=sum(shares) / len(shares) if shares else None,
    )


def all_pass(checks: Sequence[Check], evidence: Evidence) -> bool:
    """Return whether `run_checks` would pass. It ends at the first check that does not."""
    return bool(checks) and all(_evaluated(check, evidence).passed for check in checks)


def failed_verdicts(checks: Sequence[Check], reason: str) -> Verdicts:
    """Return that all checks failed, for the same reason. None is run."""
    return Verdicts(
        verdicts=tuple(
            Verdict(check=check.name(), kind=check.kind, passed=False, reason=reason) for check in checks
        )
    )


def _evaluated(check: Check, evidence: Evidence) -> Verdict:
    try:
        verdict = check.evaluate(evidence)
    except VisionUnavailable:
        raise
    except M3BenchError as error:
        raise CheckError(check.name(), evidence.task.id, error.message) from error
    except Exception as error:
        problem = f"{type(error).__name__}: {error}"
        raise CheckError(check.name(), evidence.task.id, problem) from error
    if (verdict.passed or verdict.undecided) and _did_nothing(evidence):
        reason = "the agent did nothing: no call and no answer"
        return msgspec.structs.replace(verdict, passed=False, undecided=False, reason=reason)
    return verdict


def _did_nothing(evidence: Evidence) -> bool:
    return not evidence.trajectory.call_count and not (evidence.trajectory.answer or "").strip()
