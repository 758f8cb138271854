"""`Google Maps`: places, addresses, routes and elevations. Tools are listed in the order of the imports."""

from m3bench_world.servers.mcp_bench.google_maps.server import server  # isort: skip
from m3bench_world.servers.mcp_bench.google_maps import places  # isort: skip
from m3bench_world.servers.mcp_bench.google_maps import addresses  # isort: skip
from m3bench_world.servers.mcp_bench.google_maps import journeys  # isort: skip

__all__ = ["addresses", "journeys", "places", "server"]
