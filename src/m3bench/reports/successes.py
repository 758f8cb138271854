"""Which attempts of a run passed. Attempts that were not scored count as failed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from m3bench.runs import RunResult
from m3bench.scoring import NO_FAMILY


class Successes(msgspec.Struct, frozen=True):
    """By attempt: whether it passed all checks, and the family of its task."""

    passed: Mapping[str, bool]
    families: Mapping[str, str | None]

    def common(self, other: Successes) -> list[str]:
        """Return the attempts that both have, in this order."""
        return [name for name in self.passed if name in other.passed]

    def clusters(self, names: Iterable[str]) -> list[str]:
        """Return the family of each attempt."""
        return [self.families.get(name) or NO_FAMILY for name in names]


def strict_successes(result: RunResult) -> Successes:
    """Return the successes of a run. Attempts that were not scored count as failed."""
    return Successes(result.strict, result.families)
