"""`google-air`: air quality now, ahead and before, and as heat-map tiles."""

from m3bench_world.servers.google_air.tools import server

__all__ = ["server"]
