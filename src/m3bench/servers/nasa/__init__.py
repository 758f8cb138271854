"""`nasa-mcp`: space weather, asteroids, exoplanets, rovers on Mars, pictures of the sky and of Earth."""

# Tools are listed in the order in which these modules are imported: it is the interface's.
from m3bench.servers.nasa import apod, asteroids, donki, earth, epic, exoplanets, mars
from m3bench.servers.nasa.server import server

__all__ = ["apod", "asteroids", "donki", "earth", "epic", "exoplanets", "mars", "server"]
