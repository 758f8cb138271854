"""Valid ways to solve tasks that are not those of the references: other tools, one by one, all in one step.

Each is carried out over the servers by `benchmarks/floors.py`, and hands in what the reference hands in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import anyio
import msgspec

from m3bench.core import Call, Reference, Step, Task
from m3bench.runs import RunSettings, read_run, start_run
from m3bench.scoring.evidence import evidence_of
from m3bench.suites import Suite


class OtherPath(msgspec.Struct, frozen=True):
    """The calls of one way to solve a task, step by step."""

    title: str
    """What is other about it."""
    task_id: str
    steps: tuple[tuple[Call, ...], ...]


class PathScore(msgspec.Struct, frozen=True):
    """What another path reached."""

    path: OtherPath
    success: bool
    evidence_recall: float | None


PATHS: tuple[OtherPath, ...] = ()
"""Those that are measured."""


def measure(paths: Sequence[OtherPath], suite: Suite, folder: Path) -> list[PathScore]:
    """Carry out each path on its task. `folder` holds the runs."""
    return [_measured(path, suite, folder / f"path-{place}") for place, path in enumerate(paths)]


def _measured(path: OtherPath, suite: Suite, folder: Path) -> PathScore:
    task = next(task for task in suite.tasks if task.id == path.task_id)
    settings = RunSettings(suite=suite.name, agent="reference")
    halt = anyio.run(lambda: start_run(settings, folder, suite=_PathSuite(suite, task, path)))
    assert halt is None, halt
    result = read_run(folder)
    recall = evidence_of(result.trajectories[0], task).recall if result.trajectories else None
    return PathScore(path, result.success == 1, recall)


class _PathSuite:
    """A suite of one task, whose only reference is the other path. A `Suite`."""

    def __init__(self, suite: Suite, task: Task, path: OtherPath) -> None:
        self._suite, self._task = suite, task
        self.name, self.digest = suite.name, suite.digest
        self.tasks = (msgspec.structs.replace(task, references=(_reference(task, path),)),)

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        del task
        return self._suite.assets(self._task)


def _reference(task: Task, path: OtherPath) -> Reference:
    first = task.references[0]
    steps = tuple(Step(calls) for calls in path.steps)
    return msgspec.structs.replace(first, steps=steps, name=path.title, edges=())
