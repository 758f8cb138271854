"""`National Parks`: parks of the United States, with campgrounds, visitor centers, alerts and events."""

from m3bench_world.servers.mcp_bench.national_parks.tools import server

__all__ = ["server"]
