"""Freeze the shape of the road network: which places are joined by a road, by which class of road, and where
there is land. Numbers, bends, tolls and speeds come from the seed.

Land is derived from time zones: the sea has its own zones, which begin twelve miles off the coast. Narrower
straits, bays and lakes, and crossings, are listed in `roads_geography.tsv`.
Run it after `compile_world.py`, in an environment with numpy, scipy, pillow and tzfpy:

    python scripts/compile_roads.py
"""

from __future__ import annotations

import json
import math
import zlib
from array import array
from collections import Counter
from collections.abc import Iterator
from heapq import heappop, heappush
from typing import Any

import numpy as np
from roads_borders import ARCHIPELAGO, CLOSED_PAIRS, CLOSED_TO_OTHERS
from roads_land import DATA, Barriers, Feature, LandMap, Point, geography, kilometres, table
from scipy.spatial import Delaunay, cKDTree

SPARSE_KM = 27.0
LEEWAY = 0.82
"""1 makes a Gabriel graph. A smaller value keeps more roads and shorter routes."""
LONGEST_KM = 380.0
LONGEST_NORTH_KM = 160.0


def select_places() -> tuple[dict[str, list[Any]], np.ndarray[Any, Any], list[str]]:
    """Return all large places, and small ones without another place within `SPARSE_KM`."""
    large, small = table("places_large"), table("places_small")
    names = ("id", "name", "lat", "lng", "country", "population")
    every = np.array(list(zip(large["lat"] + small["lat"], large["lng"] + small["lng"], strict=True)))
    kept: dict[str, list[Any]] = {name: list(large[name]) for name in names}
    cells: dict[tuple[int, int], list[Point]] = {}

    def put(point: Point) -> None:
        cells.setdefault((int(point[0] * 4), int(point[1] * 4)), []).append(point)

    for point in zip(large["lat"], large["lng"], strict=True):
        put(point)
    for index, point in enumerate(zip(small["lat"], small["lng"], strict=True)):
        if small["population"][index] >= 500 and not _close(cells, point):
            put(point)
            for name in names:
                kept[name].append(small[name][index])
    cell = [
        (int(lat + 90), int(lng + 180), index)
        for index, (lat, lng) in enumerate(zip(kept["lat"], kept["lng"], strict=True))
    ]
    ordered = {name: [kept[name][index] for _, _, index in sorted(cell)] for name in names}
    return ordered, every, large["country"] + small["country"]


def _close(cells: dict[tuple[int, int], list[Point]], point: Point) -> bool:
    row, column = int(point[0] * 4), int(point[1] * 4)
    narrow = max(0.1, math.cos(math.radians(point[0])))
    reach = int(SPARSE_KM / 111.2 * 4 / narrow) + 1
    for r in range(row - 1, row + 2):
        for c in range(column - reach, column + reach + 1):
            for lat, lng in cells.get((r, c), ()):
                if math.hypot(lat - point[0], (lng - point[1]) * narrow) * 111.2 < SPARSE_KM:
                    return True
    return False


def gabriel(points: np.ndarray[Any, Any]) -> list[tuple[int, int]]:
    """Return pairs of points on the sphere without a third point near their midpoint."""
    lat, lng = np.radians(points).T
    solid = np.stack([np.cos(lat) * np.cos(lng), np.cos(lat) * np.sin(lng), np.sin(lat)], axis=1)
    flat = np.stack([lng * 180 / np.pi, np.degrees(np.arctanh(np.sin(np.clip(lat, -1.4, 1.4))))], axis=1)
    simplices = Delaunay(flat).simplices
    pairs = np.unique(
        np.sort(np.concatenate([simplices[:, [0, 1]], simplices[:, [1, 2]], simplices[:, [0, 2]]])), axis=0
    )
    middle = (solid[pairs[:, 0]] + solid[pairs[:, 1]]) / 2
    radius = np.linalg.norm(solid[pairs[:, 0]] - solid[pairs[:, 1]], axis=1) / 2
    nearest, _ = cKDTree(solid).query(middle, k=1)
    return [(int(a), int(b)) for a, b in pairs[nearest >= LEEWAY * radius - 1e-12]]


def open_border(a: str, b: str) -> bool:
    if a == b:
        return True
    pair = tuple(sorted((a, b)))
    return pair not in CLOSED_PAIRS and a not in CLOSED_TO_OTHERS and b not in CLOSED_TO_OTHERS


def edges_between(
    places: dict[str, list[Any]], land: LandMap, barriers: Barriers, villages: cKDTree
) -> Iterator[tuple[int, int, str]]:
    points = np.array(list(zip(places["lat"], places["lng"], strict=True)))
    for a, b in gabriel(points):
        start, end = tuple(points[a]), tuple(points[b])
        length = float(kilometres(points[a], points[b]))
        far_north = points[a][0] > 60 and places["country"][a] in ("US", "CA", "GL")
        if length > (LONGEST_NORTH_KM if far_north else LONGEST_KM) or abs(start[1] - end[1]) > 90:
            continue
        if not open_border(places["country"][a], places["country"][b]) or barriers.between(start, end):
            continue
        if places["country"][a] == "GL" and length > 15:
            continue
        water = land.longest_water(start, end)
        if water > 13:
            continue
        island = places["country"][a] in ARCHIPELAGO or places["country"][b] in ARCHIPELAGO
        dense = places["country"][a] in ("PH", "GR")
        wild = (
            island
            and length > 9
            and coastal(land, start, end)
            and lonely(villages, start, end) > (4 if dense else 11)
        )
        if wild and length > 90:
            continue
        yield a, b, "ferry" if wild or (water > 7 and island) else "road"


def coastal(land: LandMap, a: Point, b: Point) -> bool:
    """Return whether there is open water within about 25 km of the midpoint."""
    rows, columns = land.cells(np.array([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]))
    window = land.land[max(0, rows - 5) : rows + 6, max(0, columns - 5) : columns + 6]
    return bool((~window).any())


def lonely(villages: cKDTree, a: Point, b: Point) -> float:
    """Return the longest stretch of the line in km without a village within 4 km."""
    length = float(kilometres(np.array(a), np.array(b)))
    steps = max(3, int(length / 2))
    line = np.array(a) + np.linspace(0, 1, steps)[:, None] * (np.array(b) - np.array(a))
    nearest = np.atleast_1d(villages.query(line * [1, math.cos(math.radians(a[0]))], k=1)[0])
    longest = run = 0
    for distance in nearest:
        run = run + 1 if distance * 111.2 > 4 else 0
        longest = max(longest, run)
    return longest * length / steps


def links(features: list[Feature], places: dict[str, list[Any]]) -> list[tuple[int, int, str, str]]:
    points = np.array(list(zip(places["lat"], places["lng"], strict=True)))
    found = []
    for kind, name, how, ends in features:
        if kind == "link":
            a, b = (int(np.argmin(kilometres(points, np.array(end)))) for end in ends)
            off = [
                float(kilometres(points[index], np.array(end)))
                for index, end in zip((a, b), ends, strict=True)
            ]
            print(
                f"  {name} ({how}): {places['name'][a]} – {places['name'][b]}",
                "  FAR" if max(off) > 25 else "",
            )
            found.append((min(a, b), max(a, b), how, name))
    return found


CLASSES = {"motorway": 0, "trunk": 1, "primary": 2, "secondary": 3, "bridge": 4, "ferry": 5, "shuttle": 6}


class Corridors:
    """Long roads: the fastest routes between neighbouring cities become motorways and trunk roads."""

    def __init__(self, places: dict[str, list[Any]], edges: list[tuple[int, int, str]]) -> None:
        self.places, self.edges = places, edges
        self.points = np.array(list(zip(places["lat"], places["lng"], strict=True)))
        ends = np.array([(a, b) for a, b, _ in edges])
        self.lengths = kilometres(self.points[ends[:, 0]], self.points[ends[:, 1]])
        self.classes = ["secondary" if kind == "road" else kind for _, _, kind in edges]
        self.corridor = [0] * len(edges)
        self.around: list[list[tuple[int, int]]] = [[] for _ in places["id"]]
        for index, (a, b, _) in enumerate(edges):
            self.around[a].append((b, index))
            self.around[b].append((a, index))
        self.last = 0

    def raise_to(self, wanted: str, least: int, farthest: float) -> None:
        cities = [index for index, people in enumerate(self.places["population"]) if people >= least]
        pairs = gabriel(self.points[cities])
        pairs.sort(key=lambda pair: -min(self.places["population"][cities[index]] for index in pair))
        for first, second in pairs:
            a, b = cities[first], cities[second]
            line = float(kilometres(self.points[a], self.points[b]))
            if line <= farthest:
                self._mark(self._path(a, b, 1.8 * line + 30), wanted)

    def _cost(self, index: int) -> float:
        factor = {"motorway": 0.55, "trunk": 0.75, "ferry": 6.0, "shuttle": 3.0}.get(self.classes[index], 1.0)
        return float(self.lengths[index]) * factor

    def _path(self, a: int, b: int, longest: float) -> list[int]:
        best, came = {a: 0.0}, {}
        heap = [(0.0, a)]
        while heap:
            cost, node = heappop(heap)
            if node == b:
                break
            if cost > best[node]:
                continue
            for other, edge in self.around[node]:
                total = cost + self._cost(edge)
                if total < best.get(other, longest):
                    best[other], came[other] = total, (node, edge)
                    heappush(heap, (total, other))
        path = []
        while b != a and b in came:
            b, edge = came[b]
            path.append(edge)
        return path if b == a else []

    def _mark(self, path: list[int], wanted: str) -> None:
        """Mark the edges of a path. Edges of an older corridor keep their number."""
        if any(self.classes[edge] in ("secondary", "primary") for edge in path):
            self.last += 1
        for edge in path:
            if self.classes[edge] in ("secondary", "primary"):
                self.classes[edge] = wanted
                self.corridor[edge] = self.last
            elif self.classes[edge] == "bridge":
                self.corridor[edge] = self.last


def write(name: str, columns: dict[str, array[int]], texts: dict[str, list[str]]) -> None:
    """Write a JSON line with type and length of each column, then the columns."""
    blobs = {key: "\n".join(text).encode() for key, text in texts.items()}
    head: dict[str, list[str | int]] = {}
    head |= {key: [column.typecode, len(column)] for key, column in columns.items()}
    head |= {key: ["s", len(blob)] for key, blob in blobs.items()}
    body = b"".join([column.tobytes() for column in columns.values()] + list(blobs.values()))
    (DATA / f"{name}.z").write_bytes(zlib.compress(json.dumps(head).encode() + b"\n" + body, 9))
    print(name, len(body), (DATA / f"{name}.z").stat().st_size)


def neighbours(count: int, edges: list[tuple[int, int]]) -> tuple[list[int], list[int], list[int]]:
    """Return where the neighbours of each node start, then all neighbours and edges."""
    around: list[list[tuple[int, int]]] = [[] for _ in range(count)]
    for index, (a, b) in enumerate(edges):
        around[a].append((b, index))
        around[b].append((a, index))
    starts, others, indices = [0], [], []
    for part in around:
        for other, index in sorted(part):
            others.append(other)
            indices.append(index)
        starts.append(len(others))
    return starts, others, indices


def parts(starts: list[int], others: list[int]) -> list[int]:
    """Number the connected components."""
    number = [-1] * (len(starts) - 1)
    count = 0
    for first in range(len(number)):
        waiting = [first] if number[first] < 0 else []
        while waiting:
            node = waiting.pop()
            if number[node] < 0:
                number[node] = count
                waiting += others[starts[node] : starts[node + 1]]
        count = max(count, number[first] + 1)
    print(count, "parts")
    return number


def main() -> None:
    features = geography()
    places, every, countries = select_places()
    land = LandMap(every, countries, features)
    (DATA / "land.bits.z").write_bytes(zlib.compress(np.packbits(land.land).tobytes(), 9))
    print("land", (DATA / "land.bits.z").stat().st_size, "share", land.land.mean())
    villages = cKDTree(every * np.stack([np.ones(len(every)), np.cos(np.radians(every[:, 0]))], axis=1))
    plain = {(a, b): kind for a, b, kind in edges_between(places, land, Barriers(features), villages)}
    named: dict[tuple[int, int], str] = {}
    for a, b, how, name in links(features, places):
        if a != b:
            plain[a, b] = how if plain.get((a, b)) != "shuttle" else "shuttle"
            named[a, b] = name
    edges = [(a, b, plain[a, b]) for a, b in sorted(plain)]
    corridors = Corridors(places, edges)
    corridors.raise_to("motorway", 180_000, 900)
    corridors.raise_to("trunk", 50_000, 500)
    corridors.raise_to("primary", 22_000, 200)
    starts, others, indices = neighbours(len(places["id"]), [(a, b) for a, b, _ in edges])
    codes = sorted(set(places["country"]))
    cells = [
        int(lat + 90) * 360 + int(lng + 180) for lat, lng in zip(places["lat"], places["lng"], strict=True)
    ]
    columns = {
        "starts": array("i", starts),
        "others": array("i", others),
        "edges": array("i", indices),
        "corridor": array("i", corridors.corridor),
        "lat": array("i", [round(value * 1e4) for value in places["lat"]]),
        "lng": array("i", [round(value * 1e4) for value in places["lng"]]),
        "population": array("i", places["population"]),
        "id": array("i", places["id"]),
        "cell": array("i", cells),
        "part": array("H", parts(starts, others)),
        "country": array("B", [codes.index(country) for country in places["country"]]),
        "kind": array("B", [CLASSES[kind] for kind in corridors.classes]),
    }
    crossings = [f"{index} {named[a, b]}" for index, (a, b, _) in enumerate(edges) if (a, b) in named]
    write("roads", columns, {"codes": codes, "name": places["name"], "crossings": crossings})
    print(
        len(places["id"]),
        "places",
        len(edges),
        "edges",
        Counter(corridors.classes),
        corridors.last,
        "corridors",
    )


if __name__ == "__main__":
    main()
