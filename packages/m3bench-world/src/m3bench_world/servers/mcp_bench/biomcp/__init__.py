"""`BioMCP`: articles, trials, genes, variants, diseases, drugs and the registers of regulators."""

from m3bench_world.servers.mcp_bench.biomcp.tools import server

__all__ = ["server"]
