"""`tmdb`: films, television series and people."""

from m3bench_world.servers.tmdb import films, series, people  # noqa: I001 - tools are listed in this order
from m3bench_world.servers.tmdb.server import server

__all__ = ["films", "people", "series", "server"]
