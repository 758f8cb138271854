"""Facts that are added up over the attempts of a run."""

from __future__ import annotations

from m3bench.hosting import MountSize
from m3bench.runs.attempt_facts import MountedTotal


def test_sizes_of_attempts_are_averaged_where_they_are_known() -> None:
    total = MountedTotal()
    assert (total.mean("tools"), total.mean("tokens")) == (None, None)
    for size in (None, MountSize(1, 10, 900), MountSize(1, 20, 1_100)):
        total.add(size)
    assert (total.mean("tools"), total.mean("tokens")) == (15.0, 1_000.0)
