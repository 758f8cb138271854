"""Plans of each shape."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

from m3bench.forge.links import Chain, Graph, chain_servers, chain_tools, in_turn
from m3bench.forge.tasks.plans import Plan, Shape

SHAPES = (Shape.CHAIN, Shape.PARALLEL, Shape.DECISION, Shape.ITERATION, Shape.VALIDATION, Shape.AGGREGATION)
"""The shapes of MCP-Bench's tasks, in the order of the documentation."""
_LONGEST_PART = 2
"""Links per part, where a plan has several."""
_MOST_PAIRS = 2_000
_WITHOUT_PLANS = {
    Shape.PARALLEL: "there is no confirmed link to follow twice",
    Shape.DECISION: "no tool returns a value that two other tools take",
}
_NO_LINKS = "there is no confirmed link between two tools"


def draw_shape_plans(
    graph: Graph, shapes: Sequence[Shape], longest: int, seed: int
) -> dict[Shape, list[Plan]]:
    """Draw plans of the given shapes.

    Args:
        graph: Links between tools.
        shapes: Some of `SHAPES`.
        longest: The largest number of links in a chain; parts of other shapes have at most 2.
        seed: Draws the order.

    Returns:
        The plans of each shape in the order in which they are tried.
    """
    chains = graph.drawn_chains(longest, seed)
    short = [chain for chain in chains if len(chain) <= _LONGEST_PART]
    return {shape: _DRAW[shape](chains if shape is Shape.CHAIN else short, seed) for shape in shapes}


def reason_without_plans(shape: Shape) -> str:
    """Return why links give no plan of a shape."""
    return _WITHOUT_PLANS.get(shape, _NO_LINKS)


def _single(shape: Shape) -> Callable[[Sequence[Chain], int], list[Plan]]:
    def draw(chains: Sequence[Chain], seed: int) -> list[Plan]:
        del seed
        return [Plan(shape, (chain,)) for chain in chains]

    return draw


def _parallel(chains: Sequence[Chain], seed: int) -> list[Plan]:
    """Each chain twice with different beginnings, in turn with pairs of chains that share no tool."""
    twice = [Plan(Shape.PARALLEL, (chain,)) for chain in chains]
    pairs = [
        Plan(Shape.PARALLEL, (chain, other))
        for chain, other in itertools.islice(itertools.combinations(chains, 2), _MOST_PAIRS)
        if not {*chain_tools(chain)} & {*chain_tools(other)}
    ]
    random.Random(seed).shuffle(pairs)  # noqa: S311 - nothing secret
    pairs.sort(key=lambda plan: set(chain_servers(plan.chains[0])) == set(chain_servers(plan.chains[1])))
    return in_turn((twice, pairs))


def _decisions(chains: Sequence[Chain], seed: int) -> list[Plan]:
    """Pairs of chains that part at their first call, and take the same value from it."""
    groups: dict[tuple[str, str], list[Chain]] = defaultdict(list)
    for chain in chains:
        groups[chain[0].source, chain[0].field].append(chain)
    pairs = [
        Plan(Shape.DECISION, (chain, other))
        for group in groups.values()
        for chain, other in itertools.permutations(group, 2)
        if chain[0].target != other[0].target
    ]
    random.Random(seed).shuffle(pairs)  # noqa: S311 - nothing secret
    return pairs[:_MOST_PAIRS]


def _validations(chains: Sequence[Chain], seed: int) -> list[Plan]:
    """Chains whose last two tools may return the same fact, and forks; those over two servers come first."""
    single = [Plan(Shape.VALIDATION, (chain,)) for chain in chains]
    forks = [
        Plan(Shape.VALIDATION, (chain, other))
        for chain, other in itertools.combinations([chain for chain in chains if len(chain) == 1], 2)
        if (chain[0].source, chain[0].field) == (other[0].source, other[0].field)
    ]
    random.Random(seed).shuffle(forks)  # noqa: S311 - nothing secret
    return sorted([*forks[:_MOST_PAIRS], *single], key=lambda plan: len(plan.servers) == 1)


_DRAW: Mapping[Shape, Callable[[Sequence[Chain], int], list[Plan]]] = {
    Shape.CHAIN: _single(Shape.CHAIN),
    Shape.PARALLEL: _parallel,
    Shape.DECISION: _decisions,
    Shape.ITERATION: _single(Shape.ITERATION),
    Shape.VALIDATION: _validations,
    Shape.AGGREGATION: _single(Shape.AGGREGATION),
}
