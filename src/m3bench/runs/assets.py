"""The input files of a run's tasks, read from its suite."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from m3bench.core import UsageError
from m3bench.runs.distributed import SameSuite
from m3bench.runs.replaying import Assets
from m3bench.runs.settings import RunSettings
from m3bench.runs.store import RunFolder
from m3bench.suites import Suite, ablate_suite, find_suite


def run_assets(path: Path, *, as_given: bool = True) -> Assets:
    """Return a function from a task id to the files of its workspace.

    Args:
        path: A run folder.
        as_given: Return the files that the agent got. If false, return those of the original task. They
            differ where the run replaced or removed pictures.
    """
    settings = RunFolder.open(path).manifest.located_settings
    return _suite_assets(find_suite(settings.suite, settings.world), settings, path, as_given=as_given)


@dataclass(frozen=True)
class AssetSource:
    """The same for workers, which have the suite but may not reach the run folder."""

    settings: RunSettings
    suite: SameSuite
    path: Path
    """The run folder, for messages."""
    as_given: bool

    @classmethod
    def of(cls, path: Path, *, as_given: bool = True) -> Self:
        """Describe the files of a run."""
        settings = RunFolder.open(path).manifest.located_settings
        return cls(settings, SameSuite.of(settings.suite, settings.world), path, as_given)

    def open(self) -> Assets:
        """Load the suite. Raises `UsageError` if it is missing or different on this machine."""
        return _suite_assets(self.suite.load(), self.settings, self.path, as_given=self.as_given)


def _suite_assets(suite: Suite, settings: RunSettings, path: Path, *, as_given: bool) -> Assets:
    if as_given:
        suite = ablate_suite(suite, settings.suite.pictures, settings.seed)
    # From the suite, not the folder: a task in the folder may have been edited to name other files.
    tasks = {task.id: task for task in suite.tasks}

    def assets(task_id: str) -> Mapping[str, bytes | Path]:
        if task_id not in tasks:
            raise UsageError(
                f"Suite {settings.suite.name} has no task {task_id!r}.",
                f"{path} was made with another version of the suite. Use that version to read its files.",
            )
        return suite.assets(tasks[task_id])

    return assets
