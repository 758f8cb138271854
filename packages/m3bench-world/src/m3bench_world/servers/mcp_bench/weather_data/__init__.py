"""`Weather Data`: present weather and a forecast of up to ten days."""

from m3bench_world.servers.mcp_bench.weather_data.tools import server

__all__ = ["server"]
