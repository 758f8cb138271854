"""Tools about one pool or one token."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from m3bench.servers.kit import Answer, about
from m3bench_world.pools import Pool, Pools, Token, Window
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.dex_paprika.server import (
    Inversed,
    Limit,
    NetworkId,
    OrderBy,
    Page,
    PoolAddress,
    Sort,
    TokenAddress,
    find_network,
    find_pool,
    find_token,
    server,
)
from m3bench_world.servers.mcp_bench.dex_paprika.shapes import (
    WINDOWS,
    change,
    moment,
    money,
    number,
    ordered,
    page_of,
    pool_entry,
    quote_dollars,
    token_entry,
    window_entry,
)


@server.tool(name="getPoolDetails")
def get_pool_details(
    context: ToolContext, network: NetworkId, poolAddress: PoolAddress, inversed: Inversed = False
) -> Answer:
    """One pool: exchange, tokens, fee, reserves, price of the first token in units of the second (last_price)
    and in dollars (last_price_usd), and for windows from 5 minutes to 24 hours the change of that dollar
    price in percent, volumes, and numbers of buys, sells and transactions. Buys and sells are those of the
    first token."""
    pools = context.world.pools
    pool = find_pool(context, find_network(context, network), poolAddress)
    pair = pools.prices.pair(pool, pools.minute - 1, pools.minute).close
    dollars = quote_dollars(pools, pool) if inversed else pools.dollars(pool)
    entry = pool_entry(pools, pool)
    kept = ("id", "chain", "dex_id", "dex_name", "fee", "created_at", "created_at_block_number", "tokens")
    return Answer(
        {
            **{name: entry[name] for name in kept},
            "inversed": inversed,
            "last_price": number(1 / pair if inversed else pair),
            "last_price_usd": number(dollars),
            "price_time": moment(pools.now),
            "liquidity_usd": money(pools.liquidity(pool)),
            "token_reserves": _reserves(pools, pool),
            "last_price_change_usd_24h": round(change(pools, pool, WINDOWS["24h"], turned=inversed), 3),
            **{
                name: window_entry(pools.window(pool, minutes), change(pools, pool, minutes, turned=inversed))
                for name, minutes in WINDOWS.items()
            },
        }
    )


def _reserves(pools: Pools, pool: Pool) -> list[dict[str, Any]]:
    half = pools.liquidity(pool) / 2
    prices = (pools.dollars(pool), quote_dollars(pools, pool))
    return [
        {
            "token_id": token.address,
            "symbol": token.symbol,
            "reserve": number(half / price),
            "reserve_usd": money(half),
        }
        for token, price in zip(pool.tokens, prices, strict=True)
    ]


@server.tool(name="getTokenDetails")
def get_token_details(context: ToolContext, network: NetworkId, tokenAddress: TokenAddress) -> Answer:
    """One token: name, symbol, decimals, supply on this network, and a summary with its price in dollars,
    valuation, liquidity, number of pools and its trading in all pools over windows from 5 minutes to 24
    hours."""
    pools = context.world.pools
    token = find_token(context, find_network(context, network), tokenAddress)
    price = pools.token_dollars(token)
    holding = pools.holding(token)
    return Answer(
        {
            **token_entry(token),
            "description": _description(token),
            "total_supply": token.supply,
            "last_updated": moment(pools.now),
            "summary": {
                "price_usd": number(price),
                "fdv": money(price * token.supply),
                "liquidity_usd": money(sum(pools.liquidity(pool) for pool in holding)),
                "pools": len(holding),
                **{name: _trading(pools, token, holding, minutes) for name, minutes in WINDOWS.items()},
            },
        }
    )


def _description(token: Token) -> str:
    if token.made_up:
        return f"{token.name} is a token of the {token.network} network. It exists only in this world."
    return f"{token.name} on the {token.network} network. Its price is that of {token.coin.symbol}."


def _trading(pools: Pools, token: Token, holding: tuple[Pool, ...], minutes: int) -> dict[str, Any]:
    total = Window()
    for pool in holding:
        window = pools.window(pool, minutes)
        total += window if pool.tokens[0] == token else window.mirrored()
    quote = pools.prices.dollars(token.coin, pools.minute - minutes, pools.minute)
    return window_entry(total, 100 * (quote.close / quote.open - 1))


@server.tool(name="getTokenPools")
def get_token_pools(
    context: ToolContext,
    network: NetworkId,
    tokenAddress: TokenAddress,
    page: Page = 0,
    limit: Limit = 10,
    sort: Sort = "desc",
    orderBy: OrderBy = "volume_usd",
    reorder: Annotated[
        bool | UnsetType, about("Whether to put this token first in each pool and give its price.")
    ] = UNSET,
    address: Annotated[
        str | UnsetType, about("Address of a second token: only pools that hold both.")
    ] = UNSET,
) -> Answer:
    """List the pools that hold a token, by default those with the largest volume first, in the form of
    getNetworkPools."""
    pools = context.world.pools
    found = find_network(context, network)
    token = find_token(context, found, tokenAddress)
    other = find_token(context, found, address, "address") if address is not UNSET else token
    both = [pool for pool in pools.holding(token) if other in pool.tokens]
    first = token if reorder is True else None
    inorder = ordered(pools, both, orderBy, sort)
    return Answer(page_of("pools", inorder, page, limit, lambda pool: pool_entry(pools, pool, first)))
