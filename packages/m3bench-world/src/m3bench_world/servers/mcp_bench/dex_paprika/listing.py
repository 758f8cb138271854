"""Tools that list networks, exchanges and pools."""

from __future__ import annotations

from typing import Any

from m3bench.servers.kit import Answer
from m3bench_world.pools import Dex, Network, Pool, Pools
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.dex_paprika.server import (
    DexId,
    Limit,
    NetworkId,
    OrderBy,
    Page,
    Sort,
    find_dex,
    find_network,
    server,
)
from m3bench_world.servers.mcp_bench.dex_paprika.shapes import DAY, day, money, ordered, page_of, pool_entry


@server.tool(name="getNetworks")
def get_networks(context: ToolContext) -> Answer:
    """List the networks (blockchains), those with most trading first. Other tools take their ids."""
    known = context.world.pools.networks.values()
    return Answer([{"id": network.id, "display_name": network.name} for network in known])


@server.tool(name="getNetworkDexes")
def get_network_dexes(context: ToolContext, network: NetworkId, page: Page = 0, limit: Limit = 10) -> Answer:
    """List the decentralized exchanges of a network, with their protocol, number of pools and trading of the
    last 24 hours. Pass a dex_id to getDexPools."""
    found = find_network(context, network)
    pools = context.world.pools

    def show(dex: Dex) -> dict[str, Any]:
        return _dex(pools, found, dex)

    return Answer(page_of("dexes", pools.dexes(found), page, limit, show))


def _dex(pools: Pools, network: Network, dex: Dex) -> dict[str, Any]:
    own = [pool for pool in pools.pools(network) if pool.dex == dex]
    windows = [pools.window(pool, DAY) for pool in own]
    return {
        "dex_id": dex.id,
        "dex_name": dex.name,
        "chain": network.id,
        "protocol": dex.protocol,
        "created_at": day(dex.since),
        "pools_count": pools.listed_pools(dex, len(own)),
        "volume_usd_24h": money(sum(window.volume_usd for window in windows)),
        "txns_24h": sum(window.transactions for window in windows),
    }


@server.tool(name="getNetworkPools")
def get_network_pools(
    context: ToolContext,
    network: NetworkId,
    page: Page = 0,
    limit: Limit = 10,
    sort: Sort = "desc",
    orderBy: OrderBy = "volume_usd",
) -> Answer:
    """List the liquidity pools of a network, by default those with the largest volume first. Each has its
    address (id), exchange, tokens, price of the first token in dollars, and volume, number of transactions
    and price changes (in percent) of the last 24 hours."""
    found = find_network(context, network)
    return _page(context, context.world.pools.pools(found), page, limit, sort, orderBy)


@server.tool(name="getDexPools")
def get_dex_pools(
    context: ToolContext,
    network: NetworkId,
    dex: DexId,
    page: Page = 0,
    limit: Limit = 10,
    sort: Sort = "desc",
    orderBy: OrderBy = "volume_usd",
) -> Answer:
    """List the liquidity pools of one exchange on a network, in the form of getNetworkPools."""
    found = find_network(context, network)
    wanted = find_dex(context, found, dex)
    own = tuple(pool for pool in context.world.pools.pools(found) if pool.dex == wanted)
    return _page(context, own, page, limit, sort, orderBy)


def _page(
    context: ToolContext, found: tuple[Pool, ...], page: float, limit: float, sort: str, order_by: str
) -> Answer:
    pools = context.world.pools
    inorder = ordered(pools, found, order_by, sort)
    return Answer(page_of("pools", inorder, page, limit, lambda pool: pool_entry(pools, pool)))
