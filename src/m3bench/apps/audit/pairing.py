"""Pairs of trajectories for the same task, shown without saying which is which."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from m3bench.apps.audit.decisions import stamp
from m3bench.apps.audit.editing import with_edges
from m3bench.apps.audit.ledger import Ledger
from m3bench.apps.audit.preference import Choice, Preference, Side, consolidated_first, latest
from m3bench.apps.audit.results import Results
from m3bench.core import Call, Reference, Step, Task, Trajectory, UsageError, content_hash
from m3bench.formats import read_records
from m3bench.suites import Suite


class Pair(msgspec.Struct, frozen=True):
    """Two ways to do one task. Only steps, names and arguments: all else would tell them apart.

    Dependencies are found in both by the same means: by what calls are known to have brought, which is itself
    not shown.
    """

    suite: Suite
    task: Task
    original: Reference
    consolidated: Reference
    compared: str
    """The digest of what is compared: a choice holds for this pair, and no other."""


class PairDesk:
    """All pairs, and the record of choices."""

    def __init__(
        self, pairs: Sequence[Pair], ledger: Ledger[Preference], now: Callable[[], datetime], seed: int
    ) -> None:
        self.pairs = tuple(pairs)
        self._current = {pair.compared for pair in pairs}
        self._ledger = ledger
        self._now = now
        self._seed = seed

    def people(self) -> list[str]:
        return sorted({one.auditor for one in self._ledger.entries})

    def preferences(self) -> list[Preference]:
        """Those on the pairs as they are now."""
        return [one for one in self._ledger.entries if one.compared in self._current]

    def sides(self, person: str, pair: Pair) -> tuple[Reference, Reference]:
        """A and B, in the order that this person gets."""
        both = pair.original, pair.consolidated
        return both[::-1] if self._consolidated_first(person, pair) else both

    def chosen(self, person: str) -> dict[str, Side]:
        """What this person has chosen so far, by what was compared."""
        own = [one for one in latest(self.preferences()) if one.auditor == person]
        return {
            one.compared: "tie" if one.choice == "tie" else "a" if one.choice == one.first else "b"
            for one in own
        }

    def prefer(self, person: str, pair: Pair, side: Side) -> None:
        swapped = self._consolidated_first(person, pair)
        choices: dict[Side, Choice] = {
            "a": "consolidated" if swapped else "original",
            "b": "original" if swapped else "consolidated",
            "tie": "tie",
        }
        self._ledger.append(
            Preference(
                task=pair.task.id,
                compared=pair.compared,
                auditor=person,
                at=stamp(self._now()),
                choice=choices[side],
                first="consolidated" if swapped else "original",
            )
        )

    def _consolidated_first(self, person: str, pair: Pair) -> bool:
        return consolidated_first(self._seed, person, pair.task.id)


def pairs_of(suite: Suite, originals: Path) -> list[Pair]:
    """The tasks of a suite of consolidated references, each with the original of the same id."""
    made = {one.task_id: one for one in trajectories_in(originals)}
    results = Results(made.values())
    pairs = [
        _pair(suite, task, _bare(made[task.id].steps, task, results), _bare(way.steps, task, results))
        for task in suite.tasks
        for way in task.references[:1]
        if task.id in made
    ]
    if not pairs:
        raise UsageError(
            f"No task of {suite.name} has an original in {originals}.",
            "Both files need trajectories with the same task ids.",
        )
    return pairs


def _pair(suite: Suite, task: Task, original: Reference, consolidated: Reference) -> Pair:
    steps = msgspec.to_builtins([original.steps, consolidated.steps])
    return Pair(suite, task, original, consolidated, content_hash([task.id, task.request, steps]))


def trajectories_in(path: Path) -> list[Trajectory]:
    """What was done, by a file of trajectories or by the first references of a file of tasks."""
    return [made for record in read_records(path) for made in _made(record)]


def _made(record: Task | Trajectory) -> list[Trajectory]:
    if isinstance(record, Trajectory):
        return [record]
    return [Trajectory(task_id=record.id, steps=way.steps) for way in record.references[:1]]


def _bare(steps: Sequence[Step], task: Task, results: Results) -> Reference:
    bare = tuple(
        Step(tuple(Call(call.name, call.arguments) for call in step.calls)) for step in steps if step.calls
    )
    way = Reference(steps=bare)
    return with_edges(way, results.links(task.id, way, task.request))
