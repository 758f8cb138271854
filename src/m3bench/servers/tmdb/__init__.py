"""`tmdb`: films, television series and people."""

from m3bench.servers.tmdb import films, series, people  # noqa: I001 - tools are listed in this order
from m3bench.servers.tmdb.server import server

__all__ = ["films", "people", "series", "server"]
