"""`Paper Search`: scientific papers of seven archives, with their PDFs."""

from m3bench_world.servers.mcp_bench.paper_search.tools import server

__all__ = ["server"]
