"""What a run holds, read once and then only further: the journal may grow while somebody looks."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import msgspec

from m3bench.apps.viewer.facts import OPEN, Facts, decoded, facts_of
from m3bench.apps.viewer.growing import Deadline, GrowingFile, never
from m3bench.apps.viewer.searching import SearchText, text_of
from m3bench.apps.viewer.tasks import TaskShelf
from m3bench.core import M3BenchError, Task, UsageError
from m3bench.runs import FinishedAttempt, Key, RunFolder, RunManifest
from m3bench.runs.store import (
    NOT_PROTECTED,
    Chain,
    RunCheck,
    is_intact,
    judgements_file,
    link_of,
    readable_key,
)

_MOST_PROBLEMS = 20
_FRESH_SECONDS = 1.0
MUCH = 1 << 18
"""Bytes that are more than a few records that have just come."""
_Made = TypeVar("_Made")


class Row(msgspec.Struct, frozen=True):
    """One attempt of a list: the try that counts, or the last one where none does yet, or none at all."""

    key: Key
    family: str
    number: int | None = None
    """Of the attempt in the index."""
    facts: Facts | None = None

    @property
    def status(self) -> str:
        return self.facts.status if self.facts else OPEN


class _Known(NamedTuple):
    """What was made, from which version and when."""

    version: str
    made: float
    value: Any


class RunIndex:
    """One run folder. Safe to use from several threads."""

    def __init__(self, path: Path, name: str) -> None:
        self.name = name
        self.folder = RunFolder(path)
        self.tasks = TaskShelf(self.folder.tasks_file)
        self.problems: list[str] = []
        self._lock = threading.Lock()
        self._journal = GrowingFile(self.folder.journal)
        self._judgements = GrowingFile(judgements_file(self.folder))
        self._attempts: list[Facts] = []
        self._tries: dict[Key, list[int]] = {}
        self._text = SearchText()
        self._round = 0
        self._known: dict[str, _Known] = {}
        self._chain: Chain | None = None
        self._unsealed: RunCheck | None = None
        """Who has yet to say whether the end of the journal is there."""

    @cached_property
    def manifest(self) -> RunManifest | None:
        """None where it cannot be read; what else the folder holds can still be looked at."""
        try:
            return RunFolder.open(self.folder.path).manifest
        except M3BenchError as error:
            self._complain(error.message)
            return None

    @property
    def epochs(self) -> int:
        return self.manifest.settings.epochs if self.manifest else 1

    @property
    def version(self) -> str:
        """Differs once something has been read that was not there before."""
        return f"{self._round}-{self._journal.position}-{len(self.tasks.heads)}-{self._judgements.size}"

    @property
    def unread(self) -> int:
        """Bytes of the journal that are yet to be looked at; of a line that is being written, too."""
        return max(0, self._journal.size - self._journal.position)

    @property
    def size(self) -> int:
        return self._journal.size

    def refresh(self, done: Deadline = never) -> bool:
        """Read what has come. Whether there is more, because time was up."""
        with self._lock:
            self.tasks.refresh()
            if self._chain is None:
                self._look_over()
            if self._journal.was_replaced():
                self._forget()
            if self._journal.size == self._journal.position:
                self._look_at_end()
                return False
            stopped = False
            for place, line in self._journal.new_lines(done):
                self._take(place, line)
                stopped = done()
            if not self.unread:
                self._look_at_end()
            return stopped and self.unread > 0

    def rows(self) -> list[Row]:
        """All attempts of the run in the order of its tasks, epoch by epoch."""
        return self.once("rows", self._made_rows)

    def once(self, name: str, make: Callable[[], _Made]) -> _Made:
        """What is made from all that was read, made again when more was read.

        While a long journal is read for the first time, that is not done at every step.
        """
        known, version = self._known.get(name), self.version
        if known is None or (known.version != version and not self._is_fresh_enough(known)):
            known = self._known[name] = _Known(version, monotonic(), make())
        made: _Made = known.value
        return made

    def _is_fresh_enough(self, known: _Known) -> bool:
        young = monotonic() - known.made < _FRESH_SECONDS
        return young and self.unread > MUCH and known.version.startswith(f"{self._round}-")

    def holding(self, words: tuple[bytes, ...]) -> set[int]:
        """The numbers of the attempts that hold all words."""
        with self._lock:
            return self._text.find(words)

    def tries(self, key: Key) -> list[Facts]:
        """All tries of an attempt, the first one first."""
        with self._lock:
            return [self._attempts[number] for number in self._tries.get(key, ())]

    def chosen(self, key: Key, number: int | None) -> Facts:
        """The try of that number; without one, the try that counts."""
        tries = self.tries(key)
        wanted = [facts for facts in tries if number in (None, facts.number)]
        if not wanted:
            raise UsageError("There is no such attempt yet.", "It may come: the page looks again by itself.")
        final = [facts for facts in wanted if facts.final]
        return (final or wanted)[-1]

    def record(self, facts: Facts) -> FinishedAttempt:
        """The whole record of a try."""
        raw = self.raw(facts)
        link = link_of(raw)
        try:
            found = decoded(raw) if link is None or is_intact(raw, link) else None
        except ValueError:
            found = None
        if not isinstance(found, FinishedAttempt) or found.key != facts.key:
            raise UsageError("The journal was changed meanwhile.", "Load the page again.")
        return found

    def raw(self, facts: Facts) -> bytes:
        """The record as it stands in the journal."""
        return self._journal.read(facts.place, facts.length)

    def task(self, task_id: str) -> Task:
        """The task of that id; a bare one where the run does not have it."""
        return self.tasks.task(task_id) or Task(id=task_id)

    def close(self) -> None:
        self._text.close()

    def _look_over(self) -> None:
        """What can be said before the records are read."""
        manifest = self.manifest
        protected = manifest is not None and manifest.protected
        self._chain = Chain(manifest.id or None if manifest else None, required=protected)
        if manifest is None:
            return
        try:
            self._unsealed = RunCheck(self.folder)
            for damage in self._unsealed.damages:
                self._complain(str(damage))
        except M3BenchError as error:
            self._complain(error.message)
        if not protected:
            self._complain(NOT_PROTECTED)

    def _look_at_end(self) -> None:
        check, self._unsealed = self._unsealed, None
        if check is not None and self._chain is not None:
            for damage in check.end_of(self.folder.journal.name, self._chain):
                self._complain(str(damage))

    def _take(self, place: int, line: bytes) -> None:
        finding = self._chain.take(line) if self._chain is not None else None
        if finding is not None and self._chain is not None:
            self._complain(f"journal.jsonl, line {self._chain.lines:,}{_named(line)}: {finding.problem}")
            if not finding.usable:
                return
        try:
            record = decoded(line)
        except ValueError as error:
            self._complain(f"The record at byte {place:,} cannot be read: {str(error)[:200]}")
            return
        facts = facts_of(record, place, len(line))
        if facts is None or not isinstance(record, FinishedAttempt):
            return
        self._tries.setdefault(facts.key, []).append(len(self._attempts))
        self._attempts.append(facts)
        self._text.add(text_of(record.trajectory))

    def _made_rows(self) -> list[Row]:
        with self._lock:
            return self._all_rows()

    def _all_rows(self) -> list[Row]:
        planned = [
            (Key(head.id, epoch), head.family)
            for epoch in range(1, self.epochs + 1)
            for head in self.tasks.heads
        ]
        known = {key for key, _ in planned}
        others = [(key, None) for key in self._tries if key not in known]
        return [self._row(key, family) for key, family in [*planned, *others]]

    def _row(self, key: Key, family: str | None) -> Row:
        numbers = self._tries.get(key)
        if not numbers:
            return Row(key, family or "")
        final = [number for number in numbers if self._attempts[number].final]
        number = (final or numbers)[-1]
        facts = self._attempts[number]
        return Row(key, family or facts.family, number, facts)

    def _forget(self) -> None:
        self._round += 1
        self._chain = None
        self._attempts, self._tries, self.problems = [], {}, []
        self._text.close()
        self._text = SearchText()

    def _complain(self, problem: str) -> None:
        if len(self.problems) < _MOST_PROBLEMS:
            self.problems.append(problem)


def _named(line: bytes) -> str:
    task_id, epoch = readable_key(line)
    return "" if task_id is None else f", task {task_id}, epoch {epoch}"
