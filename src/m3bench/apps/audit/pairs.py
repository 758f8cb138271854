"""Pairs of trajectories for the same task, for blind comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from m3bench.apps.audit.decisions import timestamp
from m3bench.apps.audit.dependencies import with_edges
from m3bench.apps.audit.ledger import Ledger
from m3bench.apps.audit.preference import Choice, FirstShown, Preference, Side, consolidated_first, latest
from m3bench.apps.audit.results import RecordedResults
from m3bench.core import Call, Reference, Step, Task, Trajectory, UsageError, content_hash
from m3bench.formats import read_records
from m3bench.suites import Suite


class Pair(msgspec.Struct, frozen=True):
    """Two trajectories of one task. They have only steps, names and arguments, so that nothing else differs.

    Dependencies of both are traced from recorded results, which are not shown.
    """

    suite: Suite
    task: Task
    original: Reference
    consolidated: Reference
    compared: str
    """The digest of the pair. A choice holds for this pair only."""


class PairSession:
    """All pairs and the choices of all auditors."""

    def __init__(
        self, pairs: Sequence[Pair], ledger: Ledger[Preference], now: Callable[[], datetime], seed: int
    ) -> None:
        self.pairs = tuple(pairs)
        self._current = {pair.compared for pair in pairs}
        self._ledger = ledger
        self._now = now
        self._seed = seed

    def people(self) -> list[str]:
        return sorted({entry.auditor for entry in self._ledger.entries})

    def preferences(self) -> list[Preference]:
        """Return the preferences on the current pairs."""
        return [entry for entry in self._ledger.entries if entry.compared in self._current]

    def sides(self, person: str, pair: Pair) -> tuple[Reference, Reference]:
        """Return A and B in the order of this person."""
        both = pair.original, pair.consolidated
        return both[::-1] if self._consolidated_first(person, pair) else both

    def chosen(self, person: str) -> dict[str, Side]:
        """Return the choices of a person by digest of the pair."""
        return {
            last.compared: "tie" if last.choice == "tie" else "a" if last.choice == last.first else "b"
            for last in latest(self.preferences())
            if last.auditor == person
        }

    def prefer(self, person: str, pair: Pair, side: Side) -> None:
        first: FirstShown = "consolidated" if self._consolidated_first(person, pair) else "original"
        other: FirstShown = "original" if first == "consolidated" else "consolidated"
        choices: dict[Side, Choice] = {"a": first, "b": other, "tie": "tie"}
        preference = Preference(
            task=pair.task.id, compared=pair.compared, auditor=person, at=timestamp(self._now()),
            choice=choices[side], first=first,
        )  # fmt: skip
        self._ledger.append(preference)

    def _consolidated_first(self, person: str, pair: Pair) -> bool:
        return consolidated_first(self._seed, person, pair.task.id)


def load_pairs(suite: Suite, originals: Path) -> list[Pair]:
    """Pair the consolidated references of a suite with the originals of the same task ids."""
    by_task = {trajectory.task_id: trajectory for trajectory in load_trajectories(originals)}
    results = RecordedResults(by_task.values())
    pairs = [
        _pair(suite, task, _strip(by_task[task.id], task, results), _strip(reference, task, results))
        for task in suite.tasks
        for reference in task.references[:1]
        if task.id in by_task
    ]
    if not pairs:
        hint = "Both files need trajectories with the same task ids."
        raise UsageError(f"No task of {suite.name} has an original in {originals}.", hint)
    return pairs


def _pair(suite: Suite, task: Task, original: Reference, consolidated: Reference) -> Pair:
    steps = msgspec.to_builtins([original.steps, consolidated.steps])
    return Pair(suite, task, original, consolidated, content_hash([task.id, task.request, steps]))


def load_trajectories(path: Path) -> list[Trajectory]:
    """Read trajectories from a file, or the first references of a file of tasks."""
    trajectories: list[Trajectory] = []
    for record in read_records(path):
        if isinstance(record, Trajectory):
            trajectories.append(record)
        elif record.references:
            trajectories.append(Trajectory(task_id=record.id, steps=record.references[0].steps))
    return trajectories


def _strip(path: Trajectory | Reference, task: Task, results: RecordedResults) -> Reference:
    steps = [step.calls for step in path.steps if step.calls]
    bare = tuple(Step(tuple(Call(call.name, call.arguments) for call in calls)) for calls in steps)
    stripped = Reference(steps=bare)
    return with_edges(stripped, results.links(task.id, stripped, task.request))
