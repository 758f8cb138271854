"""The tasks of a run: all ids at once, and whole tasks on request."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from m3bench.apps.viewer.growing_file import GrowingFile
from m3bench.core import M3BenchError, Task
from m3bench.formats import jsonl


class TaskHead(msgspec.Struct, frozen=True):
    """The fields of a task that lists need."""

    id: str
    family: str | None = None
    answer: Any = None
    answer_key: Any = None
    extra: Any = None

    @property
    def is_checked(self) -> bool:
        """Whether attempts can succeed or fail, as `m3bench.checks.is_checked` says of the whole task."""
        checks = self.extra.get("checks") if isinstance(self.extra, dict) else None
        key = self.answer_key.get("value") if isinstance(self.answer_key, dict) else None
        answer = self.answer if isinstance(self.answer, str) else ""
        return bool(checks) or key is not None or bool(answer.strip())


_HEADS: msgspec.json.Decoder[TaskHead] = msgspec.json.Decoder(TaskHead)


class TaskIndex:
    """Reads the ids of `tasks.jsonl` once, and single lines on request."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = GrowingFile(path)
        self._places: dict[str, tuple[int, int]] = {}
        self._last: tuple[bytes, Task | None] | None = None
        """A page asks for many parts of one attempt at the same task."""
        self.heads: list[TaskHead] = []
        self.has_checks = False
        """Whether attempts at some task can succeed or fail."""

    def refresh(self) -> None:
        if self._file.was_replaced():
            self._places, self.heads, self.has_checks = {}, [], False
        if self._file.size == self._file.position:
            return
        for offset, line in self._file.new_lines():
            head = _head(line)
            if head is not None and head.id not in self._places:
                self._places[head.id] = offset, len(line)
                self.heads.append(TaskHead(head.id, head.family))
                self.has_checks |= head.is_checked

    def task(self, task_id: str) -> Task | None:
        """Return a task by id, or None if it is absent or cannot be read."""
        if task_id not in self._places:
            return None
        line = self._file.read(*self._places[task_id])
        if self._last is None or self._last[0] != line:
            try:
                self._last = line, next(jsonl.stream([line], str(self._path), Task), None)
            except M3BenchError:
                self._last = line, None
        return self._last[1]


def _head(line: bytes) -> TaskHead | None:
    with suppress(msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return _HEADS.decode(line)
    return None
