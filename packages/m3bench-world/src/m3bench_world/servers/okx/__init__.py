"""`okx`: prices and candles of crypto instruments."""

from m3bench_world.servers.okx.tools import server

__all__ = ["server"]
