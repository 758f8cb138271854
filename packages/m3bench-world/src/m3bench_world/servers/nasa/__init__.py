"""`nasa-mcp`: space weather, asteroids, exoplanets, rovers on Mars, pictures of the sky and of Earth."""

# The order of these imports is the order in which the tools are listed.
from m3bench_world.servers.nasa import apod, asteroids, donki, earth, exoplanets, mars
from m3bench_world.servers.nasa.server import server

__all__ = ["apod", "asteroids", "donki", "earth", "exoplanets", "mars", "server"]
