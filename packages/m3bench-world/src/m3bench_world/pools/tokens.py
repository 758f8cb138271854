"""Tokens of a network: the listed ones, and invented ones."""

from __future__ import annotations

from datetime import date, timedelta

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.exchange import DOLLAR, FIRST_DAY, Coin, coins
from m3bench_world.pools.tables import (
    STABLE,
    ListedToken,
    Network,
    address,
    listed_tokens,
    networks,
    supplies,
    words,
)

FIRST_MADE_UP, LAST_MADE_UP = date(2021, 3, 1), date(2027, 6, 1)
_TETHER = Coin(DOLLAR, "Tether", 1.0, 0.0, FIRST_DAY, 60.0, 0.0)


class Token(msgspec.Struct, frozen=True):
    network: str
    symbol: str
    name: str
    coin: Coin
    """What it is a token of; several tokens of several networks may share one."""
    decimals: int
    address: str
    added: date
    supply: int
    """Whole tokens on this network."""
    made_up: bool = False

    @property
    def stable(self) -> bool:
        return self.coin.symbol in STABLE

    @property
    def key(self) -> str:
        return key(self.address)


def key(text: str) -> str:
    """Return an address as it is compared: hexadecimal ones in any case."""
    bare = text.strip()
    return bare.lower() if bare[:2].lower() == "0x" else bare


def tokens_of(chance: Chance, network: Network) -> tuple[Token, ...]:
    """Return all tokens that a network ever has."""
    listed = [_listed(chance, network, row) for row in listed_tokens() if row.network == network.id]
    return (*listed, *(_made_up(chance, network, number) for number in range(network.made_up)))


def _listed(chance: Chance, network: Network, row: ListedToken) -> Token:
    coin = _TETHER if row.coin == DOLLAR else coins()[row.coin]
    supply = supplies()[row.coin]
    at_home = supply.home == network.id
    part = 1.0 if at_home else chance.between(0.0005, 0.02, "token supply", network.id, row.symbol)
    return Token(
        network=network.id,
        symbol=row.symbol,
        name=row.name,
        coin=coin,
        decimals=row.decimals,
        address=row.address.lower() if network.style == "evm" else row.address,
        added=max(network.launched, coin.listed),
        supply=round(supply.millions * 1e6 * part),
    )


def _made_up(chance: Chance, network: Network, number: int) -> Token:
    name = _name(chance, network, number)
    known = ("made-up token", network.id, number)
    days = (LAST_MADE_UP - FIRST_MADE_UP).days
    born = FIRST_MADE_UP + timedelta(days=chance.whole(0, days, *known, "born"))
    listed = max(born, network.launched + timedelta(days=30))
    exponent = chance.between(-6, 0.5, *known, "price")
    coin = Coin(
        symbol=f"{network.id}/{number}",
        name=name,
        price=float(f"{10**exponent:.3g}"),
        growth=0.0,
        listed=listed,
        turnover=round(0.5 * 60 ** chance.share(*known, "turnover"), 2),
        wildness=round(chance.between(1.9, 3.2, *known, "wildness"), 2),
    )
    first, second = name.split()
    return Token(
        network=network.id,
        symbol=(first[0] + second).upper()[:8],
        name=name,
        coin=coin,
        decimals=9 if network.style in ("base58", "move") else 18,
        address=address(chance, network.style, "token", network.id, number),
        added=listed,
        supply=chance.pick((10**6, 10**8, 10**9, 10**9, 420 * 10**9), *known, "supply"),
        made_up=True,
    )


def _name(chance: Chance, network: Network, number: int) -> str:
    """Return a name that no other token has: the order of all pairs of words depends on the seed."""
    adjectives, nouns = words("adjective"), words("noun")
    position = number
    for other in networks().values():
        if other.id == network.id:
            break
        position += other.made_up
    count = len(adjectives) * len(nouns)
    step = 2 * chance.whole(0, count, "token names", "step") + 1
    while count % step == 0 or _divisor(count, step) != 1:
        step += 2
    place = (chance.whole(0, count - 1, "token names", "start") + position * step) % count
    return f"{adjectives[place // len(nouns)]} {nouns[place % len(nouns)]}"


def _divisor(one: int, other: int) -> int:
    while other:
        one, other = other, one % other
    return one
