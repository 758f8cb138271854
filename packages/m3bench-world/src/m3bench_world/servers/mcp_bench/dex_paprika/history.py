"""Tools about the past of a pool: candles and transactions."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Annotated, Any

from msgspec import UNSET, UnsetType

from m3bench.servers.kit import Answer, BadArgument, about, check_limit, check_offset, check_text
from m3bench_world.pools import KINDS, Pool, Pools, Transaction
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.mcp_bench.dex_paprika.server import (
    MOST_PER_PAGE,
    Inversed,
    Limit,
    NetworkId,
    Page,
    PoolAddress,
    find_network,
    find_pool,
    server,
)
from m3bench_world.servers.mcp_bench.dex_paprika.shapes import moment, money, number

INTERVALS = {
    "1m": 1, "5m": 5, "10m": 10, "15m": 15, "30m": 30, "1h": 60, "6h": 360, "12h": 720, "24h": 1_440,
}  # fmt: skip
MOST_CANDLES = 366
LONGEST = timedelta(days=366)
DEEPEST = 5_000
"""Transactions that pages reach; a cursor reaches further."""


@server.tool(name="getPoolOHLCV")
def get_pool_ohlcv(
    context: ToolContext,
    network: NetworkId,
    poolAddress: PoolAddress,
    start: Annotated[
        str, about("Begin: a day ('2025-10-06'), an RFC 3339 time or Unix seconds; at most a year ago.")
    ],
    end: Annotated[str | UnsetType, about("End, in the same forms; by default now.")] = UNSET,
    limit: Annotated[float, about("How many candles from the beginning on, 1 to 366.")] = 1,
    interval: Annotated[str, about("Length of a candle: 1m, 5m, 10m, 15m, 30m, 1h, 6h, 12h or 24h.")] = "24h",
    inversed: Inversed = False,
) -> Answer:
    """Candles of a pool, oldest first: open, high, low and close price of the first token in units of the
    second, and the volume in dollars. Candles begin on whole UTC units; the first contains the start. The
    default limit is one candle."""
    pools = context.world.pools
    pool = find_pool(context, find_network(context, network), poolAddress)
    length = INTERVALS.get(interval.strip().lower())
    if length is None:
        raise BadArgument("interval", f"'{interval[:20]}' is not one of: {', '.join(INTERVALS)}")
    most = check_limit(limit, "limit", MOST_CANDLES)
    first = _minute(pools, start, "start")
    last = pools.minute if end is UNSET else min(_minute(pools, end, "end"), pools.minute)
    if first >= pools.minute:
        raise BadArgument("start", f"it is not in the past; now is {moment(pools.now)}")
    if last <= first:
        raise BadArgument("end", f"it is not after the start; now is {moment(pools.now)}")
    oldest = pools.minute - int(LONGEST / timedelta(minutes=1))
    if first < oldest:
        raise BadArgument("start", f"it is more than a year ago; now is {moment(pools.now)}")
    opened = pools.opened(pool)
    begin = max(first, opened)
    starts = range(begin - begin % length, last, length)[:most]
    return Answer([_candle(pools, pool, max(each, opened), each + length, inversed) for each in starts])


def _candle(pools: Pools, pool: Pool, first: int, end: int, inversed: bool) -> dict[str, Any]:
    last = min(end, pools.minute)
    quote = pools.prices.pair(pool, first, last)
    quote = quote.inverse() if inversed else quote
    begin = pools.now + timedelta(minutes=first - pools.minute)
    return {
        "time_open": moment(begin),
        "time_close": moment(pools.now + timedelta(minutes=last - pools.minute)),
        "open": number(quote.open),
        "high": number(quote.high),
        "low": number(quote.low),
        "close": number(quote.close),
        "volume": money(pools.trading(pool).window(first, last).volume_usd),
    }


def _minute(pools: Pools, text: str, name: str) -> int:
    """Parse a time, in minutes since the first day."""
    bare = check_text(text, name)
    try:
        parsed = _parsed(bare)
    except (ValueError, OverflowError, OSError):
        forms = "a day (2025-10-06), an RFC 3339 time or Unix seconds"
        raise BadArgument(
            name, f"'{bare[:40]}' is not a time; write {forms}. Now is {moment(pools.now)}"
        ) from None
    aware = parsed if parsed.tzinfo else parsed.replace(tzinfo=UTC)
    return pools.minute + (aware - pools.now) // timedelta(minutes=1)


def _parsed(text: str) -> datetime:
    if text.isascii() and text.isdecimal():
        return datetime.fromtimestamp(int(text), UTC)
    return datetime.fromisoformat(text)


@server.tool(name="getPoolTransactions")
def get_pool_transactions(
    context: ToolContext,
    network: NetworkId,
    poolAddress: PoolAddress,
    page: Page = 0,
    limit: Limit = 10,
    cursor: Annotated[
        str | UnsetType, about("Where to go on: next_cursor of the last answer. It replaces the page.")
    ] = UNSET,
) -> Answer:
    """List the transactions of a pool, newest first: swaps (buys and sells of the first token), additions and
    removals of liquidity. Amounts that go into the pool are positive, those that leave it negative."""
    pools = context.world.pools
    pool = find_pool(context, find_network(context, network), poolAddress)
    trading = pools.trading(pool)
    number_of, size = check_offset(page, "page"), check_limit(limit, "limit", MOST_PER_PAGE)
    newest = trading.position(pools.minute)
    if cursor is UNSET:
        position, skipped = newest, number_of * size
        if skipped > DEEPEST:
            raise BadArgument("page", f"pages reach {DEEPEST:,} transactions; go on with next_cursor")
    else:
        position, skipped = _position(check_text(cursor, "cursor"), newest), 0
    events = list(islice(trading.transactions(position), skipped + size))
    left = dict(zip(KINDS, position, strict=True))
    left.update({kind: index for kind, index, _ in events})
    shown = [trading.transaction(*event) for event in events[skipped:]]
    info: dict[str, Any] = {"limit": size, "page": number_of}
    if len(shown) == size:
        info["next_cursor"] = "-".join(str(left[kind]) for kind in KINDS)
    return Answer({"transactions": [_transaction(pools, pool, one) for one in shown], "page_info": info})


def _position(cursor: str, newest: tuple[int, ...]) -> tuple[int, ...]:
    parts = cursor.split("-")
    if len(parts) != len(newest) or not all(part.isdecimal() and len(part) < 16 for part in parts):
        raise BadArgument(
            "cursor", "it is not a next_cursor of an earlier answer; leave it out to begin anew"
        )
    return tuple(min(int(part), count) for part, count in zip(parts, newest, strict=True))


def _transaction(pools: Pools, pool: Pool, one: Transaction) -> dict[str, Any]:
    minute = min(int(one.minute), pools.minute - 1)
    base_usd = pools.prices.base_dollars(pool, minute, minute + 1).close
    pair = pools.prices.pair(pool, minute, minute + 1).close
    quote_usd = base_usd / pair
    base, quote = pool.tokens
    signs = {"buy": (-1, 1), "sell": (1, -1), "add": (0.5, 0.5), "remove": (-0.5, -0.5)}[one.kind]
    return {
        "id": one.hash,
        "pool_id": pool.address,
        "type": "swap" if one.kind in ("buy", "sell") else one.kind,
        "side": one.kind if one.kind in ("buy", "sell") else None,
        "sender": one.sender,
        "recipient": one.sender,
        "token_0": base.address,
        "token_0_symbol": base.symbol,
        "amount_0": number(signs[0] * one.usd / base_usd),
        "price_0": number(pair),
        "price_0_usd": number(base_usd),
        "token_1": quote.address,
        "token_1_symbol": quote.symbol,
        "amount_1": number(signs[1] * one.usd / quote_usd),
        "price_1": number(1 / pair),
        "price_1_usd": number(quote_usd),
        "volume_usd": money(one.usd),
        "created_at": moment(one.time),
        "created_at_block_number": pools.block(pool.network, one.time),
    }
