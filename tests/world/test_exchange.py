"""Candles of every length add up, and prices agree across instruments."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from itertools import pairwise
from math import isclose

import pytest

from m3bench_world import World
from m3bench_world.exchange import BARS, Candle, UnknownInstrument

EXCHANGE = World(now=datetime(2025, 11, 5, 15, 7, 31, tzinfo=UTC)).exchange
PAIRS = ("BTC-USDT", "PEPE-USDT", "DAI-USDT", "USDT-BRL", "BTC-BRL", "ETH-BTC", "SOL-USDC")
STEPS = [("1m", "3m"), ("1m", "5m"), ("5m", "15m"), ("15m", "30m"), ("15m", "1H"), ("1H", "2H"), ("1H", "4H")]
STEPS += [("1H", "6H"), ("6H", "12H"), ("4H", "12H"), ("12H", "1D"), ("4H", "1D"), ("1D", "1W"), ("1D", "1M")]


def summary(candles: list[Candle]) -> tuple[float, float, float, float, Fraction]:
    """Of candles that come newest first."""
    return (
        candles[-1].open,
        max(candle.high for candle in candles),
        min(candle.low for candle in candles),
        candles[0].close,
        sum((Fraction(str(candle.volume)) for candle in candles), Fraction()),
    )


@pytest.mark.parametrize("name", PAIRS)
@pytest.mark.parametrize(("short", "long"), STEPS)
def test_short_candles_make_the_long_ones(name: str, short: str, long: str) -> None:
    instrument = EXCHANGE.find(name)
    shorts = EXCHANGE.candles(instrument, short, 300)
    checked = 0
    for wanted, after in zip(
        EXCHANGE.candles(instrument, long, 8), [None, *EXCHANGE.candles(instrument, long, 7)], strict=True
    ):
        inside = [
            one for one in shorts if one.time >= wanted.time and (after is None or one.time < after.time)
        ]
        if shorts[-1].time > wanted.time:
            break
        assert summary(inside) == summary([wanted])
        checked += 1
    assert checked >= 2


@pytest.mark.parametrize("name", PAIRS)
def test_candles_follow_one_another(name: str) -> None:
    instrument = EXCHANGE.find(name)
    for bar in BARS:
        candles = EXCHANGE.candles(instrument, bar, 20)
        assert len(candles) == 20
        for later, earlier in pairwise(candles):
            assert later.time > earlier.time
            assert later.open == earlier.close
            assert earlier.complete
        for candle in candles:
            assert (
                0
                < candle.low
                <= min(candle.open, candle.close)
                <= max(candle.open, candle.close)
                <= candle.high
            )


def test_the_candle_under_way_ends_now() -> None:
    newest = EXCHANGE.candles(EXCHANGE.find("BTC-USDT"), "1H", 1)[0]
    assert newest.time == datetime(2025, 11, 5, 15, tzinfo=UTC)
    assert not newest.complete
    assert EXCHANGE.candles(EXCHANGE.find("BTC-USDT"), "1m", 1)[0].complete


@pytest.mark.parametrize("name", PAIRS)
def test_the_ticker_is_the_last_1440_minutes(name: str) -> None:
    instrument = EXCHANGE.find(name)
    ticker = EXCHANGE.ticker(instrument)
    candles = EXCHANGE.candles(instrument, "1m", 1440)
    assert (ticker.open_24h, ticker.high_24h, ticker.low_24h, ticker.last) == summary(candles)[:4]
    assert Fraction(str(ticker.volume_24h)) == summary(candles)[4]
    assert ticker.bid < ticker.last < ticker.ask
    assert candles[-1].time == ticker.time - timedelta(days=1)


@pytest.mark.parametrize(
    ("cross", "first", "second", "divided"),
    [
        ("BTC-BRL", "BTC-USDT", "USDT-BRL", False),
        ("ETH-EUR", "ETH-USDT", "USDT-EUR", False),
        ("ETH-BTC", "ETH-USDT", "BTC-USDT", True),
        ("PEPE-USDC", "PEPE-USDT", "USDC-USDT", True),
    ],
)
def test_cross_rates_agree_at_every_minute(cross: str, first: str, second: str, divided: bool) -> None:
    closes = [
        [candle.close for candle in EXCHANGE.candles(EXCHANGE.find(name), "1m", 100)]
        for name in (cross, first, second)
    ]
    tick = 10.0 ** -EXCHANGE.find(cross).price_decimals
    for price, one, other in zip(*closes, strict=True):
        assert abs(price - (one / other if divided else one * other)) <= tick


def test_every_fiat_pair_follows_the_reference_rate() -> None:
    for day in (date(2023, 2, 14), date(2024, 8, 6), date(2027, 3, 3)):
        world = World(now=datetime(day.year, day.month, day.day, 23, 30, tzinfo=UTC))
        for code in ("EUR", "BRL", "TRY", "AUD", "SGD", "USD"):
            price = world.exchange.ticker(world.exchange.find(f"USDT-{code}")).last
            assert isclose(price, world.money.rate("USD", code, day), rel_tol=0.01)


def test_stablecoins_stay_near_one() -> None:
    for name in ("USDC-USDT", "DAI-USDT"):
        weeks = EXCHANGE.candles(EXCHANGE.find(name), "1W", 300)
        assert min(week.low for week in weeks) > 0.97
        assert max(week.high for week in weeks) < 1.03


def test_history_begins_with_the_listing() -> None:
    months = EXCHANGE.candles(EXCHANGE.find("PEPE-USDT"), "1M", 300)
    assert months[-1].time == datetime(2023, 5, 1, tzinfo=UTC)
    assert EXCHANGE.find("PEPE-USDT").listed == date(2023, 5, 5)
    with pytest.raises(UnknownInstrument):
        World(now=datetime(2022, 1, 1, tzinfo=UTC)).exchange.find("PEPE-USDT")
    assert World(now=datetime(2018, 1, 1, tzinfo=UTC)).exchange.instruments() == ()


def test_names_are_read_kindly_but_pairs_have_one_direction() -> None:
    assert EXCHANGE.find(" btc/usdt").name == "BTC-USDT"
    with pytest.raises(UnknownInstrument) as missed:
        EXCHANGE.find("BRL-USDT")
    assert missed.value.near[0] == "USDT-BRL"
    with pytest.raises(UnknownInstrument) as missed:
        EXCHANGE.find("BTC-USDX")
    assert "BTC-USDT" in missed.value.near


def test_one_seed_one_market() -> None:
    def closes(seed: int) -> list[float]:
        exchange = World(seed).exchange
        return [candle.close for candle in exchange.candles(exchange.find("ETH-BTC"), "15m", 30)]

    assert closes(3) == closes(3)
    assert closes(3) != closes(4)


def test_the_past_does_not_change_with_the_clock() -> None:
    later = World(now=datetime(2025, 11, 9, 1, 2, tzinfo=UTC)).exchange
    days = {day.time: day for day in later.candles(later.find("XRP-USDT"), "1D", 40)}
    for day in EXCHANGE.candles(EXCHANGE.find("XRP-USDT"), "1D", 30)[1:]:
        assert days[day.time] == day
