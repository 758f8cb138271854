"""The six tasks of the smoke suite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench.core import UsageError
from m3bench.suites import Suite
from m3bench.worlds import DEFAULT_NOW, DEFAULT_SEED
from m3bench_suites.builders.smoke.lookups import air_of_two_cities, film_per_minute, lost_book, warmth
from m3bench_suites.builders.smoke.pictures import half_in_grey, unknown_book
from m3bench_suites.builders.world_suite import Draft, WorldSuite
from m3bench_suites.released import read_released

if TYPE_CHECKING:
    from m3bench_world import World


def smoke_suite(world: World, *, release: int | None = None) -> Suite:
    """Make six tasks: parallel calls, pictures, files to write, and one unsolvable task."""
    makers = (warmth, air_of_two_cities, film_per_minute, unknown_book, half_in_grey, lost_book)
    drafts = [make(world) for make in makers]
    if release is not None:
        if (world.seed, world.now) != (DEFAULT_SEED, DEFAULT_NOW):
            raise UsageError(
                f"smoke@{release} exists for the default world alone.",
                "Run smoke, which is made for any world.",
            )
        tasks = read_released(f"smoke@{release}")
        drafts = [Draft(task, draft.pictures) for task, draft in zip(tasks, drafts, strict=True)]
    return WorldSuite("smoke", world, drafts)
