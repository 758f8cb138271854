"""The servers of a run, as its settings name them."""

from __future__ import annotations

from m3bench.runs.serving.run_servers import server_world
from m3bench.suites import WorldRef


def test_sessions_one_after_another_share_a_world() -> None:
    assert server_world(WorldRef(seed=3)) is server_world(WorldRef(seed=3))


def test_another_seed_has_another_world() -> None:
    assert server_world(WorldRef(seed=3)) is not server_world(WorldRef(seed=4))
    assert server_world(WorldRef(seed=4)).seed == 4
