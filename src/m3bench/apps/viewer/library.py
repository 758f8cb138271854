"""All run folders below a folder."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from m3bench.apps.viewer.index import RunIndex
from m3bench.core import UsageError
from m3bench.runs import is_run

_MAX_DEPTH = 4
_MAX_RUNS = 2_000
_RESCAN_SECONDS = 2.0
_HERE = "."


class Library:
    """Runs by their path below the folder. New runs are added, deleted ones are dropped."""

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise UsageError(
                f"There is no folder {root}.",
                "Name the folder of your runs, or make a run: m3bench run smoke --agent reference.",
            )
        self.root = root
        self._runs: dict[str, RunIndex] = {}
        self._lock = threading.Lock()
        self._scanned: float | None = None

    def runs(self) -> list[RunIndex]:
        """Return all runs, sorted by name."""
        with self._lock:
            if self._scanned is None or monotonic() - self._scanned >= _RESCAN_SECONDS:
                self._scan()
            return list(self._runs.values())

    def run(self, name: str) -> RunIndex:
        """Return a run by name. Raise if it was not found in the folder."""
        found = {run.name: run for run in self.runs()}.get(name)
        if found is None:
            raise UsageError("There is no such run.", "Go back to the list of runs.")
        return found

    def close(self) -> None:
        with self._lock:
            for run in self._runs.values():
                run.close()
            self._runs = {}

    def _scan(self) -> None:
        found = dict(sorted((_name(path, self.root), path) for path in _run_folders(self.root)))
        for name in [name for name in self._runs if name not in found]:
            self._runs.pop(name).close()
        self._runs = {name: self._runs.get(name) or RunIndex(path, name) for name, path in found.items()}
        self._scanned = monotonic()


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path != root else _HERE


def _run_folders(root: Path) -> Iterator[Path]:
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
