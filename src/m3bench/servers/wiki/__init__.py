"""`wiki`: an encyclopedia."""

from m3bench.servers.wiki.tools import server

__all__ = ["server"]
