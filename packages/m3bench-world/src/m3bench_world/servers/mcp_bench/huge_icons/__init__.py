"""`Huge Icons`: find icons and use them on a platform."""

from m3bench_world.servers.mcp_bench.huge_icons.tools import server

__all__ = ["server"]
