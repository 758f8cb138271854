"""`Unit Converter`: amounts in other units of the same quantity."""

from m3bench_world.servers.mcp_bench.unit_converter.tools import server

__all__ = ["server"]
