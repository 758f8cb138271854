"""A museum: departments, kinds of things, objects and their pictures."""

from m3bench_world.museum.museum import Museum
from m3bench_world.museum.types import Department, Kind, MuseumObject

__all__ = ["Department", "Kind", "Museum", "MuseumObject"]
