"""`openlibrary_mcp`: books by ISBN, title and author."""

from m3bench_world.servers.openlibrary.tools import server

__all__ = ["server"]
