"""The interface to the road network."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from functools import cached_property

from m3bench_world.roads.geometry import Point, metres_between
from m3bench_world.roads.graph import NEVER, BurdenedCosts, Costs, Graph
from m3bench_world.roads.journey import Alley, Clock, Plan, Surveyor
from m3bench_world.roads.kinds import RoadKind
from m3bench_world.roads.nearby import Nearby
from m3bench_world.roads.search import Found, quickest, quickest_to_all
from m3bench_world.roads.streets import Streets, street_seconds
from m3bench_world.roads.table import Land, Table
from m3bench_world.roads.types import NoRoute, Preferences, Reach, RoadPoint, RoadView, Route, TownView
from m3bench_world.world import World

JOINS = 5
"""Number of surrounding places that connect a point to the network."""
RADII = (12_000.0, 45_000.0, 160_000.0)
DIRECT = 30_000.0
"""Maximum length in metres of a route on streets and lanes alone."""
WATER = 6_500.0
"""Maximum metres of water that streets may cross."""
FEW_GOALS = 3
BURDEN = 1.4
MOST_ALIKE = 0.75
SLOWEST = 1.6
DEFAULT = Preferences()

Ends = tuple[Point, Point]


class Roads:
    """Routes and roads, loaded on first use. The same pair of points always has the same route."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.land = Land()
        self._costs: dict[Preferences, Costs] = {}
        self._joined: dict[Point, tuple[int, ...]] = {}

    @cached_property
    def _table(self) -> Table:
        return Table()

    @cached_property
    def _graph(self) -> Graph:
        return Graph(self._table, self._world.chance)

    @cached_property
    def _streets(self) -> Streets:
        return Streets(self._table, self._world.chance)

    @cached_property
    def _nearby(self) -> Nearby:
        return Nearby(self._graph, self._streets)

    # Routes

    def route(
        self, a: Point, b: Point, wanted: Preferences = DEFAULT, departure: datetime | None = None
    ) -> Route:
        """Return the quickest route without traffic; with a departure, also its time in traffic.

        Raises `NoRoute`.
        """
        return self.routes(a, b, wanted, departure, most=1)[0]

    def routes(
        self,
        a: Point,
        b: Point,
        wanted: Preferences = DEFAULT,
        departure: datetime | None = None,
        most: int = 3,
    ) -> list[Route]:
        """Return the quickest route first, then alternatives. Raises `NoRoute`."""
        costs = self._costs_of(wanted)
        entries = self._entries(a, wanted)
        exits = self._reachable(entries, self._entries(b, wanted))
        direct = self._direct(a, b, wanted)
        found = quickest(costs, entries, exits, b, bound=direct)
        if found is None and direct == NEVER:
            raise NoRoute(self._reason(a, b, wanted))
        surveyor = Surveyor(costs, self._streets, self._clock(a, departure))
        if found is None:
            return [surveyor.route(Plan(Alley(self._frame(a, b), a, b)))]
        others = self._others(costs, entries, exits, b, found) if most > 1 else []
        return [surveyor.route(self._plan(a, b, way)) for way in [found, *others][:most]]

    def reaches(
        self,
        origins: Sequence[Point],
        destinations: Sequence[Point],
        wanted: Preferences = DEFAULT,
        departure: datetime | None = None,
    ) -> list[list[Reach | None]]:
        """Return distance and time from each origin to each destination; None if there is no route."""
        return [self._row(origin, destinations, wanted, departure) for origin in origins]

    def _row(
        self, a: Point, goals: Sequence[Point], wanted: Preferences, departure: datetime | None
    ) -> list[Reach | None]:
        costs = self._costs_of(wanted)
        entries = self._entries(a, wanted)
        bounds = [self._direct(a, b, wanted) for b in goals]
        exits = [self._reachable(entries, self._entries(b, wanted)) for b in goals]
        if len(goals) <= FEW_GOALS:
            ways = [quickest(costs, entries, exits[i], b, bound=bounds[i]) for i, b in enumerate(goals)]
        else:
            ways = quickest_to_all(costs, entries, exits, bounds)
        surveyor = Surveyor(costs, self._streets, self._clock(a, departure))
        reached: list[Reach | None] = []
        for b, way, bound in zip(goals, ways, bounds, strict=True):
            if way is None and bound == NEVER:
                reached.append(None)
            else:
                reached.append(surveyor.reach(self._plan(a, b, way)))
        return reached

    def _plan(self, a: Point, b: Point, way: Found | None) -> Plan:
        if way is None:
            return Plan(Alley(self._frame(a, b), a, b))
        first, last = way.nodes[0], way.nodes[-1]
        start, end = self._table.point(first), self._table.point(last)
        return Plan(
            Alley(first, a, start) if a != start else None,
            way.hops,
            Alley(last, end, b) if b != end else None,
        )

    def _others(
        self, costs: Costs, entries: Mapping[int, float], exits: Mapping[int, float], goal: Point, best: Found
    ) -> list[Found]:
        """Find alternatives by penalizing the roads of earlier routes."""
        chosen, burdens = [best], dict[int, float]()
        for _ in range(4):
            for hop in chosen[-1].hops:
                burdens[hop[2]] = burdens.get(hop[2], 1.0) * BURDEN
            way = quickest(BurdenedCosts(costs, burdens), entries, exits, goal)
            if way is None or len(chosen) == 3:
                break
            honest = _true_cost(costs, way, entries, exits)
            alike = max(self._shared(way, other) for other in chosen)
            if honest.seconds <= SLOWEST * best.seconds and alike <= MOST_ALIKE and way.hops:
                chosen.append(honest)
        return sorted(chosen[1:], key=lambda way: way.seconds)

    def _shared(self, way: Found, other: Found) -> float:
        """Return the share of a route that runs along another."""
        theirs = {hop[2] for hop in other.hops}
        lengths = [(self._graph.length(*hop), hop[2] in theirs) for hop in way.hops]
        return sum(length for length, same in lengths if same) / max(
            1.0, sum(length for length, _ in lengths)
        )

    # Joining points to the network

    def _costs_of(self, wanted: Preferences) -> Costs:
        known = self._costs.get(wanted)
        if known is None:
            known = self._costs[wanted] = Costs(self._graph, wanted)
        return known

    def _joins(self, point: Point) -> tuple[int, ...]:
        known = self._joined.get(point)
        if known is None:
            known = self._joined[point] = self._found_joins(point)
        return known

    def _found_joins(self, point: Point) -> tuple[int, ...]:
        """Return the nearest places that streets may reach."""
        found: list[int] = []
        for radius in RADII:
            around = self._table.near(point, radius)[: 3 * JOINS]
            found = [
                node for _, node in around if self.land.longest_water(point, self._table.point(node)) <= WATER
            ]
            if len(found) >= JOINS:
                break
        return tuple(found[:JOINS])

    def _entries(self, point: Point, wanted: Preferences) -> dict[int, float]:
        entries = {}
        for node in self._joins(point):
            metres = self._streets.length(node, point, self._table.point(node))
            entries[node] = street_seconds(metres, wanted.mode, self._table.country(node))
        return entries

    def _reachable(self, entries: Mapping[int, float], exits: Mapping[int, float]) -> dict[int, float]:
        """Drop entries on other islands, where a search would visit a whole continent in vain."""
        parts = {self._table.part[node] for node in entries}
        return {node: cost for node, cost in exits.items() if self._table.part[node] in parts}

    def _frame(self, a: Point, b: Point) -> int:
        """Return the town whose grid a route between two near points follows: that of their midpoint."""
        middle = round((a[0] + b[0]) / 2, 6), round((a[1] + b[1]) / 2, 6)
        return (self._joins(middle) or self._joins(a) or self._joins(b) or (0,))[0]

    def _direct(self, a: Point, b: Point, wanted: Preferences) -> float:
        """Return seconds along streets and lanes alone."""
        if a == b:
            return 0.0
        if metres_between(a, b) > DIRECT or not self._joins(a) or not self._joins(b):
            return NEVER
        if self.land.longest_water(a, b) > WATER:
            return NEVER
        node = self._frame(a, b)
        return street_seconds(self._streets.length(node, a, b), wanted.mode, self._table.country(node))

    def _clock(self, a: Point, departure: datetime | None) -> Clock | None:
        return None if departure is None else Clock(departure, self._world.atlas.timezone(*a))

    def _reason(self, a: Point, b: Point, wanted: Preferences) -> str:
        for name, point in (("origin", a), ("destination", b)):
            if not self._joins(point):
                return f"there is no road near the {name}"
        if wanted.avoid_tolls or wanted.avoid_ferries:
            return "every way there takes a road or ferry that is to be avoided"
        return "no road, tunnel or ferry joins the two"

    # What is where

    def nearest_road(self, point: Point) -> RoadPoint | None:
        """Return the point on the nearest road within five kilometres."""
        return self._nearby.road(point)

    def segment(self, name: str) -> RoadPoint | None:
        """Return the middle of a segment named by a `RoadPoint`, or None for an unknown name."""
        return self._nearby.segment(name)

    def towns(self, south: float, west: float, north: float, east: float, least: int = 0) -> list[TownView]:
        """Return places in a box with at least `least` people, the largest first."""
        return self._nearby.towns(south, west, north, east, least)

    def roads_in(
        self,
        south: float,
        west: float,
        north: float,
        east: float,
        worst: RoadKind = RoadKind.SECONDARY,
        *,
        straight: bool = False,
    ) -> Iterable[RoadView]:
        """Return roads with an end in a box, for maps; `straight` omits their bends."""
        return self._nearby.roads(south, west, north, east, worst, straight=straight)


def _true_cost(costs: Costs, way: Found, entries: Mapping[int, float], exits: Mapping[int, float]) -> Found:
    seconds = sum(costs.seconds(*hop) for hop in way.hops)
    return Found(entries[way.nodes[0]] + seconds + exits[way.nodes[-1]], way.nodes, way.hops)
