"""Stock options: expirations, and prices by Black–Scholes."""

from __future__ import annotations

import math
from datetime import date, timedelta

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.stock_market.calendar import is_trading_day

RATE = 0.041
"""Annual interest rate."""
WEEKS = 6
MONTHS = 12
STRIKES_EACH_WAY = 20


class Option(msgspec.Struct, frozen=True):
    symbol: str
    strike: float
    last: float
    bid: float
    ask: float
    volatility: float
    volume: int
    open_interest: int
    in_the_money: bool


def expirations(today: date) -> tuple[date, ...]:
    """Return the next Fridays, the third Fridays of the following months, and the Januaries after those."""
    friday = today + timedelta(days=(4 - today.weekday()) % 7)
    days = {friday + timedelta(weeks=week) for week in range(WEEKS)}
    months = [
        (today.year + (today.month - 1 + ahead) // 12, (today.month - 1 + ahead) % 12 + 1)
        for ahead in range(1, MONTHS + 1)
    ]
    months += [(today.year + 1, 1), (today.year + 2, 1)]
    days |= {_third_friday(year, month) for year, month in months}
    return tuple(sorted(_trading_day(day) for day in days if day > today))


def _third_friday(year: int, month: int) -> date:
    first = date(year, month, 1)
    return first + timedelta(days=(4 - first.weekday()) % 7 + 14)


def _trading_day(day: date) -> date:
    while not is_trading_day(day):
        day -= timedelta(days=1)
    return day


def _normal_cdf(value: float) -> float:
    """Return the cumulative normal distribution."""
    return 0.5 * (1 + math.erf(value / math.sqrt(2)))


class Terms(msgspec.Struct, frozen=True):
    """Inputs of the option prices of one expiration day."""

    ticker: str
    expires: date
    years: float
    spot: float
    dividend_yield: float
    volatility: float


def option_value(terms: Terms, strike: float, volatility: float, *, call: bool) -> float:
    """Return the value of a European option."""
    spread = volatility * math.sqrt(terms.years)
    forward = terms.spot * math.exp((RATE - terms.dividend_yield) * terms.years)
    upper = (math.log(forward / strike) + spread * spread / 2) / spread
    lower = upper - spread
    discount = math.exp(-RATE * terms.years)
    if call:
        return discount * (forward * _normal_cdf(upper) - strike * _normal_cdf(lower))
    return discount * (strike * _normal_cdf(-lower) - forward * _normal_cdf(-upper))


def strike_step(spot: float) -> float:
    """Return the distance between strikes, about a fortieth of the price."""
    step = 0.5
    for larger in (1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1_000, 2_500, 5_000, 10_000, 25_000):
        if spot / step <= 60:
            break
        step = larger
    return step


def chain(chance: Chance, terms: Terms, *, call: bool) -> list[Option]:
    """Return the calls or puts by strike. Both share their volatility, so parity holds."""
    step = strike_step(terms.spot)
    middle = round(terms.spot / step)
    numbers = range(max(1, middle - STRIKES_EACH_WAY), middle + STRIKES_EACH_WAY + 1)
    return [_option(chance, terms, step * number, call=call) for number in numbers]


def _option(chance: Chance, terms: Terms, strike: float, *, call: bool) -> Option:
    distance = math.log(strike / terms.spot)
    volatility = round(terms.volatility * (1 + 0.9 * distance * distance - 0.25 * distance), 4)
    price = max(0.01, round(option_value(terms, strike, volatility, call=call), 2))
    kind = "C" if call else "P"
    symbol = f"{terms.ticker.replace('-', '')}{terms.expires:%y%m%d}{kind}{round(strike * 1000):08d}"
    busy = math.exp(-40 * distance * distance)
    spread = max(0.01, round(price * 0.012, 2))
    interest = int(busy * chance.between(200, 9_000, "open interest", symbol)) + 3
    return Option(
        symbol=symbol,
        strike=strike,
        last=price,
        bid=round(max(0.0, price - spread), 2),
        ask=round(price + spread, 2),
        volatility=volatility,
        volume=int(interest * chance.between(0.02, 0.6, "option volume", symbol)),
        open_interest=interest,
        in_the_money=strike < terms.spot if call else strike > terms.spot,
    )
