"""`dinox-mcp`: finds things and people in pictures, and draws what was found."""

from m3bench_world.servers.dinox.tools import server

__all__ = ["server"]
