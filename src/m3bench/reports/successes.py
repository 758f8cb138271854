"""Which attempts of a run passed. Attempts that were not scored count as failed."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import msgspec

from m3bench import runs
from m3bench.scoring import NO_FAMILY, Interval, RepeatedTasks, repeated_tasks, success_interval

if TYPE_CHECKING:
    from m3bench.runs import RunResult


class Successes(msgspec.Struct, frozen=True):
    """By attempt: whether it passed all checks, and the family of its task."""

    passed: Mapping[str, bool]
    families: Mapping[str, str | None]
    epochs: int = 1
    """The attempts at each task."""

    def common(self, other: Successes) -> list[str]:
        """Return the attempts that both have, in this order."""
        return [name for name in self.passed if name in other.passed]

    def only(self, names: Iterable[str]) -> Successes:
        """Return the successes of these attempts."""
        return msgspec.structs.replace(self, passed={name: self.passed[name] for name in names})

    def clusters(self, names: Iterable[str]) -> list[str]:
        """Return the family of each attempt."""
        return [self.families.get(name) or NO_FAMILY for name in names]

    def tasks(self, names: Iterable[str]) -> list[str]:
        """Return the task of each attempt."""
        return [runs.split_name(name, self.epochs)[0] for name in names]

    def interval(self, names: Iterable[str] | None = None) -> Interval | None:
        """Return the share that passed, of these attempts or of all. None without attempts.

        Attempts about which nothing is known did not pass.
        """
        chosen = list(self.passed if names is None else names)
        if not chosen:
            return None
        passed = [self.passed.get(name, False) for name in chosen]
        return success_interval(passed, self.clusters(chosen), tasks=self.tasks(chosen))

    def repeated(self) -> RepeatedTasks | None:
        """Return pass@k, pass^k and flips. None if tasks were attempted once."""
        if self.epochs < 2:
            return None
        tries: dict[str, list[bool]] = defaultdict(list)
        for name, passed in self.passed.items():
            tries[runs.split_name(name, self.epochs)[0]].append(passed)
        return repeated_tasks(tries)


def strict_successes(result: RunResult) -> Successes:
    """Return the successes of a run. Attempts that were not scored count as failed."""
    return Successes(result.strict, result.families, result.settings.epochs)
