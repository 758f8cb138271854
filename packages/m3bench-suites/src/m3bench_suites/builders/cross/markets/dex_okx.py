"""DEX Paprika and OKX Exchange: decentralized pools against the prices of a centralized exchange."""

from __future__ import annotations

from m3bench.core.text import join
from m3bench.suites import Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import (
    MONEY,
    PERCENT,
    change,
    complete,
    differing,
    hour_of,
    ranked,
)
from m3bench_suites.builders.cross.markets._shared.pools import (
    exact_tokens,
    outdated,
    pair_of,
    swaps,
    underlying,
)
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_clear,
    require_lead,
    solution,
    stated,
    validation,
)

_PRICE, _HISTORY = "OKX Exchange/get_price", "OKX Exchange/get_candlesticks"
_SEARCH, _TOKEN = "DEX Paprika/search", "DEX Paprika/getTokenDetails"
_TOKEN_POOLS, _POOL = "DEX Paprika/getTokenPools", "DEX Paprika/getPoolDetails"
_NETWORKS, _NETWORK_POOLS = "DEX Paprika/getNetworks", "DEX Paprika/getNetworkPools"
_CANDLES, _TRANSACTIONS = "DEX Paprika/getPoolOHLCV", "DEX Paprika/getPoolTransactions"
_WRAPPED = {"ETH": "WETH", "BTC": "WBTC", "LINK": "LINK", "UNI": "UNI"}
_ON_BSC = (
    "ADA",
    "XRP",
    "DOGE",
    "DOT",
    "LTC",
    "AVAX",
    "SOL",
    "ATOM",
    "BCH",
    "NEAR",
    "AAVE",
    "INJ",
    "UNI",
    "LINK",
)
_FEW = 5


def _premium(draw: TaskDraw) -> TaskSpec:
    coins, days = draw.sample(tuple(_WRAPPED), 3, "coins"), draw.whole(5, 9, "days")
    newest, start = draw.pick((12, 15, 18), "newest"), f"2025-10-{draw.whole(18, 24, 'start')}"

    def plan() -> Plan:
        prices = yield [call(_PRICE, instrument=f"{coin}-USDT") for coin in coins]
        moved = {each.data["base"]: each.data for each in prices}
        coin = ranked(coins, lambda one: abs(moved[one]["change_24h_percent"]), 1, by=0.01)[0]
        last, symbol = moved[coin]["last_price"], _WRAPPED[coin]
        (search,) = yield [call(_SEARCH, *prices, query=symbol)]
        tokens = {token["chain"]: token["id"] for token in exact_tokens(search, symbol)}
        lists = yield [
            call(_TOKEN_POOLS, search, network=chain, tokenAddress=token, limit=2, reorder=True)
            for chain, token in tokens.items()
        ]
        pools = {pool["id"]: (pool, each) for each in lists for pool in each.data["pools"]}
        details = yield [
            call(_POOL, each, network=pool["chain"], poolAddress=pool["id"]) for pool, each in pools.values()
        ]
        said = {key: float(pool["liquidity_usd"]) for key, (pool, _) in pools.items()}
        own = {each.data["id"]: float(each.data["liquidity_usd"]) for each in details}
        wrong = differing(said, own)
        checked = validation("the liquidity of a pool", (_TOKEN_POOLS, _POOL), pools, wrong)
        off = {key: change(last, pool["price_usd"]) for key, (pool, _) in pools.items()}
        far = ranked(pools, lambda key: abs(off[key]), 1, by=0.004)[0]
        pool = pools[far][0]
        require_clear(off[far], 0, 0.02)
        dearer = off[far] > 0
        if dearer:
            second = call(
                _TRANSACTIONS,
                *lists,
                *prices,
                network=pool["chain"],
                poolAddress=far,
                limit=newest,
            )
        else:
            second = call(
                _CANDLES,
                *lists,
                *prices,
                network=pool["chain"],
                poolAddress=far,
                start=start,
                limit=days,
            )
        other = pool["tokens"][1]
        wanted = {"network": pool["chain"], "tokenAddress": other["id"]}
        more, about, holding = yield [
            second,
            call(_TOKEN, *lists, *prices, **wanted),
            call(_TOKEN_POOLS, *lists, *prices, **wanted, limit=2, orderBy="transactions"),
        ]
        require_lead([one["transactions"] for one in holding.data["pools"]], 1)
        busiest = holding.data["pools"][0]
        (inside,) = yield [call(_POOL, holding, network=pool["chain"], poolAddress=busiest["id"])]
        if not dearer:
            require(len(more.data) == days, "the pool is too young.")
        volumes = [] if dearer else [float(one["volume"]) for one in more.data]
        return solution(
            {
                "coin": stated(coin),
                "price": stated(last, MONEY),
                "outdated": outdated(wrong, said, own),
                "pool": stated(far),
                "network": stated(pool["chain"]),
                "deviation": computed(round(off[far], 2), (last, pool["price_usd"]), PERCENT),
                "dearer": computed(dearer, (last, pool["price_usd"])),
                "largest_swap": stated(max(swaps(more)), MONEY) if dearer else NOTHING,
                "volume": NOTHING if dearer else computed(round(sum(volumes), 2), volumes, MONEY),
                "other_token": stated(other["symbol"]),
                "other_pools": stated(about.data["summary"]["pools"]),
                "busiest_bought": stated(inside.data["6h"]["buy_usd"], MONEY),
            },
            branches=[
                branch(
                    "the pool with the largest deviation is dearer than the centralized exchange",
                    holds=dearer,
                    met={"tools": [_TRANSACTIONS]},
                    unmet={"tools": [_CANDLES]},
                )
            ],
            validations=[checked],
        )

    return TaskSpec(
        words={
            "coins": join(coins),
            "tokens": join([_WRAPPED[coin] for coin in coins]),
            "days": days,
            "newest": newest,
            "start": start,
        },
        plans=(plan,),
    )


def _movers(draw: TaskDraw) -> TaskSpec:
    coins, days = draw.sample(_ON_BSC, 8, "coins"), draw.whole(7, 20, "days")
    newest = draw.pick((12, 15, 18), "newest")

    def plan() -> Plan:
        daily = yield [call(_HISTORY, instrument=f"{coin}-USDT", bar="1D", limit=days + 1) for coin in coins]
        spans = {coin: complete(each)[:days] for coin, each in zip(coins, daily, strict=True)}
        grown = {coin: change(span[-1]["open"], span[0]["close"]) for coin, span in spans.items()}
        order = ranked(coins, grown.__getitem__, 1, len(coins) - 1, by=0.05)
        two = [order[0], order[-1]]
        searches = yield [call(_SEARCH, *daily, query=coin) for coin in two]
        tokens = {
            coin: next(token["id"] for token in exact_tokens(each, coin) if token["chain"] == "bsc")
            for coin, each in zip(two, searches, strict=True)
        }
        lists = yield [
            call(_TOKEN_POOLS, each, network="bsc", tokenAddress=tokens[coin], limit=_FEW)
            for coin, each in zip(two, searches, strict=True)
        ]
        pools = {pool["id"]: (pool, each) for each in lists for pool in each.data["pools"]}
        require(len(pools) == 2 * _FEW, "there are few pools.")
        details = yield [
            call(_POOL, each, network="bsc", poolAddress=pool["id"]) for pool, each in pools.values()
        ]
        said = {key: float(pool["liquidity_usd"]) for key, (pool, _) in pools.items()}
        own = {each.data["id"]: float(each.data["liquidity_usd"]) for each in details}
        wrong = differing(said, own)
        checked = validation("the liquidity of a pool", (_TOKEN_POOLS, _POOL), pools, wrong)
        traded = [float(each.data["24h"]["volume_usd"]) for each in details]
        sums = (sum(traded[:_FEW]), sum(traded[_FEW:]))
        require_clear(sums[0] / sums[1], 1, 0.005)
        stronger = sums[0] > sums[1]
        place = 0 if stronger else 1
        top = lists[place].data["pools"][0]
        newer, hourly = yield [
            call(_TRANSACTIONS, *details, lists[place], network="bsc", poolAddress=top["id"], limit=newest),
            call(_HISTORY, *details, instrument=f"{two[place]}-USDT", bar="1H", limit=25),
        ]
        hour = ranked(complete(hourly)[:24], lambda one: float(one["volume"]), 1, by=1e-9)[0]
        (bar,) = yield [
            call(
                _CANDLES,
                hourly,
                lists[place],
                network="bsc",
                poolAddress=top["id"],
                start=hour["time"],
                interval="1h",
                limit=1,
            )
        ]
        buys = swaps(newer, "buy")
        ends = {coin: (spans[coin][-1]["open"], spans[coin][0]["close"]) for coin in two}
        return solution(
            {
                "best": stated(two[0]),
                "best_change": computed(round(grown[two[0]], 2), ends[two[0]], PERCENT),
                "worst": stated(two[1]),
                "worst_change": computed(round(grown[two[1]], 2), ends[two[1]], PERCENT),
                "outdated": outdated(wrong, said, own),
                "best_volume": computed(round(sums[0], 2), traded[:_FEW], MONEY),
                "worst_volume": computed(round(sums[1], 2), traded[_FEW:], MONEY),
                "pair": pair_of(top),
                "bought_best": computed(round(sum(buys), 2), buys, MONEY) if stronger else NOTHING,
                "bought_worst": NOTHING if stronger else computed(round(sum(buys), 2), buys, MONEY),
                "hour": computed(hour_of(hour["time"]), (hour["time"],)),
                "hour_volume": stated(bar.data[0]["volume"], MONEY),
            },
            branches=[
                branch(
                    "the pools of the best coin traded more than those of the worst coin",
                    holds=stronger,
                    met={"tools": [_TRANSACTIONS], "values": [lists[0].data["pools"][0]["id"]]},
                    unmet={"tools": [_TRANSACTIONS], "values": [lists[1].data["pools"][0]["id"]]},
                )
            ],
            validations=[checked],
        )

    return TaskSpec(words={"coins": join(coins), "days": days, "newest": newest}, plans=(plan,))


def _networks(draw: TaskDraw) -> TaskSpec:
    newest, days = draw.pick((12, 15, 18), "newest"), draw.whole(10, 25, "days")

    def plan() -> Plan:
        (networks,) = yield [call(_NETWORKS)]
        ids = [network["id"] for network in networks.data]
        lists = yield [call(_NETWORK_POOLS, networks, network=each, limit=1) for each in ids]
        tops = {network: each.data["pools"][0] for network, each in zip(ids, lists, strict=True)}
        abouts = yield [
            call(_TOKEN, each, network=network, tokenAddress=tops[network]["tokens"][0]["id"])
            for network, each in zip(ids, lists, strict=True)
        ]
        coin = {network: underlying(each) for network, each in zip(ids, abouts, strict=True)}
        require("USDT" not in coin.values(), "a pool has tether first.")
        wanted = list(dict.fromkeys(coin.values()))
        prices = yield [
            call(
                _PRICE,
                *(each for each, one in zip(abouts, coin.values(), strict=True) if one == name),
                instrument=f"{name}-USDT",
            )
            for name in wanted
        ]
        last = {each.data["base"]: float(each.data["last_price"]) for each in prices}
        off = {network: change(last[coin[network]], tops[network]["price_usd"]) for network in ids}
        order = ranked(ids, lambda network: abs(off[network]), 1, len(ids) - 1, by=0.002)
        far, close = order[0], order[-1]
        require(abs(off[far]) >= 0.05, "all pools are close.")
        pool, dearer = tops[far], off[far] > 0
        if dearer:
            second = call(_POOL, *lists, *prices, network=far, poolAddress=pool["id"])
        else:
            second = call(_TRANSACTIONS, *lists, *prices, network=far, poolAddress=pool["id"], limit=newest)
        require(coin[far] != coin[close], "both pools have the same coin.")
        more, *daily = yield [
            second,
            *(
                call(_HISTORY, *prices, *lists, instrument=f"{coin[each]}-USDT", bar="1D", limit=days + 1)
                for each in (far, close)
            ),
        ]
        high, close_high = (max(float(one["high"]) for one in complete(each)[:days]) for each in daily)
        day = ranked(complete(daily[0])[:days], lambda one: float(one["volume"]), 1, by=1e-9)[0]
        (bar,) = yield [
            call(
                _CANDLES,
                daily[0],
                *lists,
                network=far,
                poolAddress=pool["id"],
                start=day["time"][:10],
                limit=1,
            )
        ]
        volumes = [float(each["volume_usd"]) for each in tops.values()]
        sells = [] if dearer else [one for one in more.data["transactions"] if one["side"] == "sell"]
        require(dearer or sells, "nothing was sold.")
        return solution(
            {
                "furthest": stated(far),
                "furthest_pair": pair_of(pool),
                "furthest_off": computed(round(off[far], 2), (pool["price_usd"], last[coin[far]]), PERCENT),
                "closest": stated(close),
                "volume": computed(round(sum(volumes), 2), volumes, MONEY),
                "dearer": computed(dearer, (pool["price_usd"], last[coin[far]])),
                "bought": stated(more.data["6h"]["buy_usd"], MONEY) if dearer else NOTHING,
                "sells": NOTHING if dearer else computed(len(sells), [one["id"] for one in sells]),
                "coin": stated(coin[far]),
                "high": stated(high, MONEY),
                "closest_high": stated(close_high, MONEY),
                "busiest_volume": stated(bar.data[0]["volume"], MONEY),
            },
            branches=[
                branch(
                    "the pool that is furthest off is dearer than the centralized exchange",
                    holds=dearer,
                    met={"tools": [_POOL]},
                    unmet={"tools": [_TRANSACTIONS]},
                )
            ],
        )

    return TaskSpec(words={"newest": newest, "days": days}, plans=(plan,))


FAMILY = cross_family(
    number=66,
    name="dex_okx",
    title="DEX Paprika and OKX Exchange",
    servers=("DEX Paprika", "OKX Exchange"),
    tasks=(_premium, _movers, _networks),
)
