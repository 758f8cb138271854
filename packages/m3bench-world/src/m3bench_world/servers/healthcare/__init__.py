"""`healthcare-mcp`: drugs, literature, trials, codes, health topics, and a few calculations."""

from m3bench_world.servers.healthcare.tools import server

__all__ = ["server"]
