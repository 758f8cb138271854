"""`weather`: present weather and a week's forecast for any place."""

from m3bench.servers.weather.tools import server

__all__ = ["server"]
