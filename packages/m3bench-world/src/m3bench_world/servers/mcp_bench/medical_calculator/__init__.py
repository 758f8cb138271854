"""`Medical Calculator`: clinical formulas and scores."""

from m3bench_world.servers.mcp_bench.medical_calculator.tools import server

__all__ = ["server"]
