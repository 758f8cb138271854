"""Verify submissions: what is in them is what they say, and what they say is measured again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path

import msgspec

from m3bench.core import M3BenchError, Task
from m3bench.reports.study import StudyRun
from m3bench.runs import RunFolder, RunManifest
from m3bench.submissions.archive import unpack
from m3bench.submissions.records import FILE, RunRecord, Submission, run_path
from m3bench.suites import RELEASED, Recipe, make_suite
from m3bench.world import World

LoadRuns = Callable[[Sequence[Path]], Sequence[StudyRun]]
"""Scores run folders."""
SEALED_SUITE = "m3"
"""The suite that sealed tasks are drawn from."""
KNOWING = frozenset({"reference", "noisy", "careless", "repeat"})
"""Built-in agents that execute references, with or without mistakes."""
_IN_PYTHON = "python:"
_TOLERANCE = 1e-9


class Board(StrEnum):
    """Where a run counts."""

    SEALED = "sealed"
    """Tasks that nobody can have seen, from a revealed suite."""
    PRACTICE = "practice"
    """All tasks of a released suite, which everybody can read."""
    OTHER = "other"
    """Other tasks, some of a suite, or other conditions: shown, not ranked."""


class SealedSuite(msgspec.Struct, frozen=True):
    """A revealed suite. Its recipe matches its commitment."""

    name: str
    recipe: Recipe


class VerifiedRun(msgspec.Struct, frozen=True, kw_only=True):
    """A run of an accepted submission."""

    record: RunRecord
    run: StudyRun
    board: Board
    suite: str
    """The released suite, or the one that the sealed tasks are drawn from."""
    tasks: str
    """The name of the tasks: of the suite, or of the sealed suite."""
    remarks: tuple[str, ...] = ()
    """Why it is not ranked."""


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """A bundle after verification."""

    path: Path
    submission: Submission | None = None
    runs: tuple[VerifiedRun, ...] = ()
    problem: str | None = None
    """Why it was refused."""


def verify(path: Path, folder: Path, load: LoadRuns, sealed: Sequence[SealedSuite] = ()) -> Verified:
    """Unpack a bundle, check every file and score its runs again.

    Args:
        path: The bundle.
        folder: An empty folder to unpack it into.
        load: Scores run folders.
        sealed: Suites that were revealed.

    Returns:
        Its runs with recomputed scores, or the reason why it is refused.
    """
    try:
        submission = unpack(path, folder)
        paths = [run_path(folder, number) for number in range(1, len(submission.runs) + 1)]
        runs = load(paths)
        verified = tuple(
            _verified(record, run, sealed) for record, run in zip(submission.runs, runs, strict=True)
        )
    except M3BenchError as error:
        return Verified(path=path, problem=error.message.replace(str(folder), path.name))
    return Verified(path=path, submission=submission, runs=verified)


class Refused(M3BenchError):
    """A submission is not what it says."""


def _verified(record: RunRecord, run: StudyRun, sealed: Sequence[SealedSuite]) -> VerifiedRun:
    assert run.path is not None
    folder = RunFolder.open(run.path)
    _require_intact(run)
    _require_same(record, run, folder.manifest)
    board, suite, tasks = _place(folder.manifest, folder.tasks(), sealed)
    remarks = tuple(_remarks(run, board, folder.manifest))
    return VerifiedRun(
        record=record,
        run=run,
        board=Board.OTHER if remarks else board,
        suite=suite,
        tasks=tasks,
        remarks=remarks,
    )


def _require_intact(run: StudyRun) -> None:
    integrity = run.result.integrity
    if not integrity.protected or integrity.damages:
        raise Refused(f"its run {run.name} was changed: {integrity.lines()[0]}")
    if run.path is not None and not (run.path / "seal.json").is_file():
        raise Refused(f"its run {run.name} has no seal: records may be missing at its end")
    if run.result.open:
        raise Refused(f"its run {run.name} is not finished: {run.result.open} attempts are missing")


def _require_same(record: RunRecord, run: StudyRun, manifest: RunManifest) -> None:
    """Raise unless the description agrees with the run. Nothing is taken from it that the run can tell."""
    settings, usage = run.result.settings, run.result.usage
    claims = {
        "id": (record.id, manifest.id),
        "suite digest": (record.suite_digest, manifest.suite_digest),
        "agent": (record.agent, settings.agent),
        "model": (record.model, settings.model.name),
        "number of attempts": (record.attempts, run.result.attempts),
        "cost": (record.cost, usage.cost),
        "input tokens": (record.input_tokens, usage.input_tokens),
        "output tokens": (record.output_tokens, usage.output_tokens),
        "success": (record.success, run.result.strict_success),
    }
    for name, (claimed, found) in claims.items():
        if not _agrees(claimed, found):
            raise Refused(f"{FILE} gives {claimed} as {name} of a run, but it is {found}")


def _agrees(claimed: object, found: object) -> bool:
    if isinstance(claimed, float) and isinstance(found, float):
        return abs(claimed - found) < _TOLERANCE
    return claimed == found


def _place(
    manifest: RunManifest, tasks: Sequence[Task], sealed: Sequence[SealedSuite]
) -> tuple[Board, str, str]:
    digests = tuple(task.digest for task in tasks)
    for suite in sealed:
        if digests == suite.recipe.digests:
            return Board.SEALED, SEALED_SUITE, suite.name
    for name, released in RELEASED.items():
        if manifest.suite_digest == released and digests == _released_tasks(name):
            return Board.PRACTICE, name, name
    name = Path(manifest.settings.suite.name).name
    return Board.OTHER, name, name


@cache
def _released_tasks(suite: str) -> tuple[str, ...]:
    return tuple(task.digest for task in make_suite(suite, World()).tasks)


def _remarks(run: StudyRun, board: Board, manifest: RunManifest) -> Iterator[str]:
    settings, result = run.result.settings, run.result
    if settings.agent.partition(":")[0] in KNOWING:
        yield "the agent carries out the references"
    if settings.agent.startswith(_IN_PYTHON) or any(name.startswith("agent:") for name in manifest.plugins):
        yield "the agent ran in the process of m3bench, where it can read the references"
    if board is Board.OTHER:
        yield "not all tasks of a released or revealed suite"
    if not settings.suite.pictures.show_the_task or settings.without_perception:
        yield "an ablation"
    if settings.suite.pictures.camera is not None:
        yield f"all pictures at the camera level {settings.suite.pictures}"
    if settings.replay:
        yield "answers of servers were replayed"
    if settings.live or settings.configs:
        yield "other servers than the bundled ones"
    if result.sandbox is not None and result.sandbox.warning is not None:
        yield "without a sandbox, the agent could read the references"
    if result.unranked:
        yield result.unranked
