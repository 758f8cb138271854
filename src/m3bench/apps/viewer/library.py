"""All run folders below a folder."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic

from m3bench.apps.viewer.index import RunIndex
from m3bench.core import UsageError
from m3bench.runs.listing import run_folders

_RESCAN_SECONDS = 2.0
_HERE = "."


class Library:
    """Runs by their path below the folder. New runs are added, deleted ones are dropped."""

    def __init__(self, root: Path, *others: Path, named: bool = False) -> None:
        """Open folders of runs.

        Args:
            root: A run, or a folder with runs in it.
            others: Further ones. Runs are then named after these folders, too.
            named: Give a single run the name of its folder.
        """
        for folder in (root, *others):
            if not folder.is_dir():
                hint = "Name the folder of your runs, or make a run: m3bench run smoke --agent reference."
                raise UsageError(f"There is no folder {folder}.", hint)
        self.root = root
        self.roots = list(dict.fromkeys((root, *others)))
        self._named = named
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
        run = next((run for run in self.runs() if run.name == name), None)
        if run is None:
            raise UsageError("There is no such run.", "Go back to the list of runs.")
        return run

    def close(self) -> None:
        with self._lock:
            for run in self._runs.values():
                run.close()
            self._runs = {}

    def _scan(self) -> None:
        paths = dict(sorted(self._found()))
        for name in [name for name in self._runs if name not in paths]:
            self._runs.pop(name).close()
        self._runs = {name: self._runs.get(name) or RunIndex(path, name) for name, path in paths.items()}
        self._scanned = monotonic()

    def _found(self) -> Iterator[tuple[str, Path]]:
        names = [root.name for root in self.roots]
        for root in self.roots:
            prefix = root.name if names.count(root.name) == 1 else str(root).lstrip("/")
            for path in run_folders(root):
                inner = path.relative_to(root).as_posix()
                if inner == _HERE and (self._named or len(self.roots) > 1):
                    yield prefix, path
                else:
                    yield (f"{prefix}/{inner}" if len(self.roots) > 1 else inner), path
