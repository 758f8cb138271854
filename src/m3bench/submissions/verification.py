"""Verify submissions: what is in them is what they say, and what they say is measured again."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path

import msgspec

from m3bench.core import M3BenchError, Task
from m3bench.core.text import shorten
from m3bench.reports import headline
from m3bench.reports.study import StudyRun
from m3bench.runs import RunFolder, RunManifest
from m3bench.submissions.evidence import Evidence, Refused, read_evidence
from m3bench.submissions.plausibility import contradictions, doubts
from m3bench.submissions.records import FILE, RunRecord, Submission, run_path
from m3bench.submissions.signatures import Level
from m3bench.submissions.standing import Standing, standing, without_failed_repeats
from m3bench.submissions.unpacking import unpack
from m3bench.suites import Recipe, make_suite, release_digests
from m3bench.worlds import make_world

LoadRuns = Callable[[Sequence[Path]], Sequence[StudyRun]]
"""Scores run folders."""
SEALED_SUITE = "m3"
"""The suite that sealed tasks are drawn from."""
KNOWING = frozenset({"reference", "noisy", "careless", "repeat"})
"""Built-in agents that execute references, with or without mistakes."""
_IN_PYTHON = "python:"
_TOLERANCE = 1e-9
_LONGEST_PROBLEM = 2_000


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


class Policy(msgspec.Struct, frozen=True, kw_only=True):
    """What a leaderboard asks of bundles."""

    sealed: Sequence[SealedSuite] = ()
    """Suites that were revealed."""
    names: Mapping[str, str] | None = None
    """Who has which key, by public key. With this, countersignatures by others do not count."""
    required: Level = Level.UNSIGNED
    """What signatures must say for runs to be ranked."""


OPEN = Policy()
"""Every bundle is welcome."""


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
    doubts: tuple[str, ...] = ()
    """What is unusual about it. It is ranked all the same."""


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """A bundle after verification."""

    path: Path
    submission: Submission | None = None
    runs: tuple[VerifiedRun, ...] = ()
    standing: Standing = Standing()
    """Who stands for it."""
    problem: str | None = None
    """Why it was refused."""


def verify(path: Path, folder: Path, load: LoadRuns, policy: Policy = OPEN) -> Verified:
    """Unpack a bundle, check every file and score its runs again.

    Args:
        path: The bundle.
        folder: An empty folder to unpack it into. If the bundle is refused, it is removed.
        load: Scores run folders.
        policy: What is asked of bundles.

    Returns:
        Its runs with recomputed scores, or the reason why it is refused.
    """
    try:
        return _verify(path, folder, load, policy)
    except M3BenchError as error:
        problem = error.message
    except OSError as error:
        problem = f"it cannot be read: {error.strerror or error}"
    except Exception as error:  # noqa: BLE001 - whatever a bundle leads to, those beside it are verified
        problem = f"it cannot be verified: {type(error).__name__}: {error}"
    shutil.rmtree(folder, ignore_errors=True)
    return Verified(path=path, problem=one_line(problem.replace(str(folder), path.name)))


def one_line(problem: str) -> str:
    """Return a reason as it is shown: what a bundle says must not look like other lines."""
    return shorten(" ".join(problem.split()), _LONGEST_PROBLEM)


def _verify(path: Path, folder: Path, load: LoadRuns, policy: Policy) -> Verified:
    submission, head, signatures = unpack(path, folder)
    claimed = standing(submission, head, signatures, policy.names)
    paths = [run_path(folder, number) for number in range(1, len(submission.runs) + 1)]
    evidence = [read_evidence(RunFolder.open(run)) for run in paths]
    loaded = load(paths)
    successes = {
        record.id: headline(run.result).success for record, run in zip(submission.runs, loaded, strict=True)
    }
    confirmed = without_failed_repeats(claimed, successes)
    lacking = f"it is {confirmed.level}, and --require asks for {policy.required}"
    remarks = (lacking,) if confirmed.level.rank < policy.required.rank else ()
    runs = tuple(
        _verified(record, run, facts, policy.sealed, remarks)
        for record, run, facts in zip(submission.runs, loaded, evidence, strict=True)
    )
    return Verified(path=path, submission=submission, runs=runs, standing=confirmed)


def _verified(
    record: RunRecord,
    run: StudyRun,
    evidence: Evidence,
    sealed: Sequence[SealedSuite],
    lacking: tuple[str, ...],
) -> VerifiedRun:
    assert run.path is not None
    folder, settings = RunFolder.open(run.path), run.result.settings
    _require_intact(run)
    _require_same(record, run, folder.manifest)
    board, suite, tasks = _board(folder.manifest, folder.tasks(), sealed)
    remarks = (
        *_remarks(run, board, folder.manifest),
        *(() if settings.agent.partition(":")[0] in KNOWING else contradictions(settings, evidence)),
        *lacking,
    )
    return VerifiedRun(
        record=record,
        run=run,
        board=Board.OTHER if remarks else board,
        suite=suite,
        tasks=tasks,
        remarks=remarks,
        doubts=tuple(doubts(settings, run.result.usage, evidence)),
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
    for name, (claimed, actual) in claims.items():
        if not _agrees(claimed, actual):
            raise Refused(f"{FILE} gives {claimed} as {name} of a run, but it is {actual}")


def _agrees(claimed: object, actual: object) -> bool:
    if isinstance(claimed, float) and isinstance(actual, float):
        return abs(claimed - actual) < _TOLERANCE
    return claimed == actual


def _board(
    manifest: RunManifest, tasks: Sequence[Task], sealed: Sequence[SealedSuite]
) -> tuple[Board, str, str]:
    digests = tuple(task.digest for task in tasks)
    for suite in sealed:
        if digests == suite.recipe.digests:
            return Board.SEALED, SEALED_SUITE, suite.name
    for name, released in release_digests().items():
        if manifest.suite_digest == released and digests == _released_tasks(name):
            return Board.PRACTICE, name, name
    name = Path(manifest.settings.suite.name).name
    return Board.OTHER, name, name


@cache
def _released_tasks(suite: str) -> tuple[str, ...]:
    return tuple(task.digest for task in make_suite(suite, make_world()).tasks)


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
