"""Networks, exchanges, tokens and pools at the world's time."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from functools import cached_property, lru_cache

from m3bench.core import near_misses, normalize
from m3bench_world.exchange import FIRST_DAY, minute_of, moment_of
from m3bench_world.pools.catalogue import Pool, pools_of
from m3bench_world.pools.prices import Prices
from m3bench_world.pools.tables import Dex, Network, dexes, networks
from m3bench_world.pools.tokens import Token, key, tokens_of
from m3bench_world.pools.trading import Trading, Window
from m3bench_world.world import World

_REFERENCE = datetime(2025, 11, 5, tzinfo=UTC)
"""Day of the block heights in the table."""


class Pools:
    """Pools of decentralized exchanges. Time is the last whole minute, as at the exchange."""

    def __init__(self, world: World) -> None:
        self._chance, self._errata = world.chance, world.errata
        self.minute = minute_of(world.now)
        self.now = moment_of(self.minute)
        self.prices = Prices(world)
        self.trading = lru_cache(maxsize=256)(self._trading)
        """Function that returns the events of a pool."""
        self._all_tokens = lru_cache(maxsize=None)(self._tokens_ever)
        self._by_address = lru_cache(maxsize=None)(self._pools_by_address)

    @cached_property
    def networks(self) -> dict[str, Network]:
        """Networks by id that exist by now."""
        return {network.id: network for network in networks().values() if network.launched < self.now.date()}

    def network(self, name: str) -> Network | None:
        """Return a network by its id, its name or another name for it."""
        wanted = normalize(name).replace(" ", "-").replace("_", "-")
        for network in self.networks.values():
            known = (network.id, normalize(network.name).replace(" ", "-"), *network.aliases.split(", "))
            if wanted in known:
                return network
        return None

    def near_networks(self, name: str) -> list[str]:
        return near_misses(name, self.networks)

    def dexes(self, network: Network) -> tuple[Dex, ...]:
        """Return the exchanges of a network, those with most trading first."""
        known = (dex for dex in dexes() if dex.network == network.id and dex.since < self.now.date())
        return tuple(sorted(known, key=lambda dex: (-dex.weight, dex.id)))

    def tokens(self, network: Network) -> tuple[Token, ...]:
        today = self.now.date()
        return tuple(token for token in self._all_tokens(network.id) if token.added < today)

    def token(self, network: Network, address: str) -> Token | None:
        return next((token for token in self.tokens(network) if token.key == key(address)), None)

    def pools(self, network: Network) -> tuple[Pool, ...]:
        return tuple(self._by_address(network.id).values())

    def pool(self, network: Network, address: str) -> Pool | None:
        return self._by_address(network.id).get(key(address))

    def holding(self, token: Token) -> tuple[Pool, ...]:
        """Return the pools that hold a token."""
        return tuple(pool for pool in self.pools(self.networks[token.network]) if token in pool.tokens)

    def token_dollars(self, token: Token) -> float:
        """Return the price of a token now: that of its coin at the exchange."""
        return self.prices.dollars(token.coin, self.minute - 1, self.minute).close

    def price_change(self, pool: Pool, minutes: int) -> float:
        """Return the change of the dollar price over the last minutes, in percent."""
        start = max(self.opened(pool), self.minute - minutes)
        if start >= self.minute:
            return 0.0
        quote = self.prices.base_dollars(pool, start, self.minute)
        return 100 * (quote.close / quote.open - 1)

    def dollars(self, pool: Pool) -> float:
        """Return the price of the base token in a pool now."""
        return self.prices.base_dollars(pool, self.minute - 1, self.minute).close

    def window(self, pool: Pool, minutes: int) -> Window:
        """Return the trading of the last minutes."""
        return self.trading(pool).window(self.minute - minutes, self.minute)

    def liquidity(self, pool: Pool) -> float:
        """Return the value of both reserves now, in dollars."""
        wave = self._chance.wave(self.minute / 14_400, "pool liquidity", pool.address)
        return pool.liquidity * (1 + 0.12 * wave)

    # Lists are caches of the provider. What they copy from details is outdated for some things, so that a
    # comparison of both finds contradictions.

    def listed_liquidity(self, pool: Pool) -> float:
        """Return the liquidity of a pool as lists of pools state it."""
        right = self.liquidity(pool)
        listed = self._errata.whole("pool lists", pool.address, round(right))
        return right if listed == round(right) else float(listed)

    def indexed_pools(self, token: Token) -> int:
        """Return the number of pools of a token as the index of the search states it."""
        return self._errata.whole("token index", f"{token.network} {token.key}", len(self.holding(token)))

    def listed_pools(self, dex: Dex, count: int) -> int:
        """Return the number of pools of an exchange as the list of exchanges states it."""
        return self._errata.whole("exchange list", f"{dex.network} {dex.id}", count)

    def opened(self, pool: Pool) -> int:
        """Return the minute in which a pool was created."""
        return (pool.created - FIRST_DAY).days * 1_440 + pool.created_minute

    def block(self, network: str, moment: datetime) -> int:
        """Return the height of the chain at a time."""
        known = networks()[network]
        if moment >= _REFERENCE:
            return known.block_height + int((moment - _REFERENCE).total_seconds() // known.block_seconds)
        launched = datetime.combine(known.launched, time(), UTC)
        return max(1, int(known.block_height * max(0.0, (moment - launched) / (_REFERENCE - launched))))

    def created(self, pool: Pool) -> datetime:
        return datetime.combine(pool.created, time(), UTC) + timedelta(minutes=pool.created_minute)

    def _trading(self, pool: Pool) -> Trading:
        return Trading(self._chance, pool, self.opened(pool))

    def _tokens_ever(self, network: str) -> tuple[Token, ...]:
        return tokens_of(self._chance, networks()[network])

    def _pools_by_address(self, network: str) -> dict[str, Pool]:
        made = pools_of(self._chance, networks()[network], self._all_tokens(network))
        return {key(pool.address): pool for pool in made if self.opened(pool) < self.minute}
