"""DEX Paprika and OKX Exchange: decentralized pools against the prices of a centralized exchange."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from m3bench.checks import Expected
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import (
    MONEY,
    PERCENT,
    change,
    complete,
    hour_of,
    ranked,
)
from m3bench_suites.builders.cross.markets._shared.pools import (
    busiest_pool,
    coin_prices,
    exact_tokens,
    liquidities,
    pair_of,
    swaps,
    underlying,
)
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    branch,
    computed,
    fork,
    pluck,
    require,
    require_clear,
    solution,
    stated,
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
    return TaskSpec(
        words={
            "coins": join(coins),
            "tokens": join([_WRAPPED[coin] for coin in coins]),
            "days": days,
            "newest": newest,
            "start": start,
        },
        plans=(partial(_premium_plan, coins, days, newest, start),),
    )


def _premium_plan(coins: list[str], days: int, newest: int, start: str) -> Plan:
    prices = yield [call(_PRICE, instrument=f"{coin}-USDT") for coin in coins]
    moved = {price.data["base"]: price.data for price in prices}
    coin = ranked(coins, lambda coin: abs(moved[coin]["change_24h_percent"]), 1, by=0.01)[0]
    last, symbol = moved[coin]["last_price"], _WRAPPED[coin]
    (search,) = yield [call(_SEARCH, *prices, query=symbol)]
    tokens = {token["chain"]: token["id"] for token in exact_tokens(search, symbol)}
    lists = yield [
        call(_TOKEN_POOLS, search, network=chain, tokenAddress=token, limit=2, reorder=True)
        for chain, token in tokens.items()
    ]
    pools = {pool["id"]: (pool, page) for page in lists for pool in page.data["pools"]}
    details = yield [
        call(_POOL, item, network=pool["chain"], poolAddress=pool["id"]) for pool, item in pools.values()
    ]
    liquidity = liquidities((pool for pool, _ in pools.values()), details, _TOKEN_POOLS)
    off = {key: change(last, pool["price_usd"]) for key, (pool, _) in pools.items()}
    far = ranked(pools, lambda key: abs(off[key]), 1, by=0.004)[0]
    pool = pools[far][0]
    require_clear(off[far], 0, 0.02)
    dearer = off[far] > 0
    here, second_token = {"network": pool["chain"], "poolAddress": far}, pool["tokens"][1]
    wanted = {"network": pool["chain"], "tokenAddress": second_token["id"]}
    more, about, holding = yield [
        call(_TRANSACTIONS, *lists, *prices, **here, limit=newest)
        if dearer
        else call(_CANDLES, *lists, *prices, **here, start=start, limit=days),
        call(_TOKEN, *lists, *prices, **wanted),
        call(_TOKEN_POOLS, *lists, *prices, **wanted, limit=2, orderBy="transactions"),
    ]
    busiest = yield from busiest_pool(holding, pool["chain"])
    require(dearer or len(more.data) == days, "the pool is too young.")
    volumes = [] if dearer else [float(candle["volume"]) for candle in more.data]
    return solution(
        {
            "coin": stated(coin),
            "price": stated(last, MONEY),
            "outdated": liquidity.outdated,
            "pool": stated(far),
            "network": stated(pool["chain"]),
            "deviation": computed(round(off[far], 2), (last, pool["price_usd"]), PERCENT),
            "dearer": computed(dearer, (last, pool["price_usd"])),
            "traded": stated(max(swaps(more)), MONEY)
            if dearer
            else computed(round(sum(volumes), 2), volumes, MONEY),
            "other_token": stated(second_token["symbol"]),
            "other_pools": stated(about.data["summary"]["pools"]),
            "busiest_bought": busiest["busiest_bought"],
        },
        branches=[
            branch(
                "the pool with the largest deviation is dearer than the centralized exchange",
                holds=dearer,
                met={"tools": [_TRANSACTIONS]},
                unmet={"tools": [_CANDLES]},
            )
        ],
        validations=[liquidity.check],
    )


def _movers(draw: TaskDraw) -> TaskSpec:
    coins, days = draw.sample(_ON_BSC, 8, "coins"), draw.whole(7, 20, "days")
    newest = draw.pick((12, 15, 18), "newest")
    return TaskSpec(
        words={"coins": join(coins), "days": days, "newest": newest},
        plans=(partial(_movers_plan, coins, days, newest),),
    )


def _movers_plan(coins: list[str], days: int, newest: int) -> Plan:
    daily = yield [_days_of(coin, days) for coin in coins]
    spans = {coin: complete(candles)[:days] for coin, candles in zip(coins, daily, strict=True)}
    grown = {coin: change(span[-1]["open"], span[0]["close"]) for coin, span in spans.items()}
    order = ranked(coins, grown.__getitem__, 1, len(coins) - 1, by=0.05)
    extremes = [order[0], order[-1]]
    lists = yield from _pools_on_bsc(extremes, *daily)
    pools = {pool["id"]: (pool, page) for page in lists for pool in page.data["pools"]}
    require(len(pools) == 2 * _FEW, "there are few pools.")
    details = yield [
        call(_POOL, item, network="bsc", poolAddress=pool["id"]) for pool, item in pools.values()
    ]
    liquidity = liquidities((pool for pool, _ in pools.values()), details, _TOKEN_POOLS)
    traded = [float(detail.data["24h"]["volume_usd"]) for detail in details]
    sums = (sum(traded[:_FEW]), sum(traded[_FEW:]))
    require_clear(sums[0] / sums[1], 1, 0.005)
    stronger = sums[0] > sums[1]
    leading = 0 if stronger else 1
    top = lists[leading].data["pools"][0]
    newer, hourly = yield [
        call(_TRANSACTIONS, *details, lists[leading], network="bsc", poolAddress=top["id"], limit=newest),
        call(_HISTORY, *details, instrument=f"{extremes[leading]}-USDT", bar="1H", limit=25),
    ]
    busiest = yield from _busiest_hour(hourly, lists[leading])
    buys = swaps(newer, "buy")
    ends = {coin: (spans[coin][-1]["open"], spans[coin][0]["close"]) for coin in extremes}
    return solution(
        {
            "best": stated(extremes[0]),
            "best_change": computed(round(grown[extremes[0]], 2), ends[extremes[0]], PERCENT),
            "worst": stated(extremes[1]),
            "worst_change": computed(round(grown[extremes[1]], 2), ends[extremes[1]], PERCENT),
            "outdated": liquidity.outdated,
            "best_volume": computed(round(sums[0], 2), traded[:_FEW], MONEY),
            "worst_volume": computed(round(sums[1], 2), traded[_FEW:], MONEY),
            "pair": pair_of(top),
            "bought": computed(round(sum(buys), 2), buys, MONEY),
            **busiest,
        },
        branches=[
            fork(
                "the pools of the best coin traded more than those of the worst coin",
                stronger,
                _TRANSACTIONS,
                met=lists[0].data["pools"][0]["id"],
                unmet=lists[1].data["pools"][0]["id"],
            )
        ],
        validations=[liquidity.check],
    )


def _pools_on_bsc(coins: Iterable[str], *uses: CallResult) -> Steps[Sequence[CallResult]]:
    """List the pools of the tokens of coins."""
    searches = yield [call(_SEARCH, *uses, query=coin) for coin in coins]
    tokens = [
        next(token["id"] for token in exact_tokens(search, coin) if token["chain"] == "bsc")
        for coin, search in zip(coins, searches, strict=True)
    ]
    return (
        yield [
            call(_TOKEN_POOLS, search, network="bsc", tokenAddress=token, limit=_FEW)
            for token, search in zip(tokens, searches, strict=True)
        ]
    )


def _busiest_hour(hourly: CallResult, pools: CallResult) -> Steps[dict[str, Expected]]:
    """Look up how much the first pool of a list traded in a coin's busiest hour on the exchange."""
    hour = ranked(complete(hourly)[:24], lambda candle: float(candle["volume"]), 1, by=1e-9)[0]
    wanted = {"poolAddress": pools.data["pools"][0]["id"], "start": hour["time"], "interval": "1h"}
    (bar,) = yield [call(_CANDLES, hourly, pools, network="bsc", **wanted, limit=1)]
    return {
        "hour": computed(hour_of(hour["time"]), (hour["time"],)),
        "hour_volume": stated(bar.data[0]["volume"], MONEY),
    }


def _networks(draw: TaskDraw) -> TaskSpec:
    newest, days = draw.pick((12, 15, 18), "newest"), draw.whole(10, 25, "days")
    return TaskSpec(words={"newest": newest, "days": days}, plans=(partial(_networks_plan, newest, days),))


def _networks_plan(newest: int, days: int) -> Plan:
    (networks,) = yield [call(_NETWORKS)]
    ids = [network["id"] for network in networks.data]
    lists = yield [call(_NETWORK_POOLS, networks, network=network, limit=1) for network in ids]
    tops = pluck(ids, lists, "pools", 0)
    abouts = yield [
        call(_TOKEN, page, network=network, tokenAddress=tops[network]["tokens"][0]["id"])
        for network, page in zip(ids, lists, strict=True)
    ]
    coin = {network: underlying(about) for network, about in zip(ids, abouts, strict=True)}
    require("USDT" not in coin.values(), "a pool has tether first.")
    prices = yield from coin_prices(coin, dict(zip(ids, abouts, strict=True)))
    last = {name: float(price.data["last_price"]) for name, price in prices.items()}
    uses = (*lists, *prices.values())
    off = {network: change(last[coin[network]], tops[network]["price_usd"]) for network in ids}
    order = ranked(ids, lambda network: abs(off[network]), 1, len(ids) - 1, by=0.002)
    far, close = order[0], order[-1]
    require(abs(off[far]) >= 0.05, "all pools are close.")
    pool, dearer = tops[far], off[far] > 0
    require(coin[far] != coin[close], "both pools have the same coin.")
    here = {"network": far, "poolAddress": pool["id"]}
    more, *daily = yield [
        call(_POOL, *uses, **here) if dearer else call(_TRANSACTIONS, *uses, **here, limit=newest),
        *(_days_of(coin[network], days, *prices.values(), *lists) for network in (far, close)),
    ]
    high, close_high = (max(float(day["high"]) for day in complete(candles)[:days]) for candles in daily)
    day = ranked(complete(daily[0])[:days], lambda candle: float(candle["volume"]), 1, by=1e-9)[0]
    (bar,) = yield [call(_CANDLES, daily[0], *lists, **here, start=day["time"][:10], limit=1)]
    volumes = [float(top["volume_usd"]) for top in tops.values()]
    sells = [] if dearer else [sell["id"] for sell in more.data["transactions"] if sell["side"] == "sell"]
    require(dearer or sells, "nothing was sold.")
    return solution(
        {
            "furthest": stated(far),
            "furthest_pair": pair_of(pool),
            "furthest_off": computed(round(off[far], 2), (pool["price_usd"], last[coin[far]]), PERCENT),
            "closest": stated(close),
            "volume": computed(round(sum(volumes), 2), volumes, MONEY),
            "dearer": computed(dearer, (pool["price_usd"], last[coin[far]])),
            "traded": stated(more.data["6h"]["buy_usd"], MONEY) if dearer else computed(len(sells), sells),
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


def _days_of(coin: str, days: int, *uses: CallResult) -> PlannedCall:
    """Return the call for the candles of that many complete days, and of today."""
    return call(_HISTORY, *uses, instrument=f"{coin}-USDT", bar="1D", limit=days + 1)


FAMILY = cross_family(
    number=66,
    name="dex_okx",
    title="DEX Paprika and OKX Exchange",
    servers=("DEX Paprika", "OKX Exchange"),
    tasks=(_premium, _movers, _networks),
)
