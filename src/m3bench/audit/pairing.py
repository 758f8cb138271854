"""Pairs of trajectories for the same task, shown without saying which is which."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import msgspec

from m3bench.audit.decisions import stamp
from m3bench.audit.dependencies import with_edges
from m3bench.audit.ledger import Ledger
from m3bench.audit.preference import Choice, Preference, Side, consolidated_first, latest
from m3bench.core import Call, Reference, Step, Task, Trajectory, UsageError, content_hash
from m3bench.formats import read_records
from m3bench.suites import Suite


class Pair(msgspec.Struct, frozen=True):
    """Two ways to do one task. Only steps, names and arguments: all else would tell them apart.

    Dependencies are those that can be found in both by the same means.
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
    found = _steps_by_id(originals)
    pairs = [
        _pair(suite, task, _bare(found[task.id], task), _bare(task.references[0].steps, task))
        for task in suite.tasks
        if task.references and task.id in found
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


def _steps_by_id(path: Path) -> Mapping[str, tuple[Step, ...]]:
    records: Sequence[Task | Trajectory] = read_records(path)
    found: dict[str, tuple[Step, ...]] = {}
    for record in records:
        if isinstance(record, Trajectory):
            found[record.task_id] = record.steps
        elif record.references:
            found[record.id] = record.references[0].steps
    return found


def _bare(steps: Sequence[Step], task: Task) -> Reference:
    bare = tuple(
        Step(tuple(Call(call.name, call.arguments) for call in step.calls)) for step in steps if step.calls
    )
    return with_edges(Reference(steps=bare), task.request)
