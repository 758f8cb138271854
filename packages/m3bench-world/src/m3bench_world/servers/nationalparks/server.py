"""The server to which the modules of this package add their tools."""

from __future__ import annotations

from m3bench.servers.kit import Proof, Server

server = Server(
    "nationalparks",
    "Units of the US national park system: what they are, campgrounds, visitor centers, alerts and events.",
    sources=("knowledge", "parks", "weather"),
    strict=True,
    proof=Proof("getCampgrounds", {"parkCode": "yose"}),
)
