"""Find the run folders below a folder."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path

from m3bench.core import UsageError
from m3bench.runs.store import is_run

_MAX_DEPTH = 4
_MAX_RUNS = 2_000


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
    found = sorted(run_folders(path)) if path.is_dir() else []
    if not found:
        what = "has no run folder in it" if path.is_dir() else "is not a run folder"
        raise UsageError(
            f"{path} {what}.", "A run folder has a manifest.json; m3bench run --out DIR makes one."
        )
    return found


def run_folders(root: Path) -> Iterator[Path]:
    """Yield run folders up to a depth. Links are not followed, and runs contain no other runs."""
    count = 0
    for place, inner, _ in os.walk(root):
        path = Path(place)
        if is_run(path):
            inner.clear()
            count += 1
            yield path
        if count >= _MAX_RUNS or len(path.relative_to(root).parts) >= _MAX_DEPTH:
            inner.clear()
        inner[:] = sorted(name for name in inner if not name.startswith("."))
