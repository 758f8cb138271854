"""What the roads answer."""

from __future__ import annotations

import msgspec

from m3bench.world.roads.geometry import Point
from m3bench.world.roads.kinds import Mode, RoadKind


class NoRoute(Exception):
    """No way leads there; the text says why."""


class Preferences(msgspec.Struct, frozen=True):
    """How one travels, and what one avoids."""

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
    """On a quiet day."""
    busy_seconds: float
    """With the traffic of the hour."""
    path: tuple[Point, ...]
    toll: bool = False
    toward: str = ""
    """The next town of some size."""
    ride: str = ""
    """`train`, `bus` or `ferry`, where one is carried."""


class Route(msgspec.Struct, frozen=True, kw_only=True):
    """The way from one point to another."""

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
        """All points of the way, each once."""
        path: list[Point] = []
        for step in self.steps:
            path += step.path if not path else step.path[1:]
        return path

    @property
    def summary(self) -> str:
        """The roads on which most of the way is done."""
        lengths: dict[str, float] = {}
        for step in self.steps:
            lengths[step.road] = lengths.get(step.road, 0.0) + step.metres
        longest = sorted(lengths, key=lambda road: (-round(lengths[road]), road))[:2]
        return " and ".join(
            road for road in longest if lengths[road] > 0.15 * self.metres or road == longest[0]
        )


class Reach(msgspec.Struct, frozen=True):
    """How far one point is from another."""

    metres: int
    seconds: int
    busy_seconds: int


class RoadPoint(msgspec.Struct, frozen=True, kw_only=True):
    """A point on a road."""

    point: Point
    road: str
    segment: str
    """Names a stretch of road; resolves with `Roads.segment`."""
    kind: RoadKind
    country: str
    limit: int
    """km/h."""
    bearing: float
    """Degrees clockwise from north in which the road runs; it runs as much in the opposite one."""
    people: int
    """Of the town around, or of the smaller end of the road."""
    metres_off: float = 0.0


class RoadView(msgspec.Struct, frozen=True):
    """A road as a map shows it."""

    path: tuple[Point, ...]
    kind: RoadKind
    name: str


class TownView(msgspec.Struct, frozen=True):
    """A place as a map shows it."""

    point: Point
    name: str
    population: int
    turn: float
    """By which angle its streets are turned against east, in radians."""
    radius: float
    """Metres from its middle to its last houses."""
