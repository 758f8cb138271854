"""`Scientific Computing`: matrices by name, vector calculus in symbols, and plots."""

from m3bench_world.servers.mcp_bench.scientific_computing.tools import server

__all__ = ["server"]
