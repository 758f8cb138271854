"""`Time MCP`: the time now, and times in other zones."""

from m3bench_world.servers.mcp_bench.time_mcp.tools import server

__all__ = ["server"]
