"""The world as a whole: lazy, dated, and with a manifest of its sources."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta, timezone

import pytest

from m3bench.worlds import Kind
from m3bench_world import SOURCES, World


def test_nothing_is_loaded_before_it_is_used() -> None:
    program = (
        "import sys; from m3bench_world import World; World(); "
        "heavy = {'numpy', 'mcp', 'PIL'}; "
        "print(*[name for name in sys.modules if name.startswith('m3bench_world.') or name in heavy])"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    loaded = {name.rpartition(".")[2] for name in told.split()}
    assert loaded == {"chance", "provider", "sources", "world"}


def test_a_part_is_built_once_and_a_name_that_is_no_part_is_refused() -> None:
    world = World()
    assert world.money is world.money
    with pytest.raises(AttributeError, match="no part 'monye'"):
        _ = world.monye  # type: ignore[attr-defined]


def test_the_clock_is_kept_in_utc_and_needs_a_zone() -> None:
    local = datetime(2025, 6, 1, 12, tzinfo=timezone(timedelta(hours=2)))
    assert World(now=local).now == datetime(2025, 6, 1, 10, tzinfo=UTC)
    with pytest.raises(ValueError, match="time zone"):
        World(now=datetime(2025, 6, 1))  # noqa: DTZ001


def test_every_source_says_whose_it_is() -> None:
    for name, source in SOURCES.items():
        assert source.title, name
        assert source.licence, name
        assert source.origin, name
    assert {source.kind for source in SOURCES.values()} == set(Kind)
