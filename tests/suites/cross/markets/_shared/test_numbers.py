"""Computing with candles, and pools in answers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from m3bench.core import Result, Text
from m3bench.suites import PlanError
from m3bench.suites.plans import CallResult
from m3bench_suites.builders.cross.markets._shared import numbers, pools


def result(data: Any) -> CallResult:
    return CallResult(0, "server/tool", Result((Text(json.dumps(data)),)))


def test_changes_in_percent() -> None:
    assert numbers.change(200, 150) == pytest.approx(-25)
    assert numbers.hour_of("2025-11-05T07:00:00Z") == 7


def test_a_candle_under_way_does_not_count() -> None:
    candles = [{"close": 3.0, "complete": False}, {"close": 2.0, "complete": True}]
    assert numbers.closes(numbers.complete(result({"candles": candles}))) == [2.0]


def test_only_clear_places_are_ranked() -> None:
    assert numbers.ranked([1.0, 5.0, 3.0], float, 1, 2, by=2) == [5.0, 3.0, 1.0]
    assert numbers.ranked([1.0, 1.0], float, by=1) == [1.0, 1.0]
    with pytest.raises(PlanError, match="places 2 and 3"):
        numbers.ranked([1.0, 5.0, 1.5], float, 1, 2, by=2)


def test_sources_that_differ() -> None:
    assert numbers.differing({"a": 1, "b": 2.5}, {"a": 1.0, "b": 2.4}) == ["b"]


def test_tokens_with_exactly_a_symbol() -> None:
    search = result(
        {"tokens": [{"symbol": "DAI", "chain": "base"}, {"symbol": "DAI.e", "chain": "avalanche"}]}
    )
    assert [token["chain"] for token in pools.exact_tokens(search, "DAI")] == ["base"]
    with pytest.raises(PlanError):
        pools.exact_tokens(search, "dai")


def test_a_pair_is_grounded_in_its_symbols() -> None:
    pair = pools.pair_of({"tokens": [{"symbol": "WETH"}, {"symbol": "USDC"}]})
    assert (pair.value, pair.grounds) == ("WETH/USDC", ("WETH", "USDC"))


def test_swaps_by_side() -> None:
    newest = result(
        {
            "transactions": [
                {"type": "swap", "side": "buy", "volume_usd": 5.0},
                {"type": "swap", "side": "sell", "volume_usd": 7.0},
                {"type": "add", "side": None, "volume_usd": 90.0},
            ]
        }
    )
    assert pools.swaps(newest) == [5.0, 7.0]
    assert pools.swaps(newest, "buy") == [5.0]
    with pytest.raises(PlanError):
        pools.swaps(result({"transactions": []}))


def test_the_coin_of_a_token() -> None:
    known = {"description": "Wrapped Ether on the base network. Its price is that of ETH."}
    assert pools.underlying(result(known)) == "ETH"
    with pytest.raises(PlanError):
        pools.underlying(result({"description": "It exists only in this world."}))


def test_outdated_pools_have_both_values() -> None:
    expected = pools.outdated(["x"], {"x": 9.0, "y": 1.0}, {"x": 8.0, "y": 1.0})
    assert expected.rows is not None
    (row,) = expected.rows
    assert {name: value.value for name, value in row.items()} == {"pool": "x", "listed": 9.0, "own": 8.0}
