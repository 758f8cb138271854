"""The server to which the modules of this package add their tools."""

from __future__ import annotations

from typing import Any

from m3bench.servers.kit import Answer, Proof, Server
from m3bench_world.servers.context import ToolContext
from m3bench_world.servers.google_maps import server as original

server = Server(
    "Google Maps",
    "Maps: places near a point and their details, addresses and coordinates, distances, directions and "
    "elevations.",
    sources=original.sources,
    strict=True,
    proof=Proof("maps_geocode", {"address": "Paris, France"}),
)


def ask_original(context: ToolContext, tool: str, **arguments: Any) -> Answer:
    """Return the answer of a tool of the server `google-maps`. It names its own sources, if it has others."""
    return original.tools[tool].handler(context, **arguments)
