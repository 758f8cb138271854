"""`weather`: present weather and a week's forecast for any place."""

from m3bench_world.servers.weather.tools import locate_place, server
from m3bench_world.servers.weather.units import METRIC, US

__all__ = ["METRIC", "US", "locate_place", "server"]
