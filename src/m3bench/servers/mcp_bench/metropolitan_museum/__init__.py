"""`Metropolitan Museum`: departments, objects and pictures of a museum."""

from m3bench.servers.mcp_bench.metropolitan_museum.tools import server

__all__ = ["server"]
