"""Predictions and references of files that need not fit into memory."""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Sequence

from m3bench.core import DuplicateIdError, LazySequence, Task, Trajectory
from m3bench.formats import Duplicates, resolve_duplicates
from m3bench.formats.io import Record, id_of
from m3bench.runs.scoring.spool import Spool, keep_or_spool


def load_records(records: Iterable[Record], duplicates: Duplicates, file: str) -> Sequence[Record]:
    """Return the records of a file, one per id: in memory, or many of them in a temporary file.

    Args:
        records: The records, one after another.
        duplicates: What to do with records of the same id.
        file: The name of the file for messages.

    Raises:
        DuplicateIdError: Ids occur twice, and that is an error.
    """
    kept = keep_or_spool(records)
    if not isinstance(kept, Spool):
        return resolve_duplicates(kept, duplicates, file)
    return kept.view() if duplicates == "all" else _unique(kept, duplicates, file)


def _unique(spool: Spool[Record], duplicates: Duplicates, file: str) -> Sequence[Record]:
    """Return one record per id, at the position of its first occurrence."""
    kept = array("q")
    known: dict[bytes, int] = {}
    repeated: dict[str, None] = {}
    for index, record in enumerate(spool.read(range(len(spool)))):
        position = known.setdefault(_digest(id_of(record)), len(kept))
        if position == len(kept):
            kept.append(index)
            continue
        repeated[id_of(record)] = None
        if duplicates == "last":
            kept[position] = index
    if repeated and duplicates == "error":
        raise DuplicateIdError(list(repeated), file=file)
    return LazySequence(len(kept), lambda indices: spool.read(kept[index] for index in indices))


class PredictionIndex:
    """Finds predictions by task. About 100 bytes of each are in memory.

    Raises:
        DuplicateIdError: Two predictions have the same id.
    """

    def __init__(self, predictions: Sequence[Trajectory]) -> None:
        self._predictions = predictions
        self._places: dict[bytes, int] = {}
        for index, prediction in enumerate(predictions):
            if self._places.setdefault(_digest(prediction.task_id), index) != index:
                raise DuplicateIdError([prediction.task_id], file="predictions")
        self._asked = bytearray(len(self._places))

    def pairs(self, tasks: Iterable[Task]) -> Iterator[tuple[Trajectory | None, Task]]:
        """Yield the tasks, each with its prediction, if there is one."""
        for task in tasks:
            index = self._places.get(_digest(task.id))
            if index is not None:
                self._asked[index] = 1
            yield None if index is None else self._predictions[index], task

    def unexpected(self) -> Iterator[str]:
        """Yield the ids of predictions that `pairs` did not ask for, in order."""
        for index, asked in enumerate(self._asked):
            if not asked:
                yield self._predictions[index].task_id


def _digest(task_id: str) -> bytes:
    return hashlib.blake2b(task_id.encode("utf-8", "surrogatepass"), digest_size=16).digest()
