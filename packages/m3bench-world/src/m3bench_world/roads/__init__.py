"""Roads between real places: routes, alternatives, distances, times and speed limits; land and sea."""

from m3bench_world.roads.geometry import (
    Point,
    bearing,
    decode_polyline,
    encode_polyline,
    metres_between,
    path_length,
)
from m3bench_world.roads.kinds import Mode, RoadKind
from m3bench_world.roads.roads import Roads
from m3bench_world.roads.table import COLUMNS, PER_DEGREE, ROWS
from m3bench_world.roads.types import NoRoute, Preferences, Reach, RoadPoint, RoadView, Route, Step, TownView

__all__ = [
    "COLUMNS",
    "PER_DEGREE",
    "ROWS",
    "Mode",
    "NoRoute",
    "Point",
    "Preferences",
    "Reach",
    "RoadKind",
    "RoadPoint",
    "RoadView",
    "Roads",
    "Route",
    "Step",
    "TownView",
    "bearing",
    "decode_polyline",
    "encode_polyline",
    "metres_between",
    "path_length",
]
