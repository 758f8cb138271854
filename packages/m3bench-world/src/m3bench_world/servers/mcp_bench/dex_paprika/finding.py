"""Tools over all networks: search and totals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from m3bench.core import near_misses, normalize
from m3bench.servers.kit import Answer, NotFound, about, check_text
from m3bench_world.pools import Dex, Pool, Pools, Token
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.dex_paprika.server import server
from m3bench_world.servers.mcp_bench.dex_paprika.shapes import DAY, number, pool_entry, token_entry

MOST_TOKENS = 20
MOST_POOLS = 10
MOST_DEXES = 10
SHORTEST_PART = 3
"""Length from which a query may also be a part of a name."""


@server.tool
def search(
    context: ToolContext,
    query: Annotated[
        str,
        about("Symbol, name or address of a token, address or pair ('UNI/WETH') of a pool, or an exchange."),
    ],
) -> Answer:
    """Find tokens, pools and exchanges on all networks by name, symbol or address. Gives the network (chain)
    and the id that the other tools take; exact matches and large networks come first."""
    pools = context.world.pools
    wanted = normalize(check_text(query, "query"))
    tokens = sorted(_tokens(pools, wanted), key=lambda pair: pair[0])[:MOST_TOKENS]
    found = list(_pools(pools, wanted))
    found.sort(key=lambda pool: (-pools.window(pool, DAY).volume_usd, pool.address))
    dexes = list(_dexes(pools, wanted))[:MOST_DEXES]
    if not (tokens or found or dexes):
        known = {token.symbol for network in pools.networks.values() for token in pools.tokens(network)}
        near = near_misses(wanted, sorted(known))
        raise NotFound(f"nothing matches '{query.strip()[:80]}' on any network", near)
    return Answer(
        {
            "tokens": [_token(pools, token) for _, token in tokens],
            "pools": [{"type": "pool", **pool_entry(pools, pool)} for pool in found[:MOST_POOLS]],
            "dexes": [{"id": dex.id, "name": dex.name, "chain": dex.network} for dex in dexes],
        }
    )


def _token(pools: Pools, token: Token) -> dict[str, Any]:
    return {
        "type": "token",
        **token_entry(token),
        "price_usd": number(pools.token_dollars(token)),
        "pools": pools.indexed_pools(token),
    }


def _tokens(pools: Pools, wanted: str) -> Iterator[tuple[tuple[int, int, str], Token]]:
    for index, network in enumerate(pools.networks.values()):
        for token in pools.tokens(network):
            rank = _token_rank(token, wanted)
            if rank is not None:
                yield (rank, index, token.symbol), token


def _token_rank(token: Token, wanted: str) -> int | None:
    """Return how well a token fits, 0 the best, or None."""
    exact = {normalize(token.symbol): 0, normalize(token.address): 0, normalize(token.name): 1}
    if wanted in exact:
        return exact[wanted]
    if wanted == normalize(token.coin.name):
        return 1
    text = normalize(f"{token.symbol} {token.name} {'' if token.made_up else token.coin.name}")
    return 2 if len(wanted) >= SHORTEST_PART and wanted in text else None


def _pools(pools: Pools, wanted: str) -> Iterator[Pool]:
    pair = wanted.replace("-", "/").replace(" ", "")
    for network in pools.networks.values():
        for pool in pools.pools(network):
            names = {normalize(pool.name), normalize(f"{pool.tokens[1].symbol}/{pool.tokens[0].symbol}")}
            symbols = {normalize(token.symbol) for token in pool.tokens}
            if pair in names or wanted in symbols or wanted == normalize(pool.address):
                yield pool


def _dexes(pools: Pools, wanted: str) -> Iterator[Dex]:
    for network in pools.networks.values():
        for dex in pools.dexes(network):
            exact = wanted in (dex.id, normalize(dex.name))
            if exact or (len(wanted) >= SHORTEST_PART and wanted in normalize(f"{dex.name} {dex.id}")):
                yield dex


@server.tool(name="getStats")
def get_stats(context: ToolContext) -> Answer:
    """Totals over all networks: numbers of chains, exchanges (factories), pools and tokens."""
    pools = context.world.pools
    known = pools.networks.values()
    return Answer(
        {
            "chains": len(known),
            "factories": sum(len(pools.dexes(network)) for network in known),
            "pools": sum(len(pools.pools(network)) for network in known),
            "tokens": sum(len(pools.tokens(network)) for network in known),
        }
    )
