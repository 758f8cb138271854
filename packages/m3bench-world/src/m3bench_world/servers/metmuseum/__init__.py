"""`metmuseum-mcp`: departments, objects and pictures of a museum."""

from m3bench_world.servers.metmuseum.tools import server

__all__ = ["server"]
