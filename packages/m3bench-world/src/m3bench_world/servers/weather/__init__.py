"""`weather`: present weather and a week's forecast for any place."""

from m3bench_world.servers.weather.tools import METRIC, US, locate_place, server

__all__ = ["METRIC", "US", "locate_place", "server"]
