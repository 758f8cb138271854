"""`nationalparks`: parks of the United States, with campgrounds, visitor centers, alerts and events."""

from m3bench.servers.nationalparks import tools, within
from m3bench.servers.nationalparks.registry import server

__all__ = ["server", "tools", "within"]
