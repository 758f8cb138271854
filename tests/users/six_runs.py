"""Six runs of one suite: of several agents, with one and three epochs, and one in which a server failed."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
from typer.testing import CliRunner

from m3bench.checks import Verdict, Verdicts
from m3bench.cli import app
from m3bench.core import Status, Task, content_hash
from m3bench.runs import record_of, run_settings
from m3bench.runs.store import FinishedAttempt, RunFolder, RunManifest
from tests.reports.dropped_runs import ended
from tests.reports.study.runs import WHEN, attempt, task, write_journal

TASKS = 6
LOST = 4
"""Attempts of the last run that a server failed."""
FOUND = "the answer names Lyon, expected Turin"
KINDS = {
    "careful": (0.1, 1, 0),
    "middling": (0.4, 1, 0),
    "hasty": (0.8, 1, 0),
    "careful-3": (0.1, 3, 0),
    "middling-3": (0.4, 3, 0),
    "unlucky-3": (0.4, 3, LOST),
}
"""By name: the share of mistakes, the epochs, and the attempts that a server failed."""


def six_runs(folder: Path, *, families: int) -> list[Path]:
    """Write the runs. Their tasks are of so many families."""
    tasks = [msgspec.structs.replace(task(number), family=f"f{number % families}") for number in range(TASKS)]
    return [_written(folder / name, tasks, *kind) for name, kind in KINDS.items()]


def _written(path: Path, tasks: list[Task], mistakes: float, epochs: int, lost: int) -> Path:
    chance = random.Random(path.name)
    settings = run_settings(suite="places", agent=f"python:{path.name}", epochs=epochs)
    manifest = RunManifest(
        created=WHEN,
        recorded=record_of(settings),
        suite_digest=content_hash([each.digest for each in tasks]),
        tasks=len(tasks),
    )
    made = [_attempt(each, epoch, chance, mistakes) for epoch in range(1, epochs + 1) for each in tasks]
    failed = [ended(each, Status.SERVER_FAILURE, "HTTP 503") for each in made[len(made) - lost :]]
    folder = RunFolder.create(path, manifest, tasks)
    write_journal(folder, [*made[: len(made) - lost], *failed])
    folder.write_seal()
    return path


def _attempt(task: Task, epoch: int, chance: random.Random, mistakes: float) -> FinishedAttempt:
    passed = chance.random() > mistakes
    checks = (
        Verdict(check="called", kind="trace", passed=True, reason="it was called once"),
        Verdict(check="answer_names", kind="answer", passed=passed, reason=FOUND if not passed else "named"),
    )
    return FinishedAttempt(
        task_id=task.id,
        epoch=epoch,
        seconds=1.0,
        trajectory=msgspec.structs.replace(attempt(task, chance, mistakes), status=Status.COMPLETED),
        verdicts=Verdicts(verdicts=checks, passed=passed),
    )


def invoked(*arguments: str) -> str:
    """Run a command as the user does, and return what it prints."""
    done = CliRunner().invoke(app, list(arguments))
    assert done.exit_code == 0, done.output
    return done.output
