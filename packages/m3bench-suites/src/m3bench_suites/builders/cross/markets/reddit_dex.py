"""Reddit and DEX Paprika: what traders talk about, and what the pools did at that time."""

from __future__ import annotations

from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import (
    MONEY,
    PERCENT,
    change,
    differing,
    ranked,
)
from m3bench_suites.builders.cross.markets._shared.pools import exact_tokens, outdated, swaps
from m3bench_suites.builders.cross.markets._shared.reading import best_comment, discussed, threads
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_clear,
    solution,
    stated,
    validation,
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


def _talk(draw: TaskDraw) -> TaskSpec:
    one, other = draw.turn(_RIVALS, "rivals")
    first, second = draw.sample(_NETWORKS, 2, "networks")
    hot = draw.whole(8, 12, "hot")

    def plan() -> Plan:
        lists = yield [call(_HOT, subreddit=name, limit=hot) for name in (one, other)]
        talks = [threads(each.text) for each in lists]
        totals = [sum(thread.comments for thread in talk) for talk in talks]
        require_clear(totals[0] - totals[1], 0, 3)
        ahead = totals[0] > totals[1]
        network, place = (first, 0) if ahead else (second, 1)
        (dexes,) = yield [call(_DEXES, *lists, network=network, limit=100)]
        dex = ranked(dexes.data["dexes"], lambda each: float(each["volume_usd_24h"]), 1, by=100.0)[0]
        (pools,) = yield [
            call(
                _DEX_POOLS,
                dexes,
                network=network,
                dex=dex["dex_id"],
                limit=_COUNT,
                orderBy="transactions",
            )
        ]
        known = {pool["id"]: pool for pool in pools.data["pools"]}
        details = yield [call(_POOL, pools, network=network, poolAddress=pool) for pool in known]
        said = {key: float(pool["liquidity_usd"]) for key, pool in known.items()}
        own = {each.data["id"]: float(each.data["liquidity_usd"]) for each in details}
        wrong = differing(said, own)
        checked = validation("the liquidity of a pool", (_DEX_POOLS, _POOL), known, wrong)
        off = {pool: abs(change(own[pool], said[pool])) for pool in wrong}
        worst = ranked(wrong, off.__getitem__, 1, by=0.1)[0]
        five = ranked(talks[place], lambda thread: thread.comments, 5, by=1)[:5]
        candles = yield [
            call(
                _CANDLES,
                pools,
                *details,
                lists[place],
                network=network,
                poolAddress=worst,
                start=thread.posted.replace("+00:00", "Z"),
                interval="1h",
                limit=1,
            )
            for thread in five
        ]
        volumes = {
            thread.id: float(each.data[0]["volume"]) for thread, each in zip(five, candles, strict=True)
        }
        chosen = ranked(five, lambda thread: volumes[thread.id], 1, by=0.01)[0]
        (opened,) = yield [
            call(_THREAD, *candles, lists[place], post_id=chosen.id, comment_limit=10, comment_depth=1)
        ]
        return solution(
            {
                "comments_first": computed(totals[0], [thread.comments for thread in talks[0]]),
                "comments_second": computed(totals[1], [thread.comments for thread in talks[1]]),
                "ahead": computed(ahead, [thread.comments for talk in talks for thread in talk]),
                "exchange": stated(dex["dex_name"], also=(dex["dex_id"],)),
                "outdated_first": outdated(wrong, said, own) if ahead else NOTHING,
                "outdated_second": NOTHING if ahead else outdated(wrong, said, own),
                "pool": stated(worst),
                "off": computed(round(off[worst], 2), (said[worst], own[worst]), PERCENT),
                "thread": stated(chosen.id),
                "title": stated(chosen.title),
                "volume": stated(volumes[chosen.id], MONEY),
                "best_author": stated(best_comment(opened.text)[0]),
            },
            branches=[
                branch(
                    f"the {hot} hottest threads of {one} have more comments than those of {other}",
                    holds=ahead,
                    met={"tools": [_DEXES], "values": [first]},
                    unmet={"tools": [_DEXES], "values": [second]},
                )
            ],
            validations=[checked],
        )

    return TaskSpec(
        words={"one": one, "other": other, "first": first, "second": second, "hot": hot, "count": _COUNT},
        plans=(plan,),
    )


def _hours(draw: TaskDraw) -> TaskSpec:
    name, symbol = draw.turn(("CryptoCurrency", "ethereum"), "name"), draw.pick(("WETH", "WBTC"), "symbol")
    first, second = draw.sample(("ethereum", "arbitrum", "polygon", "optimism", "solana"), 2, "networks")

    def plan() -> Plan:
        hot, search = yield [call(_HOT, subreddit=name, limit=_POSTS), call(_SEARCH, query=symbol)]
        posts = threads(hot.text)
        token = {each["chain"]: each["id"] for each in exact_tokens(search, symbol)}
        lists = yield [
            call(_TOKEN_POOLS, search, network=network, tokenAddress=token[network], limit=1)
            for network in (first, second)
        ]
        pools = [each.data["pools"][0] for each in lists]
        require(pools[0]["tokens"][0]["symbol"] == symbol, "the pool has another token first.")
        hours = yield [
            call(
                _CANDLES,
                hot,
                each,
                network=pool["chain"],
                poolAddress=pool["id"],
                start=thread.posted.replace("+00:00", "Z"),
                interval="1h",
                limit=1,
            )
            for pool, each in zip(pools, lists, strict=True)
            for thread in posts
        ]
        bars = [each.data[0] for each in hours]
        ours, theirs = bars[: len(posts)], bars[len(posts) :]
        moves = [change(bar["open"], bar["close"]) for bar in ours]
        require(all(abs(move) >= 0.001 for move in moves), "a price stayed.")
        risen = sum(move > 0 for move in moves)
        traded = [one["volume"] + other["volume"] for one, other in zip(ours, theirs, strict=True)]
        order = ranked(range(len(posts)), traded.__getitem__, by=0)
        apart = [place for place in order if ours[place]["time_open"] != ours[order[0]]["time_open"]]
        require(len(apart) == len(posts) - 1, "two threads were posted in the busiest hour.")
        up = 2 * risen >= len(posts)
        picked = ranked(range(len(posts)), lambda place: moves[place] if up else -moves[place], 1, by=0.002)[
            0
        ]
        thread = posts[picked]
        decided = (hot, *hours[: len(posts)])
        opened, *days = yield [
            call(_THREAD, *decided, post_id=thread.id, comment_limit=10, comment_depth=1),
            *(
                call(
                    _CANDLES,
                    *decided,
                    each,
                    network=pool["chain"],
                    poolAddress=pool["id"],
                    start=thread.posted[:10],
                    interval="24h",
                    limit=1,
                )
                for pool, each in zip(pools, lists, strict=True)
            ),
        ]
        larger = ranked((0, 1), lambda place: float(days[place].data[0]["volume"]), 1, by=1.0)[0]
        (newest,) = yield [
            call(
                _TRANSACTIONS,
                *days,
                lists[larger],
                network=pools[larger]["chain"],
                poolAddress=pools[larger]["id"],
                limit=_NEWEST,
            )
        ]
        bar = ours[picked]
        return solution(
            {
                "first_pool": stated(pools[0]["id"]),
                "risen": computed(risen, [each["close"] for each in ours]),
                "busiest_thread": stated(posts[order[0]].id),
                "busiest_volume": computed(
                    round(traded[order[0]], 2), (ours[order[0]]["volume"], theirs[order[0]]["volume"]), MONEY
                ),
                "rise": computed(round(moves[picked], 3), (bar["open"], bar["close"]), PERCENT)
                if up
                else NOTHING,
                "fall": NOTHING
                if up
                else computed(round(moves[picked], 3), (bar["open"], bar["close"]), PERCENT),
                "title": stated(thread.title),
                "replies": stated(discussed(opened.text)),
                "best_author": stated(best_comment(opened.text)[0]),
                "first_volume": stated(days[0].data[0]["volume"], MONEY),
                "second_volume": stated(days[1].data[0]["volume"], MONEY),
                "largest_swap": stated(max(swaps(newest)), MONEY),
            },
            branches=[
                branch(
                    f"the price in the pool on {first} rose in at least half of the hours",
                    holds=up,
                    met={
                        "tools": [_THREAD],
                        "values": [posts[max(range(len(posts)), key=moves.__getitem__)].id],
                    },
                    unmet={
                        "tools": [_THREAD],
                        "values": [posts[min(range(len(posts)), key=moves.__getitem__)].id],
                    },
                )
            ],
        )

    return TaskSpec(
        words={
            "name": name,
            "symbol": symbol,
            "first": first,
            "second": second,
            "posts": _POSTS,
            "newest": _NEWEST,
        },
        plans=(plan,),
    )


FAMILY = cross_family(
    number=68,
    name="reddit_dex",
    title="Reddit and DEX Paprika",
    servers=("Reddit", "DEX Paprika"),
    tasks=(_talk, _hours),
)
