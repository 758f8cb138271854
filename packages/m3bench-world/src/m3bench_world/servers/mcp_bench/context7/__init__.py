"""`Context7`: documentation snippets of software libraries."""

from m3bench_world.servers.mcp_bench.context7.tools import server

__all__ = ["server"]
