"""Reddit and DEX Paprika: what traders talk about, and what the pools did at that time."""

from __future__ import annotations

from m3bench.suites import Blueprint, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.markets._shared.numbers import (
    MONEY,
    PERCENT,
    change,
    differing,
    ranked,
)
from m3bench_suites.builders.cross.markets._shared.pools import COLUMNS, exact_tokens, outdated, swaps
from m3bench_suites.builders.cross.markets._shared.reading import best_comment, discussed, threads
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    require,
    require_clear,
    solution,
    task,
    validation,
)
from m3bench_suites.builders.fields import code, named, number, records, text, yes_no

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
_TALK = Wording(
    request=(
        "Get the {hot} hottest threads of the subreddits {one} and {other}, and add up their comments. If "
        "{one} has more, take the network {first}, otherwise {second}. List its exchanges, take the one "
        "with the largest 24-hour volume, list the {count} pools of this exchange with most transactions, "
        "and get the details of each: for which pools does the liquidity in the list differ? Take the pool "
        "where the list is furthest off (in percent of the value in the details). For each of the 5 "
        "threads with most comments of the subreddit that has more comments, get the pool's candle of one "
        "hour that contains the time of posting. Open the thread in whose hour the pool had the largest "
        "volume, with 10 top-level comments, and report who wrote the best."
    ),
    fuzzy=(
        "Where is more going on today on that big forum, among the people of {one} or those of {other}? "
        "Count the comments below the {hot} hottest threads of each. If {one} is ahead, I want to look at "
        "decentralized trading on {first}, otherwise on {second}: of the {count} pools with most "
        "transactions at the venue there with the largest turnover in 24 hours, which have other liquidity "
        "in the list than on their own page, and where is the list furthest off, relative to the page? For "
        "that pool, see what happened when people wrote: take the 5 threads with most comments from the "
        "community that is ahead, and for each the volume of the pool in the full hour in which it was "
        "posted. In the one hour with the largest volume, what was the thread, and who wrote the best of "
        "the top 10 replies?"
    ),
)
_HOURS = Wording(
    request=(
        "Get the {posts} hottest threads of the subreddit {name}. Search for {symbol} and take the tokens "
        "with exactly this symbol on {first} and {second}; for each get the pool with the largest volume "
        "that holds it. For each thread and each of both pools get the candle of one hour that contains "
        "the time of posting. In how many of these hours did the price of the first pool rise (close above "
        "open)? In which hour did both pools together trade most dollars? If the price of the first pool "
        "rose in at least half of the {posts} hours, open the thread posted in the hour of its largest "
        "rise in percent, otherwise the one of its largest fall, with 10 top-level comments. For this "
        "thread get the daily candles of both pools on the day of posting, and report their volumes, and "
        "the largest swap among the newest {newest} transactions of the one with more."
    ),
    fuzzy=(
        "Does chatter move prices? For the {posts} hottest threads of {name} on that big forum, check what "
        "two pools did in the full hour of posting: the one with the largest volume that holds {symbol} "
        "(exactly this symbol) on {first}, and its counterpart on {second}. In how many of these hours did "
        "the price close above its open in the pool on {first}, and which thread came in the one hour when "
        "both pools together traded most dollars? If that price rose in at least half of the {posts} "
        "hours, show me the thread of the hour with the strongest rise in percent, if not, that of the "
        "hour with the deepest fall: the title, the number of direct replies and the author of the best of "
        "the top 10. And how many dollars did each of both pools trade on the day that thread was posted, "
        "and in the one with more, what is the largest swap among the latest {newest} transactions?"
    ),
)


def _talk(draw: TaskDraw) -> Blueprint:
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
                "exchange": found(dex["dex_name"], also=(dex["dex_id"],)),
                "outdated_first": outdated(wrong, said, own) if ahead else NOTHING,
                "outdated_second": NOTHING if ahead else outdated(wrong, said, own),
                "pool": found(worst),
                "off": computed(round(off[worst], 2), (said[worst], own[worst]), PERCENT),
                "thread": found(chosen.id),
                "title": found(chosen.title),
                "volume": found(volumes[chosen.id], MONEY),
                "best_author": found(best_comment(opened.text)[0]),
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

    form = (
        number("comments_first", f"the comments of the hottest threads of {one}"),
        number("comments_second", f"the comments of the hottest threads of {other}"),
        yes_no("ahead", f"whether {one} has more"),
        named("exchange", "the exchange whose pools are looked at"),
        records("outdated_first", f"the pools on {first} whose liquidity differs, if asked for", *COLUMNS),
        records("outdated_second", f"the pools on {second} whose liquidity differs, if asked for", *COLUMNS),
        code("pool", "the address of the pool where the list is furthest off"),
        number("off", "how far, as a positive share of its own value, two decimals", "%"),
        code("thread", "the id of the thread in whose hour it had the largest volume"),
        text("title", "the title of this thread"),
        number("volume", "the volume of that hour", "USD"),
        named("best_author", "who wrote the thread's best top-level comment"),
    )
    words = {"one": one, "other": other, "first": first, "second": second, "hot": hot, "count": _COUNT}
    return task(draw, FAMILY, _TALK, words, form, plan)


def _hours(draw: TaskDraw) -> Blueprint:
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
                "first_pool": found(pools[0]["id"]),
                "risen": computed(risen, [each["close"] for each in ours]),
                "busiest_thread": found(posts[order[0]].id),
                "busiest_volume": computed(
                    round(traded[order[0]], 2), (ours[order[0]]["volume"], theirs[order[0]]["volume"]), MONEY
                ),
                "rise": computed(round(moves[picked], 3), (bar["open"], bar["close"]), PERCENT)
                if up
                else NOTHING,
                "fall": NOTHING
                if up
                else computed(round(moves[picked], 3), (bar["open"], bar["close"]), PERCENT),
                "title": found(thread.title),
                "replies": found(discussed(opened.text)),
                "best_author": found(best_comment(opened.text)[0]),
                "first_volume": found(days[0].data[0]["volume"], MONEY),
                "second_volume": found(days[1].data[0]["volume"], MONEY),
                "largest_swap": found(max(swaps(newest)), MONEY),
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

    form = (
        code("first_pool", f"the address of the pool on {first}"),
        number("risen", f"the number of threads in whose hour the price of the pool on {first} rose"),
        code("busiest_thread", "the id of the thread in whose hour both pools together traded most"),
        number("busiest_volume", "the volume of both pools in this hour", "USD"),
        number("rise", "the largest rise, if asked for, three decimals", "%"),
        number("fall", "the largest fall, with sign, if asked for, three decimals", "%"),
        text("title", "the title of the thread posted in the hour of this rise or fall"),
        number("replies", "the number of its top-level comments"),
        named("best_author", "who wrote the best of them"),
        number("first_volume", f"the volume of the pool on {first} on the day of posting (UTC)", "USD"),
        number("second_volume", f"the volume of the pool on {second} on that day", "USD"),
        number("largest_swap", "the largest of the newest swaps in the one with more volume", "USD"),
    )
    words = {
        "name": name,
        "symbol": symbol,
        "first": first,
        "second": second,
        "posts": _POSTS,
        "newest": _NEWEST,
    }
    return task(draw, FAMILY, _HOURS, words, form, plan)


FAMILY = CrossFamily(
    number=68,
    name="reddit_dex",
    title="Reddit and DEX Paprika",
    servers=("Reddit", "DEX Paprika"),
    makers=(_talk, _hours),
)
