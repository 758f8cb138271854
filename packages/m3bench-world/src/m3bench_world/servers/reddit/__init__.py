"""`Reddit-MCP-Server`: a forum."""

from m3bench_world.servers.reddit.tools import server

__all__ = ["server"]
