"""One line for each run: success, mean, cost, tokens, time, tags."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec

from m3bench.core import M3BenchError, UsageError
from m3bench.core.text import did_you_mean
from m3bench.runs.scoring import RunResult, read_run, run_scorer, score_run_result
from m3bench.runs.store import RunFolder, RunManifest, is_run
from m3bench.scoring import Scorer

_MAX_DEPTH = 4
_MAX_RUNS = 2_000
SORT_KEYS = MappingProxyType({
    "name": False, "created": True, "suite": False, "agent": False, "model": False, "success": True,
    "mean": True, "tokens": False, "cost": False, "seconds": False, "attempts": True,
})  # fmt: skip
"""What a list can be sorted by, and whether the largest comes first."""


def find_runs(paths: Iterable[Path]) -> list[Path]:
    """Return the run folders among these paths, and those below the other ones, sorted by name.

    Args:
        paths: Run folders, or folders that contain run folders.

    Raises:
        UsageError: A path is not a folder, or contains no run.
    """
    return [run for path in paths for run in _runs_of(path)]


def _runs_of(path: Path) -> list[Path]:
    if is_run(path):
        return [path]
    runs = sorted(run_folders(path)) if path.is_dir() else []
    if not runs:
        what = "has no run folder in it" if path.is_dir() else "is not a run folder"
        hint = "A run folder has a manifest.json; m3bench run --out DIR makes one."
        raise UsageError(f"{path} {what}.", hint)
    return runs


def run_folders(root: Path) -> Iterator[Path]:
    """Yield run folders up to a depth. Links are not followed, and runs contain no other runs."""
    count = 0
    for folder, inner, _ in os.walk(root):
        path = Path(folder)
        if is_run(path):
            inner.clear()
            count += 1
            yield path
        if count >= _MAX_RUNS or len(path.relative_to(root).parts) >= _MAX_DEPTH:
            inner.clear()
        inner[:] = sorted(name for name in inner if not name.startswith("."))


class RunSummary(msgspec.Struct, frozen=True, kw_only=True):
    """What a list shows of a run. None: unknown."""

    path: Path
    name: str
    created: datetime | None = None
    suite: str = ""
    agent: str = ""
    model: str | None = None
    attempts: int = 0
    """Planned attempts."""
    scored: int = 0
    success: float | None = None
    """Strict success."""
    mean: float | None = None
    """Mean of the six metrics."""
    tokens: int | None = None
    cost: float | None = None
    seconds: float | None = None
    """Time of all attempts together."""
    tags: tuple[str, ...] = ()
    note: str | None = None
    best_of: bool = False
    """Whether scored attempts were retried."""
    unranked: str = ""
    problem: str | None = None
    """Why the run cannot be read."""

    @property
    def complete(self) -> bool:
        """Whether every attempt is scored."""
        return self.problem is None and self.scored == self.attempts


def summarize_run(path: Path, *, mean: bool = True, scorer: Scorer | None = None) -> RunSummary:
    """Summarize a run. One that cannot be read has a `problem`.

    Args:
        path: The run folder.
        mean: Score its attempts for the mean of the six metrics.
        scorer: The scorer for that; by default one is made.
    """
    try:
        manifest = RunFolder.open(path).manifest
        result = read_run(path)
        average = _mean(path, result, scorer) if mean else None
    except M3BenchError as error:
        return RunSummary(path=path, name=path.name, problem=error.message)
    return _summary(path, manifest, result, average)


def _summary(path: Path, manifest: RunManifest, result: RunResult, mean: float | None) -> RunSummary:
    usage, settings = result.usage, manifest.settings
    tokens = None
    if usage.input_tokens is not None and usage.output_tokens is not None:
        tokens = usage.input_tokens + usage.output_tokens
    return RunSummary(
        path=path,
        name=path.name,
        created=manifest.created,
        suite=Path(settings.suite.name).name,
        agent=settings.agent,
        model=settings.model.name,
        attempts=result.attempts,
        scored=result.attempts - len(result.dropped),
        success=result.strict_success,
        mean=mean,
        tokens=tokens,
        cost=usage.cost,
        seconds=result.seconds,
        tags=manifest.tags,
        note=manifest.note,
        best_of=result.best_of,
        unranked=result.unranked,
    )


def _mean(path: Path, result: RunResult, scorer: Scorer | None) -> float | None:
    if not result.tasks or not all(task.references for task in result.tasks):
        return None
    return score_run_result(scorer or run_scorer([path]), result).total.metrics.average


def sort_summaries(summaries: Sequence[RunSummary], key: str) -> list[RunSummary]:
    """Sort summaries. Runs without the value come last.

    Raises:
        UsageError: A list cannot be sorted by that.
    """
    if key not in SORT_KEYS:
        hint = did_you_mean(key, SORT_KEYS, f"Keys: {', '.join(SORT_KEYS)}.")
        raise UsageError(f"Runs cannot be sorted by {key!r}.", hint)

    def value(summary: RunSummary) -> Any:
        return getattr(summary, key)

    known = [summary for summary in summaries if value(summary) is not None]
    unknown = [summary for summary in summaries if value(summary) is None]
    return [*sorted(known, key=value, reverse=SORT_KEYS[key]), *unknown]
