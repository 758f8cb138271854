"""A file of tasks as a suite."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath

import msgspec

from m3bench.core import Task, UsageError, content_hash
from m3bench.formats import read_tasks


class FileSuite:
    """Tasks of any format that m3bench reads. Pictures are looked for beside the file. A `Suite`."""

    def __init__(self, path: Path) -> None:
        self.name = str(path.resolve())
        self._folder = path.resolve().parent
        self.tasks = tuple(_with_servers(task) for task in read_tasks(path))

    @property
    def digest(self) -> str:
        pictures = {picture: _hash(self._picture(picture)) for task in self.tasks for picture in task.images}
        return content_hash([[task.digest for task in self.tasks], pictures])

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        return {picture: self._picture(picture) for picture in task.images}

    def _picture(self, name: str) -> Path:
        path = self._folder / name
        if PurePosixPath(name).is_absolute() or not path.is_file():
            raise UsageError(
                f"The picture {name!r} is not there.",
                f"Put it below {self._folder}, under this relative name.",
            )
        return path


def _with_servers(task: Task) -> Task:
    """Where a file does not say which servers a task needs, its references do."""
    if task.servers:
        return task
    used = {call.server for reference in task.references for _, call in reference.calls() if call.server}
    return msgspec.structs.replace(task, servers=tuple(sorted(used)))


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
