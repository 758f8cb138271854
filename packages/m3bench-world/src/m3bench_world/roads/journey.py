"""From a path over the network to steps with names, lengths and times."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from datetime import datetime
from zoneinfo import ZoneInfo

import msgspec

from m3bench_world.roads import kinds
from m3bench_world.roads.geometry import Point, round_point
from m3bench_world.roads.graph import Costs
from m3bench_world.roads.kinds import Mode, RoadKind
from m3bench_world.roads.search import Hop
from m3bench_world.roads.streets import UNNAMED, Streets, street_seconds
from m3bench_world.roads.types import Reach, Route, Step

_CITY = 300_000
_SHARES = {
    RoadKind.MOTORWAY: 0.75,
    RoadKind.TRUNK: 0.65,
    RoadKind.PRIMARY: 0.5,
    RoadKind.SECONDARY: 0.35,
    RoadKind.BRIDGE: 0.7,
    RoadKind.STREET: 0.6,
}


def _bump(hour: float, peak: float, width: float) -> float:
    away = abs(hour - peak)
    return math.exp(-((min(away, 24 - away) / width) ** 2))


def busyness(hour: float, weekend: bool) -> float:
    """Return the traffic level: 0 at night, 1 at the worst hour of a working day."""
    day = 0.3 * _bump(hour, 13, 5)
    if weekend:
        return 1.3 * day
    return min(1.0, day + 0.75 * _bump(hour, 8.1, 1.3) + 0.8 * _bump(hour, 17.4, 1.7))


def delay(kind: RoadKind, people: int) -> float:
    """Return the relative delay at the worst hour near a town with this population."""
    size = min(1.0, max(0.08, math.log10(max(people, 1_000) / 5_000) / math.log10(_CITY * 10 / 5_000)))
    return _SHARES.get(kind, 0.0) * size


class Clock:
    """Local time along a route."""

    def __init__(self, departure: datetime, zone: str) -> None:
        local = departure.astimezone(ZoneInfo(zone))
        self._start = local.hour + local.minute / 60
        self._weekday = local.weekday()

    def slowdown(self, kind: RoadKind, people: int, elapsed: float) -> float:
        """Return the time factor of a stretch that is reached after `elapsed` seconds."""
        hours = self._start + elapsed / 3600
        weekday = (self._weekday + int(hours // 24)) % 7
        return 1 + delay(kind, people) * busyness(hours % 24, weekday >= 5)


BOARDING = 480.0
"""Seconds of waiting for the first train or bus."""
LEAST_TOWN = 5_000


class Alley(msgspec.Struct, frozen=True):
    """A path along the streets around a node."""

    node: int
    start: Point
    end: Point


class Plan(msgspec.Struct, frozen=True):
    """Streets to the network, hops over it, and streets from it; or only streets."""

    first: Alley | None
    hops: tuple[Hop, ...] = ()
    last: Alley | None = None


class Piece(msgspec.Struct, frozen=True):
    """The smallest measured stretch, in whole metres and seconds, so that sums are exact."""

    road: str
    kind: RoadKind
    metres: int
    seconds: int
    busy: int
    hop: Hop | None = None
    ends: tuple[Point, Point] | None = None
    toll: bool = False
    ride: str = ""


class Surveyor:
    """Measures plans for one set of preferences, with traffic if a clock is given."""

    def __init__(self, costs: Costs, streets: Streets, clock: Clock | None) -> None:
        self._costs = costs
        self._graph = costs.graph
        self._streets = streets
        self._mode = costs.wanted.mode
        self._clock = clock if self._mode in kinds.MOTORISED else None
        self._elapsed = 0.0

    def reach(self, plan: Plan) -> Reach:
        pieces = list(self._pieces(plan))
        total = (sum(getattr(piece, name) for piece in pieces) for name in ("metres", "seconds", "busy"))
        return Reach(*total)

    def route(self, plan: Plan) -> Route:
        pieces = list(self._pieces(plan))
        steps = tuple(self._steps(pieces))
        return Route(
            metres=sum(piece.metres for piece in pieces),
            seconds=sum(piece.seconds for piece in pieces),
            busy_seconds=sum(piece.busy for piece in pieces),
            steps=steps,
            toll=any(piece.toll for piece in pieces),
            ferry=any(piece.kind is RoadKind.FERRY for piece in pieces),
            toll_metres=sum(piece.metres for piece in pieces if piece.toll),
        )

    def _pieces(self, plan: Plan) -> Iterator[Piece]:
        self._elapsed = 0.0
        yield from self._along(plan.first)
        for index, hop in enumerate(plan.hops):
            yield self._over(hop, BOARDING if index == 0 and self._mode is Mode.TRANSIT else 0.0)
        yield from self._along(plan.last)

    def _busy(self, kind: RoadKind, people: int, seconds: float) -> int:
        factor = self._clock.slowdown(kind, people, self._elapsed) if self._clock else 1.0
        if self._mode is Mode.TWO_WHEELER:
            factor = 1 + (factor - 1) / 2
        self._elapsed += seconds * factor
        return round(round(seconds) * factor)

    def _over(self, hop: Hop, wait: float) -> Piece:
        graph, table = self._graph, self._graph.table
        taken = graph.travelled_kind(*hop, self._costs.wanted) or graph.kind(hop[2])
        seconds = self._costs.seconds(*hop) + wait
        people = max(table.population[hop[0]], table.population[hop[1]])
        return Piece(
            self._line(hop, taken) if self._mode is Mode.TRANSIT else graph.name(*hop, taken),
            taken,
            round(graph.travelled_length(*hop, taken)),
            round(seconds),
            self._busy(taken, people, seconds),
            hop=hop,
            toll=taken is graph.kind(hop[2]) and self._mode in kinds.MOTORISED and graph.has_toll(*hop),
            ride=_ride(taken, self._mode),
        )

    def _line(self, hop: Hop, taken: RoadKind) -> str:
        if taken is RoadKind.FERRY:
            return self._graph.name(*hop, taken)
        corridor = self._graph.table.corridor[hop[2]]
        which = f"corridor {corridor}" if corridor else f"edge {hop[2]}"
        number = self._graph.chance.whole(1, 99, "line", which)
        return f"{'Train' if _ride(taken, Mode.TRANSIT) == 'train' else 'Bus'} {number}"

    def _along(self, alley: Alley | None) -> Iterator[Piece]:
        if alley is None:
            return
        table = self._graph.table
        stretches = self._streets.way(alley.node, alley.start, alley.end)
        metres = sum(stretch.metres for stretch in stretches)
        seconds = street_seconds(metres, self._mode, table.country(alley.node))
        bus = self._mode is Mode.TRANSIT and seconds < metres / kinds.WALKING - 1
        for stretch in stretches:
            part = seconds * stretch.metres / max(metres, 1e-9)
            yield Piece(
                self._bus_line(alley.node) if bus else stretch.street,
                RoadKind.STREET,
                round(stretch.metres),
                round(part),
                self._busy(RoadKind.STREET, table.population[alley.node], part),
                ends=(stretch.start, stretch.end),
                ride="bus" if bus else "",
            )

    def _bus_line(self, node: int) -> str:
        return f"Bus {self._graph.chance.whole(1, 99, 'town bus', node)}"

    def _steps(self, pieces: list[Piece]) -> Iterator[Step]:
        group: list[Piece] = []
        for piece in pieces:
            if group and _differs(group[-1], piece):
                yield self._step(group)
                group = []
            group.append(piece)
        if group:
            yield self._step(group)

    def _step(self, group: list[Piece]) -> Step:
        path: list[Point] = []
        for piece in group:
            part = (
                self._graph.path(*piece.hop) if piece.hop else [round_point(end) for end in piece.ends or ()]
            )
            path += part[1:] if path and path[-1] == part[0] else part
        return Step(
            road=group[0].road,
            kind=group[0].kind,
            metres=sum(piece.metres for piece in group),
            seconds=sum(piece.seconds for piece in group),
            busy_seconds=sum(piece.busy for piece in group),
            path=tuple(path),
            toll=group[0].toll,
            toward=self._toward(group),
            ride=group[0].ride,
        )

    def _toward(self, group: Iterable[Piece]) -> str:
        table = self._graph.table
        ahead = [piece.hop[1] for piece in group if piece.hop]
        large = [node for node in ahead if table.population[node] >= LEAST_TOWN]
        return table.names[(large or ahead)[-1]] if ahead else ""


def _differs(piece: Piece, other: Piece) -> bool:
    if UNNAMED == piece.road == other.road:
        return False
    return (piece.road, piece.kind, piece.toll, piece.ride) != (
        other.road,
        other.kind,
        other.toll,
        other.ride,
    )


def _ride(kind: RoadKind, mode: Mode) -> str:
    if kind is RoadKind.FERRY:
        return "ferry"
    if mode is Mode.TRANSIT:
        return (
            "train"
            if kind in (RoadKind.MOTORWAY, RoadKind.TRUNK, RoadKind.BRIDGE, RoadKind.SHUTTLE)
            else "bus"
        )
    return "train" if kind is RoadKind.SHUTTLE else ""
