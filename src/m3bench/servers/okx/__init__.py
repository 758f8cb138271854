"""`okx`: prices and candles of crypto instruments."""

from m3bench.servers.okx.tools import server

__all__ = ["server"]
