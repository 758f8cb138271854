"""`dinox-mcp`: finds things and people in pictures, and draws what was found."""

from m3bench.servers.dinox.tools import server

__all__ = ["server"]
