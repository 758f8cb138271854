"""The bundled MCP servers: M³-Bench's and MCP-Bench's tools, and those of TOBench's families, with no key
and no network."""

from m3bench_world.servers.collections import M3_BENCH, MCP_BENCH, SYNTHETIC, TOBENCH
from m3bench_world.servers.context import ToolContext

__all__ = ["M3_BENCH", "MCP_BENCH", "SYNTHETIC", "TOBENCH", "ToolContext"]
