"""`amazon`: products by keywords and by number."""

from m3bench_world.servers.amazon.tools import server

__all__ = ["server"]
