"""Pools, tokens and windows as JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, time
from typing import Any, TypeVar

from m3bench.servers.kit import check_limit, check_offset
from m3bench_world.pools import Pool, Pools, Token, Window
from m3bench_world.servers.mcp_bench.dex_paprika.server import MOST_PER_PAGE

T = TypeVar("T")
DAY = 1_440
WINDOWS = {"24h": DAY, "6h": 360, "1h": 60, "30m": 30, "15m": 15, "5m": 5}
"""Name → minutes."""


def number(value: float) -> float:
    """Return a price or an amount with ten significant digits."""
    return float(f"{value:.10g}")


def money(value: float) -> float:
    return round(value, 2)


def moment(value: datetime) -> str:
    return value.isoformat(timespec="seconds").replace("+00:00", "Z")


def day(value: date) -> str:
    return moment(datetime.combine(value, time(), UTC))


def page_of(
    name: str, found: Sequence[T], page: float, limit: float, show: Callable[[T], dict[str, Any]]
) -> dict[str, Any]:
    """Return one page of entries and what is known about all pages. A page past the end is empty."""
    start, size = check_offset(page, "page"), check_limit(limit, "limit", MOST_PER_PAGE)
    shown = [show(row) for row in found[start * size : (start + 1) * size]]
    info = {
        "limit": size,
        "page": start,
        "total_items": len(found),
        "total_pages": math.ceil(len(found) / size),
    }
    return {name: shown, "page_info": info}


def ordered(pools: Pools, found: Sequence[Pool], order_by: str, sort: str) -> list[Pool]:
    keys: dict[str, Callable[[Pool], float]] = {
        "volume_usd": lambda pool: pools.window(pool, DAY).volume_usd,
        "price_usd": pools.dollars,
        "transactions": lambda pool: pools.window(pool, DAY).transactions,
        "last_price_change_usd_24h": lambda pool: pools.price_change(pool, DAY),
        "created_at": pools.opened,
    }
    sign = -1 if sort == "desc" else 1
    return sorted(found, key=lambda pool: (sign * keys[order_by](pool), pool.address))


def token_entry(token: Token) -> dict[str, Any]:
    return {
        "id": token.address,
        "name": token.name,
        "symbol": token.symbol,
        "chain": token.network,
        "decimals": token.decimals,
        "added_at": day(token.added),
    }


def quote_dollars(pools: Pools, pool: Pool) -> float:
    """Return the dollar price of the second token that the pool's own price implies."""
    return pools.dollars(pool) / pools.prices.pair(pool, pools.minute - 1, pools.minute).close


def pool_entry(pools: Pools, pool: Pool, first: Token | None = None) -> dict[str, Any]:
    """Return a pool as in lists; with `first`, that token comes first and the price is its own."""
    turned = first is not None and first == pool.tokens[1]
    last_day = pools.window(pool, DAY)
    tokens = pool.tokens[::-1] if turned else pool.tokens
    changes = {name: WINDOWS[name] for name in ("5m", "1h", "24h")}
    return {
        "id": pool.address,
        "chain": pool.network,
        "dex_id": pool.dex.id,
        "dex_name": pool.dex.name,
        "fee": pool.fee,
        "created_at": moment(pools.created(pool)),
        "created_at_block_number": pools.block(pool.network, pools.created(pool)),
        "price_usd": number(quote_dollars(pools, pool) if turned else pools.dollars(pool)),
        "volume_usd": money(last_day.volume_usd),
        "transactions": last_day.transactions,
        "liquidity_usd": money(pools.listed_liquidity(pool)),
        **{
            f"last_price_change_usd_{name}": round(change(pools, pool, minutes, turned=turned), 3)
            for name, minutes in changes.items()
        },
        "tokens": [token_entry(token) for token in tokens],
    }


def change(pools: Pools, pool: Pool, minutes: int, *, turned: bool = False) -> float:
    """Return the change of a dollar price in percent: that of the first token, or of the second."""
    if not turned:
        return pools.price_change(pool, minutes)
    start = max(pools.opened(pool), pools.minute - minutes)
    if start >= pools.minute:
        return 0.0
    quote = pools.prices.dollars(pool.tokens[1].coin, start, pools.minute)
    return 100 * (quote.close / quote.open - 1)


def window_entry(window: Window, change_percent: float) -> dict[str, Any]:
    return {
        "last_price_usd_change": round(change_percent, 3),
        "volume_usd": money(window.volume_usd),
        "buy_usd": money(window.buy_usd),
        "sell_usd": money(window.sell_usd),
        "buys": window.buys,
        "sells": window.sells,
        "txns": window.transactions,
    }
