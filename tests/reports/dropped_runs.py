"""Runs made by hand, of which attempts pass, fail, and were dropped."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.checks import Verdict, Verdicts
from m3bench.core import Status
from m3bench.runs import final_attempts
from m3bench.runs.store import FinishedAttempt, RunFolder
from tests.reports.study.runs import write_journal, write_run, write_tasks

TASKS = 24


def ended(attempt: FinishedAttempt, status: Status, reason: str = "") -> FinishedAttempt:
    extra = {"reason": reason} if reason else {}
    trajectory = msgspec.structs.replace(attempt.trajectory, status=status, extra=extra)
    return msgspec.structs.replace(attempt, trajectory=trajectory, verdicts=None)


def judged(
    attempt: FinishedAttempt, *, passed: bool, undecided: bool = False, reason: str = "no judge"
) -> FinishedAttempt:
    verdict = Verdict(check="picture", kind="look", passed=passed, undecided=undecided, reason=reason)
    verdicts = Verdicts(verdicts=(verdict,), passed=passed, undecided=undecided)
    return msgspec.structs.replace(attempt, verdicts=verdicts)


def run_of(
    path: Path, *, passed: int, dropped: int = 0, mistakes: float = 0.0, agent: str = "executor"
) -> Path:
    """A run of 24 tasks of which the first `passed` pass and the last `dropped` end by a server's failure."""
    write_run(path, mistakes=mistakes, tasks=TASKS, agent=agent)
    folder = RunFolder.open(path)
    tasks = [msgspec.structs.replace(task, extra={"checks": [{"kind": "look"}]}) for task in folder.tasks()]
    write_tasks(folder, tasks)
    attempts = [
        judged(attempt, passed=index < passed) for index, attempt in enumerate(final_attempts(folder.journal))
    ]
    kept, lost = attempts[: TASKS - dropped], attempts[TASKS - dropped :]
    write_journal(folder, [*kept, *(ended(task, Status.SERVER_FAILURE, "HTTP 503") for task in lost)])
    return path
