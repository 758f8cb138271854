"""Points of interest: kinds, names, opening hours."""

from m3bench_world.atlas.points.kinds import all_types, words
from m3bench_world.atlas.points.opening import is_open, next_change
from m3bench_world.atlas.points.points import Points

__all__ = [
    "Points",
    "all_types",
    "is_open",
    "next_change",
    "words",
]
