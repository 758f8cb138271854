"""DEX Paprika alone: what its lists say, and what pools and tokens say of themselves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from m3bench.checks import Expected
from m3bench.suites import CallResult, Plan, PlannedCall, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import MONEY, PERCENT, change, differing, ranked
from m3bench_suites.builders.cross.markets._shared.pools import (
    busiest_pool,
    exact_tokens,
    liquidities,
    pair_of,
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
    require_lead,
    rows,
    solution,
    stated,
    table,
    validation,
)

_NETWORKS, _DEXES = "DEX Paprika/getNetworks", "DEX Paprika/getNetworkDexes"
_DEX_POOLS, _POOL = "DEX Paprika/getDexPools", "DEX Paprika/getPoolDetails"
_CANDLES, _TRANSACTIONS = "DEX Paprika/getPoolOHLCV", "DEX Paprika/getPoolTransactions"
_SEARCH, _TOKEN, _TOKEN_POOLS = (
    "DEX Paprika/search",
    "DEX Paprika/getTokenDetails",
    "DEX Paprika/getTokenPools",
)
_PLACES = {"second": 1, "third": 2, "fourth": 3, "sixth": 5, "eighth": 7}
"""Places in the list of networks, and their indices."""
_SYMBOLS = ("USDC", "USDT", "WETH", "DAI")


def _largest(transactions: CallResult, side: str | None = None) -> float:
    known = [
        transaction
        for transaction in transactions.data["transactions"]
        if side in (None, transaction["side"])
    ]
    require(known, "there are no such transactions.")
    return max(float(entry["volume_usd"]) for entry in known)


def _lists(draw: TaskDraw) -> TaskSpec:
    place, count = draw.turn(tuple(_PLACES), "place"), draw.whole(8, 10, "count")
    days, newest = draw.whole(5, 9, "days"), draw.pick((12, 15, 18), "newest")
    start = f"2025-10-{draw.whole(20, 24, 'start')}"
    return TaskSpec(
        words={"place": place, "count": count, "days": days, "newest": newest, "start": start},
        plans=(partial(_lists_plan, place, count, days, newest, start),),
    )


def _lists_plan(place: str, count: int, days: int, newest: int, start: str) -> Plan:
    (networks,) = yield [call(_NETWORKS)]
    network = networks.data[_PLACES[place]]["id"]
    (dexes,) = yield [call(_DEXES, networks, network=network, limit=100)]
    by_volume = ranked(dexes.data["dexes"], lambda dex: float(dex["volume_usd_24h"]), 1, 2, by=500.0)
    dex = by_volume[1]
    (pools,) = yield [call(_DEX_POOLS, dexes, network=network, dex=dex["dex_id"], limit=count)]
    known = {pool["id"]: pool for pool in pools.data["pools"]}
    require(len(known) == count, "the exchange has few pools.")
    details = yield [call(_POOL, pools, network=network, poolAddress=pool) for pool in known]
    liquidity = liquidities(known.values(), details, _DEX_POOLS)
    worst = ranked(liquidity.wrong, liquidity.off.__getitem__, 1, by=0.1)[0]
    candles, transactions = yield [
        call(_CANDLES, pools, *details, network=network, poolAddress=worst, start=start, limit=days),
        call(_TRANSACTIONS, pools, *details, network=network, poolAddress=worst, limit=newest),
    ]
    begun, ended = candles.data[0]["open"], candles.data[-1]["close"]
    require(len(candles.data) == days, "the pool is too young.")
    require_clear(change(begun, ended), 0, 0.03)
    rose = ended > begun
    token = known[worst]["tokens"][0 if rose else 1]
    wanted = {"network": network, "tokenAddress": token["id"]}
    about, holding = yield [
        call(_TOKEN, candles, pools, **wanted),
        call(_TOKEN_POOLS, candles, pools, **wanted, orderBy="transactions"),
    ]
    busiest = yield from busiest_pool(holding, network)
    summary = about.data["summary"]
    return solution(
        {
            "network": stated(network),
            "exchange": stated(dex["dex_name"], also=(dex["dex_id"],)),
            "outdated": liquidity.outdated,
            "worst": stated(worst),
            "off": computed(
                round(liquidity.off[worst], 2), (liquidity.listed[worst], liquidity.own[worst]), PERCENT
            ),
            "largest": stated(_largest(transactions), MONEY),
            "rose": computed(rose, (begun, ended)),
            "token": stated(token["symbol"]),
            "token_price": stated(summary["price_usd"], MONEY),
            "token_pools": stated(summary["pools"]),
            **busiest,
        },
        branches=[
            fork(
                f"the price in the pool rose over the {days} days from {start} on",
                rose,
                _TOKEN,
                met=known[worst]["tokens"][0]["id"],
                unmet=known[worst]["tokens"][1]["id"],
            )
        ],
        validations=[liquidity.check],
    )


def _counts(draw: TaskDraw) -> TaskSpec:
    symbol, newest = draw.turn(_SYMBOLS, "symbol"), draw.pick((14, 16, 20), "newest")
    start = f"2025-11-0{draw.whole(2, 4, 'day')}T{draw.whole(0, 12, 'hour'):02}:00:00Z"
    return TaskSpec(
        words={"symbol": symbol, "newest": newest, "start": start},
        plans=(partial(_counts_plan, symbol, newest, start),),
    )


def _counts_plan(symbol: str, newest: int, start: str) -> Plan:
    (search,) = yield [call(_SEARCH, query=symbol)]
    tokens = {token["chain"]: token for token in exact_tokens(search, symbol)}
    details = yield [
        call(_TOKEN, search, network=chain, tokenAddress=token["id"]) for chain, token in tokens.items()
    ]
    said = {chain: token["pools"] for chain, token in tokens.items()}
    own = {detail.data["chain"]: detail.data["summary"]["pools"] for detail in details}
    wrong = differing(said, own)
    checked = validation("the number of pools of a token", (_SEARCH, _TOKEN), tokens, wrong)
    lists = yield [
        call(_TOKEN_POOLS, search, *details, network=chain, tokenAddress=tokens[chain]["id"], limit=1)
        for chain in wrong
    ]
    tops = {page.data["pools"][0]["chain"]: page.data["pools"][0] for page in lists}
    pools = yield [
        call(_POOL, page, network=chain, poolAddress=tops[chain]["id"])
        for chain, page in zip(wrong, lists, strict=True)
    ]
    busiest = ranked(pools, lambda pool: float(pool.data["24h"]["txns"]), 1, by=1.0)[0]
    chain, pool, day = busiest.data["chain"], busiest.data["id"], busiest.data["24h"]
    require_clear(day["buy_usd"] / day["sell_usd"], 1, 0.001)
    bought = day["buy_usd"] > day["sell_usd"]
    dexes, more = yield [
        call(_DEXES, *pools, network=chain, limit=100),
        _trades(bought, chain, pool, newest, start, *pools),
    ]
    exchange = ranked(dexes.data["dexes"], lambda dex: float(dex["txns_24h"]), 1, by=1.0)[0]
    riser = yield from _riser(dexes, chain, exchange["dex_id"])
    return solution(
        {
            "tokens": computed(len(tokens), (symbol,)),
            "disagreeing": table(
                "network",
                wrong,
                searched=said,
                own=own,
                top_pool={name: top["id"] for name, top in tops.items()},
            ),
            "busiest_pool": stated(pool),
            "transactions": stated(day["txns"]),
            "bought": computed(bought, (day["buy_usd"], day["sell_usd"])),
            "extreme": stated(
                _largest(more, "buy") if bought else min(float(candle["low"]) for candle in more.data), MONEY
            ),
            "exchange": stated(exchange["dex_name"], also=(exchange["dex_id"],)),
            "exchange_transactions": stated(exchange["txns_24h"]),
            **riser,
        },
        branches=[
            branch(
                "more dollars went into buys than into sells of the first token of the busiest pool",
                holds=bought,
                met={"tools": [_TRANSACTIONS]},
                unmet={"tools": [_CANDLES]},
            )
        ],
        validations=[checked],
    )


def _riser(dexes: CallResult, chain: str, exchange: str) -> Steps[dict[str, Expected]]:
    """Look at the pool of an exchange whose price rose most."""
    rise = "last_price_change_usd_24h"
    (pools,) = yield [call(_DEX_POOLS, dexes, network=chain, dex=exchange, limit=2, orderBy=rise)]
    require_lead([pool[rise] for pool in pools.data["pools"]], 0.002)
    top = pools.data["pools"][0]
    (inside,) = yield [call(_POOL, pools, network=chain, poolAddress=top["id"])]
    return {
        "riser": pair_of(top),
        "rise": stated(top[rise], PERCENT),
        "riser_bought": stated(inside.data["6h"]["buy_usd"], MONEY),
    }


def _trades(
    is_newest: bool, network: str, pool: str, newest: int, start: str, *uses: CallResult
) -> PlannedCall:
    """Return the call for the newest transactions of a pool, or for its prices over twelve hours."""
    here = {"network": network, "poolAddress": pool}
    if is_newest:
        return call(_TRANSACTIONS, *uses, **here, limit=newest)
    return call(_CANDLES, *uses, **here, start=start, limit=12, interval="1h")


def _everywhere(draw: TaskDraw) -> TaskSpec:
    window, newest = draw.pick((6, 24), "window"), draw.pick((15, 18, 20), "newest")
    start = f"2025-11-0{draw.whole(2, 4, 'day')}T{draw.whole(0, 12, 'hour'):02}:00:00Z"
    return TaskSpec(
        words={"window": window, "newest": newest, "start": start},
        plans=(partial(_everywhere_plan, window, newest, start),),
    )


def _everywhere_plan(window: int, newest: int, start: str) -> Plan:
    (networks,) = yield [call(_NETWORKS)]
    leading, pages = yield from _leading_exchanges(networks)
    said = {network: dex["pools_count"] for network, dex in leading.items()}
    counted = pluck(leading, pages, "page_info", "total_items")
    wrong = differing(said, counted)
    checked = validation("the number of pools of an exchange", (_DEXES, _DEX_POOLS), leading, wrong)
    details = yield [
        call(_POOL, page, network=network, poolAddress=page.data["pools"][0]["id"])
        for network, page in zip(leading, pages, strict=True)
    ]
    turnover = {detail.data["chain"]: _turnover(detail.data) for detail in details}
    first = ranked(leading, turnover.__getitem__, 1, by=0.1)[0]
    pool = next(detail.data for detail in details if detail.data["chain"] == first)
    moved = pool[f"{window}h"]["last_price_usd_change"]
    require_clear(moved, 0, 0.003)
    rose = moved > 0
    token = pool["tokens"][0]
    wanted = {"network": first, "tokenAddress": token["id"]}
    more, about, holding = yield [
        _trades(rose, first, pool["id"], newest, start, *details),
        call(_TOKEN, *details, **wanted),
        call(_TOKEN_POOLS, *details, **wanted, limit=2, orderBy="transactions"),
    ]
    busiest = yield from busiest_pool(holding, first)
    return solution(
        {
            "mismatched": rows(
                {
                    "network": stated(name),
                    "exchange": stated(leading[name]["dex_name"], also=(leading[name]["dex_id"],)),
                    "overview": stated(said[name]),
                    "counted": stated(counted[name]),
                }
                for name in wrong
            ),
            "network": stated(first),
            "pool": stated(pool["id"]),
            "turnover": computed(
                round(turnover[first], 2), (pool["24h"]["volume_usd"], pool["liquidity_usd"]), PERCENT
            ),
            "rose": computed(rose, (moved,)),
            "extreme": stated(
                _largest(more) if rose else max(float(candle["high"]) for candle in more.data), MONEY
            ),
            "token": stated(token["symbol"]),
            "token_pools": stated(about.data["summary"]["pools"]),
            "token_price": stated(about.data["summary"]["price_usd"], MONEY),
            **busiest,
        },
        branches=[
            branch(
                f"the dollar price of the pool's first token rose over the last {window} hours",
                holds=rose,
                met={"tools": [_TRANSACTIONS]},
                unmet={"tools": [_CANDLES]},
            )
        ],
        validations=[checked],
    )


def _turnover(pool: Mapping[str, Any]) -> float:
    """Return the volume of a day in percent of the liquidity."""
    return float(100 * pool["24h"]["volume_usd"] / pool["liquidity_usd"])


def _leading_exchanges(networks: CallResult) -> Steps[tuple[dict[str, dict[str, Any]], Sequence[CallResult]]]:
    """Look up the exchange with the largest volume on each network, and the page of its largest pool."""
    ids = [network["id"] for network in networks.data]
    lists = yield [call(_DEXES, networks, network=network, limit=100) for network in ids]
    leading = {
        network: ranked(page.data["dexes"], lambda dex: float(dex["volume_usd_24h"]), 1, by=50.0)[0]
        for network, page in zip(ids, lists, strict=True)
    }
    pages = yield [
        call(_DEX_POOLS, page, network=network, dex=leading[network]["dex_id"], limit=1)
        for network, page in zip(ids, lists, strict=True)
    ]
    return leading, pages


FAMILY = cross_family(
    number=62,
    name="dex_paprika",
    title="DEX Paprika",
    servers=("DEX Paprika",),
    tasks=(_lists, _counts, _everywhere),
)
