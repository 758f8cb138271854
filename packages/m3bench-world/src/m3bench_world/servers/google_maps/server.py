"""The server to which the modules of this package add their tools."""

from __future__ import annotations

from m3bench.servers.kit import Proof, Server

server = Server(
    "google-maps",
    "Maps: addresses and coordinates, places and their details, routes, roads, elevations, time zones, "
    "and pictures of maps and streets.",
    sources=("geonames", "airports", "knowledge", "landmarks"),
    proof=Proof("geocode", {"address": "Paris, France"}),
)
