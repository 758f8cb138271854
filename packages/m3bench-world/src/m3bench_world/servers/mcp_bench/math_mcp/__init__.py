"""`Math MCP`: arithmetic and statistics.

The calculator without its trigonometry and without the remainder.
"""

from __future__ import annotations

from m3bench.servers.kit import make_face
from m3bench_world.servers.math import server as math

__all__ = ["server"]

TOOLS = (
    *("add", "subtract", "multiply", "division", "sum"),
    *("mean", "median", "mode", "min", "max"),
    *("floor", "ceiling", "round"),
)

server = make_face(math, "Math MCP", "Arithmetic and statistics.", tools=TOOLS)
