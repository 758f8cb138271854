"""Suites from the public data of benchmarks."""

from m3bench.suites.public.mcp_bench import MCP_BENCH, mcp_bench_suite
from m3bench.suites.public.mcpverse import MCPVERSE, SAME_SERVERS, mcpverse_suite
from m3bench.suites.public.original import original_suite
from m3bench.suites.public.world_needs import ENTITY, NEEDS_FILE, NeedKind, Probe, WorldNeed, world_needs

__all__ = [
    "ENTITY",
    "MCPVERSE",
    "MCP_BENCH",
    "NEEDS_FILE",
    "SAME_SERVERS",
    "NeedKind",
    "Probe",
    "WorldNeed",
    "mcp_bench_suite",
    "mcpverse_suite",
    "original_suite",
    "world_needs",
]
