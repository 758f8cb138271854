"""`Call for Papers`: conferences by keyword."""

from m3bench_world.servers.mcp_bench.call_for_papers.tools import server

__all__ = ["server"]
