"""`Reddit`: a forum."""

from m3bench_world.servers.mcp_bench.reddit.tools import server

__all__ = ["server"]
