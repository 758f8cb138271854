"""Pools: prices of the exchange, exact sums of transactions, and a past that stays."""

from __future__ import annotations

from datetime import timedelta

import pytest

from m3bench_world import World
from m3bench_world.pools import Pool

WORLD = World()
POOLS = WORLD.pools


def named(world: World, network: str, name: str) -> list[Pool]:
    """The pools of a pair, the busiest first."""
    known = world.pools.network(network)
    assert known
    found = [pool for pool in world.pools.pools(known) if pool.name == name]
    return sorted(found, key=lambda pool: -pool.daily_usd)


def test_every_pool_and_token_has_its_own_address() -> None:
    for network in POOLS.networks.values():
        pools, tokens = POOLS.pools(network), POOLS.tokens(network)
        assert len(pools) >= 4
        addresses = {pool.address for pool in pools} | {token.address for token in tokens}
        assert len(addresses) == len(pools) + len(tokens)
        for pool in pools:
            assert POOLS.pool(network, pool.address) == pool
            assert pool.tokens[0] != pool.tokens[1]


def test_invented_tokens_have_names_of_their_own() -> None:
    invented = [
        token.name for network in POOLS.networks.values() for token in POOLS.tokens(network) if token.made_up
    ]
    assert len(set(invented)) == len(invented) > 40


@pytest.mark.parametrize(("network", "symbol", "coin"), [("bsc", "UNI", "UNI"), ("polygon", "WETH", "ETH")])
def test_a_token_has_the_price_of_its_coin(network: str, symbol: str, coin: str) -> None:
    known = POOLS.network(network)
    assert known
    token = next(token for token in POOLS.tokens(known) if token.symbol == symbol)
    ticker = WORLD.exchange.ticker(WORLD.exchange.find(f"{coin}-USDT"))
    assert POOLS.token_dollars(token) == ticker.last


def test_a_pair_has_the_candles_of_the_exchange() -> None:
    """`WETH/USDC` follows `ETH-USDC`, and `WBTC/WETH` the inverse of `ETH-BTC`; large pools closely."""
    day = 1_440
    midnight = POOLS.minute - POOLS.minute % day
    for name, instrument, turned in (("WETH/USDC", "ETH-USDC", False), ("WBTC/WETH", "ETH-BTC", True)):
        pool = named(WORLD, "ethereum", name)[0]
        candles = WORLD.exchange.candles(WORLD.exchange.find(instrument), "1D", 30)[1:]
        for age, candle in enumerate(candles, 1):
            quote = POOLS.prices.pair(pool, midnight - age * day, midnight - (age - 1) * day)
            quote = quote.inverse() if turned else quote
            assert quote.close == pytest.approx(candle.close, rel=0.002)
            assert quote.high == pytest.approx(candle.high, rel=0.002)
            assert quote.low <= min(quote.open, quote.close) <= max(quote.open, quote.close) <= quote.high


def test_windows_are_exact_sums_of_transactions() -> None:
    pool = named(WORLD, "solana", "SOL/USDC")[0]
    trading = POOLS.trading(pool)
    window = trading.window(POOLS.minute - 60, POOLS.minute)
    listed = []
    for event in trading.transactions(trading.position(POOLS.minute)):
        if event[2] < POOLS.minute - 60:
            break
        listed.append(trading.transaction(*event))
    assert len(listed) == window.transactions > 50
    assert sum(one.kind == "buy" for one in listed) == window.buys
    assert sum(one.usd for one in listed if one.kind == "sell") == pytest.approx(window.sell_usd)
    assert all(one.usd > 0 for one in listed)
    assert [one.time for one in listed] == sorted((one.time for one in listed), reverse=True)


def test_hours_add_up_to_a_day() -> None:
    pool = named(WORLD, "polygon", "WETH/USDC")[0]
    trading, end = POOLS.trading(pool), POOLS.minute - POOLS.minute % 1_440
    hours = [trading.window(end - 60 * (hour + 1), end - 60 * hour) for hour in range(24)]
    whole = trading.window(end - 1_440, end)
    assert sum(hour.transactions for hour in hours) == whole.transactions
    assert sum(hour.volume_usd for hour in hours) == pytest.approx(whole.volume_usd)
    prices = [POOLS.prices.pair(pool, end - 60 * (hour + 1), end - 60 * hour) for hour in range(24)]
    assert max(price.high for price in prices) == POOLS.prices.pair(pool, end - 1_440, end).high


def test_the_past_stays_when_the_clock_moves() -> None:
    later = World(now=WORLD.now + timedelta(days=1))
    for network in ("ethereum", "base"):
        here, there = POOLS.network(network), later.pools.network(network)
        assert here
        assert there
        assert set(POOLS.pools(here)) <= set(later.pools.pools(there))
    pool = named(WORLD, "ethereum", "WETH/USDT")[0]
    span = (POOLS.minute - 300, POOLS.minute - 240)
    assert later.pools.prices.pair(pool, *span) == POOLS.prices.pair(pool, *span)
    assert later.pools.trading(pool).window(*span) == POOLS.trading(pool).window(*span)


def test_another_seed_has_other_pools() -> None:
    other = World(seed=8)
    here, there = (named(world, "ethereum", "WETH/USDC")[0] for world in (WORLD, other))
    assert here.address != there.address
    assert here.tokens == there.tokens


def test_before_the_first_network_there_is_nothing() -> None:
    early = World(now=WORLD.now.replace(year=2018))
    assert early.pools.networks == {}
