"""`Math MCP`: arithmetic and statistics."""

from m3bench_world.servers.mcp_bench.math_mcp.tools import server

__all__ = ["server"]
