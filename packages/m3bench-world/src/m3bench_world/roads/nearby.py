"""The nearest road to a point, and roads and towns of an area."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import pairwise

from m3bench_world.atlas import SPACING
from m3bench_world.roads import kinds
from m3bench_world.roads.geometry import Point, bearing, interpolate, metres_between, nearest_on, round_point
from m3bench_world.roads.graph import Graph
from m3bench_world.roads.kinds import RoadKind
from m3bench_world.roads.search import Hop
from m3bench_world.roads.streets import UNNAMED, Streets
from m3bench_world.roads.types import RoadPoint, RoadView, TownView

LOOK = 60_000.0
"""Radius in metres of the places whose roads are considered."""
FARTHEST = 5_000.0
PREFERENCE = 60.0
"""Metres by which a road between places must be nearer than a town street to be preferred."""
LANE_SPACING = 6 * SPACING
LANES = 25_000.0
"""Metres from a town's centre up to which country lanes follow its grid."""
MOST_PLACES = 12


class Nearby:
    def __init__(self, graph: Graph, streets: Streets) -> None:
        self._graph = graph
        self._streets = streets
        self._paths: dict[int, list[Point]] = {}

    def road(self, point: Point) -> RoadPoint | None:
        """Return the nearest road within five kilometres: a town street or a road between places."""
        around = self._graph.table.near(point, LOOK)[:MOST_PLACES]
        found = [road for road in (self._street(point, node) for _, node in around[:3]) if road]
        if not found and around and around[0][0] <= LANES:
            found.append(self._on_grid(around[0][1], point, LANE_SPACING))
        found += self._between_places(point, [node for _, node in around])
        found = [road for road in found if road.metres_off <= FARTHEST]
        return min(found, key=_rank, default=None)

    def segment(self, name: str) -> RoadPoint | None:
        """Return a segment by the name of a `RoadPoint`."""
        parts = name.split(".")
        if (
            len(parts) != 4
            or parts[0] not in ("road", "street", "lane")
            or not all(_is_number(part) for part in parts[1:])
        ):
            return None
        first, second, third = map(int, parts[1:])
        if parts[0] != "road":
            return self._block(first, second, third, SPACING if parts[0] == "street" else LANE_SPACING)
        for a, b, edge in self._hops([first]) if 0 <= first < len(self._graph.table) else ():
            path = self._path(a, b, edge)
            if edge == second and 0 <= third < len(path) - 1:
                return self._on_road((a, b, edge), third, interpolate(path[third], path[third + 1], 0.5), 0.0)
        return None

    def _block(self, node: int, east: int, north: int, every: float) -> RoadPoint | None:
        """Return a street segment, named by half-blocks of a town's grid."""
        if (
            not 0 <= node < len(self._graph.table)
            or max(abs(east), abs(north)) > 2_000
            or (east + north) % 2 == 0
        ):
            return None
        return self._on_street(node, east * every / 2, north * every / 2, every, 0.0)

    def _street(self, point: Point, node: int) -> RoadPoint | None:
        town = self._streets.town(node)
        if metres_between(point, (town.place.lat, town.place.lng)) > town.radius * 1.3 + 300:
            return None
        return self._on_grid(node, point, SPACING)

    def _on_grid(self, node: int, point: Point, every: float) -> RoadPoint:
        """Return the nearest line of a town's grid."""
        x, y = self._streets.town(node).to_frame(*point)
        line_x, line_y = every * round(x / every), every * round(y / every)
        upright = abs(x - line_x) <= abs(y - line_y)
        off = abs(x - line_x) if upright else abs(y - line_y)
        return self._on_street(node, line_x if upright else x, y if upright else line_y, every, off)

    def _on_street(self, node: int, x: float, y: float, every: float, off: float) -> RoadPoint:
        town = self._streets.town(node)
        upright = abs(x - every * round(x / every)) <= abs(y - every * round(y / every))
        east = 2 * round(x / every) if upright else 2 * int(x // every) + 1
        north = 2 * int(y // every) + 1 if upright else 2 * round(y / every)
        country, point = town.place.country, town.to_globe(x, y)
        in_town = every == SPACING
        middle = town.to_globe(east * every / 2, north * every / 2)
        return RoadPoint(
            point=point,
            road=town.street_name(town.house_at(*middle).street) if in_town else UNNAMED,
            segment=f"{'street' if in_town else 'lane'}.{node}.{east}.{north}",
            kind=RoadKind.STREET,
            country=country,
            limit=kinds.limit(RoadKind.STREET if in_town else RoadKind.SECONDARY, country),
            bearing=round(((0.0 if upright else 90.0) - math.degrees(town.turn)) % 180, 1),
            people=town.place.population if in_town else 0,
            metres_off=off,
        )

    def _hops(self, nodes: list[int], worst: RoadKind = RoadKind.SECONDARY) -> Iterator[Hop]:
        """Return roads from the nodes, without duplicates, none smaller than `worst`."""
        table, seen = self._graph.table, set[int]()
        for node in nodes:
            for index in range(table.starts[node], table.starts[node + 1]):
                edge, other = table.edges[index], table.others[index]
                if worst < table.kind[edge] <= RoadKind.SECONDARY:
                    continue
                if edge not in seen and self._graph.built(node, other, edge):
                    seen.add(edge)
                    yield min(node, other), max(node, other), edge

    def _path(self, a: int, b: int, edge: int) -> list[Point]:
        known = self._paths.get(edge)
        if known is None:
            known = self._paths[edge] = self._graph.path(a, b, edge)
        return known

    def _between_places(self, point: Point, nodes: list[int]) -> Iterator[RoadPoint]:
        for a, b, edge in self._hops(nodes):
            if self._graph.kind(edge) in (RoadKind.FERRY, RoadKind.SHUTTLE):
                continue
            path = self._path(a, b, edge)
            nearest = [nearest_on(start, end, point) for start, end in pairwise(path)]
            piece = min(range(len(nearest)), key=lambda index: nearest[index][1])
            share, off = nearest[piece]
            yield self._on_road((a, b, edge), piece, interpolate(path[piece], path[piece + 1], share), off)

    def _on_road(self, hop: Hop, piece: int, point: Point, off: float) -> RoadPoint:
        a, b, edge = hop
        kind, country = self._graph.kind(edge), self._graph.country(a, b)
        return RoadPoint(
            point=round_point(point, 6),
            road=self._graph.name(a, b, edge, kind),
            segment=f"road.{a}.{edge}.{piece}",
            kind=kind,
            country=country,
            limit=kinds.limit(kind, country),
            bearing=round(bearing(*self._path(a, b, edge)[piece : piece + 2]) % 180, 1),
            people=min(self._graph.table.population[a], self._graph.table.population[b]),
            metres_off=off,
        )

    def towns(self, south: float, west: float, north: float, east: float, least: int) -> list[TownView]:
        """Return places in a box with at least `least` people, the largest first."""
        table = self._graph.table
        nodes = [node for node in table.inside(south, west, north, east) if table.population[node] >= least]
        nodes.sort(key=lambda node: (-table.population[node], node))
        return [self.town(node) for node in nodes]

    def town(self, node: int) -> TownView:
        town = self._streets.town(node)
        place = town.place
        return TownView((place.lat, place.lng), place.name, place.population, town.turn, town.radius)

    def roads(
        self, south: float, west: float, north: float, east: float, worst: RoadKind, *, straight: bool
    ) -> Iterator[RoadView]:
        """Return roads with an end in a box, none smaller than `worst`; ferries are always included."""
        graph, table = self._graph, self._graph.table
        for a, b, edge in self._hops(list(table.inside(south, west, north, east)), worst):
            kind = graph.kind(edge)
            path = (table.point(a), table.point(b)) if straight else tuple(self._path(a, b, edge))
            yield RoadView(path, kind, graph.name(a, b, edge, kind))


def _rank(road: RoadPoint) -> tuple[float, str]:
    return round(road.metres_off + (PREFERENCE if road.segment.startswith("road") else 0.0), 1), road.segment


def _is_number(text: str) -> bool:
    return text.lstrip("-").isdecimal() and text.isascii() and len(text) < 10
