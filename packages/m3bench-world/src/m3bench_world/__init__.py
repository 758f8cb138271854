"""The seeded, self-consistent world that the bundled servers answer from."""

from m3bench_world.chance import Chance
from m3bench_world.provider import SEEDED
from m3bench_world.sources import SOURCES
from m3bench_world.world import World

__all__ = ["SEEDED", "SOURCES", "Chance", "World"]
