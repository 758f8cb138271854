"""`hugeicons-mcp`: find icons and use them on a platform."""

from m3bench.servers.hugeicons.tools import server

__all__ = ["server"]
