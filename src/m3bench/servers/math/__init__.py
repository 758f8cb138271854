"""`math`: arithmetic, statistics and trigonometry."""

from m3bench.servers.math.tools import server

__all__ = ["server"]
