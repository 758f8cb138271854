"""`OKX Exchange`: prices and candles of crypto instruments."""

from m3bench_world.servers.mcp_bench.okx_exchange.tools import server

__all__ = ["server"]
