"""Pools of a network: which pairs trade on which exchange, and how much."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.pools.tables import STABLE, Dex, Network, address, dexes, supplies
from m3bench_world.pools.tokens import Token

TRADED_HERE = 0.12
"""Share of the exchange's turnover that the largest pools of a coin have."""
SMALLEST = 400.0
"""Dollars a day below which there is no pool."""
_AWAY = 0.06
_HOMELESS = 0.25
_STABLE_TURNOVER = 60.0
_SIDE_TIER = 0.15
_CURVE_COINS = (*STABLE, "ETH", "BTC", "CRV")
_QUOTES = {"native": 0.5, "USDC": 0.4, "USDT": 0.3, "DAI": 0.05}


class Pool(msgspec.Struct, frozen=True):
    network: str
    dex: Dex
    address: str
    tokens: tuple[Token, Token]
    """Base and quote: the price is that of the first in units of the second."""
    fee: float
    """In percent."""
    created: date
    created_minute: int
    """Minute of that day."""
    daily_usd: float
    """Usual volume of a day."""
    liquidity: float
    """Usual value of both reserves, in dollars."""

    @property
    def name(self) -> str:
        return f"{self.tokens[0].symbol}/{self.tokens[1].symbol}"


def pools_of(chance: Chance, network: Network, tokens: tuple[Token, ...]) -> tuple[Pool, ...]:
    """Return all pools that a network ever has."""
    return tuple(
        pool
        for base, quote, weight in _pairs(network, tokens)
        for dex in dexes()
        if dex.network == network.id
        for pool in _on_dex(chance, network, dex, (base, quote), weight)
    )


def _pairs(network: Network, tokens: tuple[Token, ...]) -> Iterator[tuple[Token, Token, float]]:
    native = next(token for token in tokens if token.symbol == network.native)
    stable = [token for token in tokens if token.stable]
    quotes = [(native, _QUOTES["native"])]
    quotes += [
        (one, _QUOTES[one.coin.symbol] * (1 if one.symbol == one.coin.symbol else 0.3)) for one in stable
    ]
    for base in tokens:
        for quote, weight in quotes:
            if base == quote or (base.stable and (quote == native or not _before(quote, base))):
                continue
            if base.made_up and quote.symbol not in (network.native, "USDC"):
                continue
            yield base, quote, weight


def _before(quote: Token, base: Token) -> bool:
    """Whether a stable token is quoted in another."""
    rank = STABLE.index
    return (rank(quote.coin.symbol), quote.symbol) < (rank(base.coin.symbol), base.symbol)


def _on_dex(
    chance: Chance, network: Network, dex: Dex, pair: tuple[Token, Token], weight: float
) -> Iterator[Pool]:
    base, quote = pair
    if dex.protocol == "curve" and not {base.coin.symbol, quote.coin.symbol} <= set(_CURVE_COINS):
        return
    tiers = [float(fee) for fee in dex.fees.split()]
    known = ("pool", network.id, dex.id, base.address, quote.address)
    main = _main_tier(chance, tiers, base, *known)
    reach = min(1.0, 0.3 + 0.7 * dex.weight) * (0.35 if base.made_up else 1.0)
    for tier, fee in enumerate(tiers):
        if not chance.happens(reach if tier == main else reach * 0.7, *known, tier, "exists"):
            continue
        share = dex.weight * weight * (1.0 if tier == main else _SIDE_TIER)
        noise = 0.4 * 6 ** chance.share(*known, tier, "noise")
        daily = _turnover(network, base) * 1e6 * TRADED_HERE * network.weight * share * noise
        if daily < SMALLEST:
            continue
        first = max(network.launched, dex.since, base.added, quote.added)
        yield Pool(
            network=network.id,
            dex=dex,
            address=address(chance, network.style, *known, fee),
            tokens=pair,
            fee=fee,
            created=first + timedelta(days=chance.whole(0, 40 if base.made_up else 500, *known, tier, "day")),
            created_minute=chance.whole(0, 1_439, *known, tier, "minute"),
            daily_usd=float(f"{daily:.6g}"),
            liquidity=float(f"{daily * 0.4 * 12 ** chance.share(*known, tier, 'depth'):.6g}"),
        )


def _main_tier(chance: Chance, tiers: list[float], base: Token, *known: object) -> int:
    if base.stable:
        return 0
    last = len(tiers) - 1
    return last if base.made_up else min(last, chance.whole(0, 1, *known, "main tier"))


def _turnover(network: Network, base: Token) -> float:
    """Return millions of dollars a day."""
    if base.made_up:
        return base.coin.turnover
    home = supplies()[base.coin.symbol].home
    at_home = home == network.id or base.symbol == network.native
    factor = 1.0 if at_home else _HOMELESS if home == "-" else _AWAY
    return factor * (_STABLE_TURNOVER if base.stable else base.coin.turnover)
