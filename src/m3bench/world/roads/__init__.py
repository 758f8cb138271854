"""Roads between real places: routes and their alternatives, distances, times, limits, and where land is."""

from m3bench.world.roads.geometry import Point, decoded, encoded, metres_between, path_length
from m3bench.world.roads.kinds import Mode, RoadKind
from m3bench.world.roads.roads import Roads
from m3bench.world.roads.types import NoRoad, Preferences, Reach, RoadPoint, RoadView, Route, Step, TownView

__all__ = [
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
    "decoded",
    "encoded",
    "metres_between",
    "path_length",
]
