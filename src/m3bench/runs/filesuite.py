"""Tasks of files as a suite."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path, PurePosixPath

import msgspec

from m3bench.core import PathRefused, Task, UsageError, content_hash, path_inside
from m3bench.formats import read_tasks


class FileSuite:
    """Tasks with their pictures in a folder. A `Suite`."""

    def __init__(self, name: str, folder: Path, tasks: Iterable[Task]) -> None:
        self.name = name
        self._folder = folder.resolve()
        self.tasks = tuple(_with_servers(task) for task in tasks)

    @classmethod
    def of(cls, path: Path) -> FileSuite:
        """The tasks of a file of any format that m3bench reads, with their pictures beside it."""
        return cls(str(path.resolve()), path.resolve().parent, read_tasks(path))

    @property
    def digest(self) -> str:
        pictures = {picture: _hash(self._picture(picture)) for task in self.tasks for picture in task.images}
        return content_hash([[task.digest for task in self.tasks], pictures])

    def assets(self, task: Task) -> Mapping[str, bytes | Path]:
        return {picture: self._picture(picture) for picture in task.images}

    def _picture(self, name: str) -> Path:
        """A file below the suite's folder. A link that leads out of it is not followed."""
        try:
            path = Path(path_inside(str(self._folder), name, os.path.realpath, called="the suite's folder"))
        except PathRefused as refused:
            raise UsageError(
                f"The picture {name!r} {refused}.",
                f"Put the file itself below {self._folder}, under a relative name.",
            ) from None
        plain = not PurePosixPath(name).is_absolute() and ".." not in PurePosixPath(name).parts
        if not plain or not path.is_file():
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
