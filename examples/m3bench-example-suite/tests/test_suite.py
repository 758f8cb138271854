"""The suite is deterministic, solvable, and not solved by doing nothing."""

from __future__ import annotations

from pathlib import Path

from m3bench_example_suite import warmer_suite

import m3bench
from m3bench_world import World


def test_the_same_world_gives_the_same_suite() -> None:
    assert warmer_suite(World(7)).digest == warmer_suite(World(7)).digest != warmer_suite(World(8)).digest


def test_the_reference_passes_and_doing_nothing_fails(tmp_path: Path) -> None:
    assert m3bench.run("warmer", "reference", out=tmp_path / "reference").strict_success == 1.0
    assert m3bench.run("warmer", "idle", out=tmp_path / "idle").strict_success == 0.0
