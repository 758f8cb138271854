"""The seeded, self-consistent world that the bundled servers answer from."""

from m3bench.world.chance import Chance
from m3bench.world.similarity import near_misses, normalize
from m3bench.world.sources import SOURCES, Kind, Source
from m3bench.world.world import DEFAULT_NOW, DEFAULT_SEED, World

__all__ = [
    "DEFAULT_NOW",
    "DEFAULT_SEED",
    "SOURCES",
    "Chance",
    "Kind",
    "Source",
    "World",
    "near_misses",
    "normalize",
]
