"""`OSINT Intelligence`: what can be learned about domains and addresses of an invented internet."""

from m3bench_world.servers.mcp_bench.osint.tools import server

__all__ = ["server"]
