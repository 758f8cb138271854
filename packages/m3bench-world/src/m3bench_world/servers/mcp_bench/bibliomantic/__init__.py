"""`Bibliomantic`: casts and texts of hexagrams."""

from m3bench_world.servers.mcp_bench.bibliomantic.tools import server

__all__ = ["server"]
