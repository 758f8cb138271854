"""The six tasks of the smoke suite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from m3bench.suites import Suite
from m3bench_suites.builders.smoke.lookups import air_of_two_cities, film_per_minute, lost_book, warmth
from m3bench_suites.builders.smoke.pictures import half_in_grey, unknown_book
from m3bench_suites.builders.world_suite import WorldSuite

if TYPE_CHECKING:
    from m3bench_world import World


def smoke_suite(world: World) -> Suite:
    """Make six tasks: parallel calls, pictures, files to write, and one unsolvable task."""
    makers = (warmth, air_of_two_cities, film_per_minute, unknown_book, half_in_grey, lost_book)
    return WorldSuite("smoke", world, [make(world) for make in makers])
