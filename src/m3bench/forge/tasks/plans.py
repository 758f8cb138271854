"""Plans of tasks: chains, forks of chains, and chains executed twice to compare."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from enum import StrEnum
from itertools import islice

import msgspec

from m3bench.forge.links import Chain, Graph, chain_servers, chain_tools

_LONGEST_PARALLEL = 2
"""Links per branch."""
_MOST_FORKS = 2_000
_TRIES = 12


class Shape(StrEnum):
    """How the calls of a task are connected."""

    CHAIN = "chain"
    FORK = "fork"
    """The result of one call is used by two others."""
    PAIR = "pair"
    """Two items of one list are looked up and compared."""
    COMPARISON = "comparison"
    """Two independent chains, whose ends are compared."""
    PARALLEL = "parallel"
    """Independent chains, whose facts are combined in the answer."""
    DECISION = "decision"
    """A figure in a result decides which of two chains follows."""
    ITERATION = "iteration"
    """The same call for each of several items of a list."""
    VALIDATION = "validation"
    """Two tools return the same fact, and the values are compared."""
    AGGREGATION = "aggregation"
    """The same call for several items of a list, whose figures are summed up."""


_ORDER = (Shape.CHAIN, Shape.FORK, Shape.CHAIN, Shape.PAIR, Shape.CHAIN, Shape.COMPARISON)


class Plan(msgspec.Struct, frozen=True):
    """Chains to execute together; the chains of a fork differ only in their last link."""

    shape: Shape
    chains: tuple[Chain, ...]

    @property
    def tools(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(tool for chain in self.chains for tool in chain_tools(chain)))

    @property
    def servers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(server for chain in self.chains for server in chain_servers(chain)))


def draw_plans(graph: Graph, longest: int, seed: int) -> dict[Shape, list[Plan]]:
    """Draw plans of each shape in an order given by the seed."""
    chains = graph.drawn_chains(longest, seed)
    short = [chain for chain in chains if len(chain) <= _LONGEST_PARALLEL]
    return {
        Shape.CHAIN: [Plan(Shape.CHAIN, (chain,)) for chain in chains],
        Shape.FORK: _forks(graph, short, random.Random(seed)),  # noqa: S311 - nothing secret
        Shape.PAIR: [Plan(Shape.PAIR, (chain,)) for chain in short],
        Shape.COMPARISON: [Plan(Shape.COMPARISON, (chain,)) for chain in short],
    }


class Turns:
    """Iterates over plans. Shapes alternate; each shape gets a number of tries until one gives a task."""

    def __init__(self, plans: Mapping[Shape, Sequence[Plan]], order: Sequence[Shape] = _ORDER) -> None:
        self._left = {shape: deque(plan) for shape, plan in plans.items()}
        # A shape outside the order comes last: otherwise its plans would never have their turn.
        self._order = (*order, *(shape for shape in plans if shape not in order))
        self._turn = self._tried = 0
        self._gave = False

    def gave_a_task(self) -> None:
        self._gave = True

    def ahead(self, count: int) -> list[Plan]:
        """Return the plans that come next if none of them gives a task."""
        other = copy(self)
        other._left = {shape: deque(islice(plans, count)) for shape, plans in self._left.items()}
        return list(islice(other, count))

    def __iter__(self) -> Iterator[Plan]:
        return self

    def __next__(self) -> Plan:
        if self._gave or self._tried == _TRIES:
            self._end_turn()
        if not any(self._left.values()):
            raise StopIteration
        while not self._queue:
            self._end_turn()
        self._tried += 1
        return self._queue.popleft()

    @property
    def _queue(self) -> deque[Plan]:
        return self._left[self._order[self._turn % len(self._order)]]

    def _end_turn(self) -> None:
        self._turn, self._tried, self._gave = self._turn + 1, 0, False


def _forks(graph: Graph, chains: Sequence[Chain], drawn: random.Random) -> list[Plan]:
    """Return pairs of chains that differ in the last link and use the same field there."""
    forks = [
        Plan(Shape.FORK, (chain, (*chain[:-1], other)))
        for chain in chains
        for other in graph.onward(chain[-1].source)
        if other.confirmed and other.field == chain[-1].field and other.target > chain[-1].target
    ]
    drawn.shuffle(forks)
    return forks[:_MOST_FORKS]
