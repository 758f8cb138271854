"""Types of the roads."""

from __future__ import annotations

import msgspec

from m3bench_world.roads.geometry import Point
from m3bench_world.roads.kinds import Mode, RoadKind


class NoRoute(Exception):
    """There is no route; the message says why."""


class Preferences(msgspec.Struct, frozen=True):
    """Travel mode and what to avoid."""

    mode: Mode = Mode.DRIVE
    avoid_tolls: bool = False
    avoid_motorways: bool = False
    avoid_ferries: bool = False


class Step(msgspec.Struct, frozen=True, kw_only=True):
    """A stretch along one road."""

    road: str
    kind: RoadKind
    metres: float
    seconds: float
    """Without traffic."""
    busy_seconds: float
    """With traffic."""
    path: tuple[Point, ...]
    toll: bool = False
    toward: str = ""
    """The next larger town."""
    ride: str = ""
    """`train`, `bus` or `ferry`, or empty."""


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """A route from one point to another."""

    metres: int
    seconds: int
    busy_seconds: int
    steps: tuple[Step, ...]
    toll: bool
    ferry: bool
    toll_metres: int = 0
    warning: str = ""

    @property
    def path(self) -> list[Point]:
        """Return all points of the route, without duplicates."""
        path: list[Point] = []
        for step in self.steps:
            path += step.path if not path else step.path[1:]
        return path

    @property
    def summary(self) -> str:
        """Return the roads that make up most of the route."""
        lengths: dict[str, float] = {}
        for step in self.steps:
            lengths[step.road] = lengths.get(step.road, 0.0) + step.metres
        longest = sorted(lengths, key=lambda road: (-round(lengths[road]), road))[:2]
        return " and ".join(
            road for road in longest if lengths[road] > 0.15 * self.metres or road == longest[0]
        )


class Reach(msgspec.Struct, frozen=True):
    """Distance and time between two points."""

    metres: int
    seconds: int
    busy_seconds: int


class RoadPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A point on a road."""

    point: Point
    road: str
    segment: str
    """Name of the road segment; resolve it with `Roads.segment`."""
    kind: RoadKind
    country: str
    limit: int
    """km/h."""
    bearing: float
    """Direction of the road in degrees clockwise from north, up to 180° ambiguity."""
    people: int
    """Population of the town, or of the smaller end of the road."""
    metres_off: float = 0.0


class RoadView(msgspec.Struct, frozen=True):
    """A road for maps."""

    path: tuple[Point, ...]
    kind: RoadKind
    name: str


class TownView(msgspec.Struct, frozen=True):
    """A place for maps."""

    point: Point
    name: str
    population: int
    turn: float
    """Angle of its streets relative to east, in radians."""
    radius: float
    """Radius in metres."""
