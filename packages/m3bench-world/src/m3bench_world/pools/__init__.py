"""Liquidity pools of decentralized exchanges, with prices of the exchange."""

from m3bench_world.pools.catalogue import Pool
from m3bench_world.pools.pools import Pools
from m3bench_world.pools.prices import Quote
from m3bench_world.pools.tables import Dex, Network
from m3bench_world.pools.tokens import Token
from m3bench_world.pools.trading import KINDS, Transaction, Window

__all__ = ["KINDS", "Dex", "Network", "Pool", "Pools", "Quote", "Token", "Transaction", "Window"]
