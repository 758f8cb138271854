"""The attempts of a run by name. Records stay in the journal until they are needed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from m3bench.checks import Verdicts
from m3bench.core import LazyMapping, LazySequence, Task, Trajectory
from m3bench.runs.store import AttemptTable, FinishedAttempt, Key, Mark, RunFolder, Slots

_Value = TypeVar("_Value")


def split_name(name: str, epochs: int) -> tuple[str, int]:
    """Return task and epoch of the name of an attempt of a run with so many epochs."""
    task_id, _, epoch = name.rpartition("#") if epochs > 1 else (name, "", "1")
    return task_id, int(epoch)


class RunAttempts:
    """The final attempts of a run.

    An attempt is named by its task; with several epochs, by task and epoch: ``id#epoch``.
    """

    def __init__(
        self, folder: RunFolder, tasks: Mapping[str, Task], table: AttemptTable, epochs: int
    ) -> None:
        self.folder, self.table = folder, table
        self._tasks, self._several = tasks, epochs > 1
        self.made = table.made()
        self.scored: Slots = self.made[~table.marked(self.made, Mark.FAILED)]

    def name(self, slot: int) -> str:
        """Return the name of the attempt in a slot."""
        return self.name_of(self.table.key(slot))

    def name_of(self, attempt: Key | FinishedAttempt) -> str:
        """Return the name of an attempt."""
        return f"{attempt.task_id}#{attempt.epoch}" if self._several else attempt.task_id

    def slot(self, name: str) -> int:
        """Return the slot of a name. Raise `KeyError` for a name that no attempt of the run has."""
        task_id, _, epoch = name.rpartition("#") if self._several else (name, "", "1")
        slot = self.table.slot(Key(task_id, int(epoch))) if epoch.isascii() and epoch.isdigit() else None
        if slot is None or self.name(slot) != name:
            raise KeyError(name)
        return slot

    def read(self, slots: Iterable[int]) -> Iterator[FinishedAttempt]:
        """Yield the records of attempts, one in memory at a time."""
        return self.table.read(self.folder, slots)

    def family(self, slot: int) -> str | None:
        """Return the family of an attempt's task."""
        return self._tasks[self.table.key(slot).task_id].family

    def task(self, slot: int) -> Task:
        """Return the task of an attempt, with the name of the attempt as its id."""
        task, name = self._tasks[self.table.key(slot).task_id], self.name(slot)
        return task if task.id == name else msgspec.structs.replace(task, id=name)

    def tasks(self) -> Sequence[Task]:
        """Return one task per scored attempt."""
        slots = self.scored
        return LazySequence(len(slots), lambda indices: (self.task(int(slots[index])) for index in indices))

    def trajectory(self, slot: int) -> Trajectory:
        """Return the trajectory of an attempt."""
        attempt = next(self.read([slot]))
        return msgspec.structs.replace(attempt.trajectory, task_id=self.name_of(attempt))

    def trajectories(self) -> Sequence[Trajectory]:
        """Return the trajectories of the scored attempts."""

        def read(indices: range) -> Iterator[Trajectory]:
            for attempt in self.read(self.scored[index] for index in indices):
                yield msgspec.structs.replace(attempt.trajectory, task_id=self.name_of(attempt))

        return LazySequence(len(self.scored), read)

    def column(
        self,
        slots: Slots,
        value: Callable[[int], _Value],
        values: Callable[[], Iterator[_Value]] | None = None,
    ) -> Mapping[str, _Value]:
        """Return values of attempts by name. `values` yields all in order, if that is cheaper."""
        inside = np.zeros(self.table.slots, dtype=np.bool_)
        inside[slots] = True

        def find(name: str) -> _Value:
            slot = self.slot(name)
            if not inside[slot]:
                raise KeyError(name)
            return value(slot)

        return LazyMapping(
            len(slots),
            lambda: map(self.name, map(int, slots)),
            find,
            values or (lambda: map(value, map(int, slots))),
        )

    def verdicts(self, slots: Slots) -> Mapping[str, Verdicts]:
        """Return the verdicts of these attempts, which must have some. They are read from the journal."""

        def read(wanted: Iterable[int]) -> Iterator[Verdicts]:
            for attempt in self.read(wanted):
                assert attempt.verdicts is not None
                yield attempt.verdicts

        return self.column(slots, lambda slot: next(read([slot])), lambda: read(slots))


def floats(attempts: RunAttempts, slots: Slots, values: NDArray[np.float64]) -> Mapping[str, float]:
    """Return numbers of attempts by name, from an array by slot."""
    return attempts.column(slots, lambda slot: float(values[slot]))


def truths(attempts: RunAttempts, slots: Slots, values: NDArray[np.bool_]) -> Mapping[str, bool]:
    """Return yes or no of attempts by name, from an array by slot."""
    return attempts.column(slots, lambda slot: bool(values[slot]))
