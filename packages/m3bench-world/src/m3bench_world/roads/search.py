"""Shortest-path search over the graph."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush

import msgspec

from m3bench_world.roads.geometry import Point, metres_between
from m3bench_world.roads.graph import NEVER, Costs

Hop = tuple[int, int, int]
"""From a node to a node by an edge."""


class Found(msgspec.Struct, frozen=True):
    """A path over the network, from its entry node to its exit node."""

    seconds: float
    """Total seconds, including access and egress."""
    nodes: tuple[int, ...]
    hops: tuple[Hop, ...]


class Spread:
    """A shortest-path search.

    `ahead` is a lower bound of the remaining cost; with 0 it is Dijkstra's algorithm, else A*.
    """

    def __init__(self, costs: Costs, entries: Mapping[int, float], ahead: Callable[[int], float]) -> None:
        self._costs = costs
        self._ahead = ahead
        self._best = dict(entries)
        self._came: dict[int, Hop] = {}
        self._heap = [(cost + ahead(node), node) for node, cost in entries.items()]
        heapify(self._heap)
        self._settled: set[int] = set()

    def nodes(self) -> Iterator[tuple[float, int, float]]:
        """Yield the lower bound of the total cost, a node, and the cost to reach it."""
        while self._heap:
            total, node = heappop(self._heap)
            if node not in self._settled:
                self._settled.add(node)
                yield total, node, self._best[node]
                self._widen(node)

    def _widen(self, node: int) -> None:
        table, best, settled = self._costs.graph.table, self._best, self._settled
        others, edges, known = table.others, table.edges, self._costs.known
        cost = best[node]
        for index in range(table.starts[node], table.starts[node + 1]):
            other = others[index]
            if other in settled:
                continue
            edge = edges[index]
            seconds = known.get(edge)
            if seconds is None:
                seconds = self._costs.seconds(node, other, edge)
            reached = cost + seconds
            if reached < best.get(other, NEVER):
                best[other] = reached
                self._came[other] = (node, other, edge)
                heappush(self._heap, (reached + self._ahead(other), other))

    def traced(self, last: int, seconds: float) -> Found:
        """Return the path to a node."""
        hops: list[Hop] = []
        nodes = [last]
        while nodes[-1] in self._came:
            hop = self._came[nodes[-1]]
            hops.append(hop)
            nodes.append(hop[0])
        return Found(seconds, tuple(reversed(nodes)), tuple(reversed(hops)))


def quickest(
    costs: Costs, entries: Mapping[int, float], exits: Mapping[int, float], goal: Point, bound: float = NEVER
) -> Found | None:
    """Find the quickest path from any entry to any exit, each with its access time in seconds.

    None if no path takes less than `bound`.
    """
    table, pace = costs.graph.table, 1 / costs.fastest
    known: dict[int, float] = {}

    def ahead(node: int) -> float:
        away = known.get(node)
        if away is None:
            away = known[node] = metres_between(table.point(node), goal) * pace
        return away

    spread = Spread(costs, entries, ahead)
    last = -1
    for total, node, cost in spread.nodes() if exits else ():
        if total >= bound:
            break
        if node in exits and cost + exits[node] < bound:
            bound, last = cost + exits[node], node
    return None if last < 0 else spread.traced(last, bound)


def quickest_to_all(
    costs: Costs, entries: Mapping[int, float], exits: Sequence[Mapping[int, float]], bounds: Sequence[float]
) -> list[Found | None]:
    """Search from one point to many: for each goal the result of `quickest`."""
    limits, ends = list(bounds), [-1] * len(exits)
    waiting: dict[int, list[int]] = {}
    for goal, ways in enumerate(exits):
        for node in ways:
            waiting.setdefault(node, []).append(goal)
    spread = Spread(costs, entries, lambda _: 0.0)
    farthest = NEVER
    for _, node, cost in spread.nodes() if waiting else ():
        if cost >= farthest:
            break
        for goal in waiting.get(node, ()):
            if cost + exits[goal][node] < limits[goal]:
                limits[goal], ends[goal] = cost + exits[goal][node], node
                farthest = max(limits[goal] for goal, ways in enumerate(exits) if ways)
    return [spread.traced(end, limits[goal]) if end >= 0 else None for goal, end in enumerate(ends)]
