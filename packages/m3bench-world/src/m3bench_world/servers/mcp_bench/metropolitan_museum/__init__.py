"""`Metropolitan Museum`: departments, objects and pictures of a museum."""

from m3bench_world.servers.mcp_bench.metropolitan_museum.tools import server

__all__ = ["server"]
