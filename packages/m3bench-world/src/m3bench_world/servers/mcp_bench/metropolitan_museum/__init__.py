"""`Metropolitan Museum`: departments, objects and pictures of a museum.

All tools of the server `metmuseum-mcp`. Unknown arguments are refused.
"""

from __future__ import annotations

from m3bench.servers.kit import make_face
from m3bench_world.servers.metmuseum import server as metmuseum

__all__ = ["server"]

server = make_face(metmuseum, "Metropolitan Museum", strict=True)
