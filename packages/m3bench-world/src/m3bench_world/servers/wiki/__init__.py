"""`wiki`: an encyclopedia."""

from m3bench_world.servers.wiki.tools import server

__all__ = ["server"]
