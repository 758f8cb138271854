"""The road network: lengths, tolls and names of edges, and their costs by travel mode."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import pairwise

from m3bench_world.chance import Chance
from m3bench_world.data import written
from m3bench_world.roads import kinds
from m3bench_world.roads.geometry import Point, interpolate, metres_between, narrowing, round_point
from m3bench_world.roads.kinds import Mode, RoadKind
from m3bench_world.roads.table import Table
from m3bench_world.roads.types import Preferences

_M, _T, _P, _S = RoadKind.MOTORWAY, RoadKind.TRUNK, RoadKind.PRIMARY, RoadKind.SECONDARY

Pattern = tuple[str, int, int]
"""Name pattern with `#` for the number, and the range of numbers."""

_PATTERNS = written(
    "roads",
    "patterns",
    dict[str, tuple[tuple[str, int, int], tuple[str, int, int], tuple[str, int, int], tuple[str, int, int]]],
)
_OTHERS: tuple[Pattern, Pattern, Pattern, Pattern] = (
    ("A#", 1, 40), ("N#", 1, 99), ("Route #", 100, 499), ("Road #", 500, 1999),
)  # fmt: skip
_EURO: tuple[Pattern, Pattern, Pattern, Pattern] = (
    ("E#", 20, 99), ("Road #", 1, 99), ("Road #", 100, 499), ("Road #", 500, 2999),
)  # fmt: skip
_EURO_CODES = "NO DK FI EE LV LT BY UA RO BG CZ SK HU SI HR RS BA ME MK AL GR MD KZ GE AM AZ"
_EURO_COUNTRIES = frozenset(_EURO_CODES.split())


def road_name(chance: Chance, kind: RoadKind, country: str, corridor: int, edge: int) -> str:
    """Return the name of a road. It keeps its number along its corridor up to the border."""
    patterns = _PATTERNS.get(country) or (_EURO if country in _EURO_COUNTRIES else _OTHERS)
    pattern, low, high = patterns[min(kind, _S)]
    which = f"corridor {corridor}" if corridor else f"edge {edge}"
    number = chance.whole(low, high, "road number", country, int(kind), which)
    if country == "US" and kind is _M and number < 10:
        number *= 5
    return pattern.replace("#", str(number))


NEVER = math.inf
MISSING = 0.07
"""Share of small roads between well-connected places that are missing; the seed decides which."""
MOST_BENDS = 24


class Graph:
    """The road graph. An edge is given by its number and its two nodes, in either order."""

    def __init__(self, table: Table, chance: Chance) -> None:
        self.table = table
        self.chance = chance
        self._lengths: dict[int, float] = {}

    def kind(self, edge: int) -> RoadKind:
        return RoadKind(self.table.kind[edge])

    def country(self, a: int, b: int) -> str:
        return self.table.country(min(a, b))

    def built(self, a: int, b: int, edge: int) -> bool:
        """Return whether a road exists. Places with few roads keep them all."""
        starts = self.table.starts
        if (
            self.table.kind[edge] != RoadKind.SECONDARY
            or min(starts[a + 1] - starts[a], starts[b + 1] - starts[b]) < 4
        ):
            return True
        return not self.chance.happens(MISSING, "road missing", edge)

    def length(self, a: int, b: int, edge: int) -> float:
        """Return the length in metres."""
        known = self._lengths.get(edge)
        if known is None:
            low, high = kinds.BENDS[self.kind(edge)]
            line = metres_between(self.table.point(a), self.table.point(b))
            known = self._lengths[edge] = line * self.chance.between(low, high, "bends", edge)
        return known

    def has_toll(self, a: int, b: int, edge: int) -> bool:
        """Return whether an edge has a toll, which holds for a whole road up to the border."""
        kind = self.kind(edge)
        if kind in (RoadKind.BRIDGE, RoadKind.SHUTTLE):
            return True
        if kind is not RoadKind.MOTORWAY:
            return False
        country = self.country(a, b)
        share = kinds.TOLLED.get(country, 0.0)
        return self.chance.happens(share, "toll", country, self.table.corridor[edge])

    def travelled_kind(self, a: int, b: int, edge: int, wanted: Preferences) -> RoadKind | None:
        """Return the kind of road taken, such as the older road beside a motorway; None if there is none."""
        kind = self.kind(edge)
        on_foot = wanted.mode in (Mode.WALK, Mode.BICYCLE)
        if kind is RoadKind.MOTORWAY:
            avoided = on_foot or wanted.avoid_motorways or (wanted.avoid_tolls and self.has_toll(a, b, edge))
            return RoadKind.TRUNK if avoided else kind
        if kind in (RoadKind.BRIDGE, RoadKind.SHUTTLE) and (on_foot or wanted.avoid_tolls):
            return None
        if kind in (RoadKind.FERRY, RoadKind.SHUTTLE) and wanted.avoid_ferries:
            return None
        return kind

    def travelled_length(self, a: int, b: int, edge: int, taken: RoadKind) -> float:
        beside = self.kind(edge) is RoadKind.MOTORWAY and taken is not RoadKind.MOTORWAY
        return self.length(a, b, edge) * (kinds.OLD_ROAD if beside else 1.0)

    def name(self, a: int, b: int, edge: int, taken: RoadKind) -> str:
        crossing = self.table.crossings.get(edge)
        if crossing and taken in (RoadKind.FERRY, RoadKind.SHUTTLE, RoadKind.BRIDGE):
            return f"{crossing} ferry" if taken is RoadKind.FERRY else crossing
        if taken is RoadKind.FERRY:
            names = self.table.names
            return f"{names[min(a, b)]} – {names[max(a, b)]} ferry"
        if taken is RoadKind.BRIDGE:
            taken = RoadKind.MOTORWAY
        return road_name(self.chance, taken, self.country(a, b), self.table.corridor[edge], edge)

    def path(self, a: int, b: int, edge: int) -> list[Point]:
        """Return points along the road from a to b, bent to match its length."""
        low, high = min(a, b), max(a, b)
        start, end = self.table.point(low), self.table.point(high)
        line = metres_between(start, end)
        points = _bend(start, end, self.length(a, b, edge) / max(line, 1.0), self._sways(edge, line))
        return points if a == low else points[::-1]

    def _sways(self, edge: int, line: float) -> list[float]:
        count = max(3, min(MOST_BENDS, int(line / 1_500)))
        draw = self.chance.stream("sways", edge)
        return [
            0.0,
            *((0.35 + draw.random()) * (1 if draw.random() < 0.5 else -1) for _ in range(count)),
            0.0,
        ]


def _bend(start: Point, end: Point, ratio: float, sways: list[float]) -> list[Point]:
    """Return a line through evenly spaced points, displaced sideways so that its length is `ratio` times the
    straight one."""
    step = 1 / (len(sways) - 1)
    amplitude = _amplitude(step, [second - first for first, second in pairwise(sways)], ratio)
    wide = narrowing((start[0] + end[0]) / 2)
    north, east = end[0] - start[0], (end[1] - start[1]) * wide
    points = []
    for index, sway in enumerate(sways):
        lat, lng = interpolate(start, end, index * step)
        points.append(round_point((lat - amplitude * sway * east, lng + amplitude * sway * north / wide)))
    return points


def _amplitude(step: float, rises: list[float], ratio: float) -> float:
    """Solve by Newton's method: the length is convex in the amplitude, so a few rounds from above suffice."""
    square = step * step
    amplitude = ratio / max(1e-9, sum(map(abs, rises)))
    for _ in range(6):
        lengths = [math.sqrt(square + (amplitude * rise) ** 2) for rise in rises]
        excess = sum(lengths) - ratio
        slope = sum(amplitude * rise * rise / length for rise, length in zip(rises, lengths, strict=True))
        amplitude -= excess / slope
    return amplitude


def passing(population: int) -> float:
    """Return the seconds to drive through a town."""
    return min(240.0, 18.0 * math.log2(1 + population / 4_000))


class Costs:
    """Cached travel times of edges for one set of preferences."""

    def __init__(self, graph: Graph, wanted: Preferences) -> None:
        self.graph = graph
        self.wanted = wanted
        self.known: dict[int, float] = {}

    @property
    def fastest(self) -> float:
        """Return an upper bound of the speed along the straight line, in m/s."""
        speeds = {Mode.WALK: kinds.FASTEST_ON_FOOT, Mode.BICYCLE: kinds.FASTEST_ON_FOOT}
        return speeds.get(self.wanted.mode, kinds.FASTEST) / kinds.LEAST_BEND

    def seconds(self, a: int, b: int, edge: int) -> float:
        known = self.known.get(edge)
        if known is None:
            known = self.known[edge] = self._seconds(a, b, edge)
        return known

    def _seconds(self, a: int, b: int, edge: int) -> float:
        graph, mode = self.graph, self.wanted.mode
        taken = graph.travelled_kind(a, b, edge, self.wanted)
        if taken is None or not graph.built(a, b, edge):
            return NEVER
        metres = graph.travelled_length(a, b, edge, taken)
        if taken in kinds.WAITS:
            return kinds.WAITS[taken] + metres / kinds.car_speed(taken, "")
        if mode is Mode.WALK:
            return metres / kinds.WALKING
        if mode is Mode.BICYCLE:
            return metres / kinds.CYCLING
        if mode is Mode.TRANSIT:
            return 90.0 + metres / kinds.riding_speed(taken)
        population = graph.table.population
        slowed = (passing(population[a]) + passing(population[b])) / 2
        share = 0.15 if taken in (RoadKind.MOTORWAY, RoadKind.BRIDGE) else 1.0
        return metres / kinds.car_speed(taken, graph.country(a, b)) + slowed * share


class BurdenedCosts(Costs):
    """Costs with penalties on some edges, to find alternatives."""

    def __init__(self, costs: Costs, burdens: Mapping[int, float]) -> None:
        super().__init__(costs.graph, costs.wanted)
        self._plain = costs
        self._burdens = burdens

    def _seconds(self, a: int, b: int, edge: int) -> float:
        return self._plain.seconds(a, b, edge) * self._burdens.get(edge, 1.0)
