"""Places, routes and maps. The modules are imported in the order in which their tools are listed."""

from m3bench_world.servers.google_maps.server import server  # isort: skip
from m3bench_world.servers.google_maps import places  # isort: skip
from m3bench_world.servers.google_maps import photos  # isort: skip
from m3bench_world.servers.google_maps import routes  # isort: skip
from m3bench_world.servers.google_maps import terrain  # isort: skip
from m3bench_world.servers.google_maps import roads  # isort: skip
from m3bench_world.servers.google_maps import misc  # isort: skip
from m3bench_world.servers.google_maps import pictures  # isort: skip
from m3bench_world.servers.google_maps.queries import read_query
from m3bench_world.servers.google_maps.waypoints import parse_departure

__all__ = [
    "misc",
    "parse_departure",
    "photos",
    "pictures",
    "places",
    "read_query",
    "roads",
    "routes",
    "server",
    "terrain",
]
