"""Runs read and scored, from their folders alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from m3bench.core import Task, UsageError
from m3bench.encoders import Encoder, shared_encoder
from m3bench.runs.scores import RunResult, read_run
from m3bench.runs.serving import RunSchemas
from m3bench.runs.store import RunFolder, is_run, refused
from m3bench.scoring import (
    DEFAULT_PROFILE,
    Profile,
    ProgressWatcher,
    Schemas,
    Scorer,
    ScoreReport,
    get_profile,
)
from m3bench.servers import bundled_equivalences

_MOST_IDS = 5


class ScoredRun(NamedTuple):
    """A run with its scores."""

    result: RunResult
    """How its attempts ended, and what was left out."""
    report: ScoreReport
    """The scores of its tasks, and their totals."""


def run_scorer(
    runs: Iterable[Path],
    *,
    profile: str | Profile = DEFAULT_PROFILE,
    encoder: str | Encoder = "minilm",
    cache: bool = True,
    tools: Callable[[Schemas], Schemas] = lambda known: known,
) -> Scorer:
    """A scorer that knows the tools of runs, as their folders have them, and ours.

    Args:
        runs: Run folders. Paths that are none are skipped.
        profile: How calls are matched, by name or as an object.
        encoder: How texts are compared, by name or as an object.
        cache: Keep vectors on disk for the next time.
        tools: Puts further schemas over those that are known.
    """
    vectors = shared_encoder(encoder, persistent=cache) if isinstance(encoder, str) else encoder
    known = tools(RunSchemas(run for run in runs if is_run(run)))
    return Scorer(get_profile(profile), vectors, tools=known, equivalences=bundled_equivalences())


def scorable_run(path: Path, tasks_of: Callable[[RunFolder], Sequence[Task]] = RunFolder.tasks) -> RunResult:
    """A run whose tasks all have references. It may have nothing to score yet.

    Raises:
        UsageError: The path is no run folder, or a task has no reference.
    """
    result = read_run(path, tasks_of)
    require_references(result.tasks, f"Look at the run with: m3bench view {path}", where=f"{path}: ")
    return result


def require_references(tasks: Sequence[Task], hint: str, *, where: str = "") -> None:
    """Complain where a task has nothing to be scored against."""
    bare = [task.id for task in tasks if not task.references]
    if bare:
        more = f" and {len(bare) - _MOST_IDS} more" if len(bare) > _MOST_IDS else ""
        raise UsageError(
            f"{where}{len(bare)} of {len(tasks)} tasks have no reference trajectory: "
            f"{', '.join(bare[:_MOST_IDS])}{more}.",
            hint,
        )


def require_attempts(results: Mapping[Path, RunResult]) -> None:
    """Complain where no run has anything to score."""
    if any(result.tasks for result in results.values()):
        return
    path, result = next(iter(results.items()))
    if result.integrity.damages:
        raise refused(result.integrity.damages[0], str(path))
    raise UsageError(f"No attempt of {path} can be scored yet.", f"Go on with: m3bench run --resume {path}")


def scored_runs(
    paths: Sequence[Path], scorer: Scorer, *, watcher: ProgressWatcher | None = None
) -> list[ScoredRun]:
    """Read and score runs. Tasks that they share are read once, and texts are encoded together.

    Args:
        paths: Run folders, each once.
        scorer: Such as `run_scorer` makes it.
        watcher: Is told how the encoding goes.

    Returns:
        The runs in the order of the paths. One without a scored attempt has an empty report.

    Raises:
        UsageError: A path is no run folder, a task has no reference, or no run has anything to score.
    """
    shelf = _Tasks()
    results = {path: scorable_run(path, shelf.of) for path in paths}
    require_attempts(results)
    sets = [(result.trajectories, result.tasks) for result in results.values()]
    reports = scorer.score_sets(sets, watcher=watcher)
    return [ScoredRun(result, report) for result, report in zip(results.values(), reports, strict=True)]


def scored_run(path: Path, scorer: Scorer, *, watcher: ProgressWatcher | None = None) -> ScoredRun:
    """Read and score one run; see `scored_runs`."""
    return scored_runs([path], scorer, watcher=watcher)[0]


class _Tasks:
    """The tasks of run folders; of those with the same file, the same ones."""

    def __init__(self) -> None:
        self._known: dict[str, list[Task]] = {}

    def of(self, folder: RunFolder) -> list[Task]:
        digest = folder.tasks_digest()
        if digest not in self._known:
            self._known[digest] = folder.tasks()
        return self._known[digest]
