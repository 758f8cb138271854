"""`nationalparks`: parks of the United States, with campgrounds, visitor centers, alerts and events."""

from m3bench_world.servers.nationalparks import tools, contents  # noqa: I001 - tools are listed in this order
from m3bench_world.servers.nationalparks.listing import server

__all__ = ["contents", "server", "tools"]
