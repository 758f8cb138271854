"""The final attempts of a run: where their records are in the journal, in a few bytes each."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntFlag
from typing import IO

import numpy as np
from numpy.typing import NDArray

from m3bench.core import NO_USAGE, FormatError, Usage
from m3bench.formats.io import open_regular
from m3bench.runs.store.blobs import digests_of
from m3bench.runs.store.chain import is_intact, link_of
from m3bench.runs.store.folder import MAX_ATTEMPTS, RunFolder
from m3bench.runs.store.integrity import RunCheck
from m3bench.runs.store.journal import Line, decode_record
from m3bench.runs.store.records import FinishedAttempt, Key, LimitsChange, Record, RetryRequest
from m3bench.runs.store.transcript import transcript_digests

Slots = NDArray[np.int32]
"""Numbers of attempts: by epoch, then by task."""
_ABSENT = -1


class Mark(IntFlag):
    """What is known of a final attempt without reading it again."""

    FAILED = 1
    """A server or the harness failed it."""
    BLOBS = 2
    """Its results name blobs."""
    TRANSCRIPT = 4
    """It has a transcript."""
    RETRY = 8
    """It is to be made again. Until then, it counts."""


class AttemptTable:
    """The final attempts of a run. It takes 17 bytes for each planned attempt, made or not.

    Attempts have numbers, called slots: those of the first epoch in the order of the tasks, then those of the
    second epoch, and so on.
    """

    def __init__(self, task_ids: Iterable[str], epochs: int) -> None:
        self.task_ids = list(dict.fromkeys(task_ids))
        self._places = {task_id: index for index, task_id in enumerate(self.task_ids)}
        self.slots = len(self.task_ids) * epochs
        self._starts = array("q", [_ABSENT]) * self.slots
        self._lengths = array("q", [0]) * self.slots
        self._marks = bytearray(self.slots)

    def slot(self, key: Key) -> int | None:
        """Return the slot of an attempt; None if the run has no such attempt."""
        index = self._places.get(key.task_id)
        if index is None:
            return None
        slot = (key.epoch - 1) * len(self.task_ids) + index
        return slot if key.epoch >= 1 and slot < self.slots else None

    def key(self, slot: int) -> Key:
        """Return the attempt of a slot."""
        epoch, index = divmod(slot, len(self.task_ids))
        return Key(self.task_ids[index], epoch + 1)

    def put(self, slot: int, start: int, length: int, mark: Mark) -> None:
        """Note the final record of an attempt, by its place in the journal. It replaces an earlier one."""
        self._starts[slot], self._lengths[slot], self._marks[slot] = start, length, mark

    def drop(self, key: Key) -> None:
        """Forget an attempt whose last record is damaged."""
        slot = self.slot(key)
        if slot is not None:
            self._starts[slot] = _ABSENT

    def made(self) -> Slots:
        """Return the slots of all final attempts."""
        return self._where(np.frombuffer(self._starts, dtype=np.int64) != _ABSENT)

    def count_done(self) -> int:
        """Return how many final attempts are not to be made again."""
        made = self.made()
        return len(made) - int(self.marked(made, Mark.FAILED | Mark.RETRY).sum())

    def open(self) -> Slots:
        """Return the slots of attempts without a final record."""
        return self._where(np.frombuffer(self._starts, dtype=np.int64) == _ABSENT)

    def marked(self, slots: Slots, mark: Mark) -> NDArray[np.bool_]:
        """Return which of these attempts have a mark."""
        marked: NDArray[np.bool_] = (np.frombuffer(self._marks, dtype=np.uint8)[slots] & int(mark)) != 0
        return marked

    def succeeded(self, key: Key) -> bool:
        """Return whether an attempt is final, and not to be made again: no server and no harness failed it,
        and nobody asked for another try."""
        slot = self.slot(key)
        return (
            slot is not None
            and self._starts[slot] != _ABSENT
            and not self._marks[slot] & (Mark.FAILED | Mark.RETRY).value
        )

    def request_retry(self, key: Key) -> None:
        """Note that an attempt is to be made again."""
        slot = self.slot(key)
        if slot is not None and self._starts[slot] != _ABSENT:
            self._marks[slot] |= Mark.RETRY.value

    def waits_for_retry(self, slot: int) -> bool:
        """Return whether an attempt is to be made again."""
        return bool(self._marks[slot] & Mark.RETRY.value)

    def in_order_of_end(self) -> Slots:
        """Return the slots of final attempts in the order of their records."""
        made = self.made()
        starts = np.frombuffer(self._starts, dtype=np.int64)[made]
        return made[np.argsort(starts, kind="stable")]

    def read(self, folder: RunFolder, slots: Iterable[int]) -> Iterator[FinishedAttempt]:
        """Yield the records of attempts, one in memory at a time.

        Raises:
            FormatError: The journal was changed since the table was made.
        """
        try:
            file = open_regular(folder.journal)
        except OSError as error:
            raise FormatError(f"cannot be read: {error.strerror}", file=str(folder.journal)) from None
        with file:
            for slot in slots:
                yield self._record(file, int(slot), folder)

    def _record(self, file: IO[bytes], slot: int, folder: RunFolder) -> FinishedAttempt:
        file.seek(self._starts[slot])
        raw = file.read(self._lengths[slot])
        link = link_of(raw)
        record = decode_record(raw) if link is None or is_intact(raw, link) else None
        if not isinstance(record, FinishedAttempt) or record.key != self.key(slot):
            error = FormatError("it was changed while it was read", file=str(folder.journal))
            error.hint = "Run the same command again."
            raise error
        return record

    @staticmethod
    def _where(chosen: NDArray[np.bool_]) -> Slots:
        return np.flatnonzero(chosen).astype(np.int32)


@dataclass(kw_only=True)
class JournalSummary:
    """What one pass over the journal of a run found."""

    table: AttemptTable
    damaged: dict[Key, str] = field(default_factory=dict)
    """The problems of attempts with a damaged record."""
    usage: Usage = NO_USAGE
    changes: list[LimitsChange] = field(default_factory=list)
    retries: list[RetryRequest] = field(default_factory=list)

    def digests(self, folder: RunFolder) -> Iterator[tuple[Key, set[str]]]:
        """Yield the blobs that final attempts name."""
        made = self.table.made()
        for attempt in self.table.read(folder, made[self.table.marked(made, Mark.BLOBS)]):
            yield attempt.key, digests_of(attempt.trajectory)

    def transcript_digests(self, folder: RunFolder) -> Iterator[tuple[Key, set[str]]]:
        """Yield the blobs of the transcripts of final attempts."""
        made = self.table.made()
        for attempt in self.table.read(folder, made[self.table.marked(made, Mark.TRANSCRIPT)]):
            yield attempt.key, transcript_digests(folder.blobs, attempt.transcript or "")


def summarize_journal(
    check: RunCheck, task_ids: Sequence[str], *, with_invalidated: bool = False
) -> JournalSummary:
    """Read the journal of a run once, one record in memory at a time.

    Args:
        check: Collects the damage.
        task_ids: The tasks of the run, in order.
        with_invalidated: Count an attempt by an earlier record if its last one is damaged.

    Raises:
        FormatError: The journal cannot be read, or the run would have too many attempts.
    """
    known, epochs = frozenset(task_ids), check.manifest.recorded.epochs
    if len(known) * epochs > MAX_ATTEMPTS:
        raise FormatError(f"invalid size: {epochs} epochs of {len(known)} tasks", file="tasks.jsonl")
    summary = JournalSummary(table=AttemptTable(task_ids, epochs))
    start = 0
    for line in check.lines(known):
        _take(summary, line, start, with_invalidated=with_invalidated)
        start += len(line.raw)
    return summary


def _take(summary: JournalSummary, line: Line[Record], start: int, *, with_invalidated: bool) -> None:
    record, damage = line.record, line.damage
    if record is not None:
        summary.usage += record.usage or NO_USAGE
    if isinstance(record, LimitsChange):
        summary.changes.append(record)
    elif isinstance(record, RetryRequest):
        summary.retries.append(record)
        for key in record.attempts:
            summary.table.request_retry(key)
    elif isinstance(record, FinishedAttempt) and record.final:
        slot = summary.table.slot(record.key)
        assert slot is not None  # `RunCheck.lines` leaves out records of unknown tasks and epochs
        waits = record.rechecked and summary.table.waits_for_retry(slot)
        marks = _marks(record) | (Mark.RETRY if waits else Mark(0))
        summary.table.put(slot, start, len(line.raw), marks)
    elif record is None and damage is not None and damage.key is not None:
        summary.damaged[damage.key] = f"line {damage.line}: {damage.problem}"
        if damage.invalidates_earlier and not with_invalidated:
            summary.table.drop(damage.key)


def _marks(record: FinishedAttempt) -> Mark:
    marks = Mark.FAILED if record.failed else Mark(0)
    marks |= Mark.BLOBS if digests_of(record.trajectory) else Mark(0)
    return marks | Mark.TRANSCRIPT if record.transcript else marks
