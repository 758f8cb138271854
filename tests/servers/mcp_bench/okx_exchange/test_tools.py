"""The server `OKX Exchange`."""

from __future__ import annotations

from pathlib import Path

from tests.servers.mcp_bench.twins import Both, Calls, assert_same_answers

CALLS: Calls = {
    "get_price": {"instrument": "BTC-USDT"},
    "get_candlesticks": {"instrument": "ETH-USDT", "bar": "1D", "limit": 5},
}


def test_every_tool_answers_as_the_original(tmp_path: Path) -> None:
    assert_same_answers("OKX Exchange", CALLS, tmp_path)


def test_an_unknown_instrument_is_refused_in_the_same_words(tmp_path: Path) -> None:
    here, there = Both("OKX Exchange", tmp_path)("get_price", instrument="BTC-USDX")
    assert here.is_error
    assert here == there
