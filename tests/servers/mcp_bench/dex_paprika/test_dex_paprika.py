"""The server `DEX Paprika`."""

from __future__ import annotations

import statistics
from typing import Any

import pytest

from m3bench_world import World
from tests.servers.asking import Asking, InProcess

SERVER = "DEX Paprika"
UNI = "0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984"
USDC = "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48"


@pytest.fixture(scope="module")
def okx(tmp_path_factory: pytest.TempPathFactory) -> InProcess:
    return InProcess("okx", tmp_path_factory.mktemp("okx"), World())


def top_pool(ask: Asking, network: str = "ethereum") -> dict[str, Any]:
    pool: dict[str, Any] = ask("getNetworkPools", network=network, limit=1).data["pools"][0]
    return pool


def test_networks_and_their_exchanges(ask: Asking) -> None:
    ids = [network["id"] for network in ask("getNetworks").data]
    assert {"ethereum", "solana", "polygon", "bsc"} <= set(ids)
    totals = ask("getStats").data
    assert totals["chains"] == len(ids)
    pages = {network: ask("getNetworkDexes", network=network, limit=100).data for network in ids}
    assert sum(page["page_info"]["total_items"] for page in pages.values()) == totals["factories"]
    held = [
        ask("getNetworkPools", network=network, limit=1).data["page_info"]["total_items"] for network in ids
    ]
    assert sum(held) == totals["pools"]
    assert "uniswap_v3" in [dex["dex_id"] for dex in pages["ethereum"]["dexes"]]
    assert "quickswap" in [dex["dex_id"] for dex in pages["polygon"]["dexes"]]


def test_pools_come_in_order_and_in_pages(ask: Asking) -> None:
    for order, direction in (("volume_usd", "desc"), ("price_usd", "asc"), ("created_at", "desc")):
        pools = ask("getNetworkPools", network="solana", limit=20, orderBy=order, sort=direction).data[
            "pools"
        ]
        values = [pool[order] for pool in pools]
        assert values == sorted(values, reverse=direction == "desc")
    whole = ask("getDexPools", network="polygon", dex="quickswap", limit=6).data
    second = ask("getDexPools", network="polygon", dex="quickswap", limit=3, page=1).data
    assert second["pools"] == whole["pools"][3:]
    assert second["page_info"]["total_pages"] == -(-whole["page_info"]["total_items"] // 3)
    assert {pool["dex_id"] for pool in whole["pools"]} == {"quickswap"}
    assert ask("getDexPools", network="polygon", dex="quickswap", page=500).data["pools"] == []


def test_details_agree_with_lists(ask: Asking) -> None:
    pool = top_pool(ask)
    details = ask("getPoolDetails", network="ethereum", poolAddress=pool["id"].upper().replace("X", "x")).data
    assert details["24h"]["volume_usd"] == pool["volume_usd"]
    assert details["24h"]["txns"] == pool["transactions"]
    assert details["last_price_usd"] == pool["price_usd"]
    assert details["24h"]["volume_usd"] == pytest.approx(
        details["24h"]["buy_usd"] + details["24h"]["sell_usd"], abs=0.02
    )
    turned = ask("getPoolDetails", network="ethereum", poolAddress=pool["id"], inversed=True).data
    assert turned["last_price"] * details["last_price"] == pytest.approx(1)
    for reserve in details["token_reserves"]:
        assert reserve["reserve_usd"] == pytest.approx(details["liquidity_usd"] / 2, abs=0.02)


def test_the_same_token_costs_the_same_on_the_exchange(ask: Asking, okx: InProcess) -> None:
    found = {
        token["chain"]: token
        for token in ask("search", query="UNI").data["tokens"]
        if token["symbol"] == "UNI"
    }
    assert {"ethereum", "polygon", "bsc"} <= set(found)
    there = okx("get_price", instrument="UNI-USDT").data["last_price"]
    candles = okx("get_candlesticks", instrument="UNI-USDC", bar="1D", limit=8).data["candles"][:0:-1]
    for network in ("ethereum", "polygon", "binance-smart-chain"):
        address = found["bsc" if network.startswith("b") else network]["id"]
        details = ask("getTokenDetails", network=network, tokenAddress=address).data
        assert details["summary"]["price_usd"] == there
        pools = ask("getTokenPools", network=network, tokenAddress=address, limit=5).data["pools"]
        assert all(pool["price_usd"] == pytest.approx(there, rel=0.03) for pool in pools)
        in_dollars = [pool for pool in pools if pool["tokens"][1]["symbol"] == "USDC"]
        for pool in in_dollars:
            days = ask(
                "getPoolOHLCV", network=network, poolAddress=pool["id"], start=candles[0]["time"], limit=7
            ).data
            assert [day["close"] for day in days] == pytest.approx([c["close"] for c in candles], rel=0.03)


def test_the_top_pool_follows_the_exchange(ask: Asking, okx: InProcess) -> None:
    pool = top_pool(ask)
    assert [token["symbol"] for token in pool["tokens"]] == ["WETH", "USDC"]
    candles = okx("get_candlesticks", instrument="ETH-USDC", bar="1D", limit=31).data["candles"][:0:-1]
    days = ask("getPoolOHLCV", network="ethereum", poolAddress=pool["id"], start="2025-10-06", limit=30).data
    assert [day["time_open"] for day in days] == [candle["time"] for candle in candles]
    ours, theirs = [day["close"] for day in days], [candle["close"] for candle in candles]
    assert statistics.correlation(ours, theirs) > 0.999
    short = ask(
        "getPoolOHLCV",
        network="ethereum",
        poolAddress=pool["id"],
        start="1762300800",
        limit=24,
        interval="1h",
    ).data
    day = ask("getPoolOHLCV", network="ethereum", poolAddress=pool["id"], start="2025-11-05").data[0]
    assert max(hour["high"] for hour in short) == day["high"]
    assert sum(hour["volume"] for hour in short) == pytest.approx(day["volume"], abs=0.2)
    upside_down = ask(
        "getPoolOHLCV", network="ethereum", poolAddress=pool["id"], start="2025-11-05", inversed=True
    ).data[0]
    assert upside_down["high"] * day["low"] == pytest.approx(1)


def test_lists_of_pools_are_outdated_for_some(ask: Asking) -> None:
    errata, known = World().errata, ask("getNetworkPools", network="base", limit=16).data["pools"]
    wrong = set()
    for pool in known:
        details = ask("getPoolDetails", network="base", poolAddress=pool["id"]).data
        if details["liquidity_usd"] != pool["liquidity_usd"]:
            wrong.add(pool["id"])
            assert abs(pool["liquidity_usd"] / details["liquidity_usd"] - 1) > 0.05
        assert details["24h"]["volume_usd"] == pool["volume_usd"]
    assert wrong == {pool["id"] for pool in known if errata.has("pool lists", pool["id"])}
    assert 0 < len(wrong) < len(known)


def test_the_search_counts_the_pools_of_some_tokens_wrongly(ask: Asking) -> None:
    errata, wrong = World().errata, []
    tokens = ask("search", query="USDC").data["tokens"]
    for token in tokens:
        there = {"network": token["chain"], "tokenAddress": token["id"]}
        right = ask("getTokenDetails", **there).data["summary"]["pools"]
        assert ask("getTokenPools", **there, limit=1).data["page_info"]["total_items"] == right
        wrong.append(token["pools"] != right)
        key = token["id"].lower() if token["id"].startswith("0x") else token["id"]
        assert wrong[-1] == errata.has("token index", f"{token['chain']} {key}")
    assert any(wrong)
    assert not all(wrong)


def test_the_list_of_exchanges_counts_the_pools_of_some_wrongly(ask: Asking) -> None:
    errata, wrong = World().errata, []
    for network in ("ethereum", "bsc", "polygon"):
        for dex in ask("getNetworkDexes", network=network).data["dexes"]:
            own = ask("getDexPools", network=network, dex=dex["dex_id"], limit=1).data["page_info"]
            wrong.append(dex["pools_count"] != own["total_items"])
            assert wrong[-1] == errata.has("exchange list", f"{network} {dex['dex_id']}")
    assert any(wrong)
    assert not all(wrong)


def test_transactions_go_on_by_page_and_by_cursor(ask: Asking) -> None:
    pool = top_pool(ask, "solana")["id"]
    first = ask("getPoolTransactions", network="solana", poolAddress=pool, limit=50).data
    by_page = ask("getPoolTransactions", network="solana", poolAddress=pool, limit=50, page=1).data
    by_cursor = ask(
        "getPoolTransactions",
        network="solana",
        poolAddress=pool,
        limit=50,
        cursor=first["page_info"]["next_cursor"],
    ).data
    assert by_page["transactions"] == by_cursor["transactions"]
    everything = first["transactions"] + by_page["transactions"]
    assert len({one["id"] for one in everything}) == 100
    assert [one["created_at"] for one in everything] == sorted(
        (one["created_at"] for one in everything), reverse=True
    )
    for one in everything:
        assert abs(one["amount_0"]) * one["price_0_usd"] == pytest.approx(
            one["volume_usd"] * (1 if one["type"] == "swap" else 0.5), rel=0.01, abs=0.01
        )


def test_pools_of_two_tokens(ask: Asking) -> None:
    both = ask("getTokenPools", network="ethereum", tokenAddress=USDC, address=UNI, reorder=True).data[
        "pools"
    ]
    assert both
    for pool in both:
        assert [token["symbol"] for token in pool["tokens"]] == ["USDC", "UNI"]
        assert pool["price_usd"] == pytest.approx(1, rel=0.03)


def test_search_finds_pools_by_address_and_exchanges(ask: Asking) -> None:
    pool = top_pool(ask, "polygon")
    (found,) = ask("search", query=pool["id"]).data["pools"]
    assert (found["type"], found["chain"]) == ("pool", "polygon")
    assert ask("search", query="Ethereum").data["tokens"][0]["symbol"] == "WETH"
    assert {dex["chain"] for dex in ask("search", query="quickswap").data["dexes"]} == {"polygon"}


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("getNetworkPools", {"network": "etherium"}, "Did you mean: ethereum"),
        ("getDexPools", {"network": "solana", "dex": "uniswap_v3"}, "orca"),
        ("getPoolDetails", {"network": "ethereum", "poolAddress": "0x1"}, "no pool"),
        ("getTokenDetails", {"network": "ethereum", "tokenAddress": "UNI"}, UNI.lower()),
        ("getTokenPools", {"network": "polygon", "tokenAddress": UNI}, "no token"),
        ("getNetworkDexes", {"network": "base", "limit": 0}, "limit"),
        ("search", {"query": "zzzzzz"}, "nothing matches"),
        ("getNetworks", {"page": 1}, "page"),
    ],
)
def test_what_does_not_exist_is_refused(ask: Asking, tool: str, arguments: dict[str, Any], said: str) -> None:
    heard = ask(tool, **arguments)
    assert heard.is_error
    assert said in heard.text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"start": "past 7 days"}, "Now is 2025-11-05T15:00:00Z"),
        ({"start": "2026-01-01"}, "not in the past"),
        ({"start": "2023-01-01"}, "more than a year"),
        ({"start": "2025-11-01", "end": "2025-10-01"}, "not after the start"),
        ({"start": "2025-11-01", "interval": "1d"}, "24h"),
    ],
)
def test_times_that_make_no_candles(ask: Asking, arguments: dict[str, Any], said: str) -> None:
    heard = ask("getPoolOHLCV", network="ethereum", poolAddress=top_pool(ask)["id"], **arguments)
    assert heard.is_error
    assert said in heard.text


def test_a_foreign_cursor_is_refused(ask: Asking) -> None:
    pool = top_pool(ask)["id"]
    assert ask("getPoolTransactions", network="ethereum", poolAddress=pool, cursor="abc").is_error
    assert ask("getPoolTransactions", network="ethereum", poolAddress=pool, page=5000).is_error
