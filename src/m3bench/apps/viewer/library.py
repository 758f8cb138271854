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

_DEEPEST = 4
_MOST_RUNS = 2_000
_LOOK_AGAIN_SECONDS = 2.0
_HERE = "."


class Library:
    """Runs by their path below the folder. New ones are noticed, those that go are dropped."""

    def __init__(self, root: Path) -> None:
        if not root.is_dir():
            raise UsageError(
                f"There is no folder {root}.",
                "Name the folder that holds your runs, or make one: m3bench run smoke --agent reference.",
            )
        self.root = root
        self._runs: dict[str, RunIndex] = {}
        self._lock = threading.Lock()
        self._looked: float | None = None

    def runs(self) -> list[RunIndex]:
        """All of them, by name."""
        with self._lock:
            if self._looked is None or monotonic() - self._looked >= _LOOK_AGAIN_SECONDS:
                self._look()
            return list(self._runs.values())

    def run(self, name: str) -> RunIndex:
        """The run of that name: only what was found can be asked for."""
        found = {run.name: run for run in self.runs()}.get(name)
        if found is None:
            raise UsageError("There is no such run here.", "Go back to the list of runs.")
        return found

    def close(self) -> None:
        with self._lock:
            for run in self._runs.values():
                run.close()
            self._runs = {}

    def _look(self) -> None:
        found = dict(sorted((_name(path, self.root), path) for path in _run_folders(self.root)))
        for name in [name for name in self._runs if name not in found]:
            self._runs.pop(name).close()
        self._runs = {name: self._runs.get(name) or RunIndex(path, name) for name, path in found.items()}
        self._looked = monotonic()


def _name(path: Path, root: Path) -> str:
    return path.relative_to(root).as_posix() if path != root else _HERE


def _run_folders(root: Path) -> Iterator[Path]:
    """A run holds no other runs; what is deeper, or behind a link, is not looked at."""
    count = 0
    for place, inner, _ in os.walk(root):
        path = Path(place)
        if is_run(path):
            inner.clear()
            count += 1
            yield path
        if count >= _MOST_RUNS or len(path.relative_to(root).parts) >= _DEEPEST:
            inner.clear()
        inner[:] = sorted(name for name in inner if not name.startswith("."))
