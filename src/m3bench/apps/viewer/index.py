"""An index of a run folder, extended as the journal grows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple, TypeVar

import msgspec

from m3bench.apps.viewer.facts import OPEN, READING, Facts, attempt_facts, decode_record
from m3bench.apps.viewer.growing_file import Deadline, GrowingFile, never
from m3bench.apps.viewer.search import SearchText, text_of
from m3bench.apps.viewer.tasks import TaskIndex
from m3bench.core import NO_USAGE, M3BenchError, Task, UsageError
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
LARGE_BACKLOG = 1 << 18
"""Unread bytes that are more than a few new records."""
_Value = TypeVar("_Value")


class Row(msgspec.Struct, frozen=True):
    """One attempt in a list, with the try that counts, or else the last try, if there is one."""

    key: Key
    family: str
    number: int | None = None
    """The number of the try in the index."""
    facts: Facts | None = None
    without: str = OPEN
    """The status if there is no try."""

    @property
    def status(self) -> str:
        return self.facts.status if self.facts else self.without


class _Cached(NamedTuple):
    """A computed value with its version and time."""

    version: str
    computed: float
    value: Any


class RunIndex:
    """One run folder. Safe to use from several threads."""

    def __init__(self, path: Path, name: str) -> None:
        self.name = name
        self.folder = RunFolder(path)
        self.tasks = TaskIndex(self.folder.tasks_file)
        self.problems: list[str] = []
        self.usage = NO_USAGE
        """What all tries used, as far as it is known."""
        self.task_scores: dict[Key, float] = {}
        """The mean of six by attempt, once the run is scored."""
        self._lock = threading.Lock()
        self._journal = GrowingFile(self.folder.journal)
        self._judgements = GrowingFile(judgements_file(self.folder))
        self._attempts: list[Facts] = []
        self._tries: dict[Key, list[int]] = {}
        self._text = SearchText()
        self._round = 0
        self._known: dict[str, _Cached] = {}
        self._last_record: tuple[bytes, FinishedAttempt] | None = None
        """A page asks for many parts of one record."""
        self.is_read = False
        """Whether the journal was read to its end once. Before, counts are not those of the run."""
        self._chain: Chain | None = None
        self._end_check: RunCheck | None = None
        """The check of the end of the journal, until it was made."""

    @cached_property
    def manifest(self) -> RunManifest | None:
        """The manifest, or None if it cannot be read. The rest of the folder can still be shown."""
        try:
            return RunFolder.open(self.folder.path).manifest
        except M3BenchError as error:
            self._add_problems(error.message)
            return None

    @property
    def opened(self) -> bool:
        """Whether anything was read yet."""
        return self._chain is not None

    @property
    def epochs(self) -> int:
        return self.manifest.settings.epochs if self.manifest else 1

    @property
    def version(self) -> str:
        """A version that changes when more was read."""
        counted = len(self.tasks.heads), self._judgements.size
        return "-".join(map(str, (self._round, self._journal.position, int(self.is_read), *counted)))

    @property
    def unread(self) -> int:
        """Unread bytes of the journal, including an incomplete last line."""
        return max(0, self._journal.size - self._journal.position)

    @property
    def size(self) -> int:
        return self._journal.size

    def refresh(self, done: Deadline = never) -> bool:
        """Read new records. Return whether the deadline left some unread."""
        with self._lock:
            self.tasks.refresh()
            if self._chain is None:
                self._check_folder()
            if self._journal.was_replaced():
                self._reset()
            if self._journal.size == self._journal.position:
                self._check_end()
                self.is_read = True
                return False
            stopped = False
            for offset, line in self._journal.new_lines(done):
                self._add_record(offset, line)
                stopped = done()
            if not self.unread:
                self._check_end()
            stopped = stopped and self.unread > 0
            self.is_read = self.is_read or not stopped
            return stopped

    def rows(self) -> list[Row]:
        """Return all attempts in the order of the tasks, epoch by epoch."""
        return self.cached("rows", self._all_rows)

    def cached(self, name: str, compute: Callable[[], _Value]) -> _Value:
        """Return a value computed from the index, computed again when the index has grown.

        While a long journal is read for the first time, an older value may be returned.
        """
        known, version = self._known.get(name), self.version
        if known is None or (known.version != version and not self._is_fresh_enough(known)):
            known = self._known[name] = _Cached(version, monotonic(), compute())
        value: _Value = known.value
        return value

    def _is_fresh_enough(self, known: _Cached) -> bool:
        young = monotonic() - known.computed < _FRESH_SECONDS
        return young and self.unread > LARGE_BACKLOG and known.version.startswith(f"{self._round}-")

    def find(self, words: tuple[bytes, ...]) -> set[int]:
        """Return the numbers of the tries that contain all words."""
        with self._lock:
            return self._text.find(words)

    def tries(self, key: Key) -> list[Facts]:
        """Return all tries of an attempt in order."""
        with self._lock:
            return [self._attempts[number] for number in self._tries.get(key, ())]

    def find_try(self, key: Key, number: int | None) -> Facts:
        """Return the try with that number, or the try that counts if no number is given."""
        tries = self.tries(key)
        wanted = [facts for facts in tries if number in (None, facts.number)]
        if not wanted:
            raise UsageError("This attempt has not been made yet.", "The page checks again by itself.")
        return ([facts for facts in wanted if facts.final] or wanted)[-1]

    def record(self, facts: Facts) -> FinishedAttempt:
        """Return the whole record of a try."""
        raw = self.raw(facts)
        known = self._last_record
        if known is not None and known[0] == raw and known[1].key == facts.key:
            return known[1]
        link = link_of(raw)
        try:
            record = decode_record(raw) if link is None or is_intact(raw, link) else None
        except ValueError:
            record = None
        if not isinstance(record, FinishedAttempt) or record.key != facts.key:
            raise UsageError("The journal has changed.", "Load the page again.")
        self._last_record = raw, record
        return record

    def raw(self, facts: Facts) -> bytes:
        """Return the bytes of a record in the journal."""
        return self._journal.read(facts.place, facts.length)

    def task(self, task_id: str) -> Task:
        """Return a task by id, or an empty one if the run does not have it."""
        return self.tasks.task(task_id) or Task(id=task_id)

    def close(self) -> None:
        self._text.close()

    def _check_folder(self) -> None:
        """Check everything that needs no records."""
        manifest = self.manifest
        protected = manifest is not None and manifest.protected
        self._chain = Chain(manifest.id or None if manifest else None, required=protected)
        if manifest is None:
            return
        try:
            self._end_check = RunCheck(self.folder)
            self._add_problems(*map(str, self._end_check.damages))
        except M3BenchError as error:
            self._add_problems(error.message)
        if not protected:
            self._add_problems(NOT_PROTECTED)

    def _check_end(self) -> None:
        check, self._end_check = self._end_check, None
        if check is not None and self._chain is not None:
            self._add_problems(*map(str, check.end_of(self.folder.journal.name, self._chain)))

    def _add_record(self, offset: int, line: bytes) -> None:
        finding = self._chain.take(line) if self._chain is not None else None
        if finding is not None and self._chain is not None:
            self._add_problems(
                f"journal.jsonl, line {self._chain.lines:,}{_attempt_name(line)}: {finding.problem}"
            )
            if not finding.usable:
                return
        try:
            record = decode_record(line)
        except ValueError as error:
            self._add_problems(f"The record at byte {offset:,} cannot be read: {str(error)[:200]}")
            return
        self.usage += record.usage or NO_USAGE
        facts = attempt_facts(record, offset, len(line))
        if facts is None or not isinstance(record, FinishedAttempt):
            return
        self._tries.setdefault(facts.key, []).append(len(self._attempts))
        self._attempts.append(facts)
        self._text.add(text_of(record.trajectory))

    def _all_rows(self) -> list[Row]:
        with self._lock:
            families: dict[Key, str | None] = {
                Key(head.id, epoch): head.family
                for epoch in range(1, self.epochs + 1)
                for head in self.tasks.heads
            }
            unplanned = [key for key in self._tries if key not in families]
            return [self._row(key, families.get(key)) for key in (*families, *unplanned)]

    def _row(self, key: Key, family: str | None) -> Row:
        numbers = self._tries.get(key)
        if not numbers:
            return Row(key, family or "", without=OPEN if self.is_read else READING)
        number = ([number for number in numbers if self._attempts[number].final] or numbers)[-1]
        facts = self._attempts[number]
        return Row(key, family or facts.family, number, facts)

    def _reset(self) -> None:
        self._round += 1
        self._chain, self.is_read = None, False
        self._attempts, self._tries, self.problems = [], {}, []
        self.usage, self.task_scores = NO_USAGE, {}
        self._text.close()
        self._text = SearchText()

    def _add_problems(self, *problems: str) -> None:
        self.problems = [*self.problems, *problems][:_MOST_PROBLEMS]


def _attempt_name(line: bytes) -> str:
    task_id, epoch = readable_key(line)
    return "" if task_id is None else f", task {task_id}, epoch {epoch}"
