"""The exchange's tools tell what the world's exchange knows."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from m3bench.servers import load
from m3bench_world import World
from tests.servers.asking import Asking

SERVER = "okx"


def exactly(text: str) -> Any:
    return json.loads(text, parse_float=Fraction)


def test_every_tool_is_tested() -> None:
    assert set(load(SERVER).tools) == {"get_price", "get_candlesticks"}


@pytest.mark.parametrize("instrument", ["BTC-USDT", "eth-btc", "USDT-BRL", "PEPE-USDC"])
def test_the_price_is_the_last_close_and_the_day_is_24_candles(ask: Asking, instrument: str) -> None:
    heard = ask("get_price", instrument=instrument)
    price = exactly(heard.text)
    hours = exactly(ask("get_candlesticks", instrument=instrument, bar="1H", limit=24).text)["candles"]
    minute = exactly(ask("get_candlesticks", instrument=instrument, limit=1).text)["candles"][0]
    assert price["last_price"] == minute["close"] == hours[0]["close"]
    assert price["open_24h"] == hours[-1]["open"]
    assert price["high_24h"] == max(hour["high"] for hour in hours)
    assert price["low_24h"] == min(hour["low"] for hour in hours)
    assert price["volume_24h"] == sum(hour["volume"] for hour in hours)
    assert price["base_name"] in ("Bitcoin", "Ethereum", "Tether", "Pepe")
    assert price["timestamp"] == "2025-11-05T15:00:00Z"
    assert heard.sources == {"exchange": "invented", "ecb": "real"}


def test_prices_cross_and_follow_the_reference_rate(ask: Asking) -> None:
    prices = {
        name: ask("get_price", instrument=name).data["last_price"]
        for name in ("BTC-USDT", "USDT-BRL", "BTC-BRL")
    }
    assert prices["BTC-BRL"] == pytest.approx(prices["BTC-USDT"] * prices["USDT-BRL"], abs=0.1)
    assert prices["USDT-BRL"] == pytest.approx(World().money.rate("USD", "BRL"), rel=0.01)


@pytest.mark.parametrize(
    ("bar", "first"),
    [("1m", "14:59:00"), ("3m", "14:57:00"), ("15m", "14:45:00"), ("2h", "14:00:00"), ("1Dutc", "00:00:00")],
)
def test_candles_come_newest_first_and_begin_on_whole_units(ask: Asking, bar: str, first: str) -> None:
    answer = ask("get_candlesticks", instrument="SOL-USDT", bar=bar, limit=5).data
    assert answer["count"] == 5
    times = [candle["time"] for candle in answer["candles"]]
    assert times[0] == f"2025-11-05T{first}Z"
    assert times == sorted(times, reverse=True)


def test_minutes_and_months_differ_by_case(ask: Asking) -> None:
    months = ask("get_candlesticks", instrument="BTC-USDT", bar="1M", limit=3).data["candles"]
    assert [month["time"][:10] for month in months] == ["2025-11-01", "2025-10-01", "2025-09-01"]
    assert [month["complete"] for month in months] == [False, True, True]


def test_long_answers_are_bounded(ask: Asking) -> None:
    heard = ask("get_candlesticks", instrument="BTC-USDT", bar="5m", limit=1e9)
    assert heard.data["count"] == 300
    assert len(heard.text) < 60_000
    assert ask("get_candlesticks", instrument="BTC-USDT").data["count"] == 100


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("get_price", {"instrument": "BRL-USDT"}, ["Not found", "USDT-BRL"]),
        ("get_price", {"instrument": "BTCUSDT"}, ["Not found", "BTC-USDT"]),
        ("get_price", {"instrument": " "}, ["instrument"]),
        ("get_candlesticks", {"instrument": "BTC-USDT", "bar": "7m"}, ["bar", "1m, 3m, 5m"]),
        ("get_candlesticks", {"instrument": "BTC-USDT", "limit": 0}, ["limit", "1 to 300"]),
        ("get_candlesticks", {"instrument": "BTC-USDT", "limit": 2.5}, ["limit"]),
    ],
)
def test_what_cannot_be_answered(
    ask: Asking, tool: str, arguments: dict[str, object], words: list[str]
) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    for word in words:
        assert word in heard.text
