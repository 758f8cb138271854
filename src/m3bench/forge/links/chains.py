"""Links between tools, and chains of links."""

from __future__ import annotations

import itertools
import random
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

import msgspec

from m3bench.core import Call

_MOST_CHAINS = 20_000
_Item = TypeVar("_Item")


class Link(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The result of one tool gives an argument of another."""

    source: str
    target: str
    field: str
    """Path in the result, as keys joined by dots; empty if there was no result to look at."""
    slot: str
    ground: str
    """Why the link is assumed: see `candidates.Ground`."""
    score: float
    confirmed: bool = False
    """A value from a real result was accepted and returned something."""
    selective: bool = False
    """A made-up value in its place was rejected."""
    first: Call | None = None
    """The two calls that confirmed the link, without results."""
    second: Call | None = None

    @property
    def pair(self) -> tuple[str, str]:
        return self.source, self.target


Chain = tuple[Link, ...]


class Graph:
    """Tools and the best link between each pair of them."""

    def __init__(self, links: Iterable[Link]) -> None:
        best: dict[tuple[str, str], Link] = {}
        for link in links:
            known = best.get(link.pair)
            if known is None or _worth(link) > _worth(known):
                best[link.pair] = link
        self.links = tuple(best[pair] for pair in sorted(best))
        self._onward: dict[str, list[Link]] = defaultdict(list)
        for link in self.links:
            self._onward[link.source].append(link)

    @property
    def pairs(self) -> frozenset[tuple[str, str]]:
        return frozenset(link.pair for link in self.links)

    def onward(self, tool: str) -> Sequence[Link]:
        return self._onward.get(tool, ())

    def chains(self, length: int) -> Iterator[Chain]:
        """Yield all chains of a number of links without repeated tools, in a fixed order."""
        for link in self.links:
            yield from self._longer((link,), length)

    def drawn_chains(self, longest: int, seed: int) -> list[Chain]:
        """Return confirmed chains in an order drawn by the seed.

        Long and short chains alternate. Among chains of one length, a last tool repeats only after all others
        were used. Links that rest on similarity alone are left out.
        """
        drawn = random.Random(seed)  # noqa: S311 - nothing secret
        return in_turn(_spread(self._some(length, drawn)) for length in range(longest, 0, -1))

    def _some(self, length: int, drawn: random.Random) -> list[Chain]:
        chains = [
            chain
            for chain in itertools.islice(self.chains(length), _MOST_CHAINS)
            if all(link.confirmed and link.ground != "meaning" for link in chain)
        ]
        drawn.shuffle(chains)
        return chains

    def _longer(self, chain: Chain, length: int) -> Iterator[Chain]:
        if len(chain) == length:
            yield chain
            return
        visited = {chain[0].source, *(link.target for link in chain)}
        for link in self.onward(chain[-1].target):
            if link.target not in visited:
                yield from self._longer((*chain, link), length)


def chain_tools(chain: Sequence[Link]) -> tuple[str, ...]:
    """Return the tools of a chain in order."""
    return (chain[0].source, *(link.target for link in chain))


def chain_servers(chain: Sequence[Link]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tool.partition("/")[0] for tool in chain_tools(chain)))


def _worth(link: Link) -> tuple[bool, bool, float, str, str]:
    return link.confirmed, link.selective, link.score, link.slot, link.field


def in_turn(groups: Iterable[Iterable[_Item]]) -> list[_Item]:
    """Return the first item of each group, then the second of each, and so on."""
    rows = itertools.zip_longest(*groups)
    return [item for row in rows for item in row if item is not None]


def _spread(chains: Sequence[Chain]) -> list[Chain]:
    """Return chains in rounds, with every last tool at most once per round."""
    groups: dict[str, list[Chain]] = defaultdict(list)
    for chain in chains:
        groups[chain[-1].target].append(chain)
    return in_turn(groups.values())
