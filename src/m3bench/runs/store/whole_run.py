"""Check a whole run folder, and read the attempts that count."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from pathlib import Path

import numpy as np

from m3bench.core import LazySequence
from m3bench.runs.store import seal
from m3bench.runs.store.attempt_table import AttemptTable, JournalSummary, summarize_journal
from m3bench.runs.store.damage import Integrity, damage_error
from m3bench.runs.store.folder import JUDGEMENTS, MANIFEST, RunFolder
from m3bench.runs.store.integrity import RunCheck
from m3bench.runs.store.records import FinishedAttempt


@dataclass(frozen=True)
class CountedAttempts:
    """The final, undamaged attempts of a run in the order of their end. Each iteration reads them again."""

    folder: RunFolder
    table: AttemptTable

    def __iter__(self) -> Iterator[FinishedAttempt]:
        return self.table.read(self.folder, self.table.in_order_of_end())

    def __len__(self) -> int:
        return len(self.table.made())

    def where(self, wanted: Callable[[FinishedAttempt], object]) -> LazySequence[FinishedAttempt]:
        """Return the attempts for which a function is true, in the order of their end."""
        slots = self.table.in_order_of_end()
        read = self.table.read(self.folder, slots)
        chosen = slots[np.fromiter((bool(wanted(attempt)) for attempt in read), np.bool_, len(slots))]
        return LazySequence(len(chosen), lambda indices: self.table.read(self.folder, chosen[list(indices)]))

    def by_task(self) -> Iterator[FinishedAttempt]:
        """Yield the attempts epoch by epoch, in the order of the tasks."""
        return self.table.read(self.folder, self.table.made())


def counted_attempts(folder: RunFolder) -> tuple[CountedAttempts, Integrity]:
    """Return the final, undamaged attempts, which are read when they are needed, and the run's integrity."""
    check, summary = _summary(folder)
    return CountedAttempts(folder, summary.table), check.integrity(summary.digests(folder))


def check_run(folder: RunFolder) -> Integrity:
    """Check all files of a run folder, with the transcripts, which no score depends on."""
    check, summary = _summary(folder, with_invalidated=True)
    return check.integrity(chain(summary.digests(folder), summary.transcript_digests(folder)))


def named_blobs(folder: RunFolder, *, transcripts: bool = False) -> set[str]:
    """Return the blobs that the final attempts name, with or without those of their transcripts."""
    _, summary = _summary(folder)
    digests = summary.digests(folder)
    if transcripts:
        digests = chain(digests, summary.transcript_digests(folder))
    return set().union(*(digests for _, digests in digests))


def require_intact(folder: RunFolder) -> None:
    """Raise `FormatError` if the run was changed or damaged."""
    damages = check_run(folder).damages
    if damages:
        raise damage_error(damages[0], str(folder.path))


def earlier_sessions(folder: RunFolder) -> JournalSummary:
    """Return what is in the journal of a run to continue. It is read again only if a file has changed since.

    Raises:
        FormatError: The folder is damaged.
    """
    return _intact_summary(folder.path.absolute(), tuple(map(_state, _files(folder))))


def _files(folder: RunFolder) -> tuple[Path, ...]:
    others = (MANIFEST, seal.FILE, JUDGEMENTS)
    return folder.journal, folder.tasks_file, *(folder.path / name for name in others)


def _state(path: Path) -> tuple[int, int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return state.st_ino, state.st_size, state.st_mtime_ns


@lru_cache(maxsize=1)
def _intact_summary(path: Path, state: tuple[object, ...]) -> JournalSummary:  # noqa: ARG001 - the key
    folder = RunFolder(path)
    check, summary = _summary(folder)
    damages = check.integrity(summary.digests(folder)).damages
    if damages:
        raise damage_error(damages[0], str(folder.path))
    return summary


def _summary(folder: RunFolder, *, with_invalidated: bool = False) -> tuple[RunCheck, JournalSummary]:
    check = RunCheck(folder)
    task_ids = folder.task_ids()
    return check, summarize_journal(check, task_ids, with_invalidated=with_invalidated)
