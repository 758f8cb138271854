"""Suites that are read from files of tasks."""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from m3bench.core import FormatError, Task, UsageError, content_hash
from m3bench.formats import read_tasks
from m3bench.formats.io import open_regular, path_inside


class FileSuite:
    """A `Suite` whose pictures and files are in a folder."""

    def __init__(self, name: str, folder: Path, tasks: Iterable[Task]) -> None:
        self.name = name
        self._folder = folder.resolve()
        self.tasks = tuple(_with_servers(task) for task in tasks)

    @classmethod
    def of(cls, path: Path) -> FileSuite:
        """Read tasks from a file of any supported format. Their files are in the same folder."""
        return cls(str(path.resolve()), path.resolve().parent, read_tasks(path))

    @property
    def digest(self) -> str:
        files = {name: _hash(self._file(name)) for task in self.tasks for name in _file_names(task)}
        return content_hash([[task.digest for task in self.tasks], files])

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        return {name: self._file(name) for name in _file_names(task)}

    def _file(self, name: str) -> Path:
        path = path_inside(self._folder, name)
        if not path.is_file():
            what = "picture" if (mimetypes.guess_type(name)[0] or "").startswith("image/") else "file"
            raise UsageError(
                f"The {what} {name!r} does not exist.",
                f"Put it into {self._folder} under this relative path.",
            )
        return path


def repeated_task(task: Task, first: Path, second: Path) -> UsageError:
    return UsageError(
        f"The task {task.id} is in {first.name} and in {second.name}.",
        "Remove one of the two files from the folder.",
    )


def _file_names(task: Task) -> list[str]:
    return [*task.images, *(file.name for file in task.files)]


def _with_servers(task: Task) -> Task:
    """Take the servers from the references if the task names none."""
    if task.servers:
        return task
    used = {call.server for reference in task.references for _, call in reference.calls() if call.server}
    return msgspec.structs.replace(task, servers=tuple(sorted(used)))


def _hash(path: Path) -> str:
    try:
        with open_regular(path) as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise FormatError(f"cannot be read: {error.strerror}", file=str(path)) from None
