"""Trades of a pool: sums over windows, and the single transactions."""

from __future__ import annotations

import heapq
import math
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from m3bench_world.chance import Chance
from m3bench_world.exchange import moment_of
from m3bench_world.pools.activity import Clock, Stream
from m3bench_world.pools.catalogue import Pool
from m3bench_world.pools.tables import address, networks, transaction_hash

DAY = 1_440
Kind = Literal["buy", "sell", "add", "remove"]
KINDS: tuple[Kind, ...] = ("buy", "sell", "add", "remove")
_LIQUIDITY_SHARE = 0.02
"""Additions, and removals, for each swap."""
_WALLETS = 400


class Window(msgspec.Struct, frozen=True):
    """Sums over a span of time."""

    buys: int = 0
    sells: int = 0
    buy_usd: float = 0.0
    sell_usd: float = 0.0
    liquidity_events: int = 0

    def __add__(self, other: Window) -> Window:
        return Window(*(getattr(self, name) + getattr(other, name) for name in Window.__struct_fields__))

    def mirrored(self) -> Window:
        """Return the sums for the other token: its buys are sells of the first."""
        return Window(self.sells, self.buys, self.sell_usd, self.buy_usd, self.liquidity_events)

    @property
    def volume_usd(self) -> float:
        return self.buy_usd + self.sell_usd

    @property
    def transactions(self) -> int:
        return self.buys + self.sells + self.liquidity_events


class Transaction(msgspec.Struct, frozen=True):
    hash: str
    kind: Kind
    """`buy` takes the base token out of the pool, `sell` puts it in."""
    index: int
    minute: float
    time: datetime
    usd: float
    sender: str


class Trading:
    """The events of one pool. Times are minutes since the first day."""

    def __init__(self, chance: Chance, pool: Pool, opened: int) -> None:
        network = networks()[pool.network]
        busy = min(6.0, max(0.2, (pool.daily_usd / 1e6) ** 0.25))
        size = network.ticket * busy
        swaps = pool.daily_usd / size / DAY
        lean = chance.between(0.47, 0.53, "pool lean", pool.address)
        rates = (swaps * lean, swaps * (1 - lean), swaps * _LIQUIDITY_SHARE, swaps * _LIQUIDITY_SHARE * 0.9)
        sizes = (size, size, size * 4, size * 4)
        self._chance = chance
        self._pool = pool
        self._style = network.style
        self._opened = opened
        self._clock = Clock(chance, pool.address)
        self._streams: dict[Kind, Stream] = {
            kind: Stream(chance, (pool.address, kind), rate, mean)
            for kind, rate, mean in zip(KINDS, rates, sizes, strict=True)
        }

    def window(self, start: int, end: int) -> Window:
        """Return the sums from a minute up to another."""
        start = max(start, self._opened)
        if end <= start:
            return Window()
        first_felt, last_felt = self._clock.felt(start), self._clock.felt(end)
        spans = {
            kind: (stream.count(first_felt), stream.count(last_felt))
            for kind, stream in self._streams.items()
        }
        counts = {kind: last - first for kind, (first, last) in spans.items()}
        return Window(
            buys=counts["buy"],
            sells=counts["sell"],
            buy_usd=self._streams["buy"].volume(*spans["buy"]),
            sell_usd=self._streams["sell"].volume(*spans["sell"]),
            liquidity_events=counts["add"] + counts["remove"],
        )

    def position(self, now: int) -> tuple[int, ...]:
        """Return how many events of each kind have happened: where the list of transactions begins."""
        felt = self._clock.felt(now)
        return tuple(self._streams[kind].count(felt) for kind in KINDS)

    def transactions(self, position: tuple[int, ...]) -> Iterator[tuple[Kind, int, float]]:
        """Return kind, index and minute of transactions before a position, newest first."""
        return heapq.merge(
            *(self._backwards(kind, count) for kind, count in zip(KINDS, position, strict=True)),
            key=lambda event: -event[2],
        )

    def _backwards(self, kind: Kind, count: int) -> Iterator[tuple[Kind, int, float]]:
        stream = self._streams[kind]
        for index in range(count - 1, -1, -1):
            minute = self._clock.minute(stream.felt(index))
            if minute < self._opened:
                return
            yield kind, index, minute

    def transaction(self, kind: Kind, index: int, minute: float) -> Transaction:
        name = (self._pool.address, kind, index)
        wallet = self._chance.whole(0, _WALLETS, "pool wallet", *name)
        return Transaction(
            hash=transaction_hash(self._chance, self._style, *name),
            kind=kind,
            index=index,
            minute=minute,
            time=moment_of(0) + timedelta(seconds=math.floor(minute * 60)),
            usd=self._streams[kind].volume(index, index + 1),
            sender=address(self._chance, self._style, "wallet", self._pool.network, wallet),
        )
