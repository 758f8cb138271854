"""What tasks are made over: chains, forks of chains, and chains that are carried out twice to compare."""

from __future__ import annotations

import itertools
import random
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

import msgspec

from m3bench.forge.links import Chain, Graph, servers_of, tools_of

_LONGEST_PARALLEL = 2
"""Links of each branch."""
_MOST_FORKS = 2_000
_TRIES = 12


class Shape(StrEnum):
    """How the calls of a task hang together."""

    CHAIN = "chain"
    FORK = "fork"
    """What one call brings goes into two others."""
    PAIR = "pair"
    """Two things out of one list are looked up and compared."""
    COMPARISON = "comparison"
    """Two chains that have nothing to do with each other, and their ends compared."""


_ORDER = (Shape.CHAIN, Shape.FORK, Shape.CHAIN, Shape.PAIR, Shape.CHAIN, Shape.COMPARISON)


class Plan(msgspec.Struct, frozen=True):
    """Chains that are to be carried out together; the chains of a fork differ in their last link only."""

    shape: Shape
    chains: tuple[Chain, ...]

    @property
    def tools(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(tool for chain in self.chains for tool in tools_of(chain)))

    @property
    def servers(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(server for chain in self.chains for server in servers_of(chain)))


def drawn_plans(graph: Graph, longest: int, seed: int) -> dict[Shape, list[Plan]]:
    """Plans of each shape, in an order drawn by the seed."""
    chains = graph.drawn_chains(longest, seed)
    short = [chain for chain in chains if len(chain) <= _LONGEST_PARALLEL]
    return {
        Shape.CHAIN: [Plan(Shape.CHAIN, (chain,)) for chain in chains],
        Shape.FORK: _forks(graph, short, random.Random(seed)),  # noqa: S311 - nothing secret
        Shape.PAIR: [Plan(Shape.PAIR, (chain,)) for chain in short],
        Shape.COMPARISON: [Plan(Shape.COMPARISON, (chain,)) for chain in short],
    }


class Turns:
    """Plans one after another: chains and branched ones in turn, and of a shape the next until one gave a
    task, or so many gave none."""

    def __init__(self, plans: Mapping[Shape, Sequence[Plan]]) -> None:
        self._left = {shape: deque(each) for shape, each in plans.items()}
        self._order = itertools.cycle(_ORDER)
        self._gave = False

    def gave_a_task(self) -> None:
        """The last plan did."""
        self._gave = True

    def __iter__(self) -> Iterator[Plan]:
        while any(self._left.values()):
            queue = self._left[next(self._order)]
            for _ in range(_TRIES):
                if not queue:
                    break
                self._gave = False
                yield queue.popleft()
                if self._gave:
                    break


def _forks(graph: Graph, chains: Sequence[Chain], drawn: random.Random) -> list[Plan]:
    """Two chains that part at the last link, where both take the same field."""
    found = []
    for chain in chains:
        last = chain[-1]
        others = [
            link
            for link in graph.onward(last.source)
            if (link.field, link.confirmed) == (last.field, True) and link.target > last.target
        ]
        found += [Plan(Shape.FORK, (chain, (*chain[:-1], other))) for other in others]
    drawn.shuffle(found)
    return found[:_MOST_FORKS]
