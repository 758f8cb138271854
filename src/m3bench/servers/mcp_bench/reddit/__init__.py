"""`Reddit`: a forum."""

from m3bench.servers.mcp_bench.reddit.tools import server

__all__ = ["server"]
