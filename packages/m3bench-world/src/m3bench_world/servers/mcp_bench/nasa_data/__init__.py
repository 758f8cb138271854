"""`NASA Data`: space weather, asteroids, exoplanets, rovers on Mars, pictures of the sky and of Earth.

All tools of the server `nasa-mcp`.
"""

from __future__ import annotations

from m3bench.servers.kit import make_face
from m3bench_world.servers.nasa import server as nasa

__all__ = ["server"]

server = make_face(nasa, "NASA Data")
