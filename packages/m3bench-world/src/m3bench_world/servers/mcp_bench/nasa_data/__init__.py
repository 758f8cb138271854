"""`NASA Data`: space weather, asteroids, exoplanets, rovers on Mars, pictures of the sky and of Earth."""

from m3bench_world.servers.mcp_bench.nasa_data.tools import server

__all__ = ["server"]
