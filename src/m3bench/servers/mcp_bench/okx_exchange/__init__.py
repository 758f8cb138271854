"""`OKX Exchange`: prices and candles of crypto instruments."""

from m3bench.servers.mcp_bench.okx_exchange.tools import server

__all__ = ["server"]
