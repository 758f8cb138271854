"""Reddit and DEX Paprika: what traders talk about, and what the pools did at that time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import MONEY, PERCENT, change, ranked
from m3bench_suites.builders.cross.markets._shared.pools import exact_tokens, liquidities, swaps
from m3bench_suites.builders.cross.markets._shared.reading import Thread, best_comment, discussed, threads
from m3bench_suites.builders.tasks import (
    TaskSpec,
    computed,
    fork,
    require,
    require_clear,
    solution,
    stated,
)

_HOT, _THREAD = "Reddit/fetch_reddit_hot_threads", "Reddit/fetch_reddit_post_content"
_DEXES, _DEX_POOLS = "DEX Paprika/getNetworkDexes", "DEX Paprika/getDexPools"
_POOL, _TOKEN_POOLS = "DEX Paprika/getPoolDetails", "DEX Paprika/getTokenPools"
_CANDLES, _SEARCH = "DEX Paprika/getPoolOHLCV", "DEX Paprika/search"
_TRANSACTIONS = "DEX Paprika/getPoolTransactions"
_RIVALS = (("CryptoCurrency", "stocks"), ("ethereum", "economics"), ("ethereum", "investing"))
_NETWORKS = ("base", "polygon", "bsc", "arbitrum", "optimism")
_COUNT = 8
_POSTS = 12
_NEWEST = 15

Bar = Mapping[str, Any]


def _talk(draw: TaskDraw) -> TaskSpec:
    community, rival = draw.turn(_RIVALS, "rivals")
    first, second = draw.sample(_NETWORKS, 2, "networks")
    hot = draw.whole(8, 12, "hot")
    return TaskSpec(
        words={
            "one": community,
            "other": rival,
            "first": first,
            "second": second,
            "hot": hot,
            "count": _COUNT,
        },
        plans=(partial(_talk_plan, community, rival, first, second, hot),),
    )


def _talk_plan(community: str, rival: str, first: str, second: str, hot: int) -> Plan:
    lists = yield [call(_HOT, subreddit=name, limit=hot) for name in (community, rival)]
    talks = [threads(page.text) for page in lists]
    totals = [sum(thread.comments for thread in talk) for talk in talks]
    require_clear(totals[0] - totals[1], 0, 3)
    ahead = totals[0] > totals[1]
    network, leading = (first, 0) if ahead else (second, 1)
    (dexes,) = yield [call(_DEXES, *lists, network=network, limit=100)]
    dex = ranked(dexes.data["dexes"], lambda dex: float(dex["volume_usd_24h"]), 1, by=100.0)[0]
    (pools,) = yield [
        call(_DEX_POOLS, dexes, network=network, dex=dex["dex_id"], limit=_COUNT, orderBy="transactions")
    ]
    known = {pool["id"]: pool for pool in pools.data["pools"]}
    details = yield [call(_POOL, pools, network=network, poolAddress=pool) for pool in known]
    liquidity = liquidities(known.values(), details, _DEX_POOLS)
    worst = ranked(liquidity.wrong, liquidity.off.__getitem__, 1, by=0.1)[0]
    five = ranked(talks[leading], lambda thread: thread.comments, 5, by=1)[:5]
    candles = yield [_hour_of(thread, network, worst, pools, *details, lists[leading]) for thread in five]
    volumes = [float(candle.data[0]["volume"]) for candle in candles]
    index = ranked(range(len(five)), volumes.__getitem__, 1, by=0.01)[0]
    chosen = five[index]
    (opened,) = yield [
        call(_THREAD, *candles, lists[leading], post_id=chosen.id, comment_limit=10, comment_depth=1)
    ]
    return solution(
        {
            "comments_first": computed(totals[0], [thread.comments for thread in talks[0]]),
            "comments_second": computed(totals[1], [thread.comments for thread in talks[1]]),
            "ahead": computed(ahead, [thread.comments for talk in talks for thread in talk]),
            "exchange": stated(dex["dex_name"], also=(dex["dex_id"],)),
            "outdated": liquidity.outdated,
            "pool": stated(worst),
            "off": computed(
                round(liquidity.off[worst], 2), (liquidity.listed[worst], liquidity.own[worst]), PERCENT
            ),
            "thread": stated(chosen.id),
            "title": stated(chosen.title),
            "volume": stated(volumes[index], MONEY),
            "best_author": stated(best_comment(opened.text)[0]),
        },
        branches=[
            fork(
                f"the {hot} hottest threads of {community} have more comments than those of {rival}",
                ahead,
                _DEXES,
                met=first,
                unmet=second,
            )
        ],
        validations=[liquidity.check],
    )


def _hours(draw: TaskDraw) -> TaskSpec:
    name, symbol = draw.turn(("CryptoCurrency", "ethereum"), "name"), draw.pick(("WETH", "WBTC"), "symbol")
    first, second = draw.sample(("ethereum", "arbitrum", "polygon", "optimism", "solana"), 2, "networks")
    return TaskSpec(
        words={
            "name": name,
            "symbol": symbol,
            "first": first,
            "second": second,
            "posts": _POSTS,
            "newest": _NEWEST,
        },
        plans=(partial(_hours_plan, name, symbol, first, second),),
    )


def _hours_plan(name: str, symbol: str, first: str, second: str) -> Plan:
    hot, search = yield [call(_HOT, subreddit=name, limit=_POSTS), call(_SEARCH, query=symbol)]
    posts = threads(hot.text)
    token = {known_token["chain"]: known_token["id"] for known_token in exact_tokens(search, symbol)}
    lists = yield [
        call(_TOKEN_POOLS, search, network=network, tokenAddress=token[network], limit=1)
        for network in (first, second)
    ]
    pools = [page.data["pools"][0] for page in lists]
    require(pools[0]["tokens"][0]["symbol"] == symbol, "the pool has another token first.")
    hours = yield [
        _hour_of(thread, pool["chain"], pool["id"], hot, page)
        for pool, page in zip(pools, lists, strict=True)
        for thread in posts
    ]
    bars = [hour.data[0] for hour in hours]
    ours, theirs = bars[: len(posts)], bars[len(posts) :]
    moves = [change(bar["open"], bar["close"]) for bar in ours]
    require(all(abs(move) >= 0.001 for move in moves), "a price stayed.")
    risen = sum(move > 0 for move in moves)
    busiest = _busiest(ours, theirs)
    up = 2 * risen >= len(posts)
    picked = ranked(range(len(posts)), lambda index: moves[index] if up else -moves[index], 1, by=0.002)[0]
    thread = posts[picked]
    decided = (hot, *hours[: len(posts)])
    opened, *days = yield [
        call(_THREAD, *decided, post_id=thread.id, comment_limit=10, comment_depth=1),
        *(
            call(_CANDLES, *decided, page, **_place(pool), start=thread.posted[:10], interval="24h", limit=1)
            for pool, page in zip(pools, lists, strict=True)
        ),
    ]
    larger = ranked((0, 1), lambda index: float(days[index].data[0]["volume"]), 1, by=1.0)[0]
    (newest,) = yield [call(_TRANSACTIONS, *days, lists[larger], **_place(pools[larger]), limit=_NEWEST)]
    both = (ours[busiest]["volume"], theirs[busiest]["volume"])
    ends = (ours[picked]["open"], ours[picked]["close"])
    return solution(
        {
            "first_pool": stated(pools[0]["id"]),
            "risen": computed(risen, [our["close"] for our in ours]),
            "busiest_thread": stated(posts[busiest].id),
            "busiest_volume": computed(round(sum(both), 2), both, MONEY),
            "change": computed(round(moves[picked], 3), ends, PERCENT),
            "title": stated(thread.title),
            "replies": stated(discussed(opened.text)),
            "best_author": stated(best_comment(opened.text)[0]),
            "first_volume": stated(days[0].data[0]["volume"], MONEY),
            "second_volume": stated(days[1].data[0]["volume"], MONEY),
            "largest_swap": stated(max(swaps(newest)), MONEY),
        },
        branches=[
            fork(
                f"the price in the pool on {first} rose in at least half of the hours",
                up,
                _THREAD,
                met=posts[max(range(len(posts)), key=moves.__getitem__)].id,
                unmet=posts[min(range(len(posts)), key=moves.__getitem__)].id,
            )
        ],
    )


def _busiest(ours: Sequence[Bar], theirs: Sequence[Bar]) -> int:
    """Return the index of the thread in whose hour both pools together traded most."""
    traded = [our["volume"] + their["volume"] for our, their in zip(ours, theirs, strict=True)]
    busiest = max(range(len(traded)), key=traded.__getitem__)
    same = [bar for bar in ours if bar["time_open"] == ours[busiest]["time_open"]]
    require(len(same) == 1, "two threads were posted in the busiest hour.")
    return busiest


def _hour_of(thread: Thread, network: str, pool: str, *uses: CallResult) -> PlannedCall:
    """Return the call for the trades of a pool in the hour in which a thread was posted."""
    start = thread.posted.replace("+00:00", "Z")
    return call(_CANDLES, *uses, network=network, poolAddress=pool, start=start, interval="1h", limit=1)


def _place(pool: Mapping[str, Any]) -> dict[str, str]:
    return {"network": pool["chain"], "poolAddress": pool["id"]}


FAMILY = cross_family(
    number=68,
    name="reddit_dex",
    title="Reddit and DEX Paprika",
    servers=("Reddit", "DEX Paprika"),
    tasks=(_talk, _hours),
)
