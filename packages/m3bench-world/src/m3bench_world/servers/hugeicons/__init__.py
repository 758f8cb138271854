"""`hugeicons-mcp`: find icons and use them on a platform."""

from m3bench_world.servers.hugeicons.tools import server

__all__ = ["server"]
