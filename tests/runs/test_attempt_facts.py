"""Facts that are added up over the attempts of a run."""

from __future__ import annotations

from types import SimpleNamespace

from m3bench.runs.attempt_facts import MountedTotal


def test_sizes_of_attempts_are_averaged_where_they_are_known() -> None:
    total = MountedTotal()
    assert (total.mean_tools, total.mean_tokens) == (None, None)
    for size in (None, SimpleNamespace(tools=10, tokens=900), SimpleNamespace(tools=20, tokens=1_100)):
        total.add(size)
    assert (total.mean_tools, total.mean_tokens) == (15.0, 1_000.0)
