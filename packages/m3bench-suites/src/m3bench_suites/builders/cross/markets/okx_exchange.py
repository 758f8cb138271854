"""OKX Exchange alone: which coins move, and how they did before."""

from __future__ import annotations

from functools import partial
from statistics import mean

from m3bench.checks import Expected
from m3bench.core.text import join
from m3bench.suites import CallResult, Plan, call
from m3bench_suites.builders.cross.family import TaskDraw, cross_family
from m3bench_suites.builders.cross.markets._shared.numbers import (
    MONEY,
    PERCENT,
    change,
    closes,
    complete,
    hour_of,
    ranked,
)
from m3bench_suites.builders.tasks import (
    Steps,
    TaskSpec,
    branch,
    computed,
    leader_of,
    listed,
    require,
    require_clear,
    solution,
    stated,
)

_PRICE, _CANDLES = "OKX Exchange/get_price", "OKX Exchange/get_candlesticks"
_MAJOR = ("ETH", "SOL", "XRP", "BNB", "DOGE", "ADA", "TRX", "AVAX", "LINK", "DOT", "LTC", "BCH")
_MINOR = (
    *("SUI", "APT", "ARB", "OP", "NEAR", "ATOM", "UNI", "AAVE", "XLM", "ETC", "FIL", "ICP", "INJ", "TIA"),
    *("SEI", "WLD", "HBAR", "ALGO", "SAND", "MANA", "CRV", "LDO"),
)


def _quarter(candles: CallResult) -> float:
    """Return the change over the last three complete months."""
    months = complete(candles)[:3]
    return change(months[-1]["open"], months[0]["close"])


def _laggard(draw: TaskDraw) -> TaskSpec:
    coins, weeks = draw.sample(_MAJOR, 9, "coins"), draw.whole(6, 12, "weeks")
    return TaskSpec(
        words={"coins": join(coins), "weeks": weeks}, plans=(partial(_laggard_plan, coins, weeks),)
    )


def _laggard_plan(coins: list[str], weeks: int) -> Plan:
    prices = yield [call(_PRICE, instrument=f"{coin}-USDT") for coin in coins]
    now = {price.data["base"]: price.data for price in prices}
    risers = ranked(coins, lambda coin: now[coin]["change_24h_percent"], 5, by=0.01)[:5]
    weekly = yield [
        call(_CANDLES, *prices, instrument=f"{coin}-USDT", bar="1W", limit=weeks + 1) for coin in risers
    ]
    spans = {coin: complete(candles)[:weeks] for coin, candles in zip(risers, weekly, strict=True)}
    grown = {coin: change(span[-1]["open"], span[0]["close"]) for coin, span in spans.items()}
    grown_most = ranked(risers, grown.__getitem__, 1, 3, by=0.05)[:3]
    months = yield [
        call(_CANDLES, *weekly, instrument=f"{coin}-USDT", bar="1M", limit=4) for coin in grown_most
    ]
    strongest = ranked(
        grown_most, dict(zip(grown_most, map(_quarter, months), strict=True)).__getitem__, 2, by=0.05
    )[:2]
    daily = yield [
        call(_CANDLES, *months, instrument=f"{coin}-USDT", bar="1D", limit=31) for coin in strongest
    ]
    high = {
        coin: max(day["high"] for day in complete(candles))
        for coin, candles in zip(strongest, daily, strict=True)
    }
    below = {coin: -change(high[coin], now[coin]["last_price"]) for coin in strongest}
    laggard = ranked(strongest, below.__getitem__, 1, by=0.05)[0]
    (against,) = yield [call(_CANDLES, *daily, instrument=f"{laggard}-BTC", bar="1D", limit=31)]
    days = complete(against)
    gain = change(days[-1]["open"], days[0]["close"])
    require_clear(gain, 0, 0.1)
    gained = gain > 0
    outlook = yield from _busiest_hour(laggard, against) if gained else _bitcoin_change(against)
    ends = (days[-1]["open"], days[0]["close"])
    return solution(
        {
            "two_strongest": listed(strongest),
            "strongest_change": computed(
                round(grown[grown_most[0]], 2),
                (spans[grown_most[0]][-1]["open"], spans[grown_most[0]][0]["close"]),
                PERCENT,
            ),
            "laggard": stated(laggard),
            "high": stated(high[laggard], MONEY),
            "below_high": computed(
                round(below[laggard], 2), (high[laggard], now[laggard]["last_price"]), PERCENT
            ),
            "against_bitcoin": computed(round(gain, 2), ends, PERCENT),
            "gained": computed(gained, ends),
            **outlook,
        },
        branches=[
            branch(
                "the laggard gained against bitcoin over the last 30 complete days",
                holds=gained,
                met={"tools": [_CANDLES, _PRICE], "values": [f"{laggard}-USDC", "USDT-EUR"]},
                unmet={"tools": [_CANDLES, _PRICE], "values": ["BTC-USDT", "USDT-BRL"]},
            )
        ],
    )


def _busiest_hour(coin: str, against: CallResult) -> Steps[dict[str, Expected]]:
    """Look up the busiest of the last 24 hours of a coin, and the price of tether in euro."""
    hourly, money = yield [
        call(_CANDLES, against, instrument=f"{coin}-USDC", bar="1H", limit=25),
        call(_PRICE, against, instrument="USDT-EUR"),
    ]
    busiest = leader_of(complete(hourly)[:24], lambda hour: float(hour["volume"]), 1e-9)
    return {
        "comparison": computed(hour_of(busiest["time"]), (busiest["time"],)),
        "tether": stated(money.data["last_price"], MONEY),
    }


def _bitcoin_change(against: CallResult) -> Steps[dict[str, Expected]]:
    """Look up how bitcoin changed over the last 30 days, and the price of tether in reais."""
    daily, money = yield [
        call(_CANDLES, against, instrument="BTC-USDT", bar="1D", limit=31),
        call(_PRICE, against, instrument="USDT-BRL"),
    ]
    days = complete(daily)
    ends = (days[-1]["open"], days[0]["close"])
    return {
        "comparison": computed(round(change(*ends), 2), ends, PERCENT),
        "tether": stated(money.data["last_price"], MONEY),
    }


def _steady(draw: TaskDraw) -> TaskSpec:
    coins, weeks = draw.sample(_MINOR, 10, "coins"), draw.whole(8, 16, "weeks")
    return TaskSpec(
        words={"coins": join(coins), "weeks": weeks}, plans=(partial(_steady_plan, coins, weeks),)
    )


def _steady_plan(coins: list[str], weeks: int) -> Plan:
    weekly = yield [call(_CANDLES, instrument=f"{coin}-USDT", bar="1W", limit=weeks + 1) for coin in coins]
    spans = {coin: complete(candles)[:weeks] for coin, candles in zip(coins, weekly, strict=True)}
    grown = {coin: change(span[-1]["open"], span[0]["close"]) for coin, span in spans.items()}
    six = ranked(coins, grown.__getitem__, 1, 6, by=0.05)[:6]
    months = yield [call(_CANDLES, *weekly, instrument=f"{coin}-USDT", bar="1M", limit=4) for coin in six]
    four = ranked(six, dict(zip(six, map(_quarter, months), strict=True)).__getitem__, 4, by=0.05)[:4]
    daily = yield [call(_CANDLES, *months, instrument=f"{coin}-USDT", bar="1D", limit=31) for coin in four]
    days = {coin: complete(candles) for coin, candles in zip(four, daily, strict=True)}
    worst = {coin: min(own, key=lambda day: change(day["open"], day["close"])) for coin, own in days.items()}
    loss = {coin: change(day["open"], day["close"]) for coin, day in worst.items()}
    order = ranked(four, loss.__getitem__, 1, 3, by=0.02)
    steadiest, wildest = order[0], order[-1]
    (price,) = yield [call(_PRICE, *daily, instrument=f"{steadiest}-USDT")]
    last, usual = price.data["last_price"], mean(closes(days[steadiest]))
    require_clear(100 * last / usual, 100, 0.05)
    above = last > usual
    picked = steadiest if above else wildest
    first = [call(_CANDLES, price, *daily, instrument=f"{picked}-USDT", bar="1H", limit=25)]
    if not above:
        first.append(call(_PRICE, price, *daily, instrument=f"{wildest}-USDT"))
    hourly, *more = yield first
    ordered = ranked(complete(hourly)[:24], lambda hour: float(hour["volume"]), 1, by=1e-9)
    (fine,) = yield [call(_CANDLES, hourly, instrument=f"{picked}-USDT", bar="15m", limit=100)]
    within = [candle for candle in complete(fine) if candle["time"][:13] == ordered[0]["time"][:13]]
    require(within, "the hour is too long ago.")
    grounds = (last, *closes(days[steadiest]))
    return solution(
        {
            "four": listed(four),
            "best_change": computed(
                round(grown[six[0]], 2), (spans[six[0]][-1]["open"], spans[six[0]][0]["close"]), PERCENT
            ),
            "steadiest": stated(steadiest),
            "steadiest_loss": computed(
                round(loss[steadiest], 2), (worst[steadiest]["open"], worst[steadiest]["close"]), PERCENT
            ),
            "wildest": stated(wildest),
            "wildest_loss": computed(
                round(loss[wildest], 2), (worst[wildest]["open"], worst[wildest]["close"]), PERCENT
            ),
            "mean_close": computed(float(f"{usual:.6g}"), grounds[1:], MONEY),
            "above": computed(above, grounds),
            "hour": computed(hour_of(ordered[0]["time"]), (ordered[0]["time"],)),
            "extreme": stated(
                max(candle["high"] for candle in within)
                if above
                else min(candle["low"] for candle in within),
                MONEY,
            ),
            "volume": stated((price if above else more[0]).data["volume_24h"], MONEY),
        },
        branches=[
            branch(
                "the steadiest coin trades above the mean of its last 30 daily closes",
                holds=above,
                met={},
                unmet={"tools": [_PRICE], "values": [f"{wildest}-USDT"]},
            )
        ],
    )


FAMILY = cross_family(
    number=61, name="okx_exchange", title="OKX Exchange", servers=("OKX Exchange",), tasks=(_laggard, _steady)
)
