"""`Reddit-MCP-Server`: a forum."""

from m3bench.servers.reddit.tools import server

__all__ = ["server"]
