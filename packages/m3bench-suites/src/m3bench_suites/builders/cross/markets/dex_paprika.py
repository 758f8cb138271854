"""DEX Paprika alone: what its lists say, and what pools and tokens say of themselves."""

from __future__ import annotations

from typing import Any

from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import (
    MONEY,
    PERCENT,
    change,
    differing,
    ranked,
)
from m3bench_suites.builders.cross.markets._shared.pools import exact_tokens, outdated, pair_of
from m3bench_suites.builders.tasks import (
    NOTHING,
    TaskSpec,
    branch,
    computed,
    require,
    require_clear,
    require_lead,
    rows,
    solution,
    stated,
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
    known = [one for one in transactions.data["transactions"] if side in (None, one["side"])]
    require(known, "there are no such transactions.")
    return max(float(one["volume_usd"]) for one in known)


def _lists(draw: TaskDraw) -> TaskSpec:
    place, count = draw.turn(tuple(_PLACES), "place"), draw.whole(8, 10, "count")
    days, newest = draw.whole(5, 9, "days"), draw.pick((12, 15, 18), "newest")
    start = f"2025-10-{draw.whole(20, 24, 'start')}"

    def plan() -> Plan:
        (networks,) = yield [call(_NETWORKS)]
        network = networks.data[_PLACES[place]]["id"]
        (dexes,) = yield [call(_DEXES, networks, network=network, limit=100)]
        by_volume = ranked(dexes.data["dexes"], lambda dex: float(dex["volume_usd_24h"]), 1, 2, by=500.0)
        dex = by_volume[1]
        (pools,) = yield [call(_DEX_POOLS, dexes, network=network, dex=dex["dex_id"], limit=count)]
        known = {pool["id"]: pool for pool in pools.data["pools"]}
        require(len(known) == count, "the exchange has few pools.")
        details = yield [call(_POOL, pools, network=network, poolAddress=pool) for pool in known]
        said = {pool: float(each["liquidity_usd"]) for pool, each in known.items()}
        own = {each.data["id"]: float(each.data["liquidity_usd"]) for each in details}
        wrong = differing(said, own)
        checked = validation("the liquidity of a pool", (_DEX_POOLS, _POOL), known, wrong)
        off = {pool: abs(change(own[pool], said[pool])) for pool in wrong}
        worst = ranked(wrong, off.__getitem__, 1, by=0.1)[0]
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
        require_lead([pool["transactions"] for pool in holding.data["pools"]], 1)
        busiest = holding.data["pools"][0]
        (inside,) = yield [call(_POOL, holding, network=network, poolAddress=busiest["id"])]
        summary = about.data["summary"]
        return solution(
            {
                "network": stated(network),
                "exchange": stated(dex["dex_name"], also=(dex["dex_id"],)),
                "outdated": outdated(wrong, said, own),
                "worst": stated(worst),
                "off": computed(round(off[worst], 2), (said[worst], own[worst]), PERCENT),
                "largest": stated(_largest(transactions), MONEY),
                "rose": computed(rose, (begun, ended)),
                "token": stated(token["symbol"]),
                "token_price": stated(summary["price_usd"], MONEY),
                "token_pools": stated(summary["pools"]),
                "busiest_pair": pair_of(busiest),
                "busiest_bought": stated(inside.data["6h"]["buy_usd"], MONEY),
            },
            branches=[
                branch(
                    f"the price in the pool rose over the {days} days from {start} on",
                    holds=rose,
                    met={"tools": [_TOKEN], "values": [known[worst]["tokens"][0]["id"]]},
                    unmet={"tools": [_TOKEN], "values": [known[worst]["tokens"][1]["id"]]},
                )
            ],
            validations=[checked],
        )

    return TaskSpec(
        words={"place": place, "count": count, "days": days, "newest": newest, "start": start}, plans=(plan,)
    )


def _counts(draw: TaskDraw) -> TaskSpec:
    symbol, newest = draw.turn(_SYMBOLS, "symbol"), draw.pick((14, 16, 20), "newest")
    start = f"2025-11-0{draw.whole(2, 4, 'day')}T{draw.whole(0, 12, 'hour'):02}:00:00Z"

    def plan() -> Plan:
        (search,) = yield [call(_SEARCH, query=symbol)]
        tokens = {token["chain"]: token for token in exact_tokens(search, symbol)}
        details = yield [
            call(_TOKEN, search, network=chain, tokenAddress=token["id"]) for chain, token in tokens.items()
        ]
        said = {chain: token["pools"] for chain, token in tokens.items()}
        own = {each.data["chain"]: each.data["summary"]["pools"] for each in details}
        wrong = differing(said, own)
        checked = validation("the number of pools of a token", (_SEARCH, _TOKEN), tokens, wrong)
        lists = yield [
            call(_TOKEN_POOLS, search, *details, network=chain, tokenAddress=tokens[chain]["id"], limit=1)
            for chain in wrong
        ]
        tops = {each.data["pools"][0]["chain"]: each.data["pools"][0] for each in lists}
        pools = yield [
            call(_POOL, each, network=chain, poolAddress=tops[chain]["id"])
            for chain, each in zip(wrong, lists, strict=True)
        ]
        busiest = ranked(pools, lambda pool: float(pool.data["24h"]["txns"]), 1, by=1.0)[0]
        chain, pool, day = busiest.data["chain"], busiest.data["id"], busiest.data["24h"]
        require_clear(day["buy_usd"] / day["sell_usd"], 1, 0.001)
        bought = day["buy_usd"] > day["sell_usd"]
        if bought:
            second = call(_TRANSACTIONS, *pools, network=chain, poolAddress=pool, limit=newest)
        else:
            second = call(
                _CANDLES, *pools, network=chain, poolAddress=pool, start=start, limit=12, interval="1h"
            )
        dexes, more = yield [call(_DEXES, *pools, network=chain, limit=100), second]
        leader = ranked(dexes.data["dexes"], lambda dex: float(dex["txns_24h"]), 1, by=1.0)[0]
        (risers,) = yield [
            call(
                _DEX_POOLS,
                dexes,
                network=chain,
                dex=leader["dex_id"],
                limit=2,
                orderBy="last_price_change_usd_24h",
            )
        ]
        require_lead([one["last_price_change_usd_24h"] for one in risers.data["pools"]], 0.002)
        riser = risers.data["pools"][0]
        (inside,) = yield [call(_POOL, risers, network=chain, poolAddress=riser["id"])]
        return solution(
            {
                "tokens": computed(len(tokens), (symbol,)),
                "disagreeing": rows(
                    {
                        "network": stated(each),
                        "searched": stated(said[each]),
                        "own": stated(own[each]),
                        "top_pool": stated(tops[each]["id"]),
                    }
                    for each in wrong
                ),
                "busiest_pool": stated(pool),
                "transactions": stated(day["txns"]),
                "bought": computed(bought, (day["buy_usd"], day["sell_usd"])),
                "largest_buy": stated(_largest(more, "buy"), MONEY) if bought else NOTHING,
                "lowest": NOTHING if bought else stated(min(float(one["low"]) for one in more.data), MONEY),
                "exchange": stated(leader["dex_name"], also=(leader["dex_id"],)),
                "exchange_transactions": stated(leader["txns_24h"]),
                "riser": pair_of(riser),
                "rise": stated(riser["last_price_change_usd_24h"], PERCENT),
                "riser_bought": stated(inside.data["6h"]["buy_usd"], MONEY),
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

    return TaskSpec(words={"symbol": symbol, "newest": newest, "start": start}, plans=(plan,))


def _everywhere(draw: TaskDraw) -> TaskSpec:
    window, newest = draw.pick((6, 24), "window"), draw.pick((15, 18, 20), "newest")
    start = f"2025-11-0{draw.whole(2, 4, 'day')}T{draw.whole(0, 12, 'hour'):02}:00:00Z"

    def plan() -> Plan:
        (networks,) = yield [call(_NETWORKS)]
        ids = [network["id"] for network in networks.data]
        lists = yield [call(_DEXES, networks, network=each, limit=100) for each in ids]
        leading: dict[str, dict[str, Any]] = {
            network: ranked(each.data["dexes"], lambda dex: float(dex["volume_usd_24h"]), 1, by=50.0)[0]
            for network, each in zip(ids, lists, strict=True)
        }
        pages = yield [
            call(_DEX_POOLS, each, network=network, dex=leading[network]["dex_id"], limit=1)
            for network, each in zip(ids, lists, strict=True)
        ]
        said = {network: dex["pools_count"] for network, dex in leading.items()}
        counted = {
            network: each.data["page_info"]["total_items"] for network, each in zip(ids, pages, strict=True)
        }
        wrong = differing(said, counted)
        checked = validation("the number of pools of an exchange", (_DEXES, _DEX_POOLS), ids, wrong)
        details = yield [
            call(_POOL, each, network=network, poolAddress=each.data["pools"][0]["id"])
            for network, each in zip(ids, pages, strict=True)
        ]
        turnover = {
            each.data["chain"]: 100 * each.data["24h"]["volume_usd"] / each.data["liquidity_usd"]
            for each in details
        }
        first = ranked(ids, turnover.__getitem__, 1, by=0.1)[0]
        pool = next(each.data for each in details if each.data["chain"] == first)
        moved = pool[f"{window}h"]["last_price_usd_change"]
        require_clear(moved, 0, 0.003)
        rose = moved > 0
        if rose:
            second = call(_TRANSACTIONS, *details, network=first, poolAddress=pool["id"], limit=newest)
        else:
            second = call(
                _CANDLES,
                *details,
                network=first,
                poolAddress=pool["id"],
                start=start,
                limit=12,
                interval="1h",
            )
        token = pool["tokens"][0]
        wanted = {"network": first, "tokenAddress": token["id"]}
        more, about, holding = yield [
            second,
            call(_TOKEN, *details, **wanted),
            call(_TOKEN_POOLS, *details, **wanted, limit=2, orderBy="transactions"),
        ]
        require_lead([pool["transactions"] for pool in holding.data["pools"]], 1)
        busiest = holding.data["pools"][0]
        (inside,) = yield [call(_POOL, holding, network=first, poolAddress=busiest["id"])]
        return solution(
            {
                "mismatched": rows(
                    {
                        "network": stated(each),
                        "exchange": stated(leading[each]["dex_name"], also=(leading[each]["dex_id"],)),
                        "overview": stated(said[each]),
                        "counted": stated(counted[each]),
                    }
                    for each in wrong
                ),
                "network": stated(first),
                "pool": stated(pool["id"]),
                "turnover": computed(
                    round(turnover[first], 2), (pool["24h"]["volume_usd"], pool["liquidity_usd"]), PERCENT
                ),
                "rose": computed(rose, (moved,)),
                "largest": stated(_largest(more), MONEY) if rose else NOTHING,
                "highest": NOTHING if rose else stated(max(float(one["high"]) for one in more.data), MONEY),
                "token": stated(token["symbol"]),
                "token_pools": stated(about.data["summary"]["pools"]),
                "token_price": stated(about.data["summary"]["price_usd"], MONEY),
                "busiest_pair": pair_of(busiest),
                "busiest_bought": stated(inside.data["6h"]["buy_usd"], MONEY),
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

    return TaskSpec(words={"window": window, "newest": newest, "start": start}, plans=(plan,))


FAMILY = cross_family(
    number=62,
    name="dex_paprika",
    title="DEX Paprika",
    servers=("DEX Paprika",),
    tasks=(_lists, _counts, _everywhere),
)
