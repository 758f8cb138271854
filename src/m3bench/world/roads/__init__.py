"""Roads between real places: routes and their alternatives, distances, times, limits, and where land is."""

from m3bench.world.roads.geometry import Point, bearing, decoded, encoded, metres_between, path_length
from m3bench.world.roads.kinds import Mode, RoadKind
from m3bench.world.roads.land import COLUMNS, PER_DEGREE, ROWS
from m3bench.world.roads.roads import Roads
from m3bench.world.roads.types import NoRoad, Preferences, Reach, RoadPoint, RoadView, Route, Step, TownView

__all__ = [
    "COLUMNS",
    "PER_DEGREE",
    "ROWS",
    "Mode",
    "NoRoad",
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
    "decoded",
    "encoded",
    "metres_between",
    "path_length",
]
