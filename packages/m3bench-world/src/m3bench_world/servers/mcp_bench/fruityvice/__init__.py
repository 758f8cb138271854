"""`FruityVice`: botany and nutrients of fruits."""

from m3bench_world.servers.mcp_bench.fruityvice.tools import server

__all__ = ["server"]
