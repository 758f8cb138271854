"""`charts`: charts from tables, as pictures with their Vega-Lite specifications."""

from m3bench_world.servers.tobench.charts import editing
from m3bench_world.servers.tobench.charts.tools import server

__all__ = ["editing", "server"]
