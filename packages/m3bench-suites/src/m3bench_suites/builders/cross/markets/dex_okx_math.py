"""DEX Paprika, OKX Exchange and Math MCP: how far prices have gone, worked out with a calculator."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from m3bench.checks import Tolerance
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import (
    MONEY,
    PERCENT,
    closes,
    complete,
    ranked,
)
from m3bench_suites.builders.cross.markets._shared.pools import (
    coin_prices,
    exact_tokens,
    liquidities,
    pair_of,
    underlying,
)
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    branch,
    computed,
    fork,
    require,
    require_clear,
    solution,
    stated,
)

_PRICE, _HISTORY = "OKX Exchange/get_price", "OKX Exchange/get_candlesticks"
_SEARCH, _TOKEN = "DEX Paprika/search", "DEX Paprika/getTokenDetails"
_TOKEN_POOLS, _POOL = "DEX Paprika/getTokenPools", "DEX Paprika/getPoolDetails"
_NETWORK_POOLS, _TRANSACTIONS = "DEX Paprika/getNetworkPools", "DEX Paprika/getPoolTransactions"
_MEAN, _MEDIAN, _SUM = "Math MCP/mean", "Math MCP/median", "Math MCP/sum"
_DIVIDE, _SUBTRACT, _MAX = "Math MCP/division", "Math MCP/subtract", "Math MCP/max"
_FLOOR, _CEILING = "Math MCP/floor", "Math MCP/ceiling"
_ON_ETHEREUM = ("UNI", "LINK", "AAVE", "CRV", "LDO", "SAND", "MANA", "SHIB", "PEPE", "WLD", "INJ")
_BUSY = ("ethereum", "bsc", "polygon", "arbitrum", "optimism", "solana")
_FEW = 6
_TINY = Tolerance(absolute=0.002)
_EXACT = Tolerance()


def _value(result: CallResult) -> float:
    return float(result.data)


def _stretch(draw: TaskDraw) -> TaskSpec:
    coins, days = draw.sample(_ON_ETHEREUM, 4, "coins"), draw.whole(10, 20, "days")
    return TaskSpec(words={"coins": join(coins), "days": days}, plans=(partial(_stretch_plan, coins, days),))


def _stretch_plan(coins: list[str], days: int) -> Plan:
    asked = yield [
        *(call(_PRICE, instrument=f"{coin}-USDT") for coin in coins),
        *(call(_HISTORY, instrument=f"{coin}-USDT", bar="1D", limit=days + 1) for coin in coins),
    ]
    prices, daily = dict(zip(coins, asked, strict=False)), dict(zip(coins, asked[4:], strict=True))
    means = yield [
        call(_MEAN, candles, numbers=closes(complete(candles)[:days])) for candles in daily.values()
    ]
    quotients = yield [
        call(_DIVIDE, prices[coin], mean, numerator=prices[coin].data["last_price"], denominator=_value(mean))
        for coin, mean in zip(coins, means, strict=True)
    ]
    ratio = {coin: _value(quotient) for coin, quotient in zip(coins, quotients, strict=True)}
    top = ranked(coins, ratio.__getitem__, 1, by=0.001)[0]
    (search,) = yield [call(_SEARCH, *quotients, query=top)]
    tokens = [token["id"] for token in exact_tokens(search, top) if token["chain"] == "ethereum"]
    require(tokens, "the token is not on ethereum.")
    (pools,) = yield [call(_TOKEN_POOLS, search, network="ethereum", tokenAddress=tokens[0], limit=_FEW)]
    known = {pool["id"]: pool for pool in pools.data["pools"]}
    require(len(known) == _FEW, "there are few pools.")
    details = yield [call(_POOL, pools, network="ethereum", poolAddress=pool) for pool in known]
    liquidity = liquidities(known.values(), details, _TOKEN_POOLS)
    volumes = [detail.data["24h"]["volume_usd"] for detail in details]
    total, middle = yield [
        call(_SUM, *details, numbers=list(liquidity.own.values())),
        call(_MEDIAN, *details, numbers=volumes),
    ]
    require_clear(ratio[top], 1, 0.001)
    ahead, last = ratio[top] > 1, prices[top].data["last_price"]
    divisor = last if ahead else _value(middle)
    sources = (prices[top], total) if ahead else (middle, total)
    (worth,) = yield [call(_DIVIDE, *quotients, *sources, numerator=_value(total), denominator=divisor)]
    (whole,) = yield [call(_FLOOR if ahead else _CEILING, worth, *quotients, number=_value(worth))]
    return solution(
        {
            "coin": stated(top),
            "ratio": computed(round(ratio[top], 4), (ratio[top],), Tolerance(absolute=0.0006)),
            "price": stated(last, MONEY),
            "outdated": liquidity.outdated,
            "liquidity": computed(round(_value(total), 2), liquidity.own.values(), MONEY),
            "median_volume": computed(round(_value(middle), 2), (_value(middle),), MONEY),
            "ahead": computed(ahead, (ratio[top],)),
            "result": computed(int(_value(whole)), (_value(worth),), MONEY if ahead else _EXACT),
        },
        branches=[
            branch(
                "the last price of the coin with the highest quotient is above its mean close",
                holds=ahead,
                met={"tools": [_FLOOR]},
                unmet={"tools": [_CEILING]},
            )
        ],
        validations=[liquidity.check],
    )


def _gaps(draw: TaskDraw) -> TaskSpec:
    network, newest = draw.turn(_BUSY, "network"), draw.pick((12, 15, 18), "newest")
    few = draw.whole(6, 8, "few")
    return TaskSpec(
        words={"network": network, "newest": newest, "few": few},
        plans=(partial(_gaps_plan, network, newest, few),),
    )


def _gaps_plan(network: str, newest: int, few: int) -> Plan:
    (pools,) = yield [call(_NETWORK_POOLS, network=network, limit=few)]
    known: list[dict[str, Any]] = pools.data["pools"]
    abouts = yield [
        call(_TOKEN, pools, network=network, tokenAddress=address)
        for address in dict.fromkeys(pool["tokens"][0]["id"] for pool in known)
    ]
    coin = {about.data["id"]: underlying(about) for about in abouts}
    first = [coin[pool["tokens"][0]["id"]] for pool in known]
    require("USDT" not in first, "a pool has tether first.")
    price = yield from coin_prices(coin, {about.data["id"]: about for about in abouts})
    quotients = yield from _gap_shares(pools, [price[name] for name in first])
    values = [_value(quotient) for quotient in quotients]
    average, middle, largest = yield [
        call(tool, *quotients, numbers=values) for tool in (_MEAN, _MEDIAN, _MAX)
    ]
    require_clear(100 * _value(average), 0, 0.002)
    positive = _value(average) > 0
    order = ranked(range(few), values.__getitem__, 1, few - 1, by=1e-6)
    pool = known[order[0 if positive else -1]]
    (newer,) = yield [
        call(_TRANSACTIONS, pools, average, *quotients, network=network, poolAddress=pool["id"], limit=newest)
    ]
    amounts = [float(transaction["volume_usd"]) for transaction in newer.data["transactions"]]
    total, usual = yield [call(tool, newer, numbers=amounts) for tool in (_SUM, _MEDIAN)]
    (times,) = yield [call(_DIVIDE, total, usual, numerator=_value(total), denominator=_value(usual))]
    grounds = [entry["price_usd"] for entry in known]
    return solution(
        {
            "different_coins": computed(len(price), list(price)),
            "mean_gap": computed(round(100 * _value(average), 3), grounds, _TINY),
            "median_gap": computed(round(100 * _value(middle), 3), grounds, _TINY),
            "largest_gap": computed(round(100 * _value(largest), 3), grounds, _TINY),
            "positive": computed(positive, grounds),
            "pool": stated(pool["id"]),
            "pair": pair_of(pool),
            "exchange": stated(pool["dex_name"], also=(pool["dex_id"],)),
            "total": computed(round(_value(total), 2), amounts, MONEY),
            "median": computed(round(_value(usual), 2), amounts, MONEY),
            "times": computed(round(_value(times), 2), amounts, PERCENT),
        },
        branches=[
            fork(
                "the mean of the gaps is positive",
                positive,
                _TRANSACTIONS,
                met=known[order[0]]["id"],
                unmet=known[order[-1]]["id"],
            )
        ],
    )


def _gap_shares(pools: CallResult, prices: Sequence[CallResult]) -> Steps[Sequence[CallResult]]:
    """Compute how far the price in each pool is from the price on the exchange, as a share of that."""
    gaps = yield [
        call(_SUBTRACT, pools, price, minuend=pool["price_usd"], subtrahend=price.data["last_price"])
        for pool, price in zip(pools.data["pools"], prices, strict=True)
    ]
    return (
        yield [
            call(_DIVIDE, gap, price, numerator=_value(gap), denominator=price.data["last_price"])
            for gap, price in zip(gaps, prices, strict=True)
        ]
    )


FAMILY = cross_family(
    number=69,
    name="dex_okx_math",
    title="DEX Paprika, OKX Exchange and Math MCP",
    servers=("DEX Paprika", "OKX Exchange", "Math MCP"),
    tasks=(_stretch, _gaps),
)
