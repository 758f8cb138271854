"""What the engine knows of a world: a seed, a time and sources. Installed packages bring the content."""

from m3bench.core import Picture, WorldFile
from m3bench.worlds.registry import (
    DEFAULT_NOW,
    DEFAULT_SEED,
    WORLDS,
    FileContents,
    World,
    WorldProvider,
    known_sources,
    make_world,
    world_provider,
)
from m3bench.worlds.sources import COMPUTED, Kind, Source

__all__ = [
    "COMPUTED",
    "DEFAULT_NOW",
    "DEFAULT_SEED",
    "WORLDS",
    "FileContents",
    "Kind",
    "Picture",
    "Source",
    "World",
    "WorldFile",
    "WorldProvider",
    "known_sources",
    "make_world",
    "world_provider",
]
