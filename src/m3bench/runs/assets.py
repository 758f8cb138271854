"""The input files of a run's tasks, read from its suite."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from m3bench.core import UsageError
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
    settings = RunFolder.open(path).manifest.settings
    return suite_assets(find_suite(settings.suite, settings.world), settings, path, as_given=as_given)


def suite_assets(suite: Suite, settings: RunSettings, path: Path, *, as_given: bool = True) -> Assets:
    """Return the same for a suite that is loaded already.

    Args:
        suite: The suite of the run.
        settings: The settings of the run.
        path: The run folder, for messages.
        as_given: As for `run_assets`.
    """
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
