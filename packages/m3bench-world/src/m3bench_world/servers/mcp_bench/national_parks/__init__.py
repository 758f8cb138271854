"""`National Parks`: parks of the United States, with campgrounds, visitor centers, alerts and events.

All tools of the server `nationalparks`.
"""

from __future__ import annotations

from m3bench.servers.kit import make_face
from m3bench_world.servers.nationalparks import server as nationalparks

__all__ = ["server"]

server = make_face(nationalparks, "National Parks")
