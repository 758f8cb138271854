"""Suites from the public data of other benchmarks."""

from m3bench.suites.public.mcpverse import MCPVERSE, MISSING_FILES, SAME_SERVERS, mcpverse_suite

__all__ = [
    "MCPVERSE",
    "MISSING_FILES",
    "SAME_SERVERS",
    "mcpverse_suite",
]
