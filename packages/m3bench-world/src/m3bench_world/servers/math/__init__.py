"""`math`: arithmetic, statistics and trigonometry."""

from m3bench_world.servers.math.tools import server

__all__ = ["server"]
