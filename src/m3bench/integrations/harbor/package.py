"""The files of one task that the gateway and the verifier read: the task, its world and its files."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from m3bench.core import Task, UsageError, path_problem
from m3bench.formats import read_tasks, write, write_atomically
from m3bench.suites import WorldRef

TASK, WORLD, FILES = "task.jsonl", "world.json", "files"


class TaskPackage(msgspec.Struct, frozen=True):
    """A task, its world, and its files by their names in the workspace."""

    task: Task
    world: WorldRef
    files: Mapping[str, bytes | Path]

    def without_solution(self) -> TaskPackage:
        """Return what the gateway needs: nothing of it says what a right answer is, except to the user."""
        hidden = ("references", "answer", "answer_key", "extra")
        fields = {name: value for name, value in self.task.to_dict().items() if name not in hidden}
        shown = msgspec.convert({**fields, "sabotage": self.task.sabotage}, Task)
        return TaskPackage(shown, self.world, self.files)

    def write_to(self, folder: Path) -> None:
        """Write the package to a new or empty folder."""
        folder.mkdir(parents=True, exist_ok=True)
        write(folder / TASK, [self.task], format="jsonl")
        write_atomically(folder / WORLD, [msgspec.json.encode(self.world), b"\n"])
        write_files(self.files, folder / FILES)


def write_files(files: Mapping[str, bytes | Path], folder: Path) -> None:
    """Write files below a folder. Without files, there is no folder."""
    for name, file in files.items():
        if problem := path_problem(name):
            hint = "Rename it in the suite."
            raise UsageError(f"The file {name!r} cannot be exported: its name {problem}.", hint)
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(target, [file if isinstance(file, bytes) else file.read_bytes()])


def read_package(folder: Path) -> TaskPackage:
    """Read a package. Raise `UsageError` if something is missing."""
    tasks = read_tasks(folder / TASK)
    if len(tasks) != 1:
        raise UsageError(f"{folder / TASK} must have one task, and has {len(tasks)}.", "Export it again.")
    try:
        world = msgspec.json.decode((folder / WORLD).read_bytes(), type=WorldRef)
    except (OSError, msgspec.DecodeError) as error:
        raise UsageError(f"{folder / WORLD} cannot be read: {error}.", "Export the task again.") from None
    files = sorted(Path(root, name) for root, _, names in os.walk(folder / FILES) for name in names)
    return TaskPackage(tasks[0], world, {path.relative_to(folder / FILES).as_posix(): path for path in files})
