"""`Medical Calculator`: clinical formulas and scores."""

from m3bench.servers.mcp_bench.medical_calculator.tools import server

__all__ = ["server"]
