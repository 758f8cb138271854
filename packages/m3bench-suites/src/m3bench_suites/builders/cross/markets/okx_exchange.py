"""OKX Exchange alone: which coins move, and how they did before."""

from __future__ import annotations

from statistics import mean

from m3bench.core.text import join
from m3bench.suites import Blueprint, CallResult, Plan, call
from m3bench_suites.builders.cross.family import CrossFamily, TaskDraw
from m3bench_suites.builders.cross.markets._shared.numbers import (
    MONEY,
    PERCENT,
    change,
    closes,
    complete,
    hour_of,
    ranked,
)
from m3bench_suites.builders.cross.tasks import (
    NOTHING,
    Wording,
    branch,
    computed,
    found,
    listed,
    require,
    require_clear,
    require_lead,
    solution,
    task,
)
from m3bench_suites.builders.fields import code as code_field
from m3bench_suites.builders.fields import codes, number, yes_no

_PRICE, _CANDLES = "OKX Exchange/get_price", "OKX Exchange/get_candlesticks"
_MAJOR = ("ETH", "SOL", "XRP", "BNB", "DOGE", "ADA", "TRX", "AVAX", "LINK", "DOT", "LTC", "BCH")
_MINOR = (
    *("SUI", "APT", "ARB", "OP", "NEAR", "ATOM", "UNI", "AAVE", "XLM", "ETC", "FIL", "ICP", "INJ", "TIA"),
    *("SEI", "WLD", "HBAR", "ALGO", "SAND", "MANA", "CRV", "LDO"),
)
_LAGGARD = Wording(
    request=(
        "Get the USDT prices of {coins} and keep the 5 with the highest change over 24 hours. Keep the 3 "
        "of them with the highest change over the last {weeks} complete weekly USDT candles (first open to "
        "last close), and the 2 of these with the highest change over 3 complete monthly ones. By daily "
        "USDT candles of the last 30 complete days: which one's last price is further below the highest "
        "high, in percent of it? For this laggard get the daily candles against BTC. If it gained over the "
        "last 30 complete days, get its hourly USDC candles and report the UTC hour with the largest "
        "volume among the last 24 complete ones, and the price of USDT in EUR; otherwise get daily "
        "BTC-USDT candles and report bitcoin's own change over these 30 days, and the price of USDT in "
        "BRL. Percentages have two decimals."
    ),
    fuzzy=(
        "I hold {coins}, all bought with tether, and want to know which of them is limping. Look only at "
        "the 5 that did best in the past 24 hours, of those at the 3 that gained most over the last "
        "{weeks} finished weeks (first opening to last close), of those at the 2 best of the last 3 "
        "finished months, and of the pair at the one whose price now is further below its peak of the past "
        "30 finished days. How did that laggard do against bitcoin over those 30 days, open to close? If "
        "it gained, tell me at which UTC hour of the last 24 finished ones it was traded most against "
        "USDC, and what a tether costs in euros. If not, tell me how bitcoin itself moved against tether "
        "in those 30 days, and what a tether costs in Brazilian reais. Two decimals for percentages, "
        "please."
    ),
)
_STEADY = Wording(
    request=(
        "Get weekly USDT candles of {coins} and keep the 6 with the highest change over the last {weeks} "
        "complete weeks (oldest open to newest close), and of these by monthly candles the 4 with the "
        "highest change over 3 complete months. By daily candles find the worst day of each (lowest change "
        "from open to close) among the last 30 complete days. The steadiest is the one whose worst day is "
        "mildest, the wildest the one whose worst day is worst. If the steadiest's last price is above the "
        "mean of its 30 closes, get its hourly candles, find the hour with the largest volume among the "
        "last 24 complete ones, and in its 15-minute candles the highest high within that hour; otherwise "
        "report of the wildest its volume of the last 24 hours, its hour with the largest volume and, by "
        "15-minute candles, the lowest low within it."
    ),
    fuzzy=(
        "Thinking of {coins}, priced in tether: which 6 have climbed most over the past {weeks} finished "
        "weeks, from the opening of the first to the close of the last, and which 4 of those over the last "
        "3 finished months? I sleep badly, so judge those four by their worst single day, open to close, "
        "among the last 30 finished days, and tell me which is the steadiest and which the wildest. If the "
        "steadiest now trades above the average of its 30 closes, I would like the one hour of the last 24 "
        "finished ones (UTC) with the most trading in it, and the highest price within that hour, seen in "
        "15-minute slices. If it does not, tell me about the wildest instead: its busiest of those hours, "
        "the lowest price within it, and how many coins of it changed hands in the past 24 hours."
    ),
)


def _quarter(candles: CallResult) -> float:
    """Return the change over the last three complete months."""
    months = complete(candles)[:3]
    return change(months[-1]["open"], months[0]["close"])


def _laggard(draw: TaskDraw) -> Blueprint:
    coins, weeks = draw.sample(_MAJOR, 9, "coins"), draw.whole(6, 12, "weeks")

    def plan() -> Plan:
        prices = yield [call(_PRICE, instrument=f"{coin}-USDT") for coin in coins]
        now = {each.data["base"]: each.data for each in prices}
        five = ranked(coins, lambda coin: now[coin]["change_24h_percent"], 5, by=0.01)[:5]
        weekly = yield [
            call(_CANDLES, *prices, instrument=f"{coin}-USDT", bar="1W", limit=weeks + 1) for coin in five
        ]
        spans = {coin: complete(each)[:weeks] for coin, each in zip(five, weekly, strict=True)}
        grown = {coin: change(span[-1]["open"], span[0]["close"]) for coin, span in spans.items()}
        three = ranked(five, grown.__getitem__, 1, 3, by=0.05)[:3]
        months = yield [
            call(_CANDLES, *weekly, instrument=f"{coin}-USDT", bar="1M", limit=4) for coin in three
        ]
        two = ranked(three, dict(zip(three, map(_quarter, months), strict=True)).__getitem__, 2, by=0.05)[:2]
        daily = yield [call(_CANDLES, *months, instrument=f"{coin}-USDT", bar="1D", limit=31) for coin in two]
        high = {
            coin: max(day["high"] for day in complete(each)) for coin, each in zip(two, daily, strict=True)
        }
        below = {coin: -change(high[coin], now[coin]["last_price"]) for coin in two}
        laggard = ranked(two, below.__getitem__, 1, by=0.05)[0]
        (against,) = yield [call(_CANDLES, *daily, instrument=f"{laggard}-BTC", bar="1D", limit=31)]
        days = complete(against)
        gain = change(days[-1]["open"], days[0]["close"])
        require_clear(gain, 0, 0.1)
        gained = gain > 0
        if gained:
            later, money = yield [
                call(_CANDLES, against, instrument=f"{laggard}-USDC", bar="1H", limit=25),
                call(_PRICE, against, instrument="USDT-EUR"),
            ]
            hours = complete(later)[:24]
            require_lead([hour["volume"] for hour in hours], 1e-9)
            busiest = max(hours, key=lambda hour: float(hour["volume"]))
        else:
            later, money = yield [
                call(_CANDLES, against, instrument="BTC-USDT", bar="1D", limit=31),
                call(_PRICE, against, instrument="USDT-BRL"),
            ]
            own = complete(later)
        ends = (days[-1]["open"], days[0]["close"])
        return solution(
            {
                "two_strongest": listed(two),
                "strongest_change": computed(
                    round(grown[three[0]], 2),
                    (spans[three[0]][-1]["open"], spans[three[0]][0]["close"]),
                    PERCENT,
                ),
                "laggard": found(laggard),
                "high": found(high[laggard], MONEY),
                "below_high": computed(
                    round(below[laggard], 2), (high[laggard], now[laggard]["last_price"]), PERCENT
                ),
                "against_bitcoin": computed(round(gain, 2), ends, PERCENT),
                "gained": computed(gained, ends),
                "busiest_hour": computed(hour_of(busiest["time"]), (busiest["time"],)) if gained else NOTHING,
                "bitcoin_change": NOTHING
                if gained
                else computed(
                    round(change(own[-1]["open"], own[0]["close"]), 2),
                    (own[-1]["open"], own[0]["close"]),
                    PERCENT,
                ),
                "tether": found(money.data["last_price"], MONEY),
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

    form = (
        codes("two_strongest", "the symbols of the two coins left after the monthly comparison"),
        number("strongest_change", "the highest change of all over those weeks", "%"),
        code_field("laggard", "the symbol of the laggard"),
        number("high", "its highest price of the 30 days", "USDT"),
        number("below_high", "how far it is below that, as a positive number", "%"),
        number("against_bitcoin", "its change against bitcoin over the 30 days", "%"),
        yes_no("gained", "whether it gained against bitcoin"),
        number("busiest_hour", "the UTC hour (0 to 23) in which its busiest hour began, if asked for"),
        number("bitcoin_change", "bitcoin's own change over the 30 days, if asked for", "%"),
        number("tether", "the price of a tether in the currency that is asked for"),
    )
    return task(draw, FAMILY, _LAGGARD, {"coins": join(coins), "weeks": weeks}, form, plan)


def _steady(draw: TaskDraw) -> Blueprint:
    coins, weeks = draw.sample(_MINOR, 10, "coins"), draw.whole(8, 16, "weeks")

    def plan() -> Plan:
        weekly = yield [
            call(_CANDLES, instrument=f"{coin}-USDT", bar="1W", limit=weeks + 1) for coin in coins
        ]
        spans = {coin: complete(each)[:weeks] for coin, each in zip(coins, weekly, strict=True)}
        grown = {coin: change(span[-1]["open"], span[0]["close"]) for coin, span in spans.items()}
        six = ranked(coins, grown.__getitem__, 1, 6, by=0.05)[:6]
        months = yield [call(_CANDLES, *weekly, instrument=f"{coin}-USDT", bar="1M", limit=4) for coin in six]
        four = ranked(six, dict(zip(six, map(_quarter, months), strict=True)).__getitem__, 4, by=0.05)[:4]
        daily = yield [
            call(_CANDLES, *months, instrument=f"{coin}-USDT", bar="1D", limit=31) for coin in four
        ]
        days = {coin: complete(each) for coin, each in zip(four, daily, strict=True)}
        worst = {
            coin: min(own, key=lambda day: change(day["open"], day["close"])) for coin, own in days.items()
        }
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
        within = [each for each in complete(fine) if each["time"][:13] == ordered[0]["time"][:13]]
        require(within, "the hour is too long ago.")
        grounds = (last, *closes(days[steadiest]))
        return solution(
            {
                "four": listed(four),
                "best_change": computed(
                    round(grown[six[0]], 2),
                    (spans[six[0]][-1]["open"], spans[six[0]][0]["close"]),
                    PERCENT,
                ),
                "steadiest": found(steadiest),
                "steadiest_loss": computed(
                    round(loss[steadiest], 2), (worst[steadiest]["open"], worst[steadiest]["close"]), PERCENT
                ),
                "wildest": found(wildest),
                "wildest_loss": computed(
                    round(loss[wildest], 2), (worst[wildest]["open"], worst[wildest]["close"]), PERCENT
                ),
                "mean_close": computed(float(f"{usual:.6g}"), grounds[1:], MONEY),
                "above": computed(above, grounds),
                "hour": computed(hour_of(ordered[0]["time"]), (ordered[0]["time"],)),
                "hour_high": found(max(each["high"] for each in within), MONEY) if above else NOTHING,
                "hour_low": NOTHING if above else found(min(each["low"] for each in within), MONEY),
                "volume": NOTHING if above else found(more[0].data["volume_24h"], MONEY),
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

    form = (
        codes("four", "the symbols of the four coins left after the monthly comparison"),
        number("best_change", "the highest change of all over those weeks, two decimals", "%"),
        code_field("steadiest", "the symbol of the steadiest"),
        number("steadiest_loss", "its change on its worst day, with sign, two decimals", "%"),
        code_field("wildest", "the symbol of the wildest"),
        number("wildest_loss", "its change on its worst day, with sign, two decimals", "%"),
        number("mean_close", "the mean of the steadiest coin's 30 closes", "USDT"),
        yes_no("above", "whether the steadiest trades above that"),
        number(
            "hour", "the UTC hour (0 to 23) in which the busiest hour of the coin that is asked for began"
        ),
        number("hour_high", "the highest price within it, if asked for", "USDT"),
        number("hour_low", "the lowest price within it, if asked for", "USDT"),
        number("volume", "the wildest coin's volume of the last 24 hours in coins, if asked for"),
    )
    return task(draw, FAMILY, _STEADY, {"coins": join(coins), "weeks": weeks}, form, plan)


FAMILY = CrossFamily(
    number=61,
    name="okx_exchange",
    title="OKX Exchange",
    servers=("OKX Exchange",),
    makers=(_laggard, _steady),
)
