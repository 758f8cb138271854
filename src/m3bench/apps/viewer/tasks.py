"""The tasks of a run: all ids at once, and whole tasks on request."""

from __future__ import annotations

from pathlib import Path

import msgspec

from m3bench.apps.viewer.growing_file import GrowingFile
from m3bench.core import FormatError, M3BenchError, Task
from m3bench.formats import jsonl


class TaskHead(msgspec.Struct, frozen=True):
    """The fields of a task that lists need."""

    id: str
    family: str | None = None


_HEADS: msgspec.json.Decoder[TaskHead] = msgspec.json.Decoder(TaskHead)


class TaskIndex:
    """Reads the ids of `tasks.jsonl` once, and single lines on request."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = GrowingFile(path)
        self._places: dict[str, tuple[int, int]] = {}
        self.heads: list[TaskHead] = []

    def refresh(self) -> None:
        if self._file.was_replaced():
            self._places, self.heads = {}, []
        if self._file.size == self._file.position:
            return
        for place, line in self._file.new_lines():
            head = _head(line)
            if head is not None and head.id not in self._places:
                self._places[head.id] = place, len(line)
                self.heads.append(head)

    def task(self, task_id: str) -> Task | None:
        """Return a task by id, or None if it is absent or cannot be read."""
        if task_id not in self._places:
            return None
        line = self._file.read(*self._places[task_id])
        try:
            return next(jsonl.stream([line], str(self._path), Task), None)
        except (M3BenchError, FormatError):
            return None


def _head(line: bytes) -> TaskHead | None:
    try:
        return _HEADS.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
