"""`linkimage-mcp`: fetches the main picture of a page."""

from m3bench_world.servers.linkimage.tools import server

__all__ = ["server"]
